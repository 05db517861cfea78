"""Read the edition written next to a citation, at the head of its comment, or for a part of its file.

`CR 702.40a @2024-11-08`, `//20091005 - 701.6`, `MagicCompRules 20251114.txt, Rule 701`, and the comment
`comprules: edition=2019-05-03`, which is for the whole file if it is before all citations, else until the next one.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from typing import TYPE_CHECKING, NamedTuple

from graph.citations.find.layout import LONGEST_LINE, comment_around
from graph.citations.records import DIRECTIVE
from rules.late_patterns import compile_late

if TYPE_CHECKING:
    from collections.abc import Sequence

    from graph.citations.find.finder import Candidate

_DATE = r"(?:19|20)\d\d(?:-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])|(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01]))(?!\d)"
_FILE_DATE = rf"(?:{_DATE}|(?:19|20)\d\d/(?:0[1-9]|1[0-2])/(?:0[1-9]|[12]\d|3[01])(?!\d))"
_FILE = rf"(?:Magic|MTG|Mtg|mtg)?[ _-]?Comp(?:rehensive)?[ _-]?Rules[ _-]{{0,2}}(?P<file>{_FILE_DATE})(?:\.\w{{2,4}})?"
_SET = r"[A-Z]\d\d|(?=[A-Z0-9]{0,2}[A-Z])[A-Z0-9]{3}(?= (?:edition|rules|CR))"
_STAMP_BEHIND = compile_late(
    rf"\s?@\s?(?P<at>{_DATE}|[A-Z0-9]{{3}}(?!\w))"
    rf"|\s?[(\[](?:CR |as of |of |effective |per |v\.? ?|edition )?(?:(?P<date>{_DATE})|(?P<set>{_SET}))"
    r"(?: edition| rules| CR)?[)\]]"
    rf"|,? (?:as of|effective) (?P<since>{_DATE})"
    rf"|,?\s{{0,2}}(?:(?:of|in|from|per) )?[(\[`]{{0,2}}{_FILE}"
)
"""The stamp behind a citation. Three capitals alone in parentheses are often an abbreviation of something else, so the
code of a set must have digits, or a word for an edition behind it."""
_STAMP_BEFORE = compile_late(
    rf"(?:(?:^|\n)[ \t]*|//+|/\*+|[#*;]|--)[ \t]{{0,3}}(?P<date>{_DATE})[ \t]{{0,3}}(?:[-–—:,/|][ \t]{{0,3}})?"
    rf"(?:(?:CR|[Rr]ules?)[ \t:]{{1,2}})?\Z|(?:CR|[Rr]ules?)[ @(]{{1,2}}(?P<cued>{_DATE})\)?[ ,:]{{1,2}}\Z"
    rf"|{_FILE}[`)\]]{{0,2}}[,:]?\s{{1,2}}(?:[Rr]ules? |CR ?)?\Z"
)
_BLOCK = compile_late(rf"{re.escape(DIRECTIVE)}[ \t]{{0,3}}edition[ \t]?=[ \t]?(?P<edition>[\w-]{{2,20}})")
_BRACKETED_FILE = compile_late(rf"[\[(]{_FILE}[)\]]")


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
        return _stamp(behind, before=False)
    low = max(0, start - 48)
    before = text[low:start]
    if before[-1:].isdigit() or before.rstrip(" \t-–—:,/|)]`(.txpdfCRrules")[-1:].isdigit():
        match = _STAMP_BEFORE.search(before)
        if match is not None:
            return _stamp(match, before=True, offset=low)
    return None


def _stamp(match: re.Match[str], *, before: bool, offset: int = 0) -> Stamp:
    group = match.lastgroup or 0
    return Stamp(match[group], offset + match.start(group), before)


def spread_stamps(text: str, places: Sequence[Candidate]) -> None:
    """Set the stamp of each place.

    A stamp behind a list covers the list, one at the head of a comment the rest of the comment, one of a block the
    rest of the block. The nearest counts.
    """
    blocks = [_stamp(match, before=True) for match in _BLOCK.finditer(text)] if DIRECTIVE in text else []
    whole = blocks.pop(0) if blocks and places and blocks[0].start < places[0].begins else None
    covered = 0
    stamp: Stamp | None = None
    for index, place in enumerate(places):
        place.stamp = stamp_of(text, place.begins, place.printed.end)
        if place.stamp is not None and place.stamp.before:
            if place.begins >= covered:
                covered = comment_around(text, place.begins, place.printed.end, len(text)).high
            stamp = place.stamp
        elif place.stamp is not None:
            back = index
            while places[back].joined and back and places[back - 1].stamp in (None, whole):
                back -= 1
                places[back].stamp = place.stamp
        elif stamp is not None and place.begins < covered:
            place.stamp = stamp
        else:
            while blocks and blocks[0].start < place.begins:
                whole = blocks.pop(0)
            place.stamp = whole
    for match in _BRACKETED_FILE.finditer(text) if "Comp" in text else ():  # behind the words of a rule
        index = bisect_left(places, match.start(), key=lambda place: place.begins) - 1
        place = places[max(0, index)]
        if place.begins < match.start() < comment_around(text, place.begins, place.printed.end, LONGEST_LINE).high:
            place.stamp = _stamp(match, before=False)
