"""Citations of a rulings summary (`Rule A.2.3`, `K.21.3`, `A.2.Ruling.1`) in files that declare that they have some.

Their numbers look like versions and headings of other documents, so they are never looked for elsewhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec import Struct

from graph.citations.records import Fault
from graph.history import History
from graph.restatements.restated import describe_restated, find_restated
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


def might_cite_rulings(data: bytes) -> bool:
    """Return whether some bytes may have such a citation, so that reading the text is worth it."""
    return _MARK.search(data) is not None


def find_rulings(text: str) -> Iterator[RulingCitation]:
    """Yield the citations of a rulings summary in a text."""
    for match in _CITED.finditer(text):
        name = "named" if match["named"] else "bare"
        yield RulingCitation(match[name], match.start(name), match.end(name))


def judge_ruling(history: History, citation: RulingCitation) -> Fault | None:
    """Return what is wrong with a citation: no issue has the number, or the rules now say it elsewhere.

    Nothing is wrong with a number whose rule nothing is known to restate.
    """
    number, start, end = citation.number, citation.start, citation.end
    periods = history.periods(number, RULINGS_SUMMARY)
    if not periods:
        return Fault(
            "CR001", f"No issue of the rulings summary has a rule {number}.", number=number, start=start, end=end
        )
    issue = periods[-1].last
    restated = find_restated(history, issue, periods[-1].key) if history.editions else ()
    if not restated:
        return None
    places = "; ".join(map(describe_restated, restated))
    message = f"{number} is of the rulings summary of {issue}; {places}."
    return Fault("CR002", message, number=number, start=start, end=end)


def judge_rulings(history: History, text: str) -> tuple[tuple[str, ...], tuple[Fault, ...]]:
    """Return the numbers of a rulings summary that a text cites, in its order, and what is wrong with them."""
    citations = list(find_rulings(text))
    faults = (judge_ruling(history, citation) for citation in citations)
    return tuple(citation.number for citation in citations), tuple(fault for fault in faults if fault is not None)
