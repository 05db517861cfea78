"""Decoding bytes to text, by evidence from the whole file.

History: the surviving copies went through many programs: Word on Windows and on the Mac, DOS exports, web forms,
scripts that read one encoding and wrote another. The first bytes are little evidence: a text of half a megabyte may
have a single non-ASCII character, three quarters of the way in.

Guarantees: every byte is decoded or reported; an encoding is chosen because its characters make sense in context, never
only because the codec did not fail; a choice between equally plausible encodings is reported (`ambiguous-encoding`).
What earlier conversions destroyed is reported too, by `scraper.lost_characters`.
"""

import codecs
from typing import NamedTuple

from rules.counts import format_count
from rules.records import Condition, Diagnostic
from scraper.layout import SourceDocument, split_lines
from scraper.lost_characters import CONTROLS, INVISIBLE, NOT_ASCII, find_losses, report_characters
from scraper.plausibility import find_senseless, weigh

PADDING = "\0\x1a"
"""Characters that may follow the end of a text: zeros of a reserved block, the end-of-file mark of DOS."""

EIGHT_BIT = ("cp1252", "mac-roman", "cp437")
"""Eight-bit encodings of surviving copies. For English text, Latin-1 is covered by cp1252."""

_LOST = "\ufffd"
"""The character that a decoder writes for a broken byte."""
_REPLACED = _LOST.encode()
"""The bytes that a program which expects UTF-8 writes in place of a byte that is none."""

_C1 = {ord(bytes([byte]).decode("cp1252")): byte for byte in range(0x80, 0xA0) if byte not in b"\x81\x8d\x8f\x90\x9d"}
"""Characters of cp1252 by code point, with their bytes; its five undefined bytes are control characters, as in web
browsers."""
_DESTROYED_SHARE = 0.1
"""Share of NUL characters above which a text is destroyed; the one destroyed copy of 1999-2026 has 50 %, others 0."""
_UTF32_MARKS = (codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE)
"""The marks at the beginning of UTF-32; no program is known to write UTF-32 without one. The first of them begins with
the mark of UTF-16, so that UTF-32 has to be looked for first."""
_UTF16_SHARE = 0.4
"""Share of zero bytes above which a file may be UTF-16, where nearly every second byte of English is zero."""
_MOST_ZEROS = 0.9
"""Share of zeros above which one half of the places of a file, the even or the odd ones, may hold the upper bytes of
UTF-16; the copies of 1999-2026 have 0.99."""
_FEWEST_ZEROS = 0.1
"""Share of zeros below which the other half may hold the lower bytes; the copies of 1999-2026 have none."""
_SOUND_PER_BROKEN = 4
"""Number of characters beyond ASCII that are valid UTF-8, for each broken byte: a file with more of them is UTF-8 with
faults. No surviving copy in an eight-bit encoding has a valid one."""
_RETURNS_PER_FEED = 10
"""Number of carriage returns for each line feed above which a file is from a classic Mac; the copies of that kind have
no line feed at all."""
_FOREIGN_PER_SENSELESS = 20
"""The encoding is in doubt if at least one in this many characters beyond ASCII makes no sense in its place."""


class Decoded(NamedTuple):
    """Bytes read as text.

    Attributes:
        text: The text.
        encoding: Name of the encoding.
        problems: What is doubtful about it.
    """

    text: str
    encoding: str
    problems: list[Diagnostic]


class _Conversion(NamedTuple):
    """An earlier conversion of a text: it was in the encoding `right`, and was read as `wrong`."""

    right: str
    wrong: str


def decode(data: bytes, name: str = "") -> SourceDocument:
    """Read a document's bytes as text, and cut it into lines.

    Args:
        data: The whole file.
        name: Its name in messages.
    """
    whole, encoding, problems = decode_text(data, name)
    text = whole.rstrip(PADDING)
    if text.count("\0") > int(len(text) * _DESTROYED_SHARE):
        return _report_destroyed(whole, encoding, name)
    if len(text) < len(whole):
        removed = len(whole) - len(text)
        padding = format_count(removed, "character of padding at the end was", "characters of padding at the end were")
        message = f"{padding} removed"
        problems.append(Diagnostic("padding", "info", message, name))
    problems += find_losses(text, name)
    condition: Condition = "damaged" if any(problem.severity == "warning" for problem in problems) else "good"
    # The reported characters are no part of a word and would hide a label.
    text = INVISIBLE.sub("", CONTROLS.sub("", text.replace("\v", " ")))
    lines = tuple(split_lines(text.replace("\u00a0", " ")))  # hard spaces are layout: no edition has any
    return SourceDocument(
        name=name,
        text=text,
        encoding=encoding,
        condition=condition,
        lines=lines,
        diagnostics=tuple(problems),
    )


