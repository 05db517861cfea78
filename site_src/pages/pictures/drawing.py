"""What the drawings share: measures, the axis of years, shapes. No style is set here: classes say what a shape is.

Each picture is drawn twice, for wide and for narrow pages, so that its words are readable on both; the style sheet
shows one of the two, and the script, where there is one, draws a third in their place, at the width there is.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date

from markupsafe import Markup, escape

WIDE, NARROW = 900, 360
"""Widths in pixels: of the page on a desk, and on a phone."""


def width_name(width: int) -> str:
    """The class that the style sheet tells the two drawings by."""
    return "wide" if width == WIDE else "narrow"


def svg(width: int, height: int, label: str, parts: Iterable[str]) -> Markup:
    """A drawing; `parts` are safe SVG."""
    return Markup(  # noqa: S704 - made of safe parts
        f'<svg class="drawing drawing-{width_name(width)}" viewBox="0 0 {width} {height}" width="{width}" '
        f'height="{height}" role="img" aria-label="{escape(label)}">{"".join(parts)}</svg>'
    )


def text(x: float, y: float, words: str, name: str = "", anchor: str = "") -> str:
    """Words at a place."""
    attributes = (f' class="{name}"' if name else "") + (f' text-anchor="{anchor}"' if anchor else "")
    return f'<text x="{number(x)}" y="{number(y)}"{attributes}>{escape(words)}</text>'


def path(name: str, d: str, **data: str | int) -> str:
    """A path; what is in `data` becomes `data-…` for the script."""
    more = "".join(f' data-{key}="{escape(str(value))}"' for key, value in data.items())
    return f'<path class="{name}" d="{d}"{more}/>'


def number(value: float) -> str:
    """A coordinate, short."""
    return f"{value:.1f}".removesuffix(".0")


def polyline(points: Iterable[tuple[float, float]]) -> str:
    """A path through points."""
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points)


def steps(points: Sequence[tuple[float, float]], end: float) -> list[tuple[float, float]]:
    """The corners of a stair: each value holds until the next begins, the last until `end`."""
    rises = [(x, y) for place, (x, y) in enumerate(points) if not place or points[place - 1][1] != y]
    ends = [x for x, _ in rises[1:]] + [end]
    return [corner for (x, y), following in zip(rises, ends, strict=True) for corner in ((x, y), (following, y))]


@dataclass(frozen=True, slots=True)
class Days:
    """The days from one edition to another, along a line.

    Attributes:
        first: Id of the edition at `left`.
        last: Id of the edition at `right`.
        left: In pixels.
        right: Likewise.
    """

    first: str
    last: str
    left: float
    right: float

    def at(self, day: str) -> float:
        """Where a day is."""
        start, end = (date.fromisoformat(one).toordinal() for one in (self.first, self.last))
        share = (date.fromisoformat(day).toordinal() - start) / max(1, end - start)
        return self.left + share * (self.right - self.left)

    def years(self) -> list[tuple[float, str]]:
        """Place and name of the years to write below: every fifth."""
        years = range(int(self.first[:4]) + 1, int(self.last[:4]) + 1)
        return [(self.at(f"{year}-01-01"), str(year)) for year in years if year % 5 == 0]


def round_steps(most: int, about: int = 5) -> list[int]:
    """Round values from 0 up to `most`, about as many as asked for."""
    size = 1
    while most / size > about:
        size = size * 5 // 2 if str(size)[0] == "2" else size * 2
    return list(range(0, most + 1, size))
