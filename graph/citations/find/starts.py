"""Find the offsets of a text at which the number of a citation may begin.

A *sign* is a short text by which a number is found: the dot of `702.40`, the `CR ` of `CR 702`, the `#R` of `#R61311`.
Every pattern begins with characters that each match has, which `re` finds fast, and matches a bounded number of
characters, so that the work is linear in the text.
"""

import re
from typing import Literal, NamedTuple

from graph.citations.find.cues import GAP, NOUN_AFTER_CUE
from rules.late_patterns import compile_late

StartKind = Literal["dotted", "name", "chapter", "named chapter", "joined name", "anchor"]
"""The kind of number that seems to begin at an offset:

- `dotted`: a number with a dot, `702.4…`;
- `name`: the number in an identifier, `702_4…`;
- `chapter`: a chapter, a placeholder or a misprint after a cue;
- `named chapter`: three digits in an identifier, `cr_702_keywords`;
- `joined name`: a number without a dot in an identifier, `cr-trigger-6033b`;
- `anchor`: the digits of the anchor of an address, `#R61311`."""

_DIGITS_AND_SIGN = 4
"""Characters of a chapter and the sign after it, which the patterns of signs match last."""

_NUMBER_AHEAD = r"""
    (?=[1-9?XxTN])                                # the first character of all of these, which is fast to test
    (?=
          [1-9]\d[\dxX](?![A-Za-z0-9_%]|[.,]\d)    # a chapter: 702, 70x
        | [1-9]\d\d(?:\.[ ]|[ ]\.|,[ ]?)\d         # a misprint: 702. 40
        | \?\?|XXX|xxx|TBD|TODO|NNN|[1-9][xX]      # a placeholder: ???
    )
    """
"""A chapter, a misprint or a placeholder after a cue, as a verbose pattern that matches no characters."""
_CUE_ENDS = (
    ("CR", f"CRs?{NOUN_AFTER_CUE}"),
    ("C.", r"C\.[ ]?R\."),
    ("ule", f"ules?(?:book|{NOUN_AFTER_CUE})"),
    ("ULE", "ULES?"),
    ("ection", "ections?"),
    ("§", "§"),
)
"""The end of each kind of cue, as the `ule` of `rule` and `Rule`: letters that every such cue has, and the pattern of
the end. A file without the letters need not be searched for the pattern; a small file has one or two of the six."""
_NAMED_CHAPTER = compile_late(r"(?:C[Rr]|cr|ules?|ULES?)[_-]?(?=[1-9]\d\d(?![0-9.]))")
"""The cue before a chapter in an identifier: `cr_702_keywords`."""
_JOINED_NAME = compile_late(r"[Cc][Rr][_-](?:[A-Za-z]{1,20}[_-]){0,3}(?=[1-9][0-4]\d[1-9]\d{0,2}[a-z](?![A-Za-z0-9]))")
"""The cue before a number without a dot in an identifier: `cr-trigger-6033b`."""
_ANCHOR = compile_late(
    r"""
    \#
    (?:R | r(?=[1-9]\d{2,5}[a-z]?(?!\w)) | (?:cr|CR|rule)-?)        # #R61311, #r61311, #cr-702
    (?=[1-9]\d\d)(?![1-9]\d\d[.-])
    """,
    re.VERBOSE,
)
"""The beginning of the anchor of an address."""
_DOT = compile_late(
    r"""
    \.
    (?<=[1-9]\d\d\.)              # three digits are before the dot
    (?<![\d$.][1-9]\d\d\.)        # but no longer number, price or version
    (?=[1-9xX?*\#<nN])            # a digit or a placeholder is after it
    """,
    re.VERBOSE,
)
_BAR = compile_late(r"_(?<=[1-9]\d\d_)(?<!\d[1-9]\d\d_)(?=[1-9])")
_HYPHEN = compile_late(r"-(?<=[1-9]\d\d-)(?<!\d[1-9]\d\d-)(?=[1-9])")
"""A dot, an underscore or a hyphen after three digits that may be a chapter. Each pattern begins with the sign, which
`re` finds fast, and then looks back at the digits."""


class _Sign(NamedTuple):
    """A sign that a number may begin with, or follow.

    Attributes:
        letters: Characters that every match has; a text without them is not searched. Empty if every text is searched.
        pattern: The sign.
        back: How many characters before the end of a match the number begins.
        kind: What begins there.
    """

    letters: str
    pattern: re.Pattern[str]
    back: int
    kind: StartKind


_CUE_SIGNS = tuple(
    _Sign(letters, compile_late(rf"{end}{GAP}{_NUMBER_AHEAD}", re.VERBOSE), 0, "chapter") for letters, end in _CUE_ENDS
)
_SIGNS = (
    _Sign("", _NAMED_CHAPTER, 0, "named chapter"),
    _Sign(".", _DOT, _DIGITS_AND_SIGN, "dotted"),
    _Sign("_", _BAR, _DIGITS_AND_SIGN, "name"),
    _Sign("-", _HYPHEN, _DIGITS_AND_SIGN, "name"),
    *_CUE_SIGNS,
    _Sign("", _JOINED_NAME, 0, "joined name"),
    _Sign("#", _ANCHOR, 0, "anchor"),
)
"""The signs. If two of them find the same offset, the kind of the later sign counts."""


def list_starts(text: str) -> list[tuple[int, StartKind]]:
    """Return the offsets at which a number could begin, in order, each with what seems to begin there."""
    kinds: dict[int, StartKind] = {}
    for sign in _SIGNS:
        if sign.letters in text:
            for match in sign.pattern.finditer(text):
                number_start = match.end() - sign.back
                kinds[number_start] = sign.kind
    return sorted(kinds.items())
