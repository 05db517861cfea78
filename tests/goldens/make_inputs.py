"""Make those inputs of the golden tests whose bytes nobody can read or edit: `python -m tests.goldens.make_inputs`.

Each is made from a readable text in `sources/` by the accident that made the real copies what they are. The bytes are
committed; a test holds them to what this module makes.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

HERE = Path(__file__).parent
SOURCES = HERE / "sources"
INPUTS = HERE / "official"

Accident = Callable[[str], bytes]
_BEYOND_ASCII = re.compile(r"[^\x00-\x7f]")
_MARKS = re.compile("[“”‘’–—]")
_PART = re.compile(r"\n+(?=(?:[1-9]\. [^\n]+|Glossary|Credits)\n\n)")
_CONTENTS = "\nContents\n"


def _crlf(text: str) -> str:
    return text.replace("\n", "\r\n")


def save_as(codec: str) -> Accident:
    """Saved on Windows, DOS or a Mac; a codec that writes a byte order mark does so."""
    return lambda text: _crlf(text).encode(codec)


def saved_as_utf_16_with_mark(codec: str) -> Accident:
    """Saved as UTF-16 of the one or the other byte order, with its mark."""
    return lambda text: _crlf("\ufeff" + text).encode(codec)


def characters_replaced(text: str) -> bytes:
    """cp1252 bytes read as UTF-8: what was beyond ASCII is U+FFFD for ever."""
    return text.encode("cp1252").decode("utf-8", "replace").encode()


def marks_to_question_marks(text: str) -> bytes:
    """Saved as ASCII by a program that puts a question mark for every quote and dash it does not have."""
    return _BEYOND_ASCII.sub("", _MARKS.sub("?", _crlf(text))).encode("ascii")


def utf_16_taken_for_utf_8(text: str) -> bytes:
    """UTF-16 read as UTF-8, its line ends trimmed, and saved again: valid UTF-8, half of it NUL.

    A curly quote (1D 20) before a line end loses its second byte, which looks like a space. From there on every
    character stands a byte out of step, until the next such quote.
    """
    data = b"\xff\xfe" + _crlf(text).encode("utf-16-le")
    return re.sub(" *\r\0(?=\n)", "", data.decode("utf-8", "replace")).encode()


def bare_cr_with_twelve_crlf(text: str) -> bytes:
    """The publisher's modern files: lines end in a bare CR, but before each part of the document stands one CRLF."""
    contents, body = text.index(_CONTENTS), text.index("\n1. ", text.index("\n1. ") + 1)
    marked = text[:contents] + "\v" + text[contents + 1 : body] + _PART.sub("\n\v", text[body:])
    return b"\xef\xbb\xbf" + marked.replace("\n", "\r").replace("\v", "\r\n").encode()


def line_ends_mixed(text: str) -> bytes:
    """Every third line ends in CRLF, the rest in a bare CR, as after a transfer between two systems."""
    lines = text.split("\n")
    ends = ("\r\n" if i % 3 == 2 else "\r" for i in range(len(lines) - 1))
    return "".join(line + end for line, end in zip(lines, ends, strict=False)).encode("ascii")


RECIPES: dict[str, tuple[str, Accident]] = {
    "encoding-mac-roman": ("dashes-and-trademarks", save_as("mac-roman")),
    "encoding-cp437": ("one-accent", save_as("cp437")),
    "encoding-cp1252": ("curly-quotes", save_as("cp1252")),
    "encoding-utf-8-without-mark": ("curly-quotes", save_as("utf-8")),
    "encoding-utf-16-le": ("curly-quotes", saved_as_utf_16_with_mark("utf-16-le")),
    "encoding-utf-16-be": ("curly-quotes", saved_as_utf_16_with_mark("utf-16-be")),
    "lossy-replacement-characters": ("curly-quotes", characters_replaced),
    "lossy-question-marks": ("curly-quotes", marks_to_question_marks),
    "destroyed-by-re-encoding": ("curly-quotes", utf_16_taken_for_utf_8),
    "bare-cr-with-twelve-crlf": ("nine-sections", bare_cr_with_twelve_crlf),
    "mixed-line-ends": ("ascii-lines", line_ends_mixed),
}
"""Name of the input → name of its readable source, and the accident that befell it."""


def make(name: str) -> bytes:
    """The bytes of one input of `RECIPES`."""
    source, accident = RECIPES[name]
    return accident((SOURCES / f"{source}.txt").read_text(encoding="utf-8"))


def main() -> None:
    """Write all inputs of `RECIPES`."""
    for name in RECIPES:
        (INPUTS / f"{name}.txt").write_bytes(make(name))
        print(INPUTS / f"{name}.txt")


if __name__ == "__main__":
    main()
