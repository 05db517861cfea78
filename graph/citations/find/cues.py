"""Read the cue of a citation: the words that announce its number, as in `CR 702.40a` or `"rule": "702.63b"`.

A cue is *sure* if it can hardly mean anything else (`CR`, `C.R.`, `Comprehensive Rules`, `MTG rule`); otherwise the
number's form and the rest of the file must confirm it.

Guarantees: a cue is searched within `REACH` characters before a number.
"""

import re
from typing import NamedTuple

from graph.citations.records import REACH
from rules.late_patterns import compile_late

_SPACE = "(?:[ \t\xa0\u2007\u2009\u202f]|&nbsp;|&\\#160;|&\\#xa0;|&\\#xA0;|&thinsp;)"
LINE_END = r"[ \t]{0,4}[\"'\\+.]{0,3}[ \t]?\r?\n[ \t]{0,40}(?:[-/*#;>%|!\"'+]{1,4}[ \t]{0,8}[\"']?)?"
"""One end of a line, with the marks of a comment or of joined strings."""
_MAGIC = r"(?:MTG|Mtg|mtg|Magic)(?::[ ][Tt]he[ ][Gg]athering)?(?:['’]s)?[ \t-]"
CUE = rf"""
    (?P<sure>
        (?:{_MAGIC})?(?:[Cc]omp(?:rehensive|\.)?[ -]?[Rr]ule(?:s|book)?|COMPREHENSIVE[ ]RULES?)
        (?:[ ]\(CR\))?(?:,?[ ](?:[Ss]ection|[Rr]ule|[Cc]hapter|[Ss]ubrule)s?)?
        | MagicCompRules?
        | MTGCR
        | {_MAGIC}(?:[Rr]ule|RULE)s?
        | (?<!\.)C\.[ ]?R\.
        | CRs?
    )
    | (?P<weak>
        (?:[Ss]ub-?)?[Rr]ules? | (?:SUB)?RULES? | cr | Cr | [Rr]uling | [Ss]ections? | SECTION | [Cc]hapters? | §{{1,2}}
        | [Rr](?:egeln?|[èe]gles?|eglas?|egras?|egol[ae])      # German, French, Spanish, Portuguese, Italian
        | [Пп]равил[оа] | [Zz]asad[ay]                         # Russian, Polish
        | 规则 | 規則 | ルール | 규칙                            # Chinese, Japanese, Korean
    )
    """
"""A cue, as a verbose pattern. `_may_have_cue` must accept the text of every alternative."""
_MARKS = r"[(\[{<`'\"*_]{1,4}"
_GAP = rf"""
    (?P<gap>{_SPACE}{{0,8}}(?:{LINE_END})?{_SPACE}{{0,2}}
        (?:(?:(?i:no|nos|number|numbers|section|rule|sec)s?\.?|§{{1,2}}){_SPACE}{{1,2}}|§{{1,2}})?
        (?:[-:.\#|=\u2010\u2011]{_SPACE}{{0,2}})?
        (?:{_MARKS})?{_SPACE}{{0,1}}
    )
    """
"""What may be between a cue and its number in a sentence: blanks, a line end, `No.`, a dash or colon, a bracket."""
_CODE_GAP = rf"""
    (?P<code>[\"'`)*!\]]{{0,3}}{_SPACE}{{0,8}}(?::=|=>|[:=])?{_SPACE}{{0,8}}(?:\r?\n[ \t]{{0,40}})?
        [(\[{{<\"'`*]{{1,4}}
    )
    """
"""What may be between them in code: `": "`, `!(`."""
_BEFORE_NUMBER = compile_late(rf"(?<![A-Za-z0-9])(?<![A-Za-z0-9]-)(?:{CUE})(?:{_GAP}|{_CODE_GAP})\Z", re.VERBOSE)

_CHAPTER_AHEAD = r"[1-9]\d[\dxX](?![A-Za-z0-9_%]|[.,]\d)"
_MISPRINT_AHEAD = r"[1-9]\d\d(?:\.[ ]|[ ]\.|,[ ]?)\d"
_UNKNOWN_AHEAD = r"\?\?|XXX|xxx|TBD|TODO|NNN|[1-9][xX]"
_AHEAD = rf"(?=[1-9?XxTN])(?={_CHAPTER_AHEAD}|{_MISPRINT_AHEAD}|{_UNKNOWN_AHEAD})"
_CHAPTER_WORDS = (
    ("CR", "CRs?"),
    ("C.", r"C\.[ ]?R\."),
    ("ule", "ules?(?:book)?"),
    ("ULE", "ULES?"),
    ("ection", "ections?"),
    ("§", "§"),
)
CHAPTER_CUES = tuple((letters, compile_late(rf"{word}{_GAP}{_AHEAD}", re.VERBOSE)) for letters, word in _CHAPTER_WORDS)
"""The cues before something other than a number with a dot (a chapter, a placeholder, a misprint), with letters that
every match has; a small file needs one or two of the six."""
NAMED_PLACE = compile_late(r"(?:C[Rr]|cr|ules?|ULES?)[_-]?(?=[1-9]\d\d(?![0-9.]))")
"""The cue before a chapter in an identifier: `cr_702_keywords`."""
_CUE_IN_NAME = compile_late(
    r"""
    (?:(?<![A-Za-z])|(?<=[a-z])(?=[A-Z]))                          # the start of a word of the identifier
    (?P<cue>[Cc][Rr]|[Rr]ules?|RULES?|[Cc]omp_?[Rr]ules?)
    [_-]?(?:[A-Za-z]{1,20}[_-]){0,3}\Z                             # a few words up to the number
    """,
    re.VERBOSE,
)


class Cue(NamedTuple):
    """A word that announces a number.

    Attributes:
        word: In lower case, with single blanks.
        start: Its offset.
        is_sure: Whether it can hardly mean anything but the Comprehensive Rules.
        gap: The text between it and the number.
        in_code: Whether that text is code (`"rule": "`, `cr!(`).
    """

    word: str
    start: int
    is_sure: bool
    gap: str
    in_code: bool


def find_cue(text: str, number_start: int) -> Cue | None:
    """Return the cue that announces the number beginning at `number_start`; None if there is none."""
    window = max(0, number_start - REACH)
    if not _may_have_cue(text[window:number_start].lower()):
        return None
    match = _BEFORE_NUMBER.search(text, window, number_start)
    if match is None:
        return None
    word = match["sure"] or match["weak"]
    in_code = match["gap"] is None
    return Cue(
        word=" ".join(word.lower().split()),
        start=match.start(),
        is_sure=match["sure"] is not None,
        gap=match["code"] if in_code else match["gap"],
        in_code=in_code,
    )


def _may_have_cue(before: str) -> bool:
    """Return whether the text before a number can end with a cue, without running the slow pattern for cues.

    Every alternative of `CUE` contains one of these pieces of text, or a letter outside ASCII. Most numbers without a
    cue have none of them nearby.

    Args:
        before: The text before a number, in lower case.
    """
    return (  # a loop over the pieces takes three times as long
        "rul" in before
        or "cr" in before
        or "section" in before
        or "chapter" in before
        or "§" in before
        or "c.r" in before
        or "c. r" in before
        or "reg" in before
        or "zasad" in before
        or not before.isascii()
    )


def find_cue_in_name(text: str, number_start: int) -> tuple[str, int] | None:
    """Return the cue in the identifier around a number, and its offset: `cr` of `real_cr_trigger_603_3b_shape`."""
    low = max(0, number_start - REACH)
    match = _CUE_IN_NAME.search(text[low:number_start])
    if match is None:
        return None
    return match["cue"].lower(), low + match.start()
