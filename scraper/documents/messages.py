"""Messages from the worker process that opens a file to its parent process: one `Part` in JSON per line.

A worker that a limit stopped does not end with status 0, and may leave half a line.
"""

from collections.abc import Iterator, Sequence

import msgspec

from rules.counts import format_count
from rules.records import Diagnostic

REFUSED = "refused"
PAGE_UNREADABLE = "page-unreadable"


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


class Part(msgspec.Struct, frozen=True, omit_defaults=True):
    """A part of the file, or what could not be read correctly in it.

    Attributes:
        page: The lines of the next page, as far as they could be read; None for anything else.
        count: Number of pages of the file.
        markup: The next page of an e-book, a web page; None for anything else.
        lines: The lines of a file without pages, blank ones included.
        framing: Its page headers and footers, as (reason to drop it, text).
        problem: With the code `REFUSED`, nothing can be read.
    """

    page: tuple[PageLine, ...] | None = None
    count: int = 0
    markup: str | None = None
    lines: tuple[str, ...] = ()
    framing: tuple[tuple[str, str], ...] = ()
    problem: Diagnostic | None = None


def problem_part(code: str, message: str, hint: str, line: int = 0) -> Part:
    """Return a message about a part that could not be read; `line` counts from 1 and is 0 for the whole file."""
    return Part(problem=Diagnostic(code, "warning", message, line=line, hint=hint))


def report_notes(kind: str, lines: Sequence[str]) -> Iterator[Part]:
    """Yield a problem if a file has text in notes, which are not read.

    Args:
        kind: What the notes are called, such as `footnotes`.
        lines: Their lines that are not blank.
    """
    if lines:
        unread = format_count(len(lines), f"line of {kind} was", f"lines of {kind} were")
        message = f"{unread} not read, the first is {lines[0][:80]!r}"
        yield problem_part("notes-left-out", message, "the rules have none; is it the text of an edition?")
