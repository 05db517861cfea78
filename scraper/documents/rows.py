"""Layout of the rows of all pages as the lines of one text.

A PDF has no paragraph marks. A paragraph ends at a gap wider than the usual line spacing, or at a change of font at the
end of a sentence (a headword in bold). Otherwise `scraper.layout` decides by the words.

Guarantees: each row is one line, in reading order; blank lines are inserted only where a paragraph surely ends; no text
is added.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import pairwise

from msgspec import Struct, field

from scraper.documents.messages import PageLine
from scraper.documents.pages import Place
from scraper.lines import Line

WIDE = 1.3
"""Minimum gap between paragraphs, as a multiple of the line spacing within paragraphs. Raised letters and symbols
increase the spacing by a tenth."""

FREQUENT = 0.05
"""Minimum share of all distances for one to count as frequent; the smallest frequent one is the line spacing."""

COLUMN = 72.0
"""Maximum indentation of a line in points; a line that starts farther to the right is in another column."""

_SENTENCE_END = re.compile(r"[.:!?;][\"”’')\]]*\s*$")


class TextLayout(Struct):
    """A document laid out as lines.

    Attributes:
        lines: All lines, blank ones included; line numbers count from 1.
        body: The lines of the text.
        framing: Page headers and footers, by line number, with the reason to drop them.
        pages: Number of the first line of each page.
    """

    lines: list[str] = field(default_factory=list)
    body: list[Line] = field(default_factory=list)
    framing: dict[int, str] = field(default_factory=dict)
    pages: list[int] = field(default_factory=list)


def lay_out_rows(pages: Sequence[Sequence[PageLine]], framing: Mapping[Place, str]) -> TextLayout:
    """Set the rows of all pages as lines.

    Args:
        pages: The rows of each page, in reading order.
        framing: The rows that are page headers and footers, with the reason to drop them.
    """
    layout = TextLayout()
    body = [[row for j, row in enumerate(rows) if (i, j) not in framing] for i, rows in enumerate(pages)]
    leading, margin = _measure_leading(body), _find_margin(body)
    before: PageLine | None = None
    for i, rows in enumerate(pages):
        layout.pages.append(len(layout.lines) + 1)
        left, first = margin, True
        for j, row in enumerate(rows):
            reason = framing.get((i, j))
            if reason is None:
                if first or (before is not None and row.y > before.y):  # a column begins
                    left = margin if row.x < margin + COLUMN else row.x
                parted = before is None or _ends_paragraph(before, row, leading, same_page=not first)
                if parted and before is not None:
                    layout.lines.append("")
                layout.body.append(Line(len(layout.lines) + 1, row.text, _count_indent(row, left), False, parted))
                before, first = row, False
            else:
                layout.framing[len(layout.lines) + 1] = reason
            layout.lines.append(" ".join(row.text.split("\f")))
    return layout


def _distance(before: PageLine, row: PageLine) -> float | None:
    """Return the distance from one row down to the next, in sizes of the larger type; None if the next is not below."""
    size = max(before.size, row.size)
    return (before.y - row.y) / size if size > 0 and before.y > row.y else None


def _measure_leading(pages: Sequence[Sequence[PageLine]]) -> float | None:
    """Return the smallest frequent distance between rows, in sizes of type."""
    distances = (_distance(before, row) for rows in pages for before, row in pairwise(rows))
    counts = Counter(round(distance, 1) for distance in distances if distance is not None and 0.8 <= distance < 4)
    frequent = [distance for distance, count in counts.items() if count >= max(2, FREQUENT * counts.total())]
    return min(frequent, default=None)


def _find_margin(pages: Sequence[Sequence[PageLine]]) -> float:
    """Return the left margin of lines: the leftmost place that is not a slip."""
    starts = sorted(row.x for rows in pages for row in rows)
    return starts[len(starts) // 50] if starts else 0.0


def _count_indent(row: PageLine, left: float) -> int:
    """Return the indent of a row in columns, two to the size of the type: about as many as letters."""
    return max(0, round(2 * (row.x - left) / row.size)) if row.size > 0 else 0


def _ends_paragraph(before: PageLine, row: PageLine, leading: float | None, *, same_page: bool) -> bool:
    """Return whether a paragraph surely ends between two rows."""
    if not set(before.fonts) & set(row.fonts) and _SENTENCE_END.search(before.text):
        return True
    distance = _distance(before, row)
    return same_page and leading is not None and distance is not None and distance > WIDE * leading
