"""The words that announce a citation (cues), and what may be between them and the number.

`CR 702.40a`, `rule⏎// 702.40a`, `Comprehensive Rules section 903.9`, `[**CR** 613.7]`, `cr!("604.3")`,
`"rule": "702.63b"`. A cue is *sure* if it can hardly mean anything else (`CR`, `C.R.`, `Comprehensive Rules`, `MTG
rule`); otherwise the number's form and the rest of the file must confirm it.

Guarantees: a cue is searched within `REACH` characters before a number, so finding is linear.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from rules.late_patterns import compile_late

if TYPE_CHECKING:
    from collections.abc import Iterator

REACH = 96
"""Characters before a number that must hold its cue and gap, even a line end and an indented comment's leader."""

SPACE = "(?:[ \t\xa0\u2007\u2009\u202f]|&nbsp;|&#160;|&#xa0;|&#xA0;|&thinsp;)"
LINE_END = r"[ \t]{0,4}[\"'\\+.]{0,3}[ \t]?\r?\n[ \t]{0,40}(?:[-/*#;>%|!\"'+]{1,4}[ \t]{0,8}[\"']?)?"
"""One end of a line, with the marks of a comment or of joined strings."""

_MAGIC = r"(?:MTG|Mtg|mtg|Magic)(?:: [Tt]he [Gg]athering)?(?:['’]s)?[ \t-]"
_CUE = (
    rf"(?P<sure>(?:{_MAGIC})?(?:[Cc]omp(?:rehensive|\.)?[ -]?[Rr]ule(?:s|book)?|COMPREHENSIVE RULES?)"
    r"(?:[ ]\(CR\))?(?:,?[ ](?:[Ss]ection|[Rr]ule|[Cc]hapter|[Ss]ubrule)s?)?"
    rf"|MagicCompRules?|MTGCR|{_MAGIC}(?:[Rr]ule|RULE)s?|(?<!\.)C\.[ ]?R\.|CRs?)"
    r"|(?P<weak>(?:[Ss]ub-?)?[Rr]ules?|(?:SUB)?RULES?|cr|Cr|[Rr]uling|[Ss]ections?|SECTION|[Cc]hapters?|§{1,2}"
    r"|[Rr](?:egeln?|[èe]gles?|eglas?|egras?|egol[ae])|[Пп]равил[оа]|[Zz]asad[ay]|规则|規則|ルール|규칙)"
)
_MARKS = r"[(\[{<`'\"*_]{1,4}"
_GAP = (
    rf"(?P<gap>{SPACE}{{0,8}}(?:{LINE_END})?{SPACE}{{0,2}}"
    rf"(?:(?:(?i:no|nos|number|numbers|section|rule|sec)s?\.?|§{{1,2}}){SPACE}{{1,2}}|§{{1,2}})?"
    rf"(?:[-:.#|=\u2010\u2011]{SPACE}{{0,2}})?(?:{_MARKS})?{SPACE}{{0,1}})"
)
_CODE_GAP = (
    rf"(?P<code>[\"'`)*!\]]{{0,3}}{SPACE}{{0,8}}(?::=|=>|[:=])?{SPACE}{{0,8}}(?:\r?\n[ \t]{{0,40}})?"
    rf"[(\[{{<\"'`*]{{1,4}})"
)
_BEHIND = compile_late(rf"(?<![A-Za-z0-9])(?<![A-Za-z0-9]-)(?:{_CUE})(?:{_GAP}|{_CODE_GAP})\Z")


class Cue(NamedTuple):
    """A word that announces a number.

    Attributes:
        word: In lower case, with single blanks.
        start: Its offset.
        sure: Whether it can hardly mean anything but the Comprehensive Rules.
        gap: The text between it and the number.
        in_code: Whether that text is code (`"rule": "`, `cr!(`).
    """

    word: str
    start: int
    sure: bool
    gap: str
    in_code: bool


def cue_before(text: str, number_start: int) -> Cue | None:
    """Return the cue that announces the number beginning at `number_start`."""
    window = max(0, number_start - REACH)
    before = text[window:number_start].lower()
    # Each cue contains one of these, and few bare numbers are preceded by one; a loop over them takes thrice as long.
    if not (
        "rul" in before
        or "cr" in before
        or "section" in before
        or "chapter" in before
        or "§" in before
        or "c.r" in before
        or "c. r" in before
        or "reg" in before
        or not before.isascii()
    ):
        return None
    match = _BEHIND.search(text, window, number_start)
    if match is None:
        return None
    word, gap = match["sure"] or match["weak"], match["gap"]
    in_code = gap is None
    return Cue(
        word=" ".join(word.lower().split()),
        start=match.start(),
        sure=match["sure"] is not None,
        gap=match["code"] if in_code else gap,
        in_code=in_code,
    )


_CHAPTER = r"[1-9]\d[\dxX](?![A-Za-z0-9_%]|[.,]\d)"
_MISPRINT = r"[1-9]\d\d(?:\. | \.|, ?)\d"
_UNKNOWN = r"\?\?|XXX|xxx|TBD|TODO|NNN|[1-9][xX]"
_CHAPTER_CUES = (
    ("CR", "CRs?"),
    ("C.", r"C\.[ ]?R\."),
    ("ule", "ules?(?:book)?"),
    ("ULE", "ULES?"),
    ("ection", "ections?"),
    ("§", "§"),
)
"""Letters that every match has, which Python finds fast, and the cue."""


def chapter_places(text: str) -> Iterator[int]:
    """Yield where a cue precedes something other than a number with a dot: a chapter, a placeholder, a misprint."""
    for letters, cue in _CHAPTER_CUES:
        if letters in text:
            yield from (match.end() for match in _chapter_place(cue).finditer(text))


@cache
def _chapter_place(cue: str) -> re.Pattern[str]:
    # Compiled on first use: each takes about 2 ms, and a small file needs one or two of the six.
    return compile_late(rf"{cue}{_GAP}(?=[1-9?XxTN])(?={_CHAPTER}|{_MISPRINT}|{_UNKNOWN})")


NAMED_PLACE = compile_late(r"(?:C[Rr]|cr|ules?|ULES?)[_-]?(?=[1-9]\d\d(?![0-9.]))")
_NAME_CUE = compile_late(
    r"(?:(?<![A-Za-z])|(?<=[a-z])(?=[A-Z]))(?P<cue>[Cc][Rr]|[Rr]ules?|RULES?|[Cc]omp_?[Rr]ules?)"
    r"[_-]?(?:[A-Za-z]{1,20}[_-]){0,3}\Z"
)


def name_cue_before(text: str, number_start: int) -> tuple[str, int] | None:
    """Return the cue in the identifier around a number, and its offset: `cr` of `real_cr_trigger_603_3b_shape`."""
    low = max(0, number_start - REACH)
    match = _NAME_CUE.search(text[low:number_start])
    return (match["cue"].lower(), low + match.start()) if match else None
