"""From bytes to text, by evidence over the whole file.

History: the copies that survive went through many hands: Word on Windows and on the Mac, DOS exports, web forms,
scripts that read one encoding and wrote another. The first bytes say little: a text of half a megabyte may hold a
single character beyond ASCII, three quarters of the way in.

Guarantees: every byte is decoded or reported; a reading is chosen because its characters make sense where they stand
(`_plausibility`), never because a codec happened not to fail; of two readings that make equal sense neither is
preferred silently (`ambiguous-encoding`).
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass

from rules.records import Condition, Diagnostic
from scraper.marks import lost_marks

EIGHT_BIT = ("cp1252", "mac-roman", "cp437")
"""Eight-bit encodings in which editions survive. Latin-1 is the part of cp1252 that English text can hold."""

PLACES_SHOWN = 3

_REPLACED = "\ufffd".encode()
_LOWER = re.compile(r"[a-zß-öø-ÿ]")
_UPPER = re.compile(r"[A-ZÀ-ÖØ-Þ]")
_NOT_ASCII = re.compile(r"[^\x00-\x7f]")
_ACCENTED = re.compile(r"[ß-öø-ÿ]")

ACCENTED_WORDS = frozenset(
    ("hajjâj", "juzám", "khabál", "ghazbán", "dandân", "dûl", "jötun", "æther", "séance", "déjà", "élan")
)
"""Names with accents that card names and so the rules' examples hold; evidence where a single character must decide."""


@dataclass(frozen=True, slots=True)
class Decoded:
    """A document's text and how it was read.

    Attributes:
        text: Without byte order mark; line ends as they were.
        encoding: `ascii`, `utf-8`, `utf-8-sig`, `utf-16-le`, `utf-16-be`, an eight-bit codec, or
            `utf-8 of mac-roman read as cp1252` where a wrong earlier decoding was undone.
        condition: `good`, `damaged` or `destroyed` as far as characters go.
        diagnostics: What was lost, with line and column.
    """

    text: str
    encoding: str
    condition: Condition
    diagnostics: tuple[Diagnostic, ...]


def decode(data: bytes, name: str = "") -> Decoded:
    """Read a document's bytes as text.

    Args:
        data: The whole file.
        name: Its name in messages.
    """
    text, encoding, problems = _read(data, name)
    problems += _losses(text, name)
    condition: Condition = "good"
    if any(problem.severity == "error" for problem in problems):
        condition = "destroyed"
    elif any(problem.severity == "warning" for problem in problems):
        condition = "damaged"
    return Decoded(text, encoding, condition, tuple(problems))


def _read(data: bytes, name: str) -> tuple[str, str, list[Diagnostic]]:
    utf16 = _utf16_codec(data)
    if utf16 is not None:
        return _decode_utf16(data, utf16).removeprefix("\ufeff"), utf16, []
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return _read_eight_bit(data, name)
    if text.isascii():
        return text, "ascii", []
    if text.startswith("\ufeff"):
        return text.removeprefix("\ufeff"), "utf-8-sig", []
    return _undo_wrong_decoding(text, name)


def _utf16_codec(data: bytes) -> str | None:
    """The codec of UTF-16 data, by its mark, or without one by where the zero bytes of English text stand."""
    if data[:2] == b"\xff\xfe":
        return "utf-16-le"
    if data[:2] == b"\xfe\xff":
        return "utf-16-be"
    even, odd, half = data[0::2].count(0), data[1::2].count(0), len(data) // 2
    if half and even + odd > 0.4 * len(data):
        if odd > 0.9 * half and even < 0.1 * half:
            return "utf-16-le"
        if even > 0.9 * half and odd < 0.1 * half:
            return "utf-16-be"
    return None


def _decode_utf16(data: bytes, codec: str) -> str:
    """Decode UTF-16; bytes that a hand which took it for UTF-8 replaced become one lost character each."""
    if _REPLACED not in data:
        return data.decode(codec, "replace")
    text = data.replace(_REPLACED, b"\xff").decode(codec, "replace")
    return "".join("\ufffd" if ord(char) & 0xFF == 0xFF or ord(char) >> 8 == 0xFF else char for char in text)


def _read_eight_bit(data: bytes, name: str) -> tuple[str, str, list[Diagnostic]]:
    """Choose among the eight-bit codecs; a UTF-8 file with a few broken bytes stays UTF-8."""
    as_utf8 = data.decode("utf-8", "replace")
    broken, sound = as_utf8.count("\ufffd"), len(_NOT_ASCII.findall(as_utf8.replace("\ufffd", "")))
    if sound > 4 * broken:
        return as_utf8.removeprefix("\ufeff"), "utf-8-sig" if as_utf8.startswith("\ufeff") else "utf-8", []
    readings = [(codec, data.decode(codec, "replace")) for codec in EIGHT_BIT]
    scored = sorted(((_plausibility(text), codec, text) for codec, text in readings), key=lambda row: -row[0])
    best, second = scored[0], scored[1]
    if best[0] == second[0]:
        # The Mac ended its lines with a bare CR; nothing else that wrote these files did.
        codec = "mac-roman" if _bare_cr(data) and "mac-roman" in (best[1], second[1]) else None
        chosen = next((row for row in scored[:2] if row[1] == codec), best)
        if codec is None and best[2] != second[2]:
            message = f"{best[1]} and {second[1]} make equal sense of this file; it was read as {best[1]}"
            hint = "compare with another copy of the same edition"
            return chosen[2], chosen[1], [Diagnostic("ambiguous-encoding", "warning", message, name, hint=hint)]
        return chosen[2], chosen[1], []
    return best[2], best[1], []


