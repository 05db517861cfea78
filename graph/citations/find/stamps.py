"""Read the *stamp* of a citation: the edition written next to it, as in `CR 702.40a @2024-11-08`.

An edition is written as its date, as the code of a set (`M10`), or as the name of a file of the rules.
A stamp is searched within `_REACH_BEFORE` characters before a citation, and directly after its end.
"""

import re
from typing import NamedTuple

from rules.late_patterns import compile_late

_DATE = r"(?:19|20)\d\d(?:-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])|(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01]))(?!\d)"
_FILE_DATE = rf"(?:{_DATE}|(?:19|20)\d\d/(?:0[1-9]|1[0-2])/(?:0[1-9]|[12]\d|3[01])(?!\d))"
FILE = rf"(?:Magic|MTG|Mtg|mtg)?[ _-]?Comp(?:rehensive)?[ _-]?Rules[ _-]{{0,2}}(?P<file>{_FILE_DATE})(?:\.\w{{2,4}})?"
"""The name of a file of the rules: `MagicCompRules 20251114.txt`."""
_SET = r"[A-Z]\d\d|(?=[A-Z0-9]{0,2}[A-Z])[A-Z0-9]{3}(?=[ ](?:edition|rules|CR))"
"""The code of a set. It must have digits, or a word for an edition after it: three capital letters alone in parentheses
are often an abbreviation of something else."""
_STAMP_AFTER = compile_late(  # exactly one of its groups is the stamp, and so with `_STAMP_BEFORE`
    rf"""
      \s?@\s?(?P<at>{_DATE}|[A-Z0-9]{{3}}(?!\w))                            # @2024-11-08, @M10
    | \s?[(\[](?:CR[ ]|as[ ]of[ ]|of[ ]|effective[ ]|per[ ]|v\.?[ ]?|edition[ ])?
      (?:(?P<date>{_DATE})|(?P<set>{_SET}))(?:[ ]edition|[ ]rules|[ ]CR)?[)\]]  # (2024-11-08), [as of M10]
    | ,?[ ](?:as[ ]of|effective)[ ](?P<since>{_DATE})                       # , as of 2024-11-08
    | ,?\s{{0,2}}(?:(?:of|in|from|per)[ ])?[(\[`]{{0,2}}{FILE}                # of MagicCompRules 20251114.txt
    """,
    re.VERBOSE,
)
_STAMP_BEFORE = compile_late(
    rf"""
      (?:(?:^|\n)[ \t]*|//+|/\*+|[\#*;]|--)[ \t]{{0,3}}(?P<date>{_DATE})[ \t]{{0,3}}    # // 20091005 - CR 701.6
      (?:[-–—:,/|][ \t]{{0,3}})?(?:(?:CR|[Rr]ules?)[ \t:]{{1,2}})?\Z
    | (?<![Pp]inned[ ])(?:CR|[Rr]ules?)[ @(]{{1,2}}(?P<cued>{_DATE})\)?[ ,:]{{1,2}}\Z   # CR (2024-11-08), 702.40a
    | {FILE}[`)\]]{{0,2}}[,:]?[ \t]{{1,2}}(?:[Rr]ules?[ ]|CR[ ]?)?\Z                       # CompRules20251114, Rule 701
    """,
    re.VERBOSE,
)
_REACH_BEFORE = 48
"""Maximum characters between the start of a stamp and the citation after it."""
_REACH_AFTER = 48
"""Characters after a citation, among which is one of `_SHOW_STAMP` if a stamp follows."""
_SHOW_STAMP = ("@", "(", "[", "as of", "effective", "Rules")
"""One of these is in every stamp after a citation."""
_BETWEEN = " \t-–—:,/|)]`(" + ".txt.pdf.docx" + "CR" + "Rules" + "rule"
"""The characters that can be between the last digit of a stamp and its citation: blanks and marks, the ending of a
file, and a cue."""


class Stamp(NamedTuple):
    """The edition written for a citation.

    Attributes:
        words: The edition as printed.
        start: Offset of the first character of `words`.
        is_before: Whether the stamp is before the citation.
    """

    words: str
    start: int
    is_before: bool


def find_stamp(text: str, start: int, end: int) -> Stamp | None:
    """Return the edition written directly after a citation, or else directly before it; None if there is none.

    Args:
        text: The whole text.
        start: Offset of the citation, including its cue.
        end: Offset after the citation.
    """
    after = _STAMP_AFTER.match(text, end) if _may_begin_with_stamp(text[end : end + _REACH_AFTER]) else None
    if after is not None:
        return read_stamp(after, is_before=False)
    low = max(0, start - _REACH_BEFORE)
    before = text[low:start]
    if not _may_end_in_stamp(before):
        return None
    match = _STAMP_BEFORE.search(before)
    if match is None:
        return None
    return read_stamp(match, is_before=True, offset=low)


def _may_begin_with_stamp(after: str) -> bool:
    """Return whether the text after a citation may begin with a stamp: a cheap test, as `_may_end_in_stamp` is."""
    return any(shown in after for shown in _SHOW_STAMP)


def _may_end_in_stamp(before: str) -> bool:
    """Return whether the text before a citation ends with a digit and characters that can follow a stamp.

    This cheap test fails nearly always, so that the slow pattern is seldom tried.
    """
    return before[-1:].isdigit() or before.rstrip(_BETWEEN)[-1:].isdigit()


def read_stamp(match: re.Match[str], *, is_before: bool, offset: int = 0) -> Stamp:
    """Return the stamp in the only group of a match.

    Args:
        match: The match, in which exactly one group took part.
        is_before: Whether the stamp is before its citation.
        offset: Offset, in the whole text, of the text that was searched.
    """
    group = match.lastgroup or 0
    return Stamp(match[group], offset + match.start(group), is_before)
