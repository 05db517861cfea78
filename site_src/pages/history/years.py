"""The years of a work as the width of a picture, and as shades of ages.

A picture has room for years to come, and the style sheet shows only the part up to the latest edition (`write_latest`
of `pages/latest.py`). So a new edition changes the pictures of the rules that it changed, and no others.
"""

from collections.abc import Sequence

from markupsafe import Markup

from site_src.pages.pictures.drawing import day_position

YEARS = 50
"""Years that a picture has room for."""
WIDTH = 36 * YEARS
"""Width in units of the picture, of some ten days each; it is scaled to the width of the page."""
STEPS = 7
"""Maximum number of shades; more cannot be distinguished."""
SHADE_YEARS = 4
"""Number of years of a shade. It is fixed, so that a new edition changes no shades; the last shade has no end."""


class Years:
    """The years of a work, from 1 January of the year of its first edition: places in pictures, shades of ages."""

    def __init__(self, editions: Sequence[str]) -> None:
        """Prepare for all editions of a work, oldest first."""
        self.editions = editions
        self.first = int(editions[0][:4])

    def at(self, edition: str) -> int:
        """Return the position of an edition's first day."""
        return int(day_position(edition, f"{self.first}-01-01", f"{self.first + YEARS}-01-01", 0, WIDTH))

    def end(self, edition: str) -> int:
        """Return the position of an edition's end: the start of the next one, or the right edge for the newest."""
        for later in self.editions:
            if later > edition:
                return self.at(later)
        return WIDTH

    def shade(self, edition: str) -> int:
        """Return the shade of an edition: 0 for the oldest."""
        return min((int(edition[:4]) - self.first) // SHADE_YEARS, STEPS - 1)

    def legend(self) -> tuple[str, ...]:
        """Return the years of all shades, oldest first: `2003–2006`, `since 2023`."""
        spans = []
        year = self.first
        for _ in range(self.shade(self.editions[-1])):
            spans.append(f"{year}–{year + SHADE_YEARS - 1}")
            year += SHADE_YEARS
        return (*spans, f"since {year}")


def draw_years(paths: str, name: str, words: str) -> Markup:
    """Return a picture over the years; `paths` and `words` are safe HTML, `name` its class."""
    html = (
        f'<div class="life-line"><svg class="{name}" viewBox="0 0 {WIDTH} 20" preserveAspectRatio="none" role="img" '
        f'aria-label="{words}">{paths}</svg></div>'
    )
    return Markup(html)  # noqa: S704 - as the caller promises
