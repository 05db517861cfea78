"""Citation → what is wrong with it, held against one edition.

The questions, in this order: can the number be meant as printed; does the edition held against have it; does it hold
there what it held in the edition it was written for; do the words beside it speak of another rule.
"""

from __future__ import annotations

from collections import defaultdict
from functools import lru_cache
from typing import TYPE_CHECKING

from graph.citations.judge.citation_context import CitationContext
from graph.citations.judge.drift import drifted, not_yet_existing, reworded
from graph.citations.judge.evidence import mismatch
from graph.citations.judge.existence import missing
from graph.citations.judge.judge_context import JudgeContext
from graph.citations.judge.messages import listed
from graph.citations.judge.misprints import misprint
from graph.citations.records import Judgement

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from graph.citations.judge.facts import Facts
    from graph.citations.judge.messages import Fault
    from graph.citations.records import Citation


class Judge:
    """Judges the citations of a run.

    Args:
        facts: The facts of all editions; `graph.ledger.Ledger` has them.
        edition: The edition that citations are held against: anything that `facts.resolve` understands.
        pin: The edition they were written for, where that is known; a stamp beside a citation goes before it.
        since: As `pin`, but only for what changed since then; with it, rewordings are reported too.

    Raises:
        LookupError: `edition`, `pin` or `since` names no edition.
    """

    def __init__(self, facts: Facts, edition: str = "latest", pin: str | None = None, since: str | None = None) -> None:
        self._known = JudgeContext(facts)
        self.target = facts.resolve(edition)
        self.pin = facts.resolve(pin) if pin else None
        self.since = facts.resolve(since) if since else None
        self._stamped = lru_cache(None)(self._resolved)

    def judge(self, citation: Citation) -> tuple[Judgement, ...]:
        """What is wrong with a citation: one judgement for each cause, in the order of the text.

        A stamp that names no edition counts for nothing; `unknown_stamp` tells of it.
        """
        wrong = misprint(self._known, citation)
        if wrong is not None:
            return (Judgement(wrong.code, wrong.message, wrong.number, citation.start, citation.end),)
        context = CitationContext(self._known, citation)
        faults = [fault for number in _to_judge(citation) if (fault := self._fault(number, citation, context))]
        return tuple(self._put_together(citation, faults))

    def unknown_stamp(self, citation: Citation) -> bool:
        """Whether a citation has a stamp that names no edition."""
        return citation.stamp is not None and self._stamped(citation.stamp) is None

    def _resolved(self, stamp: str) -> str | None:
        try:
            return self._known.facts.resolve(stamp)
        except LookupError:
            return None

    def _fault(self, number: str, citation: Citation, context: CitationContext) -> Fault | None:
        known, target = self._known, self.target
        stamp = self._stamped(citation.stamp) if citation.stamp else None
        base = stamp or self.pin or self.since
        if base is None:
            return (
                mismatch(known, number, target, context)
                if known.exists(number, target)
                else missing(known, number, target, context)
            )
        if not known.exists(number, base):
            if not known.exists(number, target):
                return missing(known, number, target, context)
            strict = stamp or self.pin
            return (not_yet_existing(known, number, base, target) if strict else None) or mismatch(
                known, number, target, context
            )
        fault = drifted(known, number, base, target, context)
        if fault is not None:
            return fault
        if not known.exists(number, target):
            return missing(known, number, target, context)
        fault = mismatch(known, number, target, context, pinned=True)
        if fault is None and self.since is not None:
            return reworded(known, number, base, target)
        return fault

    def _put_together(self, citation: Citation, faults: Iterable[Fault]) -> Iterable[Judgement]:
        """Faults of one cause as one judgement."""
        by_cause: dict[tuple[str, ...], list[Fault]] = defaultdict(list)
        for fault in faults:
            by_cause[fault.code, *fault.cause].append(fault)
        found = [_judgement(citation, group) for group in by_cause.values()]
        return sorted(found, key=lambda one: (one.start, one.end, one.code))


def _to_judge(citation: Citation) -> tuple[str, ...]:
    """The numbers that count: of a range its ends alone, for what lies between may have gaps."""
    printed = tuple(dict.fromkeys(part.number for part in citation.parts))
    return printed if citation.form == "range" and printed else citation.numbers


def _judgement(citation: Citation, faults: Sequence[Fault]) -> Judgement:
    first, others = faults[0], faults[1:]
    parts = [part for part in citation.parts if part.number in {fault.number for fault in faults}]
    start, end = (parts[0].start, parts[-1].end) if parts else (citation.start, citation.end)
    suggestions = dict.fromkeys(number for fault in faults for number in fault.suggestions)
    whole = all(fault.suggestions for fault in faults)
    likewise = f" Likewise {listed([fault.brief for fault in others])}." if others else ""
    return Judgement(
        first.code,
        f"{first.message}{likewise}",
        first.number,
        start,
        end,
        ", ".join(suggestions) if suggestions and whole else None,
        first.broken,
    )
