"""Read the edition written next to a citation: `CR 702.40a @2024-11-08`, `MagicCompRules 20251114.txt, Rule 701`."""

from __future__ import annotations

import re
from typing import NamedTuple

from rules.late_patterns import compile_late

_DATE = r"(?:19|20)\d\d(?:-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])|(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01]))(?!\d)"
_FILE_DATE = rf"(?:{_DATE}|(?:19|20)\d\d/(?:0[1-9]|1[0-2])/(?:0[1-9]|[12]\d|3[01])(?!\d))"
FILE = rf"(?:Magic|MTG|Mtg|mtg)?[ _-]?Comp(?:rehensive)?[ _-]?Rules[ _-]{{0,2}}(?P<file>{_FILE_DATE})(?:\.\w{{2,4}})?"
_SET = r"[A-Z]\d\d|(?=[A-Z0-9]{0,2}[A-Z])[A-Z0-9]{3}(?= (?:edition|rules|CR))"
_STAMP_BEHIND = compile_late(
    rf"\s?@\s?(?P<at>{_DATE}|[A-Z0-9]{{3}}(?!\w))"
    rf"|\s?[(\[](?:CR |as of |of |effective |per |v\.? ?|edition )?(?:(?P<date>{_DATE})|(?P<set>{_SET}))"
    r"(?: edition| rules| CR)?[)\]]"
    rf"|,? (?:as of|effective) (?P<since>{_DATE})"
    rf"|,?\s{{0,2}}(?:(?:of|in|from|per) )?[(\[`]{{0,2}}{FILE}"
)
"""The stamp behind a citation. Three capitals alone in parentheses are often an abbreviation of something else, so the
code of a set must have digits, or a word for an edition behind it."""
_STAMP_BEFORE = compile_late(
    rf"(?:(?:^|\n)[ \t]*|//+|/\*+|[#*;]|--)[ \t]{{0,3}}(?P<date>{_DATE})[ \t]{{0,3}}(?:[-–—:,/|][ \t]{{0,3}})?"
    rf"(?:(?:CR|[Rr]ules?)[ \t:]{{1,2}})?\Z|(?:CR|[Rr]ules?)[ @(]{{1,2}}(?P<cued>{_DATE})\)?[ ,:]{{1,2}}\Z"
    rf"|{FILE}[`)\]]{{0,2}}[,:]?\s{{1,2}}(?:[Rr]ules? |CR ?)?\Z"
)


class Stamp(NamedTuple):
    """The edition written for a citation, its offset, and whether it is before the citation."""

    words: str
    start: int
    before: bool


def stamp_of(text: str, start: int, end: int) -> Stamp | None:
    """Return the edition written next to a citation; None if there is none.

    Args:
        text: The whole text.
        start: Offset of the citation, including its cue.
        end: Offset after the citation.
    """
    behind = _STAMP_BEHIND.match(text, end)
    if behind is not None:
        return read_stamp(behind, before=False)
    low = max(0, start - 48)
    before = text[low:start]
    if before[-1:].isdigit() or before.rstrip(" \t-–—:,/|)]`(.txpdfCRrules")[-1:].isdigit():
        match = _STAMP_BEFORE.search(before)
        if match is not None:
            return read_stamp(match, before=True, offset=low)
    return None


def read_stamp(match: re.Match[str], *, before: bool, offset: int = 0) -> Stamp:
    """Return the stamp in the group of a match; `offset` is that of the text that was searched."""
    group = match.lastgroup or 0
    return Stamp(match[group], offset + match.start(group), before)
