"""Lines and paragraphs of a source, before a dialect reads them.

Guarantees: line numbers are those of an editor (CRLF, LF, CR and any mixture each end one line); no character is lost
between a line and the paragraph it is in, except the white space at its ends.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from msgspec import Struct

DOUBLED_SHARE = 0.1
"""Minimum share of gaps wider than one blank line for line ends to count as doubled, if no two lines are adjacent. In
copies with doubled line ends one gap in five is wider; in a text with a blank line between all paragraphs, only gaps
before chapters could be."""

_LINE_END = re.compile(r"\r\n|\r|\n")


class Line(Struct, frozen=True):
    """A non-blank line.

    Attributes:
        number: Line number, 1-based.
        text: The text without white space at its ends.
        indent: Columns of white space before the text; a tab counts as eight.
        open_end: Whether white space followed the text: editors that wrap keep the space at which they broke the line.
        after_blank: Whether a blank line (or the start of the document) is before it; if every line end was doubled, a
            single blank line does not count.
    """

    number: int
    text: str
    indent: int
    open_end: bool
    after_blank: bool


class Paragraph(Struct, frozen=True):
    """A paragraph, made of one or more lines.

    Attributes:
        first: Number of its first line.
        last: Number of its last line; all lines between belong to it, including blank ones if line ends were doubled.
        text: The lines joined as they were before wrapping.
        indent: Indent of the first line.
        after_blank: Whether a blank line is before it.
    """

    first: int
    last: int
    text: str
    indent: int
    after_blank: bool


def split_lines(text: str) -> list[Line]:
    """Return the lines of a text that are not blank, with their numbers."""
    rows = [(number, raw, raw.strip()) for number, raw in enumerate(_LINE_END.split(text), 1)]
    rows = [row for row in rows if row[2]]
    gaps = [after[0] - before[0] - 1 for before, after in pairwise(rows)]
    artificial = 1 if _has_doubled_ends(gaps) else 0
    lines: list[Line] = []
    for (number, raw, stripped), gap in zip(rows, [2, *gaps], strict=False):
        indent = len(raw) - len(raw.lstrip())
        if "\t" in raw[:indent]:
            indent = len(raw[:indent].expandtabs(8))
        lines.append(Line(number, stripped, indent, raw != raw.rstrip(), gap > artificial))
    return lines


def _has_doubled_ends(gaps: Sequence[int]) -> bool:
    """Return whether every line end was doubled (CR CR LF), by the numbers of blank lines between lines."""
    counts = Counter(gaps)
    odd = all(gap % 2 for gap in counts)
    return odd and counts[1] > 0 and len(gaps) - counts[1] > DOUBLED_SHARE * len(gaps)
