"""`python -m bench.search_weights DB`: learn the weights of the search from questions with their answers.

One weight after the other is made smaller or larger, and the change is kept if the mean reciprocal rank of the right
answers grows enough. The search itself ranks the answers each time, so nothing of the ranking is modelled here. Cross-
validation learns from all parts of the questions but one, and measures on that one.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from bench.questions import MEASURING, TABLES, Question, read_questions
from bench.search_ranks import Asked, ask, list_rows
from bench.section import align_columns
from graph.search.definition import read_definition
from graph.search.searcher import Searcher
from rules.store import open_store

DEFINITION = Path(__file__).parents[1] / "graph/search/definition.toml"
LEARNED = (
    "saying", "similar", "least_similar", "further", "beside", "name", "meaning", "entry", "alone", "lead", "own",
    "above", "chapter", "second", "near", "typed", "example", "glossary", "asked", "least",
)  # fmt: skip
"""The weights that are learned: those of the ranking, without those that an index is made with."""
STEPS = (0.75, 1.33)
"""Factors by which a weight is changed."""
ROUNDS = 2
"""How often all weights are gone through."""
LEAST_GAIN = 0.5
"""The smallest gain for which a weight is changed: that of one question whose answer moves from the second place to the
first. Smaller ones are chance."""
FOLDS = 5

Weights = Mapping[str, float]


class Trials:
    """Answers of the search to some questions, with one set of weights after the other.

    Args:
        searcher: The search.
        questions: The questions.
    """

    def __init__(self, searcher: Searcher, questions: Sequence[Question]) -> None:
        self.questions = questions
        self._searcher = searcher
        self._settled: dict[int, Asked] = {}
        self._asked: dict[tuple[float, ...], list[Asked]] = {}

    def ask(self, weights: Weights) -> list[Asked]:
        """Return the questions with the answers that some weights lead to; each set of weights is tried once."""
        tried = tuple(weights[name] for name in LEARNED)
        if tried not in self._asked:
            read_definition().weights.update(weights)
            self._asked[tried] = [self._ask(position) for position in range(len(self.questions))]
        return self._asked[tried]

    def _ask(self, position: int) -> Asked:
        """Return the question at a position with its answers; that of one that a name answers is found only once."""
        if position in self._settled:
            return self._settled[position]
        asked = ask(self._searcher, self.questions[position])
        if asked.is_named and asked.place == 1:
            self._settled[position] = asked
        return asked

    def sum_reciprocals(self, weights: Weights, chosen: Iterable[int]) -> float:
        """Return the sum of the reciprocal ranks of the right answers to some questions.

        Args:
            weights: The weights.
            chosen: Positions of the questions.
        """
        asked = self.ask(weights)
        return sum(asked[position].reciprocal for position in chosen)


def learn(trials: Trials, start: Weights, chosen: Sequence[int]) -> dict[str, float]:
    """Return the weights that answer some questions best.

    Args:
        trials: The search.
        start: The weights to begin with.
        chosen: Positions of the questions.
    """
    weights = dict(start)
    best = trials.sum_reciprocals(weights, chosen)
    for _ in range(ROUNDS):
        for name in LEARNED:
            for step in STEPS:
                changed = {**weights, name: round(weights[name] * step, 2)}
                value = trials.sum_reciprocals(changed, chosen)
                if value >= best + LEAST_GAIN:
                    weights, best = changed, value
    return weights


def cross_validate(trials: Trials, start: Weights) -> list[Asked]:
    """Return all questions with the answers that weights lead to which were learned from other questions."""
    asked: dict[int, Asked] = {}
    positions = range(len(trials.questions))
    for fold in range(FOLDS):
        held = positions[fold::FOLDS]
        weights = learn(trials, start, [position for position in positions if position not in held])
        answers = trials.ask(weights)
        asked.update({position: answers[position] for position in held})
    return [asked[position] for position in positions]


def write_weights(weights: Weights, definition: Path = DEFINITION) -> None:
    """Write weights into the file of the definition, which stays as it is otherwise."""
    text = definition.read_text(encoding="utf-8")
    before, head, table = text.partition("[weights]\n")
    for name, value in weights.items():
        table = re.sub(rf"^{name} = .*$", f"{name} = {value}", table, count=1, flags=re.MULTILINE)
    definition.write_text(before + head + table, encoding="utf-8")


def _print_table(title: str, asked: Iterable[Asked]) -> None:
    print(title, *align_columns(list_rows(asked)), "", sep="\n", flush=True)


def main() -> None:
    """Print what the weights of today, those of the cross-validation and the learned ones answer."""
    parser = argparse.ArgumentParser(prog="python -m bench.search_weights", description=__doc__)
    parser.add_argument("db", type=Path, help="the knowledge base")
    parser.add_argument("tables", nargs="*", type=Path, default=TABLES, help="tables of questions (default: all)")
    parser.add_argument("--write", action="store_true", help="write the learned weights into the definition")
    options = parser.parse_args()
    questions = [question for question in read_questions(options.tables) if question.part != MEASURING]
    start = {name: read_definition().weights[name] for name in LEARNED}
    with open_store(options.db) as store:
        trials = Trials(Searcher(store), questions)
        _print_table("today", trials.ask(start))
        _print_table(f"cross-validation in {FOLDS} parts", cross_validate(trials, start))
        weights = learn(trials, start, range(len(questions)))
        _print_table("learned from all", trials.ask(weights))
    for name in LEARNED:
        print(f"{name}: {start[name]:g} -> {weights[name]:g}")
    if options.write:
        write_weights({name: value for name, value in weights.items() if value != start[name]})


if __name__ == "__main__":
    main()
