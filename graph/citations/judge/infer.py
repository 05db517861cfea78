"""Infer the edition that the citations of a tree were written for: the one that explains most of them.

Two kinds of facts count. A cited number supports each edition that has it. If the words next to a number fit some of
the rules that had it, and not the others, they support the editions in which those rules had the number; this
distinguishes editions that have the same numbers.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from typing import TYPE_CHECKING

from graph.citations.judge.citation_context import CitationContext
from graph.citations.judge.judge_context import JudgeContext
from graph.citations.judge.messages import join_words
from rules.numbers import is_number

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from graph.citations.judge.facts import Facts
    from graph.citations.judge.judge_context import NumberOwnership
    from graph.citations.records import Citation


@dataclass(frozen=True, slots=True)
class Fit:
    """How well an edition fits the citations of a tree.

    Attributes:
        edition: Its id.
        existing: How many of the cited numbers it has; a number counts as often as it is cited.
        fitting: For how many of the `telling` numbers it has a rule that the words fit.
        score: The sum of both as a share of its maximum, 0 to 1.
    """

    edition: str
    existing: int
    fitting: int
    score: float


@dataclass(frozen=True, slots=True)
class Inference:
    """The result for a tree.

    Attributes:
        fits: All editions, the best first; among equal ones the newest first.
        numbers: How many numbers are cited; a number counts as often as it is cited.
        telling: How many of them have words next to them that fit some of the rules that had the number, not others.
        best: The editions that fit best, oldest first, as runs (first, last) of adjacent editions.
    """

    fits: tuple[Fit, ...]
    numbers: int
    telling: int
    best: tuple[tuple[str, str], ...]

    def describe_result(self) -> str:
        """Return the result in one or two sentences."""
        if not self.numbers:
            return "No number is cited, so no edition fits better than another."
        top = self.fits[0]
        runs = [first if first == last else f"{first} to {last}" for first, last in self.best]
        is_single = len(self.best) == 1 and self.best[0][0] == self.best[0][1]
        figures = f"{top.existing:,} of {self.numbers:,} numbers exist"
        if self.telling:
            figures += f", {top.fitting:,} of {self.telling:,} that words explain name the rule meant"
        return f"{join_words(runs)} {'fits best' if is_single else 'fit equally'}: {figures}."


def infer_edition(facts: Facts, citations: Iterable[Citation]) -> Inference:
    """Rank the editions by how well the citations of a tree fit each.

    Args:
        facts: The facts of all editions.
        citations: All citations of the tree. Citations with a stamp count like those without.
    """
    tally = _Tally(JudgeContext(facts))
    for citation in citations:
        tally.add(citation)
    return tally.result()


class _Tally:
    """Counts, for each edition, the numbers that it has and those whose words fit it."""

    def __init__(self, known: JudgeContext) -> None:
        self._known = known
        self._editions = known.where.editions
        self._existing = dict.fromkeys(self._editions, 0)
        self._fitting = dict.fromkeys(self._editions, 0)
        self._numbers = 0
        self._telling = 0

    def add(self, citation: Citation) -> None:
        """Count the numbers of one citation."""
        context = CitationContext(self._known, citation)
        for number in citation.numbers:
            ownerships = self._known.ownerships(number)
            self._numbers += 1
            _count(self._existing, ownerships, self._editions)
            meant = self._select_meant(number, ownerships, context) if context.words else ()
            if meant:
                self._telling += 1
                _count(self._fitting, meant, self._editions)

    def _select_meant(
        self, number: str, ownerships: Sequence[NumberOwnership], context: CitationContext
    ) -> Sequence[NumberOwnership]:
        """Return the ownerships that the words fit; none if they fit all."""
        if len({ownership.lineage for ownership in ownerships}) < 2 or not is_number(number):
            return ()
        fitting = [ownership for ownership in ownerships if context.is_about_rule(ownership.last, number)]
        if fitting:
            return fitting if len(fitting) < len(ownerships) else ()
        return [ownership for ownership in ownerships if self._outdoes(ownership, ownerships, context)]

    def _outdoes(
        self, number_ownership: NumberOwnership, ownerships: Sequence[NumberOwnership], context: CitationContext
    ) -> bool:
        others = {ownership.lineage for ownership in ownerships} - {number_ownership.lineage}
        return all(context.speaks_for(number_ownership.lineage, other) for other in sorted(others))

    def result(self) -> Inference:
        """Return the inference, with the editions ranked."""
        whole = self._numbers + self._telling
        candidates = [
            Fit(edition, here, fitting, (here + fitting) / whole if whole else 0.0)
            for edition, here in self._existing.items()
            for fitting in (self._fitting[edition],)
        ]
        top = max((fit.score for fit in candidates), default=0.0)
        ranked = sorted(candidates, key=lambda fit: (fit.score, fit.edition), reverse=True)
        best = _runs([fit.score == top for fit in candidates], self._editions)
        return Inference(tuple(ranked), self._numbers, self._telling, best)


def _count(counts: dict[str, int], ownerships: Iterable[NumberOwnership], editions: Sequence[str]) -> None:
    for ownership in ownerships:
        for edition in editions[bisect_left(editions, ownership.first) : bisect_right(editions, ownership.last)]:
            counts[edition] += 1


def _runs(marks: Sequence[bool], editions: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """Return the runs of adjacent editions that are marked, each as its first and its last."""
    runs: list[tuple[str, str]] = []
    before = False
    for marked, edition in zip(marks, editions, strict=True):
        if marked:
            runs = [*runs[:-1], (runs[-1][0], edition)] if before else [*runs, (edition, edition)]
        before = marked
    return tuple(runs)
