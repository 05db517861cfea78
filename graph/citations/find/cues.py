"""Read the cue of a citation: the words that announce its number, as in `CR 702.40a` or `"rule": "702.63b"`.

A cue is *sure* if it can hardly mean anything else (`CR`, `C.R.`, `Comprehensive Rules`, `MTG rule`). All other cues
are *weak*: the form of the number and the rest of the file must confirm that a rule of Magic is meant.

Cues are searched within `REACH` characters before a number.
"""

import re
from typing import NamedTuple

from graph.citations.records import REACH
from rules.late_patterns import compile_late

_SPACE = "(?:[ \t\xa0\u2007\u2009\u202f]|&nbsp;|&\\#160;|&\\#xa0;|&\\#xA0;|&thinsp;)"
_END_OF_STRING = r"[ \t]{0,4}[\"'\\+.]{0,3}[ \t]?"
_START_OF_LINE = r"[ \t]{0,40}(?:[-/*#;>%|!\"'+]{1,4}[ \t]{0,8}[\"']?)?"
LINE_END = rf"{_END_OF_STRING}\r?\n{_START_OF_LINE}"
"""One end of a line, with the mark of a comment on the next line, or the marks that join two strings: `"CR" +`."""
_MAGIC = r"(?:MTG|Mtg|mtg|Magic)(?::[ ][Tt]he[ ][Gg]athering)?(?:['’]s)?[ \t-]"
ENGLISH_NOUNS = "[Bb]asis|Sources?|sources?|[Rr]ef(?:erence)?s?|[Cc]itations?"
"""Nouns after `CR` or `rule` that say what the number is: `CR basis: 702.40a`."""
NOUN_AFTER_CUE = rf"(?:[ ]?(?:{ENGLISH_NOUNS}|根拠|参照|条文|依据|依據|参考))?"
"""One of these nouns, also in Japanese or Chinese, or nothing, as a verbose pattern."""
CUE = rf"""
    (?P<sure>
        (?:{_MAGIC})?(?:[Cc]omp(?:rehensive|\.)?[ -]?[Rr]ule(?:s|book)?|COMPREHENSIVE[ ]RULES?)
        (?:[ ]\(CR\))?(?:,?[ ](?:[Ss]ection|[Rr]ule|[Cc]hapter|[Ss]ubrule)s?)?
        | MagicCompRules?
        | MTGCR
        | {_MAGIC}(?:[Rr]ule|RULE)s?
        | (?<!\.)C\.[ ]?R\.
        | CRs?{NOUN_AFTER_CUE}
    )
    | (?P<weak>
        (?:[Ss]ub-?)?[Rr]ules?{NOUN_AFTER_CUE} | (?:SUB)?RULES? | cr | Cr | [Rr]uling | [Ss]ections? | SECTION
        | [Cc]hapters? | §{{1,2}}
        | [Rr](?:egeln?|[èe]gles?|eglas?|egras?|egol[ae])      # German, French, Spanish, Portuguese, Italian
        | [Пп]равил[оа] | [Zz]asad[ay]                         # Russian, Polish
        | 规则 | 規則 | ルール | 규칙                            # Chinese, Japanese, Korean
    )
    """
"""A cue, as a verbose pattern. `_may_have_cue` must accept the text of every alternative."""
_MARKS = r"[(\[{<`'\"*_]{1,4}"
GAP = rf"""
    (?P<gap>{_SPACE}{{0,8}}(?:{LINE_END})?{_SPACE}{{0,2}}
        (?:(?:(?i:no|nos|number|numbers|section|rule|sec)s?\.?|§{{1,2}}){_SPACE}{{1,2}}|§{{1,2}})?
        (?:[-:.\#|=\u2010\u2011\uff1a]{_SPACE}{{0,2}})?
        (?:{_MARKS})?{_SPACE}{{0,1}}
    )
    """
"""The text between a cue and its number in a sentence: blanks, a line end, `No.`, a dash or colon, a bracket."""
_PRODUCT = " * "
"""The text between a variable such as `section` and a number by which it is multiplied."""
_CODE_GAP = rf"""
    (?P<code>[\"'`)*!\]]{{0,3}}{_SPACE}{{0,8}}(?::=|=>|[:=])?{_SPACE}{{0,8}}(?:\r?\n[ \t]{{0,40}})?
        [(\[{{<\"'`*]{{1,4}}
    )
    """
"""The text between a cue and its number in code: the `": "` of `"rule": "702.40"`, the `!(` of `cr!(702.40)`."""
_TAG = r"(?:\{@(?:[A-Za-z]\w{0,20}\.){0,3})?"
"""The beginning of a tag in a comment of Java, or nothing: `{@mtg.rule 702.40}`. It is no word about the rule."""
_BEFORE_NUMBER = compile_late(rf"(?<![A-Za-z0-9])(?<![A-Za-z0-9]-){_TAG}(?:{CUE})(?:{GAP}|{_CODE_GAP})\Z", re.VERBOSE)
_CUE_IN_NAME = compile_late(
    r"""
    (?:(?<![A-Za-z])|(?<=[a-z])(?=[A-Z]))                          # the start of a word of the identifier
    (?P<cue>[Cc][Rr]|[Rr]ules?|RULES?|[Cc]omp_?[Rr]ules?)
    [_-]?(?:[A-Za-z]{1,20}[_-]){0,3}\Z                             # a few words up to the number
    """,
    re.VERBOSE,
)


class Cue(NamedTuple):
    """The words that announce a number.

    Attributes:
        word: The words in lower case, with single blanks between them.
        start: Offset of their first character.
        is_sure: Whether they can hardly mean anything but the Comprehensive Rules.
        gap: The text between the words and the number.
        in_code: Whether the gap is code (`"rule": "`, `cr!(`).
    """

    word: str
    start: int
    is_sure: bool
    gap: str
    in_code: bool


class CueInName(NamedTuple):
    """The part of an identifier that announces a number: `cr` in `cr_trigger_603_3b`.

    Attributes:
        word: The part in lower case.
        start: Offset of its first character.
    """

    word: str
    start: int


def find_cue(text: str, number_start: int) -> Cue | None:
    """Return the cue that announces the number at `number_start`; None if no cue is directly before that number."""
    window = max(0, number_start - REACH)
    if not _may_have_cue(text[window:number_start].lower()):
        return None
    match = _BEFORE_NUMBER.search(text, window, number_start)
    if match is None or match["gap"] == _PRODUCT:
        return None
    word = match["sure"] or match["weak"]
    in_code = match["code"] is not None  # either this group or `gap` matched
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


def find_cue_in_name(text: str, number_start: int) -> CueInName | None:
    """Return the cue in the identifier around a number: the `cr` of `real_cr_trigger_603_3b_shape`; None without one.

    Up to three other parts of the identifier may be between the cue and the number.
    """
    low = max(0, number_start - REACH)
    match = _CUE_IN_NAME.search(text[low:number_start])
    if match is None:
        return None
    return CueInName(match["cue"].lower(), low + match.start())
