"""Citations of a rulings summary (`Rule A.2.3`, `K.21.3`, `A.2.Ruling.1`) in files that declare that they have some.

Their numbers look like versions and headings of other documents, so they are never looked for elsewhere. An *issue* is
an edition of the rulings summary; its rules *restate* those of the Comprehensive Rules in other words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec import Struct, structs

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
"""A citation. A chapter (`A.2`) counts only after the word rule."""
_NUMBER_IN_BYTES = re.compile(rb"[A-Z]\.\d{1,2}")


class RulingCitation(Struct, frozen=True):
    """A number of a rulings summary that a text cites.

    Attributes:
        number: The number: `A.2.3`, `A.2.Ruling.1`, or a chapter, `A.2`.
        start: Offset of its first character in the text.
        end: Offset after its last character.
    """

    number: str
    start: int
    end: int


class RulingMeaning(Struct, frozen=True):
    """The meaning of a cited number of a rulings summary.

    Attributes:
        citation: The citation.
        issue: The issue in which the number names the rule that is meant; None if no issue has the number.
        restated: The rules that it restates, and where they are in the edition checked against.
        fault: The fault of the number; None if none is known.
    """

    citation: RulingCitation
    issue: str | None
    restated: tuple[RestatedAnswer, ...]
    fault: Fault | None

    @property
    def has_rule(self) -> bool:
        """Return whether an issue has the number: the declared one, or any if none is declared."""
        return self.issue is not None

    @property
    def numbers(self) -> tuple[str, ...]:
        """Return the numbers of the restated rules; those of restatements that are only `perhaps` are left out."""
        certain = [restated.numbers for restated in self.restated if restated.certainty != "perhaps"]
        return tuple(dict.fromkeys(number for numbers in certain for number in numbers))


def might_cite_rulings(data: bytes) -> bool:
    """Return whether a file may have such a citation, so that its text must be read."""
    return _NUMBER_IN_BYTES.search(data) is not None


def find_rulings(text: str) -> Iterator[RulingCitation]:
    """Yield the citations of a rulings summary in a text."""
    for match in _CITED.finditer(text):
        name = "named" if match["named"] else "bare"
        yield RulingCitation(match[name], match.start(name), match.end(name))


def judge_rulings(history: History, text: str, issue: str | None, target: str) -> tuple[RulingMeaning, ...]:
    """Return the meanings of the numbers of a rulings summary that a text cites, in its order.

    Args:
        history: The history of the rules.
        text: The text.
        issue: The issue that the text was written for; None if any may be meant.
        target: The edition in which restated rules are looked up.
    """
    return tuple(judge_ruling(history, citation, issue, target) for citation in find_rulings(text))


def judge_ruling(history: History, citation: RulingCitation, issue: str | None, target: str) -> RulingMeaning:
    """Return the meaning of a cited number of a rulings summary.

    A number has a fault if no issue has it, or not the declared one; if its rule has another number in the newest
    issue; and if the rule restates one of the Comprehensive Rules, which has a number of its own. That number is
    suggested, unless the restatement is only `perhaps`.

    Args:
        history: The history of the rules.
        citation: The citation.
        issue: The issue that the text was written for; None if any may be meant.
        target: The edition in which restated rules are looked up.
    """
    period = _find_period(history, citation.number, issue)
    if period is None:
        return RulingMeaning(citation, None, (), _make_missing_fault(history, citation, issue))
    meant_issue = issue or period.last
    restated = find_restated(history, meant_issue, period.key, target) if history.calendar.editions else ()
    clauses = [*_describe_move(history, period, meant_issue), *map(describe_restated, restated)]
    meaning = RulingMeaning(citation, meant_issue, restated, None)
    if not clauses:
        return meaning
    message = f"{citation.number} is of the rulings summary of {meant_issue}; {'; '.join(clauses)}."
    return structs.replace(meaning, fault=_make_fault(citation, "CR002", message, meaning.numbers))


def _find_period(history: History, number: str, issue: str | None) -> Period | None:
    """Return the period of a number that includes an issue; None if no period does.

    Args:
        history: The history of the rules.
        number: The number.
        issue: The issue; None for the last period of the number.
    """
    periods = history.periods.of_key(number, RULINGS_SUMMARY)
    if issue is not None:
        periods = tuple(period for period in periods if period.first <= issue <= period.last)
    return periods[-1] if periods else None


def _make_missing_fault(history: History, citation: RulingCitation, issue: str | None) -> Fault:
    """Return the fault of a number that the declared issue lacks, or that no issue has.

    Args:
        history: The history of the rules.
        citation: The citation of the number.
        issue: The declared issue; None if none is declared, so that no issue has the number.
    """
    number = citation.number
    elsewhere = history.periods.of_key(number, RULINGS_SUMMARY)
    if not elsewhere:
        return _make_fault(citation, "CR001", f"No issue of the rulings summary has a rule {number}.")
    message = f"The rulings summary of {issue} has no rule {number}; that of {elsewhere[-1].last} has."
    return _make_fault(citation, "CR002", message)


def _describe_move(history: History, period: Period, issue: str) -> Iterator[str]:
    """Yield a clause about the number of the rule in the newest issue, if that is another one."""
    newest = history.calendar.chain(RULINGS_SUMMARY)[-1]
    destination = history.destinations.of_lineage(period.lineage, issue, newest)
    if destination.keys and destination.keys != (period.key,):
        yield f"in that of {newest} it is {' and '.join(destination.numbers)}"


def _make_fault(citation: RulingCitation, code: str, message: str, suggestions: tuple[str, ...] = ()) -> Fault:
    """Return a fault. Its suggestions are numbers of another work, so a person must choose."""
    return Fault(code, message, suggestions, number=citation.number, start=citation.start, end=citation.end, fix="")
