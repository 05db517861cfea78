"""Messages from the worker process that opens a file to its parent process: one JSON value per line.

A worker that a limit stopped does not end with status 0, and may leave half a line.
"""

from __future__ import annotations

import msgspec

LARGEST_TEXT = 8_000_000
"""Maximum number of characters: eight times those of the longest edition."""
MOST_UNPACKED = 24_000_000
"""Maximum number of bytes of a stream of a PDF, or of all XML of a Word file, after decompression. A page of text has a
few thousand, the longest edition in XML a third of it. In memory XML takes ten times as much."""

REFUSED = "refused"


class PageLine(msgspec.Struct, frozen=True, array_like=True):
    """A line of a page.

    Attributes:
        text: The text, including trailing white space.
        x: Left edge, in points from the left of the page.
        y: Base line, in points from the bottom of the page.
        size: Font size, in points.
        fonts: Names of its fonts.
    """

    text: str
    x: float
    y: float
    size: float
    fonts: tuple[str, ...]


class Page(msgspec.Struct, frozen=True, tag=True):
    """One page of the file.

    Attributes:
        number: Its number, from 1.
        count: Number of pages of the file.
        rows: Its lines, as far as they could be read.
        lost: Why some are missing; None if none are.
    """

    number: int
    count: int
    rows: tuple[PageLine, ...]
    lost: str | None = None


class UnpagedText(msgspec.Struct, frozen=True, tag=True):
    """The text of a file without pages.

    Attributes:
        lines: Its lines, blank ones included.
        framing: Page headers and footers, as (reason to drop it, text).
    """

    lines: tuple[str, ...]
    framing: tuple[tuple[str, str], ...]


class Problem(msgspec.Struct, frozen=True, tag=True):
    """A part of the file could not be read correctly; `line` counts from 1 and is 0 for the whole file.

    With the code `REFUSED`, nothing can be read.
    """

    code: str
    message: str
    hint: str = ""
    line: int = 0


Message = Page | UnpagedText | Problem
