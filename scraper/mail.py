"""The text in an e-mail (.eml) or in a page that a browser saved as one file (.mht), both in the form of MIME.

Lines of the text may end in `=` or be in base64, so that it cannot be read as it is. The longest part with text is the
document: of a message in two forms, the page; of a saved page, the page itself and not its styles.
"""

import re
from email import message_from_bytes
from email.errors import CloseBoundaryNotFoundDefect
from email.message import Message

from msgspec import Struct

MOST_PARTS = 30
"""Maximum number of boundaries between parts that a message names; each costs time for each line of the file."""
_HEAD = re.compile(
    rb"(?:\xef\xbb\xbf)?\s{0,9}(?:From [^\r\n]{1,200}\r?\n)?(?:[A-Za-z][A-Za-z0-9-]{1,60}:[^\r\n]{0,2000}\r?\n"
    rb"(?:[ \t][^\r\n]{0,2000}\r?\n){0,60}){0,200}(?=\r?\n)"
)
"""The headers of a message, up to the blank line after them."""
_SIGN = re.compile(rb"^(?:MIME-Version|Content-Transfer-Encoding|Content-Type):", re.IGNORECASE | re.MULTILINE)
_BOUNDARY = re.compile(rb"boundary\s?=", re.IGNORECASE)
_TEXTS = frozenset(("text/html", "text/plain", "application/xhtml+xml"))
_PARTS_OF_PAGE = re.compile(r"image/|font/|text/css|text/javascript|application/(?:x-)?javascript|audio/|video/")


class MailText(Struct, frozen=True):
    """The text of a message.

    Attributes:
        data: The bytes of the longest part with text; empty if there is none.
        unread: The kinds of other parts that may hold text.
        is_cut: Whether the end of the message is missing.
    """

    data: bytes
    unread: tuple[str, ...]
    is_cut: bool


def read_mail(data: bytes) -> MailText | None:
    """Return the text of a message; None if the bytes are none, or have more parts than a person sends."""
    head = _HEAD.match(data)
    if head is None or _SIGN.search(head[0]) is None or len(_BOUNDARY.findall(data)) > MOST_PARTS:
        return None
    messages = list(message_from_bytes(data.lstrip(b"\xef\xbb\xbf \t\r\n")).walk())
    defects = [defect for message in messages for defect in message.defects]
    is_cut = any(isinstance(defect, CloseBoundaryNotFoundDefect) for defect in defects)
    parts = {message: _decode(message) for message in messages if not message.is_multipart()}
    longest = max(
        (part for part in parts if part.get_content_type() in _TEXTS), key=lambda part: len(parts[part]), default=None
    )
    kinds = [part.get_content_type() for part in parts if part is not longest]
    unread = tuple(kind for kind in kinds if not _PARTS_OF_PAGE.match(kind))
    return MailText(b"" if longest is None else parts[longest], unread, is_cut)


def _decode(part: Message) -> bytes:
    """Return the content of a part without its encoding for transfer."""
    content = part.get_payload(decode=True)
    return content if isinstance(content, bytes) else b""
