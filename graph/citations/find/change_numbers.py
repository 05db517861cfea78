"""Find the *change numbers* of a citation: those that its sentence gives as its old or new number.

In `702.36e → 702.37e` each of the two is the change number of the other.
"""

import re
from collections.abc import Sequence
from itertools import pairwise

from graph.citations.find.layout import line_around
from graph.citations.find.past_numbers import is_corrected, is_in_table_of_changes, is_moved, is_of_another_time
from graph.citations.find.possible import PossibleCitation
from graph.citations.records import REACH
from rules.late_patterns import compile_late
from rules.word_lists import is_content_word

_REACH_OF_DENIAL = 48
"""Characters before a citation in which a word can say that its number is not in use."""
_REACH_BEFORE = 24
"""Characters before the first citation of a sentence in which a word can announce a change."""
_MOST_BESIDE = 8
"""Citations on either side that are examined; a sentence with more of them is a list."""

_SENTENCE_END = compile_late(
    r"""
      [.!?](?<![\s/]!)(?<!\be\.g\.)(?<!\bi\.e\.)[\"”')\]]{0,2}\s    # not the `!` of a comment `//!`, not `e.g.`
    | \n[ \t/*\#;>-]{0,12}\n                                          # a line that is empty but for a comment mark
    """,
    re.VERBOSE,
)
_BEFORE_NUMBER = r"[\s`*_\"“'(]{0,4}(?:(?:CRs?|[Rr]ules?)\s)?(?=[1-9]\d\d(?!\d))"
"""The text between a word of change and the number after it: blanks, marks, a cue."""
_CHANGE = compile_late(
    rf"""
      \b(?:
        [Rr]e-?number | [Rr]emap | [Mm]igrat | [Mm]is-?(?:cit|number) | [Hh]allucinat | [Ff]ormerly | [Uu]sed[ ]to[ ]be
        | [Ss]tale | [Oo]utdated | [Oo]bsolete | should[ ]be | no[ ]longer
    )
    | \b(?:now|was|previously|old|to|from|became|not|instead[ ]of){_BEFORE_NUMBER}
    """,
    re.VERBOSE,
)
"""Words which say that a number became, or should be, another."""
_ARROW = compile_late(rf"(?:→|->|=>|⇒){_BEFORE_NUMBER}")
"""An arrow to a number, from its old number or from a name."""
_ARROW_AT_END = compile_late(r"(?:→|->|=>|⇒)[\s`*_\"“'(]{0,4}\Z")
"""An arrow right before a citation."""
_NAME_AT_END = compile_late(r"(?P<last_word>[^\W\d_]{2,40})[`*_\"”'’()\]]{0,4}\s{0,4}\Z")
"""The last word of a name right before an arrow."""
_END_OF_PAIR = compile_late(r"[`*_\"”'’)\]]{0,4}[ \t]{0,4}[,;|\r\n]")
"""The mark after the number of a name, before the next name."""
_REACH_OF_ARROW = 48
"""Characters before a citation in which the arrow to it and the last word of its name are searched."""
_TIMES = frozenset({"today", "later", "currently"})
"""Words of content before an arrow that are no names: `later → 702.37e`."""
_NOT_BASED = "".join(
    rf"(?<!{verb}[ `]off)"
    for verb in (
        "[Bb]ased",
        "[Bb]uilt",
        "modeled",
        "modelled",
        "keyed",
        "driven",
        "going",
        "working",
        "triggers",
        "triggered",
    )
)
"""The end of `off` that is not that of `based off`."""
_DENIAL = compile_late(
    rf"""
    \b(?:
        [Nn]o | [Nn]ot | [Oo]ld | [Ff]ormer(?:ly)? | [Pp]reviously | [Ww]as | [Oo]bsolete | [Oo]utdated | [Rr]etired
        | [Uu]sed[ ]to[ ]be | [Ii]nstead[ ]of | [Mm]oved\b[^.]{{0,40}}\soff | (?<=\w[ `])off{_NOT_BASED}
    )
    [\s`*_\"“']{{1,4}}\Z
    """,
    re.VERBOSE,
)
"""Words which say that the number after them is not in use."""
_CORRECTION = compile_late(
    r"""
    (?:[ ]?[/,&+][ ]?(?:[A-Za-z-]{1,24}[ ])?[1-9]\d\d(?:\.\d{1,3}[a-z]?)?){0,4}      # the other numbers of a list
    [\s`*_\"”'’)]{1,4}
    (?:cit(?:e|ation)|ref(?:erence)?|number)s?\s(?:(?:here|above|below|itself)\s)?
    (?:is|was|are|were|has\sbeen|have\sbeen)\s(?:now\s|since\s|long\s)?
    (?:corrected|fixed|replaced|removed|retired|renumbered|[Ss]tale|STALE|outdated|OUTDATED|obsolete|wrong|WRONG)\b
    """,
    re.VERBOSE,
)
"""Words after a number which say that it is a mistake of the past."""

_CORRECTED_NOUNS = ("cit", "ref", "number")
"""Every match of `_CORRECTION` contains one of these, in its first `_REACH_OF_CORRECTION` characters."""
_REACH_OF_CORRECTION = 200


