"""Decoding bytes to text, by evidence from the whole file.

History: the surviving copies went through many programs: Word on Windows and on the Mac, DOS exports, web forms,
scripts that read one encoding and wrote another. The first bytes are little evidence: a text of half a megabyte may
have a single non-ASCII character, three quarters of the way in. Eight-bit codecs decode nearly every byte, so a wrong
one shows only in the result: an apostrophe becomes an accented letter inside a word, a quotation mark a capital at the
end of a word. Names with accents occur only in a few examples, typographic marks on every line.

Guarantees: every byte is decoded or reported; an encoding is chosen because its characters make sense in context, never
only because the codec did not fail; a choice between equally plausible encodings is reported (`ambiguous-encoding`).
The weight of a text depends only on neighbouring characters and a short list of names, never on the frequency of a
codec.

What earlier conversions destroyed is reported too, with the number of characters and the lines of the first ones:
copies were saved as ASCII (marks became question marks), re-encoded twice, padded by DOS and by downloads that
reserve space. As the text is English rules text, much of the damage can be recognised.
"""

import codecs
import re
from itertools import islice

from rules.records import Condition, Diagnostic, Severity
from scraper.layout import SourceDocument, split_lines

CONTROLS = re.compile(r"[\x00-\x08\x0b\x0e-\x1f\x7f]")
"""Control characters that do not belong in text; a form feed does, because it begins a page."""

INVISIBLE = re.compile("[\u00ad\u200b-\u200f\u2060\ufeff]")
"""Soft hyphens, zero-width spaces and joiners, direction marks, and byte order marks inside a text."""

_LOST_CHARACTER = re.compile("\ufffd")

PADDING = "\0\x1a"
"""Characters that may follow the end of a text: zeros of a reserved block, the end-of-file mark of DOS."""

_LOST = re.compile(r"\?(?:(?<=[A-Za-z,.;:)\]]\?)(?=[A-Za-z])|(?:(?<=[\s(]\?)|(?<!.\?))(?=[A-Za-z{\[]))", re.DOTALL)
_ADDRESS = re.compile(r"://|www\.|\.com|\.asp")

_QUOTED_END = re.compile(r"(?:^|[\s(])\?\w[^?]*\?$")
EIGHT_BIT = ("cp1252", "mac-roman", "cp437")
"""Eight-bit encodings of surviving copies. For English text, Latin-1 is covered by cp1252."""

_REPLACED = "\ufffd".encode()