def _report_destroyed(text: str, encoding: str, name: str) -> SourceDocument:
    """Return a text of which no word can be trusted.

    Its control characters are kept: they are the only evidence of what happened.
    """
    nuls, length = text.count("\0"), len(text)
    message = f"{nuls:,} of {length:,} characters are NUL: this text was destroyed by a wrong re-encoding"
    destroyed = Diagnostic("destroyed", "error", message, name, hint="fetch another copy of this edition")
    return SourceDocument(
        name=name,
        text=text,
        encoding=encoding,
        condition="destroyed",
        lines=tuple(split_lines(text)),
        diagnostics=(destroyed,),
    )


def decode_text(data: bytes, name: str) -> Decoded:
    """Read bytes as text, in the encoding in which it makes most sense.

    Args:
        data: A whole file, or a page of one.
        name: Its name in messages.
    """
    if data.startswith(_UTF32_MARKS):
        return Decoded(data.decode("utf-32", "replace"), "utf-32", [])
    utf16 = _utf16_codec(data)
    if utf16 is not None:
        return Decoded(_decode_utf16(data, utf16).removeprefix("\ufeff"), utf16, [])
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return _read_broken(data, name)
    if text.isascii():
        return Decoded(text, "ascii", [])
    if text.startswith("\ufeff"):
        return _undo_wrong_decoding(text.removeprefix("\ufeff"), "utf-8-sig", name)
    return _undo_wrong_decoding(text, "utf-8", name)


def _utf16_codec(data: bytes) -> str | None:
    """Return the codec of data in UTF-16; None if the data is in another encoding.

    A byte-order mark decides. Without one, the places of zero bytes do: `A` is 41 00 in little-endian order and 00 41
    in big-endian order, so in English text nearly every second byte is zero.
    """
    if data.startswith(codecs.BOM_UTF16_LE):
        return "utf-16-le"
    if data.startswith(codecs.BOM_UTF16_BE):
        return "utf-16-be"
    even = data[0::2].count(0)
    odd = data[1::2].count(0)
    half = len(data) // 2
    if even + odd <= _UTF16_SHARE * len(data):
        return None
    if odd > _MOST_ZEROS * half and even < _FEWEST_ZEROS * half:
        return "utf-16-le"
    if even > _MOST_ZEROS * half and odd < _FEWEST_ZEROS * half:
        return "utf-16-be"
    return None


def _decode_utf16(data: bytes, codec: str) -> str:
    """Decode UTF-16 in which a program that expected UTF-8 may have replaced bytes by three others (`_REPLACED`).

    Each character of which a byte was replaced becomes a lost character.
    """
    if _REPLACED not in data:
        return data.decode(codec, "replace")
    # One byte in place of the three restores the pairs of bytes.
    text = data.replace(_REPLACED, b"\xff").decode(codec, "replace")
    return "".join(_LOST if _has_replaced_byte(char) else char for char in text)


def _has_replaced_byte(char: str) -> bool:
    """Return whether one of the two bytes of a character in UTF-16 is 0xFF, which no character of these texts has."""
    upper_byte, lower_byte = divmod(ord(char), 0x100)
    return 0xFF in (upper_byte, lower_byte)


def _read_broken(data: bytes, name: str) -> Decoded:
    """Read bytes that are not valid UTF-8: UTF-8 with a few broken bytes, or an eight-bit encoding."""
    valid = _decode_complete(data, "ignore")
    # The file may itself have the character that stands for a broken byte: an earlier program wrote it.
    broken = _decode_complete(data, "replace").count(_LOST) - valid.count(_LOST)
    sound = len(NOT_ASCII.findall(valid))
    is_utf8 = sound > _SOUND_PER_BROKEN * broken
    if not is_utf8:
        return _read_eight_bit(data, name)
    text = data.decode("utf-8", "replace")
    if text.startswith("\ufeff"):
        return Decoded(text.removeprefix("\ufeff"), "utf-8-sig", [])
    return Decoded(text, "utf-8", [])


def _decode_complete(data: bytes, errors: str) -> str:
    """Return bytes decoded as UTF-8, without an unfinished character at the end.

    A file that was cut inside a character is invalid only there, which is no evidence about the rest.

    Args:
        data: The bytes.
        errors: The name of Python's handler for broken bytes: `"ignore"` or `"replace"`.
    """
    return codecs.getincrementaldecoder("utf-8")(errors).decode(data)


