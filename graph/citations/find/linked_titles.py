"""Read the title that a verb links with a number: `CR 702.40 is Storm`, `Storm is defined in CR 702.40`.

Such a title is printed as that of the number, like the one in `CR 702.40: Storm`. Verbs of the past are none: what a
number *was* does not tell what it is. A rule also *covers* things that have a title elsewhere, so a title that such a
verb links must have several words or quotation marks, and the words of the cited rule can still acquit the number.
"""

import re

from msgspec import structs

from graph.citations.find.quoted import CAPITALISED_RUN, is_within_sentence, make_title
from graph.citations.records import Evidence
from rules.late_patterns import compile_late

_REACH = 90
"""Maximum characters between the start of a title and the number after it."""
_NAMING = r"is|are|means|defines"
"""Verbs that say what a number stands for."""
_TREATING = r"covers?|governs?|describes?|handles?"
"""Verbs that say what a rule is about."""
_TREATED = r"covered|governed|described|handled|explained"
"""Verbs that say which rule is about something."""
_TITLE = rf"(?:[\"“](?P<quoted>[A-Z∞][^\"”\n]{{1,60}}?)[.,;]?[\"”]|[*_`]{{0,3}}(?P<run>{CAPITALISED_RUN})[*_`]{{0,3}})"
_AFTER = compile_late(
    rf"[*_`]{{0,3}}\s(?:(?P<naming>{_NAMING})|{_TREATING})\s(?:the\s)?{_TITLE}(?=[.,;:)\]|]|\s*(?:\n|\Z))"
)
_BEFORE = compile_late(
    rf"""
    {_TITLE}\s(?:is|are)\s
    (?:(?:defined|{_TREATED})\s(?:in|by|under|at)\s)?
    (?:the\s)?[(\[]?[*_`]{{0,3}}\Z
    """,
    re.VERBOSE,
)
_IS_TREATED = compile_late(rf"\s(?:{_TREATED})\s")
_SEVERAL_WORDS = compile_late(r"\w[ /-]\w")


def find_linked_after(text: str, end: int, high: int) -> Evidence | None:
    """Return the title that a verb after a number says to be its title, as in `702.40 is Storm`; None without one.

    Args:
        text: The whole text.
        end: Offset after the number.
        high: The offset up to which to read.
    """
    match = _AFTER.match(text, end, high)
    title = make_title(match)
    if match is None or title is None or match["naming"]:
        return title
    return _doubt_title(title)


def find_linked_before(text: str, low: int, start: int) -> Evidence | None:
    """Return the title before a number with a verb between the two, as in `Storm is CR 702.40`; None without one.

    None also if other words of the sentence are before the title.

    Args:
        text: The whole text.
        low: The offset from which to read.
        start: Offset of the number, including its cue.
    """
    title = make_title(_BEFORE.search(text, max(low, start - _REACH), start))
    if title is None or is_within_sentence(text, low, title):
        return None
    return _doubt_title(title) if _IS_TREATED.search(text, title.end, start) else title


def _doubt_title(title: Evidence) -> Evidence | None:
    """Return a title that may be only a thing which the rule is about; None if it is one word without marks."""
    may_be_subject = not (title.quoted or _SEVERAL_WORDS.search(title.words))
    return None if may_be_subject else structs.replace(title, in_sentence=True)