_C1 = {ord(bytes([byte]).decode("cp1252")): byte for byte in range(0x80, 0xA0) if byte not in b"\x81\x8d\x8f\x90\x9d"}
"""Characters of cp1252 by code point, with their bytes; its five undefined bytes are control characters, as in web
browsers."""
NOT_ASCII = re.compile(r"[^\x00-\x7f]")
_ALPHA, _ALNUM, _LOWER, _RUSSIAN = r"[^\W\d_¹²³¼½¾]", r"[^\W_]", "a-zß-öø-ÿ", "А-яЁё"
_PLACES = re.compile(
    rf"""(?=[^\x00-\x7f])(?:
        (?P<invisible> {INVISIBLE.pattern})
      | (?P<usual> (?<={_ALNUM})’ | (?<=[.,!?)\]}}”])’ | ’(?={_ALPHA})
          | (?<!{_ALNUM})[“‘](?=\S)
          | (?<=\S)(?: (?<!{_ALPHA})” | ”(?!{_ALPHA}) )
          | [–—]
          | (?:^|(?<=[\w)”\n\ ]))[®™©] | [®™©](?=[\d¹²³])
          # A bullet or dots inside a word are probably a misread letter; a hard space may be one.
          | (?: (?<!{_ALPHA})[•−×½∞] | [•−×½∞](?!{_ALPHA}) | …(?!{_ALPHA}) ) )
      | (?P<possible> […•−×½∞\u00a0]
          # The sign that a tool puts behind a heading as a link to it.
          | [¶§🔗](?=</a>|\]\()
          # Text of a site around its copy. An English mark misread as Cyrillic is next to letters that Russian lacks.
          | (?<![^\W_{_RUSSIAN}])[{_RUSSIAN}](?![^\W_{_RUSSIAN}])
          # A French or Italian word of one letter.
          | (?<=\s)[àè](?=\s)
          | (?<={_ALPHA})[ß-öø-ÿ](?!\d) | (?<!{_ALNUM})[ß-öø-ÿ](?=[{_LOWER}])
          | (?<![{_LOWER}])[À-ÖØ-Þ](?={_ALPHA}) )
      | (?P<senseless> .))""",
    re.VERBOSE | re.DOTALL,
)
"""Characters beyond ASCII by how plausible they are in their places; the first row that fits counts."""
_FOREIGN_QUOTES = re.compile(
    r"(?<![^\W_])(?:„(?:[^\W_][^„“”\n]{0,80})[“”]|«(?:\s?[^\W_][^«»\n]{0,80})»|»(?:[^\W_][^«»\n]{0,80})«)"
    r"(?![^\W_])"
)
"""Words in the quotes of other languages, which make no sense in English."""
POINTS: dict[str | None, int] = {"invisible": 0, "usual": 2, "possible": 1, "senseless": -3}
"""Points of a typographic mark in a usual place, a possible letter or sign, and what makes no sense in its place."""
NAMED = 4
"""Points of a letter of a known name, in addition to the others."""
_ACCENTED = re.compile(r"[ß-öø-ÿ]")

ACCENTED_WORDS = frozenset(
    ("hajjâj", "juzám", "khabál", "ghazbán", "dandân", "dûl", "jötun", "æther", "séance", "déjà", "élan")
)
"""Words with accents that occur in card names, and so in the rules' examples; evidence if a single character must
decide."""

_FEWEST_LEFT = 4
"""Minimum number of letters that are left of such a word without its accented ones; fewer may be another word."""


def _find_remains() -> list[str]:
    """Return what is left of names with accents if a program that writes ASCII leaves out their accented letters."""
    remains = [NOT_ASCII.sub("", word) for word in ACCENTED_WORDS if word[0].isascii()]
    return sorted(form.capitalize() for form in remains if len(form) >= _FEWEST_LEFT)


_REMAINS = re.compile(rf"\b(?:{'|'.join(_find_remains())})\b")
"""Names that lost a letter. What lost its first one has no capital and may be part of a word."""

MOST_ACCENTS = 5000
"""Maximum number of accented letters checked for names; English text does not have more."""


_FEWEST_LOST = 3
"""Minimum number of question marks in place of other marks that is a loss. A single one may be a misprint of the
publisher; a program without quotes or dashes leaves many."""
_DESTROYED_SHARE = 0.1
"""Share of NUL characters above which a text is destroyed; the one destroyed copy of 1999-2026 has 50 %, others 0."""
_UTF32_MARKS = (codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE)
"""Without such a mark no program is known to write UTF-32. The first one begins like that of UTF-16."""
_UTF16_SHARE = 0.4
"""Share of zero bytes above which a file may be UTF-16, where nearly every second byte of English is zero."""
_MOST_ZEROS, _FEWEST_ZEROS = 0.9, 0.1
"""Shares of zeros at every second place of UTF-16, and at the other places; the copies of 1999-2026 have 0.99 and 0."""
_SOUND_PER_BROKEN = 4
"""More sound characters beyond ASCII than this for each broken byte make a file UTF-8 with faults. No surviving copy in
an eight-bit encoding has a sound one."""
_RETURNS_PER_FEED = 10
"""More carriage returns than this for each line feed make a file one of classic Mac, whose copies have no line feed."""
_STRANGE_PER_ODD = 20
"""If more than one of this many characters beyond ASCII makes no sense in its place, the encoding is in doubt."""
_NEAR_ACCENT = 12
"""Number of characters on either side of an accent in which a known name is looked for; the longest has 7 letters."""
_LONGEST_ADDRESS = 80
"""Number of characters before a question mark in which the beginning of a web address is looked for."""


