"""Characters that earlier programs lost in a text, or left in it though they do not belong to it.

History: copies were saved as ASCII, where marks became question marks and accented letters disappeared; they were
re-encoded twice, or padded. As the text is English rules text, much of this can be recognised.

Guarantees: each loss is reported once, with the number of characters and the lines of the first ones.
"""

import re
from collections.abc import Sequence
from functools import cache

from rules.records import Diagnostic, Severity

CONTROLS = re.compile(r"[\x00-\x08\x0b\x0e-\x1f\x7f]")
"""Control characters that do not belong in text; a form feed does, because it begins a page."""

_INVISIBLE_CHARACTERS = "\u00ad\u200b\u200c\u200d\u200e\u200f\u2060\ufeff"
INVISIBLE = re.compile(f"[{_INVISIBLE_CHARACTERS}]")
"""Soft hyphens, zero-width spaces and joiners, direction marks, and byte order marks inside a text."""

NOT_ASCII = re.compile(r"[^\x00-\x7f]")

ACCENTED_WORDS = frozenset(
    ("hajjâj", "juzám", "khabál", "ghazbán", "dandân", "dûl", "jötun", "æther", "séance", "déjà", "élan")
)
"""Words with accents that occur in card names, and so in the rules' examples."""

_FEWEST_LEFT = 4
"""Minimum number of letters that are left of such a word without its accented ones; fewer may be another word."""

_LOST_CHARACTER = re.compile("\ufffd")

_LOST_MARK = re.compile(
    r"""\?(?:
        # between two words, or a mark and a word: an apostrophe or a dash
        (?<=[A-Za-z,.;:)\]]\?)(?=[A-Za-z])
        # before a word, after a space, a bracket or nothing: an opening quotation mark
      | (?: (?<=[\s(]\?) | (?<!.\?) )(?=[A-Za-z{\[])
    )""",
    re.VERBOSE | re.DOTALL,
)
"""A question mark where English has none: a program without typographic marks wrote it in place of one."""
_FEWEST_LOST = 3
"""Minimum number of question marks in place of other marks that is a loss. A single one may be a misprint of the
publisher; a program without quotes or dashes leaves many."""

_ADDRESS = re.compile(r"://|www\.|\.com|\.asp")
"""Signs of a web address, in which a question mark may stand between letters."""
_LONGEST_ADDRESS = 80
"""Number of characters before a question mark in which the beginning of a web address is looked for."""


def find_losses(text: str, name: str) -> list[Diagnostic]:
    """Report characters that were lost or do not belong.

    Args:
        text: The decoded text, still complete.
        name: The document's name in messages.
    """
    losses: list[Diagnostic] = []

    def report(code: str, description: str, offsets: Sequence[int], severity: Severity = "warning") -> None:
        if offsets:
            losses.append(report_characters(code, description, offsets, text, name, severity=severity))

    report("control-characters", "control characters", _find_all(CONTROLS, text))
    if any(character in text for character in _INVISIBLE_CHARACTERS):  # far faster than a search for the pattern
        invisible = _find_all(INVISIBLE, text)
        report("invisible-characters", "invisible characters, removed from the text", invisible, "info")
    report("lossy-encoding", "characters lost (U+FFFD)", _find_all(_LOST_CHARACTER, text))
    lost_marks = find_lost_marks(text)
    if len(lost_marks) >= _FEWEST_LOST:
        # A text that still has quotation marks lost only marks that its programs did not know.
        if '"' in text or "“" in text:
            report("marks-lost", "dashes or quotation marks turned into question marks", lost_marks)
        else:
            report("quotes-lost", "quotation marks turned into question marks", lost_marks)
    report("letters-lost", "names that lost an accented letter", _find_remains(text))
    return losses


def _find_all(pattern: re.Pattern[str], text: str) -> list[int]:
    """Return the offsets at which a pattern matches."""
    return [match.start() for match in pattern.finditer(text)]


def _find_remains(text: str) -> list[int]:
    """Return the offsets of names that lost a letter, as a program that writes ASCII leaves out accented letters."""
    names = [name for name in _list_remains() if name in text]
    if not names:
        return []
    return _find_all(re.compile(rf"\b(?:{'|'.join(names)})\b"), text)


@cache
def _list_remains() -> tuple[str, ...]:
    """Return the names with accented letters as they look after these letters were left out: `Juzám` → `Juzm`.

    A name that lost its first letter has no capital, and may be part of a word; it is left out.
    """
    remains = [NOT_ASCII.sub("", word) for word in ACCENTED_WORDS if word[0].isascii()]
    return tuple(sorted(form.capitalize() for form in remains if len(form) >= _FEWEST_LEFT))


def report_characters(
    code: str, description: str, offsets: Sequence[int], text: str, name: str, *, severity: Severity = "warning"
) -> Diagnostic:
    """Return a diagnostic about characters of a text.

    Args:
        code: The code of the diagnostic.
        description: The characters and what happened to them, as a noun phrase.
        offsets: Where they are; at least one.
        text: The text.
        name: The document's name in messages.
        severity: The severity of the diagnostic.
    """
    first = offsets[0]
    line = line_of(text, first)
    last_break = max(text.rfind("\n", 0, first), text.rfind("\r", 0, first))
    first_lines = dict.fromkeys(line_of(text, offset) for offset in offsets[:3])
    shown = ", ".join(map(str, first_lines))
    message = f"{description}: {len(offsets)}, first on line {shown}"
    hint = ""
    if severity == "warning":
        hint = "another copy of this edition may have them"
    column = first - last_break
    return Diagnostic(code=code, severity=severity, message=message, path=name, line=line, column=column, hint=hint)


def line_of(text: str, offset: int) -> int:
    """Return the 1-based line of an offset, whatever the line ends are (CRLF counts once)."""
    head = text[:offset]
    return head.count("\n") + head.count("\r") - head.count("\r\n") + 1


def find_lost_marks(text: str) -> list[int]:
    """Return the offsets of question marks between letters or before a word, except those in web addresses."""
    offsets = (match.start() for match in _LOST_MARK.finditer(text))
    return [offset for offset in offsets if not _is_in_address(text, offset)]


def _is_in_address(text: str, offset: int) -> bool:
    """Return whether the character at an offset is part of a web address."""
    before = text[max(0, offset - _LONGEST_ADDRESS) : offset + 1]
    return _ADDRESS.search(before.rsplit(maxsplit=1)[-1]) is not None
