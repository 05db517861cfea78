"""Shapes and texts that all drawings share.

Each picture is drawn once for any width: its plot is stretched to the available width, and texts are placed at shares
of that width (`x="25%"`), so that their size is the same on a phone and on a desktop. The style sheet hides the second
part of a name (`rest`) if there is no room for it.
"""

import re
from collections.abc import Iterable, Sequence
from datetime import date
from itertools import pairwise

from markupsafe import Markup, escape

UNITS = 1000
"""Width of a plot in its own units; its height is in pixels."""


_NOT_IN_LINKS = re.compile(
    r'<title>[^<]*</title>|<text.*?</text>|<rect class="unseen"[^>]*/>'
    r'| (?:data-[a-z]+|role|aria-label|href|tabindex)="[^"]*"'
)
"""The parts of a drawing that a copy of it inside a link lacks."""
_LINK = re.compile(r"(</?)a\b")


def drawing(name: str, height: int, label: str, parts: Iterable[str], *, is_image: bool = False, **data: str) -> Markup:
    """Return a drawing.

    Args:
        name: Its second class, after `drawing`, for which the style sheet reserves space next to the plot.
        height: In pixels.
        label: Its content in a few words, for screen readers.
        parts: Safe SVG: plots, and text next to them.
        is_image: Whether it is one image for screen readers; False if it has links.
        data: `data-` attributes for the script.
    """
    role = "group"
    if is_image:
        role = "img"
    return Markup(  # noqa: S704 - made of safe parts
        f'<svg class="drawing drawing-{name}" width="100%" height="{height}" role="{role}" '
        f'aria-label="{escape(label)}"{_format_data(data)}>{"".join(parts)}</svg>'
    )


def plot(height: int, parts: Iterable[str], width: int = UNITS) -> str:
    """Return the part of a drawing that is stretched to the available width."""
    return (
        f'<svg class="plot" viewBox="0 0 {width} {height}" width="100%" height="100%" '
        f'preserveAspectRatio="none">{"".join(parts)}</svg>'
    )


def strip_links(drawn: Markup) -> Markup:
    """Return a drawing without links, titles and data, so that it can be put inside a link."""
    return Markup(_LINK.sub(r"\1g", _NOT_IN_LINKS.sub("", drawn)))  # noqa: S704 - part of safe markup


def text(share: float, y: float, words: str | Markup, name: str = "", anchor: str = "", *, aside: int = 0) -> str:
    """Return text next to a plot, as SVG.

    Args:
        share: Horizontal position in units of the plot.
        y: Vertical position in pixels.
        words: The text, or markup.
        name: Its class.
        anchor: SVG's `text-anchor`, the point of the text that is at the position: `middle`, `end`, by default its
            start.
        aside: Pixels to move it to the right.
    """
    attributes = ""
    if aside:
        attributes += f' dx="{aside}"'
    if name:
        attributes += f' class="{name}"'
    if anchor:
        attributes += f' text-anchor="{anchor}"'
    x = coordinate(share * 100 / UNITS)
    return f'<text x="{x}%" y="{coordinate(y)}"{attributes}>{escape(words)}</text>'


def format_name(beginning: str, rest: str) -> Markup:
    """Return a name in two parts, the second of which is shown only on wide pages."""
    if not rest:
        return escape(beginning)
    return Markup('{}<tspan class="rest"> {}</tspan>').format(beginning, rest)


def title(words: str) -> str:
    """Return the title of a shape, for the pointer, for screen readers, and for the script below the picture."""
    return f"<title>{escape(words)}</title>"


def link(href: str, words: str, parts: str, name: str = "", *, has_tab_stop: bool = True, **data: str | int) -> str:
    """Return shapes as a link, or as a plain group without an address.

    Args:
        href: Its target; may be empty.
        words: The title.
        parts: Safe SVG.
        name: Class of the link.
        has_tab_stop: Whether the Tab key stops there; False if there are too many links.
        data: `data-` attributes for the script.
    """
    tag = "g"
    attributes = ""
    if href:
        tag = "a"
        attributes += f' href="{escape(href)}"'
    if name:
        attributes += f' class="{name}"'
    if href and not has_tab_stop:
        attributes += ' tabindex="-1"'
    attributes += _format_data(data)
    return f"<{tag}{attributes}>{title(words)}{parts}</{tag}>"


def path(name: str, d: str, words: str = "", **data: str | int) -> str:
    """Return a path; with a title if `words` is not empty."""
    shape = f'<path class="{name}" d="{d}"{_format_data(data)}'
    if not words:
        return f"{shape}/>"
    return f"{shape}>{title(words)}</path>"


def _format_data(data: dict[str, str] | dict[str, str | int]) -> str:
    return "".join(f' data-{key}="{escape(str(value))}"' for key, value in data.items())


def coordinate(value: float) -> str:
    """Return a coordinate in its shortest form, with at most one decimal."""
    return f"{value:.1f}".removesuffix(".0")


def outline(corners: Sequence[tuple[float, float]]) -> str:
    """Return a closed path through corners, with horizontal and vertical lines: `M0 10H5V20Z`."""
    start_x, start_y = corners[0]
    d = f"M{coordinate(start_x)} {coordinate(start_y)}"
    for (was_x, was_y), (x, y) in pairwise(corners):
        if x != was_x:
            d += f"H{coordinate(x)}"
        if y != was_y:
            d += f"V{coordinate(y)}"
    return d + "Z"


def steps(points: Sequence[tuple[float, float]], end: float) -> list[tuple[float, float]]:
    """Return the corners of a step curve: each value holds until the next begins, the last until `end`.

    `steps([(0, 5), (2, 8)], 4)` is `[(0, 5), (2, 5), (2, 8), (4, 8)]`.
    """
    corners: list[tuple[float, float]] = []
    height = None
    for x, y in points:
        if y == height:
            continue
        if height is not None:
            corners.append((x, height))
        corners.append((x, y))
        height = y
    if height is not None:
        corners.append((end, height))
    return corners


def day_position(day: str, first: str, last: str, left: float, right: float) -> float:
    """Return the position of a day along a horizontal axis, on which `first` is at `left` and `last` at `right`."""
    start = date.fromisoformat(first).toordinal()
    passed = date.fromisoformat(day).toordinal() - start
    whole = date.fromisoformat(last).toordinal() - start
    return left + passed * (right - left) / max(1, whole)


def round_steps(most: int) -> list[int]:
    """Return 0 and at most five round values up to `most`: multiples of 1, 2, 5, 10, 20, 50 and so on.

    `round_steps(26)` is `[0, 10, 20]`.
    """
    power = 1
    while most > 25 * power:
        power *= 10
    size = power
    for digit in (2, 5):
        if most > 5 * size:
            size = digit * power
    return list(range(0, most + 1, size))
