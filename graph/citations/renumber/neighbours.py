"""Citations next to each other that must not lose their connection when they are renumbered.

Two citations can be the ends of one range, as in `[CR 601.3a] to [CR 601.3c]`; they must stay the ends of the range of
the same rules. Two numbers of a list, as in `CR 510.4/510.5`, must not become the same number.
"""

import re
from collections.abc import Sequence
from itertools import pairwise

from graph.citations.judge.placing import LONGEST_JOINT
from graph.citations.records import Citation
from graph.citations.renumber.outcomes import Cause, Outcome
from graph.citations.renumber.successors import SuccessorFinder
from rules.late_patterns import compile_late

_REACH_OF_RANGE = 200
"""Maximum characters between two citations that are the ends of one range, with the address of a link between them."""
_TO = compile_late(
    r"""
    (?:[)\]`*_"'”]|\]\([^()\s]{1,160}\)){0,3}
    (?:[^\S\n]?(?:[-–—]|\.{2,3})|\s?\b(?:to|through|thru|until)\b)\s?
    [(\[`*_"'“]{0,3}(?:(?:CRs?|[Rr]ules?)\s?)?
    """,
    re.VERBOSE,
)
"""The text between two citations that are the ends of a range: `[CR 601.3a] to [CR 601.3c]`.

A dash at the start of a line is the mark of an item of a list."""


def leave_broken_pairs(text: str, outcomes: Sequence[Outcome], finder: SuccessorFinder) -> list[Outcome]:
    """Return the outcomes of a file, with the status `left` for neighbours that would lose their connection.

    Args:
        text: The whole text.
        outcomes: The outcome for each citation of the text, in order.
        finder: Finds the new numbers of a range.
    """
    causes: dict[int, Cause] = {}  # by the position of the outcome
    for position, (first, last) in enumerate(pairwise(outcomes)):
        if _are_ends(text, first.citation, last.citation) and not _stay_ends(first, last, finder):
            causes |= {position: "scattered", position + 1: "scattered"}
        elif _become_same(first, last):
            causes |= {position: "form", position + 1: "form"}
    settled = list(outcomes)
    for position, cause in causes.items():
        settled[position] = settled[position].leave(cause)
    return settled


def _are_ends(text: str, first: Citation, last: Citation) -> bool:
    """Return whether two citations are the ends of one range: `[CR 702.9] to [CR 702.10]`.

    In `renumbered from CR 702.9 to CR 702.10` they are not.
    """
    are_numbers = first.form == last.form == "number"
    if not are_numbers or first.change_numbers or last.start - first.end > _REACH_OF_RANGE:
        return False
    return _TO.fullmatch(text, first.end, last.start) is not None


def _stay_ends(first: Outcome, last: Outcome, finder: SuccessorFinder) -> bool:
    """Return whether the new numbers of two citations are the ends of the range of exactly the same rules."""
    if first.edition is None or first.edition != last.edition:
        return False
    new_ends = finder.find_new_ends(first.citation, last.citation, first.edition)
    return new_ends == (_new_number(first), _new_number(last))


def _become_same(first: Outcome, last: Outcome) -> bool:
    """Return whether two numbers of a list would become the same number: `CR 510.4/510.5`."""
    are_numbers = first.citation.form == last.citation.form == "number"
    gap = last.citation.start - first.citation.end
    if not are_numbers or gap > LONGEST_JOINT:
        return False
    return first.citation.numbers != last.citation.numbers and _new_number(first) == _new_number(last)


def _new_number(outcome: Outcome) -> str:
    """Return the number that the only number of a citation becomes; itself if the citation is not renumbered."""
    number = outcome.citation.numbers[0]
    return outcome.new_numbers.get(number, number)
