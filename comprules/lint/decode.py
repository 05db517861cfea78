"""The bytes of a file as text, without loss: every character has its place in the file.

Offsets and columns count characters; lines end, as in editors, at LF, CRLF and CR.
"""

import bisect
import codecs
from functools import cached_property
from io import StringIO
from itertools import accumulate
from typing import Literal

import msgspec

Encoding = Literal["utf-8", "utf-16-le", "utf-16-be", "latin-1"]
_MARKS: tuple[tuple[bytes, Encoding], ...] = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
HEAD = 8192
"""A file with a NUL in this many first bytes is binary; git examines as many."""


class DecodedText(msgspec.Struct, frozen=True, dict=True):
    """A decoded file, which converts offsets to places in lines.

    Attributes:
        text: Its characters, without the byte order mark, with unchanged line ends.
        encoding: The encoding to write it back in.
        byte_order_mark: Its byte order mark; empty without one.
        exact: Whether `encode(text)` restores the file's bytes; False for damaged UTF-16.
    """

    text: str
    encoding: Encoding = "utf-8"
    byte_order_mark: bytes = b""
    exact: bool = True

    def encode(self, text: str) -> bytes:
        """Return the bytes of another text in the encoding of this one.

        Raises:
            UnicodeEncodeError: The encoding has no such character.
        """
        return self.byte_order_mark + text.encode(self.encoding)

    def place(self, offset: int) -> tuple[int, int]:
        """Return line and column of a character, both from 1."""
        line = bisect.bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1

    def span(self, line: int) -> tuple[int, int]:
        """Return the offsets of a line's first character and of its end, without the line end.

        Raises:
            IndexError: The text has no such line.
        """
        start = self._starts[line - 1]
        if line < len(self._starts):
            stop = self._starts[line]
        else:
            stop = len(self.text)
        while stop > start and self.text[stop - 1] in "\r\n":
            stop -= 1
        return start, stop

    @cached_property
    def _starts(self) -> list[int]:
        # Such a stream ends its lines as editors do, and is ten times as fast as a search.
        starts = list(accumulate(map(len, StringIO(self.text, newline="")), initial=0))
        if len(starts) > 1 and not self.text.endswith(("\r", "\n")):
            starts.pop()
        return starts


def is_binary(data: bytes) -> bool:
    """Return whether the first 8 kB contain a NUL, and no byte order mark declares UTF-16."""
    return b"\0" in data[:HEAD] and not data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))


def decode(data: bytes) -> DecodedText:
    """Return the text of a file: in the encoding of its mark, else UTF-8, else Latin-1, where each byte is a character.

    Damaged text is not repaired: if bytes are invalid in their encoding, Latin-1 keeps the ASCII characters, and
    citations are ASCII.
    """
    for byte_order_mark, encoding in _MARKS:
        if data.startswith(byte_order_mark):
            marked = _decode_marked(data, byte_order_mark, encoding)
            if marked is not None:
                return marked
    try:
        return DecodedText(data.decode("utf-8"))
    except UnicodeDecodeError:
        return DecodedText(data.decode("latin-1"), "latin-1")


def _decode_marked(data: bytes, byte_order_mark: bytes, encoding: Encoding) -> DecodedText | None:
    """Return the text of a file in the encoding of its byte order mark.

    Of damaged UTF-16, each invalid part is one replacement character, since Latin-1 would show a NUL between all
    letters. Damaged UTF-8 gives None, as if it had no mark.
    """
    body = data[len(byte_order_mark) :]
    try:
        return DecodedText(body.decode(encoding), encoding, byte_order_mark)
    except UnicodeDecodeError:
        if encoding == "utf-8":
            return None
        return DecodedText(body.decode(encoding, "replace"), encoding, byte_order_mark, exact=False)
