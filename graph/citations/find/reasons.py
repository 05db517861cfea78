r"""Decide with a few fast scans whether a file can have citations, so that most files need not be read closely.

A file is read closely only if it has a *reason*: a number after a cue, the letter of a subrule, a date stamp, an anchor
or a table of rules. Every kind of certain citation must be a reason here, or `find_citations` would miss it.

Every pattern begins with characters that each match has, which `re` finds fast, and matches a bounded number of
characters, so that the work is linear in the length of the file.
"""

from collections.abc import Iterable

from graph.citations.find.cues import ENGLISH_NOUNS
from graph.citations.find.number_forms import PLAUSIBLE_CHAPTERS
from graph.citations.records import SEVERAL
from rules.late_patterns import compile_late

_WORD_AFTER_CUE = r"(?:&(?:nbsp|#160|#x[aA]0|thinsp);|(?:[Nn]o|number|[Ss]ec(?:tion)?|[Rr]ule)s?\.?[^A-Za-z0-9]{1,4})"
"""A blank written as in HTML, or a word such as `No.`, which may be between a cue and its number."""
_NUMBER_AFTER = rf"[^A-Za-z0-9]{{0,64}}{_WORD_AFTER_CUE}?[1-9]\d[\dxX](?!\d)"
_REST_OF_KEY = r"_?(?:[Nn]um(?:ber)?|[Nn]o|[Ii]d|[Rr]ef(?:erence)?|[Cc]itation|[Kk]ey)s?"
"""The rest of a key of data that begins with a cue: `rule_number`, `cr_id`."""
_NOUN = f" ?(?:{ENGLISH_NOUNS})"
_CUES = (
    f"CRs?(?:{_NOUN})?",
    "Cr",
    rf"cr(?<![A-Za-z]cr)(?:{_REST_OF_KEY})?",
    r"R\.",
    rf"ules?(?:book|{_REST_OF_KEY}|{_NOUN})?",
    "ULES?",
    "ections?",
    "hapters?",
    "uling",
    "\xa7",
)
"""The end of every cue of `graph.citations.find.cues`, as a pattern."""
_UNKNOWN = r"CR\W{0,3}(?:\?\?|XXX|xxx|TBD|TODO|NNN|[1-9][xX])"
"""A placeholder after a cue."""
_LETTERED = r"\.(?<=[1-9]\d\d\.)[1-9]\d{0,2}[a-ceh-jn-rt-wyzA-CEH-JN-RT-WYZ](?![A-Za-z0-9])"
"""A number with the letter of a subrule, unless the letter can be a unit or the suffix of a literal."""
_LETTERED_HEAD = r"\.(?<=[1-9]\d\d\.)[1-9]\d{0,2}[dfgklmsx][.:]?[ ]{1,2}(?:[A-Z\"]|\.\.\.)"
"""A number with a letter that can be a unit, before a sentence."""
_DAY = r"\d\d(?:-[01]\d-[0-3]\d|[01]\d[0-3]\d)"
_STAMPED = rf"{_DAY}[^A-Za-z0-9]{{1,9}}[1-9]\d\d\.[1-9]"
_ANCHOR = r"#R[1-9]\d\d|#[1-9]\d\d\.[1-9]"
_AFTER_CUES = tuple(cue + _NUMBER_AFTER for cue in _CUES)
_PATTERNS = (*_AFTER_CUES, _UNKNOWN, _LETTERED, _LETTERED_HEAD, f"19{_STAMPED}", f"20{_STAMPED}", _ANCHOR)
_REASONS = tuple(compile_late(pattern.encode("latin-1")) for pattern in _PATTERNS)
_DOTTED = compile_late(rb"\.(?<=[1-9]\d\d\.)[1-9]|[_-](?<=[1-9]\d\d[_-])[1-9]\d?[a-zA-Z]")
"""A number that is a reason only in a file that is declared to cite the rules."""
_QUOTED = r"\.(?<=[\"'|`](?P<chapter>[1-9]\d\d)\.)[1-9]\d{0,2}(?P<letter>[a-ceh-jn-rt-wyz]?)(?=[\"'|`])"
"""A number in quotes, or alone in a cell of a table."""
_QUOTED_IN_TEXT = compile_late(_QUOTED)
_QUOTED_IN_BYTES = compile_late(_QUOTED.encode())
_WIDE = (b"\xff\xfe", b"\xfe\xff")
"""The byte order marks of UTF-16."""


def might_cite(data: bytes, *, cites_rules: bool | None = None) -> bool:
    """Return whether a file may hold a citation. False is certain; True only means that it must be read closely.

    Args:
        data: The bytes of the whole file, in an encoding that keeps ASCII, or in UTF-16 with a byte order mark. Files
            in UTF-16 are not scanned: the result is True.
        cites_rules: Whether the user has declared that the file cites the rules; see `find_citations`.
    """
    if cites_rules is False:
        return False
    if data[:2] in _WIDE or (cites_rules and _DOTTED.search(data)):
        return True
    if any(reason.search(data) for reason in _REASONS):
        return True
    return _are_table(int(match["chapter"]) for match in _QUOTED_IN_BYTES.finditer(data))


def lists_rules(text: str, *, lettered: bool) -> bool:
    """Return whether a text has a table of rules, each number in quotes or in its own cell: `"702.2": "Deathtouch"`.

    Args:
        text: The text.
        lettered: Whether only numbers with a letter count.
    """
    quoted = _QUOTED_IN_TEXT.finditer(text)
    return _are_table(int(match["chapter"]) for match in quoted if match["letter"] or not lettered)


def _are_table(chapters: Iterable[int]) -> bool:
    """Return whether there are enough chapters for a table of rules, and all of them are plausible.

    Among as many amounts, some would not be plausible chapters.
    """
    plausible = [chapter % 100 < PLAUSIBLE_CHAPTERS for chapter in chapters]
    return len(plausible) >= SEVERAL and all(plausible)
