"""The measures of the first answers to questions: how much each weight of the search adds to their scores."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager

from msgspec import Struct

from bench.questions import Question
from graph.search.definition import read_definition
from graph.search.searchable import SearchableStore
from graph.search.searcher import Searcher
from rules.store import Store

CANDIDATES = 50
"""The number of first answers that are measured."""
STEP = 1.1
"""The factor by which a weight is raised to measure what it adds."""

Weights = Mapping[str, float]

NO_VOTES: Weights = {"voted": 0.0}
"""The weight with which the words of other questions count for nothing; most questions of the tables are among them."""


class Candidate(Struct, frozen=True):
    """One of the first answers to a question.

    Attributes:
        is_right: Whether it is one of the right answers.
        score: Its score with the weights with which it was measured.
        slopes: For each weight by how much the score grows if the weight is doubled.
    """

    is_right: bool
    score: float
    slopes: tuple[float, ...]

    def score_with(self, factors: Sequence[float]) -> float:
        """Return the score if the weights are multiplied by some factors.

        Args:
            factors: The factor of each weight, in the order of the slopes.
        """
        return self.score + sum(slope * (factor - 1) for slope, factor in zip(self.slopes, factors, strict=True))


@contextmanager
def using_weights(weights: Weights) -> Iterator[None]:
    """Let the search use some weights; afterwards it uses those that it had before."""
    used = read_definition().weights
    before = dict(used)
    used.update(weights)
    try:
        yield
    finally:
        used.update(before)


class Measurer:
    """Measures the answers to questions with the search of a knowledge base.

    Args:
        store: The knowledge base.
        weights: The names of the weights to measure.
    """

    def __init__(self, store: Store, weights: Sequence[str]) -> None:
        self._searchable = SearchableStore(store)
        self._searcher = Searcher(store)
        self._names = weights

    def measure(self, question: Question, weights: Weights) -> list[Candidate]:
        """Return the first answers that only their words and claims order; none if a name answers the question.

        Args:
            question: The question.
            weights: The weights with which the answers are ranked; the weights in use stay as they are.
        """
        scores = self._score(question, weights)
        first = dict(list(scores.items())[:CANDIDATES])
        if not first:
            return []
        raised = [self._score(question, {**weights, name: weights[name] * STEP}) for name in self._names]
        candidates: list[Candidate] = []
        for source, score in first.items():
            slopes = [
                (scores_with[source] - score) / (STEP - 1) if source in scores_with else 0.0 for scores_with in raised
            ]
            candidates.append(Candidate(source in question.answers, score, tuple(slopes)))
        return candidates

    def _score(self, question: Question, weights: Weights) -> dict[str, float]:
        """Return the scores of all answers, best first, by their sources; empty if a name answers the question."""
        with using_weights(weights):
            query = self._searcher.understand(question.typed)
            edition = query.edition or self._searchable.latest
            found = self._searchable.rank(query, edition, history=False, typing=False).answers()
        if not found or found[0].tier > 0:
            return {}
        records = self._searchable.index(edition).records
        return {records[answer.position].key: answer.score for answer in found}
