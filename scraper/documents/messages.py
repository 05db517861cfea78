"""What the worker that opens a file tells the process that asked for it: one JSON value a line."""

from __future__ import annotations

import msgspec

LARGEST_TEXT = 8_000_000
"""Characters; eight times those of the longest edition."""


class PageLine(msgspec.Struct, frozen=True, array_like=True):
    """A line of a page.

    Attributes:
        text: As it stands, white space at its end included.
        x: Where it starts, in points from the left.
        y: Its base line, in points from the bottom.
        size: Of its type, in points.
        fonts: Names of the faces it is set in.
    """

    text: str
    x: float
    y: float
    size: float
    fonts: tuple[str, ...]


class Opened(msgspec.Struct, frozen=True, tag=True):
    """The file was opened and has this many pages."""

    pages: int


class ReadPage(msgspec.Struct, frozen=True, tag=True):
    """One page was read; `number` counts from 1."""

    number: int
    rows: tuple[PageLine, ...]


class LostPage(msgspec.Struct, frozen=True, tag=True):
    """A page could not be read, and why."""

    number: int
    why: str


class UnpagedText(msgspec.Struct, frozen=True, tag=True):
    """The text of a file without pages.

    Attributes:
        lines: Its lines, blank ones included.
        framing: Running heads and feet, each a reason to drop it and its text.
    """

    lines: tuple[str, ...]
    framing: tuple[tuple[str, str], ...]


class Problem(msgspec.Struct, frozen=True, tag=True):
    """Something that was not read as it should be; `line` counts from 1 and is 0 for the whole file."""

    code: str
    message: str
    hint: str = ""
    line: int = 0


class Refused(msgspec.Struct, frozen=True, tag=True):
    """Nothing can be read, why, and what to do about it."""

    why: str
    remedy: str


class Done(msgspec.Struct, frozen=True, tag=True):
    """The end was reached. Without it the worker was stopped by a limit."""


Message = Opened | ReadPage | LostPage | UnpagedText | Problem | Refused | Done

_DECODER = msgspec.json.Decoder(Message)


def encode(message: Message) -> bytes:
    """Return a message encoded as one line."""
    return msgspec.json.encode(message) + b"\n"


def decode(line: bytes) -> Message:
    """Return the message that a line encodes.

    Raises:
        msgspec.DecodeError: It is none; a worker that was stopped can leave half a line.
    """
    message: Message = _DECODER.decode(line)
    return message
