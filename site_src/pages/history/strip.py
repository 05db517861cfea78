"""A lineage as a picture: the years from left to right, a bar while it exists, a tick per version.

A picture has room for years to come; how much of it is seen, `editions/latest.py` says. So a new edition changes the
pictures of the rules that it changed, and no other.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from markupsafe import Markup

from graph.answers.history import HistoryAnswer, HistoryEntry
from rules.links import SLIGHT
from site_src.markup.words import count
from site_src.pages.pictures.drawing import Days

YEARS = 50
"""Years that a picture has room for."""
WIDTH = 36 * YEARS
"""Width in units of the picture, of some ten days each; it is scaled to the width of the page."""

_MOVES = ("renumbered", "moved")


def strip(trace: HistoryAnswer, editions: Sequence[str]) -> Markup:
    """Return the picture, as SVG.

    Args:
        trace: The lineage.
        editions: All editions of its work, oldest first.
    """
    axis = Axis(editions)
    versions = trace.entries
    bars = "".join(f"M{axis.at(first)} 10H{axis.end(last)}" for first, last in _list_stretches(versions, editions))
    ticks: dict[str, list[str]] = {"slight": [], "move": [], "edit": []}
    for version in versions:
        ticks[weight(version)].append(f"M{axis.at(version.first)} {_TICKS[weight(version)]}")
    paths = "".join(f'<path class="tick-{name}" d="{"".join(all_)}"/>' for name, all_ in ticks.items() if all_)
    words, first, last = count(len(versions), "version"), versions[0].first[:4], versions[-1].last[:4]
    when = f"since {first}" if trace.status == "current" else f"between {first} and {last}"
    return draw_years(f'<path class="bar" d="{bars}"/>{paths}', "strip", f"{words} {when}")


def draw_years(paths: str, name: str, words: str) -> Markup:
    """Return a picture over the years; `paths` and `words` are safe HTML, `name` its class."""
    html = (
        f'<div class="years"><svg class="{name}" viewBox="0 0 {WIDTH} 20" preserveAspectRatio="none" role="img" '
        f'aria-label="{words}">{paths}</svg></div>'
    )
    return Markup(html)  # noqa: S704 - as the caller promises


_TICKS = {"edit": "1V19", "move": "10V19", "slight": "7V13"}
"""Tick shapes that show the weight without colour: whole height, lower half, short."""


def weight(version: HistoryEntry) -> str:
    """Return the weight of a version: `edit` for a changed text, `move` for only another number, else `slight`."""
    if version.change not in SLIGHT:
        return "edit"
    return "move" if version.kind in _MOVES else "slight"


def _list_stretches(versions: Sequence[HistoryEntry], editions: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield first and last edition of each run of editions with the lineage; there may be gaps between runs."""
    first, last = versions[0].first, versions[0].last
    for version in versions[1:]:
        if any(last < edition < version.first for edition in editions):
            yield first, last
            first = version.first
        last = version.last
    yield first, last


class Axis:
    """The years of a work, from 1 January of the year of its first edition."""

    def __init__(self, editions: Sequence[str]) -> None:
        self.editions = editions
        first = int(editions[0][:4])
        self._days = Days(f"{first}-01-01", f"{first + YEARS}-01-01", 0, WIDTH)

    def at(self, edition: str) -> int:
        """Return the position of an edition's first day."""
        return int(self._days.at(edition))

    def end(self, edition: str) -> int:
        """Return the position of an edition's end: the start of the next one, or the right edge for the newest."""
        following = next((later for later in self.editions if later > edition), None)
        return self.at(following) if following else WIDTH