def find_losses(text: str, name: str) -> list[Diagnostic]:
    """Report characters that were lost or do not belong.

    Args:
        text: The decoded text, still complete.
        name: The document's name in messages.
    """
    lost = find_lost_marks(text)
    quoted = '"' in text or "“" in text
    code, marks = ("marks-lost", "dashes or quotation marks") if quoted else ("quotes-lost", "quotation marks")
    kinds: tuple[tuple[list[int], str, str, Severity], ...] = (
        (_find_all(CONTROLS, text), "control-characters", "control characters", "warning"),
        (_find_all(INVISIBLE, text), "invisible-characters", "invisible characters, left out of the text", "info"),
        (_find_all(_LOST_CHARACTER, text), "lossy-encoding", "characters lost (U+FFFD)", "warning"),
        (lost if len(lost) >= _FEWEST_LOST else [], code, f"{marks} turned into question marks", "warning"),
    )
    losses = [
        loss(code, what, places, text, name, severity=severity) for places, code, what, severity in kinds if places
    ]
    remains = _find_all(_REMAINS, text)
    if remains:
        losses.append(loss("letters-lost", "names that lost an accented letter", remains, text, name))
    return losses


def _find_all(pattern: re.Pattern[str], text: str) -> list[int]:
    return [match.start() for match in pattern.finditer(text)]


def loss(
    code: str, what: str, places: list[int], text: str, name: str, *, severity: Severity = "warning"
) -> Diagnostic:
    """Return a diagnostic about characters at these offsets, of which there is at least one."""
    first = places[0]
    line, column = line_of(text, first), first - max(text.rfind("\n", 0, first), text.rfind("\r", 0, first))
    shown = ", ".join(map(str, dict.fromkeys(line_of(text, offset) for offset in places[:3])))
    message = f"{what}: {len(places)}, first on line {shown}"
    hint = ""
    if severity == "warning":
        hint = "another copy of this edition may have them"
    return Diagnostic(code=code, severity=severity, message=message, path=name, line=line, column=column, hint=hint)


def line_of(text: str, offset: int) -> int:
    """Return the 1-based line of an offset, whatever the line ends are (CRLF counts once)."""
    head = text[:offset]
    return head.count("\n") + head.count("\r") - head.count("\r\n") + 1


def remove_closing_quote(text: str) -> str:
    """Return a text without the question mark at its end, if that was a closing quotation mark.

    It was one if another question mark, a former opening quotation mark, comes before a word.
    """
    if text.endswith("?") and _QUOTED_END.search(text):
        return text[:-1]
    return text


def find_lost_marks(text: str) -> list[int]:
    """Return the offsets of question marks between letters or before a word, except those in web addresses."""
    offsets = (match.start() for match in _LOST.finditer(text))
    return [offset for offset in offsets if not _is_in_address(text, offset)]


def _is_in_address(text: str, offset: int) -> bool:
    """Return whether the character at an offset is part of a web address."""
    before = text[max(0, offset - _LONGEST_ADDRESS) : offset + 1]
    return _ADDRESS.search(before.rsplit(maxsplit=1)[-1]) is not None