def _undo_wrong_decoding(text: str, name: str) -> tuple[str, str, list[Diagnostic]]:
    """Undo one wrong decoding of an eight-bit file, where that makes clearly more sense of every odd character."""
    if "\ufffd" in text or "\0" in text:
        return text, "utf-8", []
    for wrong in ("cp1252", "latin-1"):
        try:
            data = text.encode(wrong)
        except UnicodeEncodeError:
            continue
        count = len(_NOT_ASCII.findall(text))
        for right in ("utf-8", *(codec for codec in EIGHT_BIT if codec != wrong)):
            reading = data.decode(right, "replace")
            if _plausibility(reading) > _plausibility(text) + count:
                message = f"{right} text was once read as {wrong} and saved as UTF-8; that was undone"
                return reading, f"utf-8 of {right} read as {wrong}", [Diagnostic("mojibake", "info", message, name)]
    return text, "utf-8", []


def _bare_cr(data: bytes) -> bool:
    return data.count(b"\r") > 10 * data.count(b"\n")


def _plausibility(text: str) -> int:
    """How much sense the characters beyond ASCII make where they stand: two points for, three against, each."""
    padded = f"\n{text}\n"
    places = Counter(padded[m.start() - 1 : m.end() + 1] for m in _NOT_ASCII.finditer(padded))
    score = sum(count * _sense(place[1], place[0], place[2]) for place, count in places.items())
    return score + 4 * _known_words(padded.lower())


def _known_words(text: str) -> int:
    """How many accented letters stand in a known name."""
    around = (re.split(r"[^\w]+", text[m.start() - 12 : m.end() + 12]) for m in _ACCENTED.finditer(text))
    return sum(not ACCENTED_WORDS.isdisjoint(words) for words in around)


def _sense(char: str, before: str, after: str) -> int:
    """Two points where English typography has `char` between these neighbours, minus three where it has not."""
    if char == "’":
        fits = before.isalnum() or before in ".,!?)]}”" or after.isalpha()
    elif char in "“‘":
        fits = not before.isalnum() and not after.isspace()
    elif char == "”":
        fits = not before.isspace()
    elif char in "–—":
        fits = True
    elif char in "®™©":
        fits = before.isalnum() or before in "_)”\n " or after.isdigit()
    elif _LOWER.match(char):
        fits = bool(_LOWER.match(before) or _UPPER.match(before)) or bool(_LOWER.match(after) and not before.isalnum())
    elif _UPPER.match(char):
        fits = not _LOWER.match(before) and bool(_LOWER.match(after) or _UPPER.match(after))
    else:
        fits = char in "…•−×½\u00a0"
    return 2 if fits else -3


def _losses(text: str, name: str) -> list[Diagnostic]:
    """Characters that an earlier hand destroyed, as diagnostics."""
    problems: list[Diagnostic] = []
    nuls = text.count("\0")
    if nuls > len(text) // 10:
        message = f"{nuls:,} of {len(text):,} characters are NUL: this text was destroyed by a wrong re-encoding"
        problems.append(Diagnostic("destroyed", "error", message, name, hint="fetch another copy of this edition"))
        return problems
    controls = [m.start() for m in re.finditer(r"[\x00-\x08\x0b\x0e-\x1f]", text)]
    if controls:
        problems.append(_loss("control-characters", "control characters", controls, text, name))
    replaced = [match.start() for match in re.finditer("\ufffd", text)]
    if replaced:
        problems.append(_loss("lossy-encoding", "characters lost (U+FFFD)", replaced, text, name))
    problems += _lost_marks(text, name)
    return problems


def _lost_marks(text: str, name: str) -> list[Diagnostic]:
    """Quotes or dashes that became question marks."""
    lost = lost_marks(text)
    # One such mark may be a slip of the publisher's; a hand that cannot write quotes or dashes leaves many.
    if len(lost) < 3:
        return []
    if '"' not in text and "“" not in text:
        return [_loss("quotes-lost", "quotation marks turned into question marks", lost, text, name)]
    return [_loss("marks-lost", "dashes or quotation marks turned into question marks", lost, text, name)]


def _loss(code: str, what: str, places: list[int], text: str, name: str) -> Diagnostic:
    first = places[0]
    line, column = line_of(text, first), first - max(text.rfind("\n", 0, first), text.rfind("\r", 0, first))
    shown = ", ".join(str(line_of(text, at)) for at in places[:PLACES_SHOWN])
    message = f"{what}: {len(places)}, first on line {shown}"
    hint = "another copy of this edition may have them: run comprules doctor"
    return Diagnostic(code, "warning", message, name, line, column, hint)


def line_of(text: str, offset: int) -> int:
    """1-based line of an offset, whatever the line ends are (CRLF counts once)."""
    head = text[:offset]
    return head.count("\n") + head.count("\r") - head.count("\r\n") + 1
