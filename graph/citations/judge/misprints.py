"""Find citations that cannot be meant as printed in any edition: CR006."""

from __future__ import annotations

from typing import TYPE_CHECKING

from graph.citations.judge.meaning import NumberFault
from rules.numbers import is_number, kind_of, sort_key

if TYPE_CHECKING:
    from graph.citations.judge.judge_context import JudgeContext
    from graph.citations.records import Citation


def misprint(known: JudgeContext, citation: Citation) -> NumberFault | None:
    """Return the fault of a citation that is misprinted as a whole; None if it is not."""
    if citation.problem:
        number = citation.numbers[0] if citation.numbers else citation.raw
        problem = citation.problem.rstrip(".")
        return NumberFault("CR006", number, f"{citation.raw}: {problem}.", cause=("problem",))
    if citation.form == "range" and len(citation.parts) == 2:
        return _range(known, citation)
    return None


def _range(known: JudgeContext, citation: Citation) -> NumberFault | None:
    first, last = (part.number for part in citation.parts)
    if not (is_number(first) and is_number(last)):
        return None
    what = _wrong_with(first, last)
    if what is None and known.ownerships(first) and known.ownerships(last) and not _ever_together(known, first, last):
        what = f"no edition has both {first} and {last}"
    if what is None:
        return None
    return NumberFault("CR006", first, f"{citation.raw}: {what}.", cause=("range",))


def _wrong_with(first: str, last: str) -> str | None:
    if kind_of(first) != "chapter" and first.partition(".")[0] != last.partition(".")[0]:
        return "a range over two chapters"
    if sort_key(first) > sort_key(last):
        return "a range that runs backwards"
    return None


def _ever_together(known: JudgeContext, first: str, last: str) -> bool:
    return any(
        ownership.first <= other.last and other.first <= ownership.last
        for ownership in known.ownerships(first)
        for other in known.ownerships(last)
    )
