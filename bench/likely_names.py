"""`python -m bench.likely_names FOLDER`: fits the weights of `graph.citations.judge.name_measures`.

FOLDER is as for `bench.citation_report`. The names next to numbers that count as right show no mistake, since these
numbers are cited next to the names of other rules. If a wrong number is planted in place of one (`bench.planted`), the
name of the rule that was cited before shows the mistake. The weights are those of a logistic regression that tells the
two apart. The shares of each tree, printed last, are measured with weights fitted on the other trees.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from msgspec import Struct

from bench.paraphrases import list_numbers, plant
from bench.planted import Tree
from graph.citations.judge.case import Case
from graph.citations.judge.cited_numbers import CitedNumbers
from graph.citations.judge.name_measures import Measures, NameMeasurer
from graph.citations.judge.named_rules import is_of_neighbour, list_named_rules
from graph.citations.judge.words import Words
from graph.history import History
from graph.ledger import open_ledger
from rules.keys import with_parents

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

MOST = 150
"""Maximum citations of a tree that are used."""
_MOST_OF_KIND = 100
"""Number of samples of a kind, right or wrong, that a tree counts for, so that large trees do not decide alone."""
_PENALTY = 1.0
"""Weight of the squares of the weights (ridge), which keeps them small where few samples decide."""
_ROUNDS, _STEP = 25, 0.9
"""Number of steps of Newton's method, and their length, which keeps them from going too far."""
_LEVELS = (1.0, 1.5, 2.0, 2.5, 3.0)
"""Logarithms of odds for which the shares are printed."""


class Sample(Struct, frozen=True):
    """A rule that is named next to a number.

    Attributes:
        tree: The name of the tree.
        is_meant: Whether the named rule is meant, and the number is a planted one.
        measures: The measures of the named rule.
    """

    tree: str
    is_meant: bool
    measures: Measures


def list_samples(root: Path, history: History, most: int = MOST) -> Iterator[Sample]:
    """Yield the samples of a tree.

    Args:
        root: The folder of the tree.
        history: The history of the rules.
        most: Maximum citations that are used.
    """
    chance = random.Random(702)  # noqa: S311 - the same numbers each time
    tree = Tree(root, history)
    for path, index in tree.choose_right(most, chance):
        citations = tree.by_file[path]
        meant = citations[index].numbers[0]
        for kind, number in list_numbers(history, tree.edition, meant, chance):
            case = _make_case(
                tree, Words(tree.lexicon, plant(citations, index, number, is_repeated=False), index), number
            )
            if not tree.lexicon.are_familiar(case.words.terms):
                continue
            measurer = NameMeasurer(case)
            for rule in list_named_rules(case):
                if is_of_neighbour(case, rule):
                    continue
                is_meant = any(named in with_parents(meant) or meant in with_parents(named) for named in rule.numbers)
                measures = measurer.measure(rule)
                if measures is not None and (kind == "right" or is_meant):
                    yield Sample(root.name, kind != "right", measures)


def _make_case(tree: Tree, words: Words, number: str) -> Case:
    """Return a number with the words next to it, without a declared edition."""
    return Case(
        history=tree.history,
        lexicon=tree.lexicon,
        words=words,
        number=number,
        target_edition=tree.edition,
        base=None,
        is_stamped=False,
        cited_numbers=CitedNumbers(()),
        lineage_now=tree.history.lineages.find(tree.edition, number),
    )


def fit_weights(samples: Sequence[Sample]) -> Measures:
    """Return the weights of the logistic regression, found by Newton's method."""
    measures = np.array([sample.measures for sample in samples])
    is_meant = np.array([sample.is_meant for sample in samples], dtype=float)
    counts = Counter((sample.tree, sample.is_meant) for sample in samples)
    importance = np.array([min(1.0, _MOST_OF_KIND / counts[sample.tree, sample.is_meant]) for sample in samples])
    weights = np.zeros(len(Measures._fields))
    for _ in range(_ROUNDS):
        probability = 1 / (1 + np.exp(-measures @ weights))
        slope = measures.T @ (importance * (is_meant - probability)) - _PENALTY * weights
        spread = importance * probability * (1 - probability)
        curvature = (measures.T * spread) @ measures + _PENALTY * np.eye(len(weights))
        weights += _STEP * np.linalg.solve(curvature, slope)
    return Measures(*(round(float(weight), 2) for weight in weights))


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the weights, and the shares of the samples of each kind that reach some odds."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("trees", type=Path, help="the folder of the trees")
    parser.add_argument("--most", type=int, default=MOST, metavar="N", help="maximum citations of a tree")
    options = parser.parse_args(arguments)
    samples: list[Sample] = []
    with open_ledger() as ledger:
        history = History(ledger)
        for root in sorted(options.trees.iterdir()):
            if root.is_dir():
                samples.extend(list_samples(root, history, options.most))
    for name, weight in fit_weights(samples)._asdict().items():
        print(f"    {name}={weight},")
    for tree in sorted({sample.tree for sample in samples}):
        print_shares(tree, samples)
    return 0


def print_shares(tree: str, samples: Sequence[Sample]) -> None:
    """Print for a tree the shares that reach some odds, with weights fitted on the other trees."""
    weights = np.array(fit_weights([sample for sample in samples if sample.tree != tree]))
    for is_meant in (True, False):
        own = [sample for sample in samples if sample.tree == tree and sample.is_meant is is_meant]
        logits = np.array([sample.measures for sample in own]).reshape(-1, len(weights)) @ weights
        shares = ", ".join(f"{np.mean(logits >= level):.1%} at {level}" for level in _LEVELS) if own else "none"
        print(f"{tree:<40}{'meant' if is_meant else 'not meant':<10}{len(own):>6}: {shares}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
