"""Text from other people's files and file names, safe to print: nothing in it can command a terminal."""

from __future__ import annotations

import re

_UNSAFE = re.compile("[\x00-\x08\x0a-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ud800-\udfff]")
"""Control characters (the tabulator is none here), what turns the direction of writing, what cannot be seen, and the
halves of characters that stand for bytes of a file's name."""


def printable(text: str) -> str:
    r"""The text with what is unsafe written as an escape: `\x1b`, `\u202e`; bytes of a name as `\xff`."""
    return text if text.isascii() and text.isprintable() else _UNSAFE.sub(_escape, text)


def _escape(match: re.Match[str]) -> str:
    code = ord(match[0])
    if 0xDC80 <= code <= 0xDCFF:
        code -= 0xDC00  # how Python keeps a byte that is no UTF-8 (PEP 383)
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}"
