"""Text from other people's files and file names, safe to print: nothing in it can command a terminal."""

from __future__ import annotations

import re

_UNSAFE = re.compile("[\x00-\x08\x0a-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ud800-\udfff]")
"""Control characters (the tabulator is none here), what turns the direction of writing, what cannot be seen, and the
halves of characters that stand for bytes of a file's name."""
_COLOUR = re.compile("(\x1b\\[[0-9;]{0,12}m)")
"""What switches a colour or weight on or off, and does nothing else."""


def printable(text: str) -> str:
    r"""Return the text with unsafe characters written as escapes: `\x1b`, `\u202e`; bytes of a name as `\xff`."""
    return text if text.isascii() and text.isprintable() else _UNSAFE.sub(_escape, text)


def line_start(text: str) -> str:
    """Return the text, safe to begin a line of a log with.

    A runner of GitHub takes a line that begins with `::`, or has `##[` anywhere, for a command; other people choose
    the names of their files.
    """
    text = printable(text)
    if "##[" in text:
        text = text.replace("##[", "#\\x23[")
    return f"\\x3a{text[text.index('::') + 1 :]}" if text.lstrip().startswith("::") else text


def safe_lines(text: str) -> str:
    """Return several lines, each safe to print; only the colours that comprules prints itself stay."""
    return "\n".join(_safe_line(line) for line in text.split("\n"))


def _safe_line(line: str) -> str:
    """Return one line that is safe to print.

    `click` removes colours where nobody sees them, so that words after a colour may begin the line.
    """
    safe, begun = [], False
    for at, piece in enumerate(_COLOUR.split(line)):
        is_colour = at % 2 == 1
        safe.append(piece if is_colour else printable(piece) if begun else line_start(piece))
        begun = begun or (bool(piece.strip()) and not is_colour)
    return "".join(safe)


def _escape(match: re.Match[str]) -> str:
    code = ord(match[0])
    if 0xDC80 <= code <= 0xDCFF:
        code -= 0xDC00  # how Python keeps a byte that is no UTF-8 (PEP 383)
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}"
