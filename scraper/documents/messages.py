"""Messages from the worker process that opens a file to its parent process: one JSON value per line."""

from __future__ import annotations

import msgspec

LARGEST_TEXT = 8_000_000
"""Maximum number of characters: eight times those of the longest edition."""


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
    """A part of the file could not be read correctly; `line` counts from 1 and is 0 for the whole file."""

    code: str
    message: str
    hint: str = ""
    line: int = 0


class Refused(msgspec.Struct, frozen=True, tag=True):
    """Nothing can be read; why, and what the user can do."""

    why: str
    remedy: str


class Done(msgspec.Struct, frozen=True, tag=True):
    """The worker has finished. If this message is missing, a limit stopped the worker."""


Message = Page | UnpagedText | Problem | Refused | Done

_DECODER = msgspec.json.Decoder(Message)


def encode(message: Message) -> bytes:
    """Return a message encoded as one line."""
    return msgspec.json.encode(message) + b"\n"


def decode(line: bytes) -> Message:
    """Return the message that a line encodes.

    Raises:
        msgspec.DecodeError: The line is no message; a worker that was stopped may leave half a line.
    """
    message: Message = _DECODER.decode(line)
    return message
