"""Citations of a rulings summary (`Rule A.2.3`, `K.21.3`, `A.2.Ruling.1`) in files that declare that they have some.

Their numbers look like versions and headings of other documents, so they are never looked for elsewhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec import Struct

from graph.citations.records import Fault
from graph.history import History, Period
from graph.restatements.restated import RestatedAnswer, describe_restated, find_restated
from rules.late_patterns import compile_late
from rules.records import RULINGS_SUMMARY

_RULE = r"[A-Z]\.\d{1,2}\.(?:Ruling\.)?\d{1,2}"
_CHAPTER = r"[A-Z]\.\d{1,2}"
_CITED = compile_late(
    rf"(?<![\w.])(?:[Rr]ules?\s+(?P<named>{_RULE}|{_CHAPTER})|(?P<bare>{_RULE}))(?!\w|\.\d|\.Ruling)",
)
"""A chapter (`A.2`) counts only after the word rule."""
_MARK = re.compile(rb"[A-Z]\.\d{1,2}")


class RulingCitation(Struct, frozen=True):
    """A number of a rulings summary, and where a text cites it."""

    number: str
    start: int
    end: int


class RulingMeaning(Struct, frozen=True):
    """What a cited number of a rulings summary means.

    Attributes:
        citation: The citation.
        issue: The issue in which the number names the rule that is meant; None if no issue has it.
        restated: What that rule restates, and where that is in the edition checked against.
        fault: What is wrong with the number; None if nothing is known to be.
    """

    citation: RulingCitation
    issue: str | None
    restated: tuple[RestatedAnswer, ...]
    fault: Fault | None

    @property
    def numbers(self) -> tuple[str, ...]:
        """Return the numbers that say the same today, without those that only may; none if the rule is not restated."""
        certain = [restated.numbers for restated in self.restated if restated.certainty != "perhaps"]
        return tuple(dict.fromkeys(number for numbers in certain for number in numbers))


def might_cite_rulings(data: bytes) -> bool:
    """Return whether some bytes may have such a citation, so that reading the text is worth it."""
    return _MARK.search(data) is not None


def find_rulings(text: str) -> Iterator[RulingCitation]:
    """Yield the citations of a rulings summary in a text."""
    for match in _CITED.finditer(text):
        name = "named" if match["named"] else "bare"
        yield RulingCitation(match[name], match.start(name), match.end(name))


def judge_rulings(history: History, text: str, issue: str | None, target: str) -> tuple[RulingMeaning, ...]:
    """Return what the numbers of a rulings summary that a text cites mean, in its order.

    Args:
        history: The history of the rules.
        text: The text.
        issue: The issue that the text was written for; None if any may be meant.
        target: The edition in which restated rules are looked up.
    """
    return tuple(judge_ruling(history, citation, issue, target) for citation in find_rulings(text))


def judge_ruling(history: History, citation: RulingCitation, issue: str | None, target: str) -> RulingMeaning:
    """Return what a cited number means; takes the arguments of `judge_rulings`.

    Wrong is a number that no issue has, or not the declared one, or whose rule has another number in the newest issue;
    and one that the rules restate, which say it under a number of theirs. Nothing is known to be wrong with others.
    """
    period = _find_period(history, citation.number, issue)
    if period is None:
        return RulingMeaning(citation, None, (), _describe_missing(history, citation, issue))
    own = issue or period.last
    restated = find_restated(history, own, period.key, target) if history.editions else ()
    places = [*_describe_move(history, period, own), *map(describe_restated, restated)]
    meaning = RulingMeaning(citation, own, restated, None)
    if not places:
        return meaning
    message = f"{citation.number} is of the rulings summary of {own}; {'; '.join(places)}."
    return RulingMeaning(citation, own, restated, _make_fault(citation, "CR002", message, meaning.numbers))


def _find_period(history: History, number: str, issue: str | None) -> Period | None:
    """Return the period of a number in an issue, or its last one in any; None if there is none."""
    periods = history.periods(number, RULINGS_SUMMARY)
    if issue is not None:
        periods = tuple(period for period in periods if period.first <= issue <= period.last)
    return periods[-1] if periods else None


def _describe_missing(history: History, citation: RulingCitation, issue: str | None) -> Fault:
    number = citation.number
    elsewhere = history.periods(number, RULINGS_SUMMARY)
    if not elsewhere:
        return _make_fault(citation, "CR001", f"No issue of the rulings summary has a rule {number}.")
    message = f"The rulings summary of {issue} has no rule {number}; that of {elsewhere[-1].last} has."
    return _make_fault(citation, "CR002", message)


def _describe_move(history: History, period: Period, issue: str) -> Iterator[str]:
    """Yield where the rule is in the newest issue, if it has another number there."""
    newest = history.line(RULINGS_SUMMARY)[-1]
    destination = history.follow_lineage(period.lineage, issue, newest)
    if destination.keys and destination.keys != (period.key,):
        yield f"in that of {newest} it is {' and '.join(destination.numbers)}"


def _make_fault(citation: RulingCitation, code: str, message: str, suggestions: tuple[str, ...] = ()) -> Fault:
    """Return a fault. Its suggestions are numbers of another work, so a person must choose."""
    return Fault(code, message, suggestions, number=citation.number, start=citation.start, end=citation.end, fix="")