def decode(data: bytes, name: str = "") -> SourceDocument:
    """Read a document's bytes as text, and cut it into lines.

    Args:
        data: The whole file.
        name: Its name in messages.
    """
    whole, encoding, problems = decode_text(data, name)
    text = whole.rstrip(PADDING)
    if text.count("\0") > int(len(text) * _DESTROYED_SHARE):
        # No word can be trusted. Control characters are kept: they are the only evidence of what happened.
        nuls, length = whole.count("\0"), len(whole)
        message = f"{nuls:,} of {length:,} characters are NUL: this text was destroyed by a wrong re-encoding"
        destroyed = Diagnostic("destroyed", "error", message, name, hint="fetch another copy of this edition")
        return SourceDocument(
            name=name,
            text=whole,
            encoding=encoding,
            condition="destroyed",
            lines=tuple(split_lines(whole)),
            diagnostics=(destroyed,),
        )
    if len(text) < len(whole):
        message = f"{len(whole) - len(text):,} characters of padding after the end were left out"
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


def decode_text(data: bytes, name: str) -> tuple[str, str, list[Diagnostic]]:
    """Return the text of bytes, the name of their encoding, and what is doubtful about it.

    Args:
        data: A whole file, or a page of one.
        name: Its name in messages.
    """
    if data.startswith(_UTF32_MARKS):
        return data.decode("utf-32", "replace"), "utf-32", []
    utf16 = _utf16_codec(data)
    if utf16 is not None:
        return _decode_utf16(data, utf16).removeprefix("\ufeff"), utf16, []
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return _read_broken(data, name)
    if text.isascii():
        return text, "ascii", []
    if text.startswith("\ufeff"):
        return _undo_wrong_decoding(text.removeprefix("\ufeff"), "utf-8-sig", name)
    return _undo_wrong_decoding(text, "utf-8", name)


def _utf16_codec(data: bytes) -> str | None:
    """Return the codec of UTF-16 data: by its byte-order mark, else by where the zero bytes of English text are."""
    marked = {codecs.BOM_UTF16_LE: "utf-16-le", codecs.BOM_UTF16_BE: "utf-16-be"}.get(data[:2])
    even, odd, half = data[0::2].count(0), data[1::2].count(0), len(data) // 2
    if marked is not None or not half or even + odd <= _UTF16_SHARE * len(data):
        return marked
    if odd > _MOST_ZEROS * half and even < _FEWEST_ZEROS * half:
        return "utf-16-le"
    if even > _MOST_ZEROS * half and odd < _FEWEST_ZEROS * half:
        return "utf-16-be"
    return None


def _decode_utf16(data: bytes, codec: str) -> str:
    """Decode UTF-16; each byte that was replaced by a program expecting UTF-8 becomes a lost character."""
    if _REPLACED not in data:
        return data.decode(codec, "replace")
    text = data.replace(_REPLACED, b"\xff").decode(codec, "replace")
    return "".join("\ufffd" if ord(char) & 0xFF == 0xFF or ord(char) >> 8 == 0xFF else char for char in text)


def _read_broken(data: bytes, name: str) -> tuple[str, str, list[Diagnostic]]:
    """Read what is not UTF-8 throughout: UTF-8 with a few broken bytes, or an eight-bit encoding."""
    # A file cut inside a character is invalid UTF-8 only at its end, which is no evidence about the rest.
    body = codecs.getincrementaldecoder("utf-8")("replace").decode(data)
    broken, sound = body.count("\ufffd"), len(NOT_ASCII.findall(body.replace("\ufffd", "")))
    if sound > _SOUND_PER_BROKEN * broken:
        text = data.decode("utf-8", "replace")
        return text.removeprefix("\ufeff"), "utf-8-sig" if text.startswith("\ufeff") else "utf-8", []
    readings = {codec: data.decode(codec, "replace") for codec in EIGHT_BIT}
    points = {codec: weigh(text) for codec, text in readings.items()}
    best, *remaining = sorted(EIGHT_BIT, key=lambda codec: -points[codec])
    equal = [codec for codec in remaining if points[codec] == points[best] and readings[codec] != readings[best]]
    if data.count(b"\r") > _RETURNS_PER_FEED * data.count(b"\n") and "mac-roman" in (best, *equal):
        # Only classic Mac programs ended lines with a bare CR.
        best, equal = "mac-roman", []
    problems = _report_doubts(readings[best], name)
    if equal:
        message = f"{best} and {' and '.join(equal)} make equal sense of this file; it was read as {best}"
        hint = "compare with another copy of the same edition"
        problems.append(Diagnostic("ambiguous-encoding", "warning", message, name, hint=hint))
    return readings[best], best, problems