def _read_eight_bit(data: bytes, name: str) -> Decoded:
    """Read bytes in the eight-bit encoding that makes most sense of them."""
    readings = {codec: data.decode(codec, "replace") for codec in EIGHT_BIT}
    points = {codec: weigh(text) for codec, text in readings.items()}
    best = max(EIGHT_BIT, key=lambda codec: points[codec])
    equally_good = [codec for codec in EIGHT_BIT if points[codec] == points[best] and readings[codec] != readings[best]]
    has_bare_returns = data.count(b"\r") > _RETURNS_PER_FEED * data.count(b"\n")
    if has_bare_returns and "mac-roman" in (best, *equally_good):
        # Only programs of the classic Mac ended lines with a carriage return alone, so no doubt remains.
        best, equally_good = "mac-roman", []
    problems = _report_doubts(readings[best], name)
    if equally_good:
        message = f"{best} and {' and '.join(equally_good)} make equal sense of this file; it was read as {best}"
        hint = "compare with another copy of the same edition"
        problems.append(Diagnostic("ambiguous-encoding", "warning", message, name, hint=hint))
    return Decoded(readings[best], best, problems)


def _report_doubts(text: str, name: str) -> list[Diagnostic]:
    """Return a diagnostic of the characters that make no sense if they are so many that the encoding is in doubt.

    Fewer may be a legitimate sign that `scraper.plausibility` does not know yet.
    """
    senseless = find_senseless(text)
    if not senseless or _FOREIGN_PER_SENSELESS * len(senseless) < _count_beyond_ascii(text):
        return []
    message = "characters that make no sense in their places"
    return [report_characters("odd-characters", message, senseless, text, name)]


def _count_beyond_ascii(text: str) -> int:
    """Return the number of characters beyond ASCII, without those known to be lost."""
    return len(text) - len(text.encode("ascii", "ignore")) - text.count(_LOST)


def _undo_wrong_decoding(text: str, encoding: str, name: str) -> Decoded:
    """Undo one wrong decoding by an earlier program, if the result is clearly more plausible.

    Clearly means by more than one point for each character beyond ASCII, in the points of
    `scraper.plausibility.weigh`.
    """
    doubts = _report_doubts(text, name)
    if not doubts:
        return Decoded(text, encoding, [])
    conversions = _list_conversions(text)
    points = {reading: weigh(reading) for reading in conversions}
    most = max(points.values(), default=0)
    if not points or most <= weigh(text) + _count_beyond_ascii(text):
        return Decoded(text, encoding, doubts)
    best_readings = [reading for reading in conversions if points[reading] == most]
    return _reverse_conversion(best_readings, conversions, name)


def _reverse_conversion(best_readings: list[str], conversions: dict[str, _Conversion], name: str) -> Decoded:
    """Return the first of the most plausible readings of a text, and report the conversion that it reverses.

    Args:
        best_readings: The readings with the most points.
        conversions: The conversion that each reading reverses.
        name: The name of the file in messages.
    """
    best, *equally_good = best_readings
    right, wrong = conversions[best]
    message = f"{right} text was once read as {wrong} and saved as UTF-8; this was reversed"
    problems = [Diagnostic("mojibake", "info", message, name), *_report_doubts(best, name)]
    if equally_good:
        second = conversions[equally_good[0]]
        message = f"{second.right} text read as {second.wrong} would explain the characters equally well"
        problems.append(Diagnostic("ambiguous-encoding", "warning", message, name))
    return Decoded(best, f"utf-8 of {right} read as {wrong}", problems)


def _list_conversions(text: str) -> dict[str, _Conversion]:
    """Return each text that a text may have been before a program read it in a wrong encoding, and the conversion.

    `itâ€™s` may be UTF-8 that was read as cp1252, of `it’s`. Of several conversions that explain the same text, the
    first one is returned.
    """
    conversions: dict[str, _Conversion] = {}
    for wrong in EIGHT_BIT:
        pieces = _bytes_before(text, wrong)
        if pieces is None:
            continue
        for right in ("utf-8", *EIGHT_BIT):
            if right != wrong:
                conversions.setdefault(_read_pieces(pieces, right), _Conversion(right, wrong))
    return conversions


def _read_pieces(pieces: list[bytes], right: str) -> str:
    """Return bytes decoded, with one lost character between each two pieces.

    A lost byte also spoils the rest of its character; both together are one lost character. If the last byte of `”` was
    lost in `a”b`, the pieces are `a` with two bytes of the quotation mark, and `b`; the text is `a`, one lost character
    and `b`.

    Args:
        pieces: The bytes, as `_bytes_before` returns them.
        right: The encoding that the bytes are in.
    """
    decoded = _LOST.join(piece.decode(right, "replace") for piece in pieces)
    return decoded.replace(_LOST + _LOST, _LOST)


def _bytes_before(text: str, wrong: str) -> list[bytes] | None:
    """Return the bytes that a program read in the encoding `wrong`, in pieces between lost characters.

    Returns:
        The pieces; None if the text has a character that the encoding lacks, and so was never read in it.
    """
    codec, source = wrong, text
    if wrong == "cp1252":
        # Python's codec refuses the five undefined bytes of cp1252, which programs read as control characters.
        codec, source = "latin-1", text.translate(_C1)
    try:
        return [piece.encode(codec) for piece in source.split(_LOST)]
    except UnicodeEncodeError:
        return None
