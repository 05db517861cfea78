"""`python -m bench.search_weights DB`: learn the weights of the search from questions with their answers.

Each score is close to a linear function of the weights, whose slopes are measured with the search itself. So the
weights are learned by logistic regression: they are changed step by step so that the right answers become likelier than
the other first ones, and the farther from today's weights the more must be gained. Cross-validation learns from all
parts of the questions but one, and asks the search the questions of that one. All of that is done without the votes of
`graph/search/asked.toml`, which has the answers to many of these questions.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from bench.questions import MEASURING, Question, make_parser, read_questions
from bench.search_measures import NO_VOTES, Candidate, Measurer, Weights, using_weights
from bench.search_ranks import AskedQuestion, ask, list_rows
from bench.section import align_columns
from graph.search.definition import read_definition
from graph.search.searcher import Searcher
from rules.store import open_store

DEFINITION = Path(__file__).parents[1] / "graph/search/definition.toml"
LEARNED = (
    "saying", "similar", "further", "beside", "name", "meaning", "entry", "alone", "lead", "own", "above", "chapter",
    "second", "near", "typed", "example", "glossary", "asked",
)  # fmt: skip
"""The weights that are learned: those of the ranking, without least shares and those that an index is made with."""
FOLDS = 5
ROUNDS = 60
PACE = 0.6
"""How far the weights go in the first round, in shares of themselves; in later rounds they go less and less far."""
STIFFNESS = 0.05
"""How much it costs to change a weight by itself, in logarithms of the likelihood per question."""
SOFTNESS = 3.0
"""By how much two scores must differ so that the higher one is e times as likely to be right."""
LEAST, MOST = 0.4, 2.5
"""A weight is at least and at most so many times the one of today."""


def learn(measured: Sequence[Sequence[Candidate]], start: Weights) -> dict[str, float]:
    """Return weights with which the right answers are likelier to be first.

    Args:
        measured: For each question its first answers; questions without a right one teach nothing.
        start: The weights of today, with which the answers were measured.
    """
    teaching = [candidates for candidates in measured if any(candidate.is_right for candidate in candidates)]
    factors = [1.0] * len(LEARNED)
    for number in range(ROUNDS if teaching else 0):
        slopes = _mean_slopes(teaching, factors)
        gains = [slope - 2 * STIFFNESS * (factor - 1) for slope, factor in zip(slopes, factors, strict=True)]
        length = max(1e-9, math.hypot(*gains))
        pace = PACE / (1 + number)
        factors = [
            min(MOST, max(LEAST, factor + pace * gain / length)) for factor, gain in zip(factors, gains, strict=True)
        ]
    return {name: round(start[name] * factor, 3) for name, factor in zip(LEARNED, factors, strict=True)}


def _mean_slopes(teaching: Sequence[Sequence[Candidate]], factors: Sequence[float]) -> list[float]:
    """Return by how much the mean logarithm of the likelihood of the right answers grows with each weight.

    Args:
        teaching: For each question its first answers, of which one at least is right.
        factors: The factor by which each weight is multiplied so far.
    """
    slopes = [0.0] * len(LEARNED)
    for candidates in teaching:
        for candidate, pull in zip(candidates, _list_pulls(candidates, factors), strict=True):
            for position, slope in enumerate(candidate.slopes):
                slopes[position] += pull * slope
    return [slope / len(teaching) for slope in slopes]


def _list_pulls(candidates: Sequence[Candidate], factors: Sequence[float]) -> Iterator[float]:
    """Yield for each answer by how much the logarithm of the right answers' likelihood grows with its score."""
    scores = [candidate.score_with(factors) / SOFTNESS for candidate in candidates]
    best = max(scores)
    likelihoods = [math.exp(score - best) for score in scores]
    total = sum(likelihoods)
    of_right = sum(value for value, candidate in zip(likelihoods, candidates, strict=True) if candidate.is_right)
    for likelihood, candidate in zip(likelihoods, candidates, strict=True):
        share_of_right = likelihood / max(of_right, 1e-9) if candidate.is_right else 0.0
        yield (share_of_right - likelihood / total) / SOFTNESS


def ask_with(searcher: Searcher, questions: Iterable[Question], weights: Weights) -> list[AskedQuestion]:
    """Return questions with the answers of the search with some weights; the weights in use stay as they are."""
    with using_weights(weights):
        return [ask(searcher, question) for question in questions]


def cross_validate(
    searcher: Searcher, questions: Sequence[Question], measured: Sequence[Sequence[Candidate]], start: Weights
) -> list[AskedQuestion]:
    """Return all questions with the answers that weights lead to which were learned from other questions.

    Args:
        searcher: The search.
        questions: The questions.
        measured: The first answers to each.
        start: The weights of today.
    """
    asked_questions: list[AskedQuestion] = []
    for fold in range(FOLDS):
        others = [candidates for position, candidates in enumerate(measured) if position % FOLDS != fold]
        asked_questions += ask_with(searcher, questions[fold::FOLDS], learn(others, start))
    return asked_questions


def write_weights(weights: Mapping[str, float], definition: Path = DEFINITION) -> None:
    """Write weights into the file of the definition, which stays as it is otherwise."""
    text = definition.read_text(encoding="utf-8")
    before, head, table = text.partition("[weights]\n")
    for name, value in weights.items():
        table = re.sub(rf"^{name} = .*$", f"{name} = {value:g}", table, count=1, flags=re.MULTILINE)
    definition.write_text(before + head + table, encoding="utf-8")


def _print_table(title: str, questions: Iterable[AskedQuestion]) -> None:
    print(title, *align_columns(list_rows(questions)), "", sep="\n", flush=True)


def main() -> None:
    """Print what the weights of today, those of the cross-validation and the learned ones answer."""
    parser = make_parser("bench.search_weights", __doc__)
    parser.add_argument("--write", action="store_true", help="write the learned weights into the definition")
    options = parser.parse_args()
    questions = [question for question in read_questions(options.tables) if question.part != MEASURING]
    start = {name: read_definition().weights[name] for name in LEARNED}
    with open_store(options.db) as store, using_weights(NO_VOTES):
        searcher, measurer = Searcher(store), Measurer(store, LEARNED)
        _print_table("today", ask_with(searcher, questions, start))
        measured = [measurer.measure(question, start) for question in questions]
        _print_table(f"cross-validation in {FOLDS} parts", cross_validate(searcher, questions, measured, start))
        weights = learn(measured, start)
        _print_table("learned from all", ask_with(searcher, questions, weights))
    for name in LEARNED:
        print(f"{name}: {start[name]:g} -> {weights[name]:g}")
    if options.write:
        write_weights(weights)


if __name__ == "__main__":
    main()