def find_change_numbers(text: str, places: Sequence[PossibleCitation], index: int) -> tuple[str, ...]:
    """Return the numbers that the sentence of a citation may give as its old or new number.

    They are only candidates: the judge checks whether one rule had both numbers.

    Args:
        text: The whole text.
        places: All citations, in order.
        index: The index of the citation.

    Returns:
        One of three results:

        - the numbers of the citation itself, if the text next to it, or next to the same number in the sentence, says
          that the number is not in use (`there is no 702.1b`), or if the text next to it says that the number was a
          mistake (`the 702.1b citation is corrected`) or is of another time (`past_numbers`);
        - the numbers of the other citations of the sentence, if it has words or arrows of a change: 702.37e for the
          first number of `702.36e → 702.37e`, but nothing in `oar → 702.36e, sail → 702.37e`. At most `_MOST_BESIDE`
          citations before and after this one are read;
        - otherwise nothing.
    """
    place = places[index]
    if _is_denied(text, place) or _is_called_corrected(text, place.end):
        return place.printed.numbers
    sentence = find_sentence(text, place)
    if _is_told_of(text, places, index, sentence):
        return place.printed.numbers
    nearby = _list_nearby(places, index, sentence)
    if not nearby:
        return ()
    if any(again.printed.numbers == place.printed.numbers and _is_denied(text, again) for again in nearby):
        return place.printed.numbers
    if not _has_sign_of_change(text, sorted((place, *nearby), key=lambda found: found.start), sentence):
        return ()
    return tuple(number for found in nearby for number in found.printed.numbers)


def _has_sign_of_change(text: str, citations: Sequence[PossibleCitation], sentence: range) -> bool:
    """Return whether a sentence has words, or arrows between numbers, which say that a number became another.

    Args:
        text: The whole text.
        citations: The citations of the sentence, in order.
        sentence: The bounds of the sentence.
    """
    low = max(sentence.start, citations[0].start - _REACH_BEFORE)
    if _CHANGE.search(text, low, sentence.stop):
        return True
    return _ARROW.search(text, low, sentence.stop) is not None and not _have_names(text, citations, sentence.start)


def _have_names(text: str, citations: Sequence[PossibleCitation], low: int) -> bool:
    """Return whether each arrow leads from a name to its number: `oar → 702.36e, sail → 702.37e`.

    The first number must have such an arrow; a later number without an arrow is a further number of the name before it.
    A mark must separate each name from the number before it: the arrow of `702.36e: oar → 702.37e` is one of a change.

    Args:
        text: The whole text.
        citations: The citations of a sentence, in order.
        low: Offset of the sentence.
    """
    for position, citation in enumerate(citations):
        is_first = position == 0
        start = max(low, citation.start - _REACH_OF_ARROW) if is_first else citations[position - 1].end
        arrow = _ARROW_AT_END.search(text, max(start, citation.start - _REACH_OF_ARROW), citation.start)
        if arrow is None:
            if is_first:
                return False
            continue
        name = _NAME_AT_END.search(text, max(start, arrow.start() - _REACH_OF_ARROW), arrow.start())
        if name is None or not is_content_word(name["last_word"].lower()) or name["last_word"].lower() in _TIMES:
            return False
        if not is_first and _END_OF_PAIR.match(text, start) is None:
            return False
    return True


def _is_denied(text: str, place: PossibleCitation) -> bool:
    """Return whether a word right before a number says that it is not in use."""
    return _DENIAL.search(text, max(0, place.start - _REACH_OF_DENIAL), place.start) is not None


def _is_called_corrected(text: str, end: int) -> bool:
    """Return whether the words after a number that ends at `end` say that it is a mistake of the past."""
    after = text[end : end + _REACH_OF_CORRECTION]
    may_be_called = any(noun in after for noun in _CORRECTED_NOUNS)  # a cheap test that few numbers pass
    return may_be_called and _CORRECTION.match(text, end) is not None


def _is_told_of(text: str, places: Sequence[PossibleCitation], index: int, sentence: range) -> bool:
    """Return whether a text mentions a number as that of another time, as a corrected one, or as its correction.

    Args:
        text: The whole text.
        places: All citations, in order.
        index: The index of the citation.
        sentence: The bounds of its sentence.
    """
    place = places[index]
    if is_of_another_time(text, place, sentence) or is_moved(text, places, index):
        return True
    neighbours = places[max(0, index - 1) : index + 2]
    if any(is_corrected(text, first, second, sentence) for first, second in pairwise(neighbours)):
        return True
    line = line_around(text, place.start, place.end)
    on_line = [neighbour for neighbour in neighbours if line.start <= neighbour.start and neighbour.end <= line.stop]
    return len(on_line) > 1 and is_in_table_of_changes(text, place)


def _list_nearby(places: Sequence[PossibleCitation], index: int, sentence: range) -> list[PossibleCitation]:
    """Return the other citations in the sentence of `places[index]`, in order: the nearest `_MOST_BESIDE` each way."""
    before = places[max(0, index - _MOST_BESIDE) : index]
    after = places[index + 1 : index + 1 + _MOST_BESIDE]
    return [place for place in (*before, *after) if place.start >= sentence.start and place.end <= sentence.stop]


def find_sentence(text: str, place: PossibleCitation) -> range:
    """Return the bounds of the sentence around a citation, at most `REACH` characters before and after it."""
    low = max(0, place.start - REACH)
    for stop in _SENTENCE_END.finditer(text, low, place.start):
        low = stop.end()
    high = place.end + REACH
    sentence_end = _SENTENCE_END.search(text, place.end, high)
    if sentence_end is not None:
        high = sentence_end.start()
    return range(low, high)
