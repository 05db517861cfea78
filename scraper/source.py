"""A source document: its bytes decoded and split into lines, ready for a dialect.

Guarantees: line numbers are those of an editor (CRLF, LF, CR and any mixture each end one line); no character is lost
between a line and the paragraph it is in, except the white space at its ends.
"""

from __future__ import annotations

import re
from itertools import pairwise

from msgspec import Struct

from rules.errors import ComprulesError
from rules.records import Condition, Diagnostic, Dropped

DOUBLED_SHARE = 0.1
"""Minimum share of gaps wider than one blank line for line ends to count as doubled, if no two lines are adjacent. In
copies with doubled line ends one gap in five is wider; in a text with a blank line between all paragraphs, only gaps
before chapters could be."""

_LINE_END = re.compile(r"\r\n|\r|\n")


class Paragraph(Struct, frozen=True):
    """A non-blank line, or several lines joined.

    Attributes:
        first: Number of its first line, 1-based.
        last: Number of its last line; all lines between belong to it, including blank ones if line ends were doubled.
        text: The lines joined as they were before wrapping, without white space at the ends.
        after_blank: Whether a blank line (or the start of the document) is before it; if every line end was doubled, a
            single blank line does not count.
        indent: Columns of white space before the text of the first line; a tab counts as eight.
        open_end: Whether white space followed the text of a line: editors that wrap keep the space at which they broke
            the line.
    """

    first: int
    last: int
    text: str
    after_blank: bool
    indent: int = 0
    open_end: bool = False


Line = Paragraph
"""A paragraph of one line, before lines are joined."""


def split_lines(text: str) -> list[Line]:
    """Return the lines of a text that are not blank, with their numbers."""
    rows = [(number, raw, raw.strip()) for number, raw in enumerate(_LINE_END.split(text), 1)]
    rows = [row for row in rows if row[2]]
    gaps = [after[0] - before[0] - 1 for before, after in pairwise(rows)]
    # Whether every line end was doubled (CR CR LF).
    single = gaps.count(1)
    doubled = all(gap % 2 for gap in gaps) and single and len(gaps) - single > DOUBLED_SHARE * len(gaps)
    lines: list[Line] = []
    for (number, raw, stripped), gap in zip(rows, [2, *gaps], strict=False):
        indent = len(raw) - len(raw.lstrip())
        if "\t" in raw[:indent]:
            indent = len(raw[:indent].expandtabs(8))
        lines.append(Line(number, number, stripped, gap > (1 if doubled else 0), indent, raw != raw.rstrip()))
    return lines


class UnknownDialect(ComprulesError):
    """A document has no readable text, no dialect claims it, or the requested one does not exist; with a remedy."""


class SourceDocument(Struct, frozen=True):
    """A document as dialects read it.

    Attributes:
        name: Its name in messages.
        text: The text with its original line ends; without byte order mark and, if reported, without control
            characters, invisible characters and padding.
        encoding: `ascii`, `utf-8`, `utf-8-sig`, `utf-16-le`, `utf-16-be`, an eight-bit codec, or
            `utf-8 of mac-roman read as cp1252` if an earlier wrong decoding was undone; `pdf` or `docx` for such a
            file.
        condition: Its condition, judged by its characters; for PDF and Word files also by missing parts.
        lines: The non-blank lines.
        diagnostics: Diagnostics of decoding and of the file reader.
        dropped: Lines that the file reader left out of `lines` for a named reason, such as page headers.
            `scraper.parse` adds it to what the dialect drops.
        pages: Number of the first line of each page, for documents that have pages.
        wrapped: Whether paragraphs continue over several lines; None if that must be detected from the text.
    """

    name: str
    text: str
    encoding: str
    condition: Condition
    lines: tuple[Line, ...]
    diagnostics: tuple[Diagnostic, ...]
    dropped: tuple[Dropped, ...] = ()
    pages: tuple[int, ...] = ()
    wrapped: bool | None = None