def _report_doubts(text: str, name: str) -> list[Diagnostic]:
    """Return a diagnostic of the characters that make no sense if they are so many that the encoding is in doubt.

    Fewer may be a legitimate sign that this module does not know yet.
    """
    count = len(text) - len(text.encode("ascii", "ignore")) - text.count("\ufffd")
    places = _PLACES.finditer(_without_foreign_quotes(text))
    odd = [match.start() for match in places if match.lastgroup == "senseless" and match[0] != "\ufffd"]
    if not odd or _STRANGE_PER_ODD * len(odd) < count:
        return []
    return [loss("odd-characters", "characters that make no sense in their places", odd, text, name)]


def _undo_wrong_decoding(text: str, encoding: str, name: str) -> tuple[str, str, list[Diagnostic]]:
    """Undo one wrong decoding by an earlier program, if the result is clearly more plausible."""
    doubts = _report_doubts(text, name)
    if not doubts:
        return text, encoding, []
    readings: dict[str, tuple[str, str]] = {}
    for wrong in EIGHT_BIT:
        pieces = _bytes_before(text, wrong)
        for right in ("utf-8", *EIGHT_BIT):
            if pieces is not None and right != wrong:
                # A character of which one byte was lost becomes one lost character.
                decoded = "\ufffd".join(piece.decode(right, "replace") for piece in pieces)
                readings.setdefault(decoded.replace("\ufffd\ufffd", "\ufffd"), (right, wrong))
    points = {reading: weigh(reading) for reading in readings}
    most = max(points.values(), default=0)
    if not points or most <= weigh(text) + len(NOT_ASCII.findall(text)) - text.count("\ufffd"):
        return text, encoding, doubts
    chosen = [reading for reading in readings if points[reading] == most]
    right, wrong = readings[chosen[0]]
    message = f"{right} text was once read as {wrong} and saved as UTF-8; that was undone"
    problems = [Diagnostic("mojibake", "info", message, name), *_report_doubts(chosen[0], name)]
    if len(chosen) > 1:
        second, candidate = readings[chosen[1]]
        message = f"{second} text read as {candidate} would explain its characters as well"
        problems.append(Diagnostic("ambiguous-encoding", "warning", message, name))
    return chosen[0], f"utf-8 of {right} read as {wrong}", problems


def _bytes_before(text: str, wrong: str) -> list[bytes] | None:
    """Return the bytes that were read as `wrong`, in pieces between lost characters; None if that is impossible."""
    codec, source = ("latin-1", text.translate(_C1)) if wrong == "cp1252" else (wrong, text)
    try:
        return [piece.encode(codec) for piece in source.split("\ufffd")]
    except UnicodeEncodeError:
        return None


def weigh(text: str) -> int:
    """Return the plausibility of a text's non-ASCII characters in their places: the sum of their points."""
    lower = text.lower()
    named = sum(
        not ACCENTED_WORDS.isdisjoint(
            re.split(r"\W+", lower[max(0, accent.start() - _NEAR_ACCENT) : accent.end() + _NEAR_ACCENT])
        )
        for accent in islice(_ACCENTED.finditer(lower), MOST_ACCENTS)
    )
    places = _PLACES.finditer(_without_foreign_quotes(text))
    return sum(POINTS[match.lastgroup] for match in places) + NAMED * named


def _without_foreign_quotes(text: str) -> str:
    """Return a text with plain quotes, at the same offsets, in place of those of other languages."""
    return _FOREIGN_QUOTES.sub(lambda match: f'"{match[0][1:-1]}"', text)
