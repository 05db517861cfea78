"""The title that belongs to a number by its place in a list, next to which there is a list of as many names.

In `scry, surveil (CR 701.22, 701.25)` the title of the second number is `surveil`.
"""

import re
from collections.abc import Sequence

from graph.citations.judge.case import Case
from graph.citations.judge.placing import LONGEST_JOINT, PlacedTitle
from graph.citations.records import Citation, Evidence
from rules.late_patterns import compile_late
from rules.text import strip_title

_BETWEEN_NAMES = compile_late(r"\s*(?:,\s*(?:and|or)\s|[,/&+]|\s(?:and|or)\s)\s*")
"""A separator of two names: a comma, a slash, an ampersand or a plus, or `and` or `or`, also after a comma."""
_BEFORE_NAMES = compile_late(r".*[:;.!?(\[—–]\s*", re.DOTALL)
"""The text before the names: everything up to the last mark that ends a clause."""
_AFTER_NAMES = compile_late(r"\s*[:;.!?)\]—–].*", re.DOTALL)
"""The text after the names: everything from the first mark on that ends a clause."""
_MARKS = " \t\n\"'`*_“”‘’:-("
"""Characters around a name, or between the last name and the list, that are no part of the name."""


def find_paired_title(case: Case) -> PlacedTitle | None:
    """Return the title that has the place of a number in its list; None unless each number has a name.

    The names are those directly before the list, or else after it, separated by commas, slashes or `and`, and the title
    is one of them, with no other word. Only in front of the first name there may be other words of the sentence: `The
    engine can scry, surveil (CR 701.22, 701.25)`. The rule of the number must not have the title of another name, which
    may be in another order.

    Args:
        case: The number, whose citation is one in a list.
    """
    citations, position = case.words.list_with_position
    if len(citations) < 2:
        return None
    names = _list_names(citations)
    if len(names) != len(citations):
        return None
    own_titles = case.history.titles.of_number(case.target_edition, case.number).nearest
    if any(case.lexicon.titles.may_be_about(name, own_titles) for name in names):
        return None
    for named in case.words.named_titles:
        if _is_name(named, names, position):
            return named
    return None


def _is_name(named: PlacedTitle, names: Sequence[str], position: int) -> bool:
    """Return whether a title is the name at a position of a list of names.

    Args:
        named: The title.
        names: The names. If they are before their numbers, the first one may have other words in front of it.
        position: The position.
    """
    words = names[position].strip(_MARKS)
    if named.before and position == 0:
        words = " ".join(words.split()[-len(named.words.split()) :])
    return strip_title(words) == strip_title(named.words)


def _list_names(citations: Sequence[Citation]) -> list[str]:
    """Return the names directly before a list of citations, or else after it; other words too if these are there.

    Words before the list belong to its first citation and words after it to its last one, even if the others have other
    words: in `deathtouch and trample (CR 702.2c/702.19b), menace, vigilance`, 702.19b has only the words after it.
    """
    before = _find_words_before(citations[0])
    if before is not None:
        names = _BETWEEN_NAMES.split(_BEFORE_NAMES.sub("", before.words.strip(_MARKS)))
        if len(names) == len(citations):
            return names
    after = _find_words_after(citations[-1])
    if after is None:
        return []
    return _BETWEEN_NAMES.split(_AFTER_NAMES.sub("", after.words.strip(_MARKS)))


def _find_words_before(first: Citation) -> Evidence | None:
    """Return the words directly before the first citation of a list; None if there are none."""
    for evidence in first.evidence:
        is_before = evidence.end <= first.start <= evidence.end + LONGEST_JOINT + len(first.cue or "")
        if is_before and evidence.kind in {"keyword", "prose"}:
            return evidence
    return None


def _find_words_after(last: Citation) -> Evidence | None:
    """Return the longest words directly after the last citation of a list; None if there are none."""
    longest: Evidence | None = None
    for evidence in last.evidence:
        is_after = last.end <= evidence.start <= last.end + LONGEST_JOINT and evidence.kind in {"keyword", "prose"}
        if is_after and (longest is None or evidence.end > longest.end):
            longest = evidence
    return longest
