"""Refuse invalid messages of an editor with an answer.

The library (pygls) waits forever after a header without a length, and does not answer a request with parameters that do
not match the protocol.
"""

import re
from typing import Any, BinaryIO

from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcException

from comprules.lsp.documents import EditorProtocol
from rules.errors import ComprulesError

_LONGEST_HEADER = 8192
"""Maximum size of a header in bytes; the two of the protocol have fewer than a hundred."""
_LARGEST = 512_000_000
"""Maximum size of a message in bytes; a document of this size cannot be edited anyway."""
_LENGTH = re.compile(rb"content-length[ \t]*:[ \t]*(?P<bytes>[0-9]{1,12})\s*", re.IGNORECASE)
_HEADER = re.compile(rb"[!#$%&'*+.^_`|~0-9A-Za-z-]+[ \t]*:")


class MessageError(ComprulesError):
    """Error: an editor sent something that is no message, and after which the next message cannot be found."""


class MessageStream:
    """The bytes of an editor, up to the first place that is no message; has the methods with which the library reads.

    Args:
        stream: What the editor writes to.

    Attributes:
        problem: Why reading ended early; None if the editor closed the stream.
    """

    def __init__(self, stream: BinaryIO) -> None:
        self.problem: str | None = None
        self._stream = stream
        self._is_in_headers = False

    def readline(self) -> bytes:
        """Return the header of the next message, then the empty line below it; nothing at the end."""
        if self._is_in_headers:
            self._is_in_headers = False
            return b"\r\n"
        length = self._read_headers()
        if length is None:
            return b""
        self._is_in_headers = True
        return b"Content-Length: %d\r\n" % length

    def read(self, size: int) -> bytes:
        """Return the content of a message of this size; nothing if the stream ends before."""
        content = self._stream.read(size)
        if len(content) == size:
            return content
        return b""

    def _read_headers(self) -> int | None:
        """Return the size of the next message; None if there is none."""
        length: int | None = None
        while True:
            line = self._stream.readline(_LONGEST_HEADER)
            if not line:
                return None
            if not line.strip():
                if length:
                    return length
                continue  # an empty line between messages, or an empty message
            announced = _LENGTH.fullmatch(line)
            if announced is not None:
                length = int(announced["bytes"])
            self.problem = _find_header_problem(line, length, is_length=announced is not None)
            if self.problem:
                return None


def _find_header_problem(line: bytes, length: int | None, *, is_length: bool) -> str | None:
    """Return what is wrong with a header line; None if nothing is.

    Args:
        line: The line.
        length: The size of the message, as far as it was announced.
        is_length: Whether the line announces it.
    """
    is_damaged_length = not is_length and line[:14].lower() == b"content-length"
    if is_damaged_length or not _HEADER.match(line):
        return f"a message begins with {line[:60]!r}; expected Content-Length: and a number"
    if length is not None and length > _LARGEST:
        return f"a message of {length:,} bytes is announced; at most {_LARGEST:,} are read"
    return None


class RefusingProtocol(EditorProtocol):
    """The protocol of the language server, which answers invalid messages with an error."""

    def refuse(self, message_id: Any, code: lsp.ErrorCodes, reason: str) -> None:
        """Answer a message with an error.

        Args:
            message_id: Its id; the answer to an id of a wrong type has none.
            code: The kind of error.
            reason: What is wrong.
        """
        answered = None
        if isinstance(message_id, int | str) and not isinstance(message_id, bool):
            answered = message_id
        error = {"code": code.value, "message": reason}
        # The library's record of an error leaves out an id of null, which the protocol wants.
        self._send_data({"jsonrpc": self.VERSION, "id": answered, "error": error})

    def structure_message(self, data: dict[str, Any]) -> Any:
        """Return an object of a message as its record, as the library does; refuse a request that does not match.

        Raises:
            JsonRpcException: The object does not match the protocol.
        """
        try:
            return super().structure_message(data)
        except JsonRpcException:
            if "method" in data and "id" in data:
                reason = f"the parameters of {data['method']} do not match the protocol"
                self.refuse(data["id"], lsp.ErrorCodes.InvalidParams, reason)
            raise

    def handle_message(self, message: Any) -> None:
        """Handle a message, as the library does; refuse other objects, and requests after the shutdown."""
        is_message = getattr(message, "jsonrpc", None) == self.VERSION
        if isinstance(message, dict):
            message_id = message.get("id")
        else:
            message_id = getattr(message, "id", None)
        if not is_message:
            self.refuse(message_id, lsp.ErrorCodes.InvalidRequest, f"not a JSON-RPC {self.VERSION} message")
        elif self._shutdown and message_id is not None and hasattr(message, "method"):
            self.refuse(message_id, lsp.ErrorCodes.InvalidRequest, "the server was told to shut down")
        else:
            super().handle_message(message)
