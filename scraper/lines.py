"""Lines and paragraphs of a source, before any dialect looks at them.

Guarantees: line numbers are those of an editor (CRLF, LF, CR and any mixture each end one line); no character is lost
between a line and the paragraph it is in, except the white space at its ends.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

_LINE_END = re.compile(r"\r\n|\r|\n")


@dataclass(frozen=True, slots=True)
class Line:
    """A line that is not blank.

    Attributes:
        number: 1-based.
        text: Without white space at its ends.
        indent: Columns of white space before the text; a tab counts as eight.
        open_end: Whether white space stood after the text: editors that wrap leave the space at which they broke.
        after_blank: Whether a blank line (or the start of the document) is before it.
    """

    number: int
    text: str
    indent: int
    open_end: bool
    after_blank: bool


@dataclass(frozen=True, slots=True)
class Paragraph:
    """One or more lines that are one paragraph.

    Attributes:
        first: Number of its first line.
        last: Number of its last line; every non-blank line between is in it.
        text: The lines, joined as they were before somebody wrapped them.
        indent: Indent of the first line.
        after_blank: Whether a blank line is before it.
    """

    first: int
    last: int
    text: str
    indent: int
    after_blank: bool


def split_lines(text: str) -> list[Line]:
    """The lines of a text that are not blank, with their numbers."""
    lines: list[Line] = []
    after_blank = True
    for number, raw in enumerate(_LINE_END.split(text), 1):
        stripped = raw.strip()
        if not stripped:
            after_blank = True
            continue
        indent = len(raw) - len(raw.lstrip())
        if "\t" in raw[:indent]:
            indent = len(raw[:indent].expandtabs(8))
        lines.append(Line(number, stripped, indent, raw != raw.rstrip(), after_blank))
        after_blank = False
    return lines
