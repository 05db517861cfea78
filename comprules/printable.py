"""Make text from foreign files and file names safe to print, so that it cannot control the terminal."""

import re

from rules.late_patterns import compile_late

_UNSAFE = compile_late("[\x00-\x08\x0a-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ud800-\udfff]")
"""Control characters except the tabulator, characters that change the writing direction, invisible characters, and the
surrogates that stand for bytes of a file name."""
_COLOUR = compile_late("(\x1b\\[[0-9;]{0,12}m)")
"""Escape sequences that only switch a colour or weight on or off."""


def printable(text: str) -> str:
    r"""Return the text with unsafe characters written as escapes: `\x1b`, `\u202e`; bytes of a name as `\xff`."""
    if text.isprintable():
        return text
    return _UNSAFE.sub(_escape, text)


def line_start(text: str) -> str:
    """Return the text, safe as the beginning of a line in a log.

    A GitHub runner treats a line that begins with `::`, or contains `##[`, as a command, and file names may contain
    such text.
    """
    text = printable(text).replace("##[", "#\\x23[")
    if text.lstrip().startswith("::"):
        return f"\\x3a{text[text.index('::') + 1 :]}"
    return text


def safe_lines(text: str) -> str:
    """Return several lines, each safe to print; only the colours that comprules itself prints are kept."""
    return "\n".join(_safe_line(line) for line in text.split("\n"))


def _safe_line(line: str) -> str:
    """Return one line that is safe to print, also after `click` has removed the colours.

    `click` does that if the output is not a terminal. Text after a colour may then begin the line, and text on both
    sides of a colour may join to a command for a GitHub runner, such as `##[`.
    """
    plain = _COLOUR.sub("", line)
    if plain.isprintable() and "::" not in plain and "##[" not in plain:
        return line
    if "##[" in plain:
        return line_start(plain)
    safe = []
    has_begun = False  # whether a piece with more than white space is before
    for index, piece in enumerate(_COLOUR.split(line)):
        is_colour = index % 2 == 1
        if is_colour:
            safe.append(piece)
            continue
        if has_begun:
            safe.append(printable(piece))
        else:
            safe.append(line_start(piece))
        has_begun = has_begun or bool(piece.strip())
    return "".join(safe)


def _escape(match: re.Match[str]) -> str:
    r"""Return an unsafe character as an escape: `\x1b`, `\u202e`."""
    code = ord(match[0])
    if 0xDC80 <= code <= 0xDCFF:
        code -= 0xDC00  # Python's representation of a byte that is no UTF-8 (PEP 383)
    if code < 0x100:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}"
