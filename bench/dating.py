"""`python -m bench.dating FOLDER`: fit the model that dates trees, and show how well its probabilities hold.

FOLDER is as for `bench.citation_report`. What a judged number means is known; the objective is the mean logarithm of
the probability that the file's editions give to it. The second and the sixth sample are not used for fitting.
"""

from __future__ import annotations

import argparse
import math
import sys
from collections import Counter, defaultdict
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from bench.citation_report import GOLD, KEPT_ASIDE, SAMPLES, folder_of, read_verdicts
from comprules.lint.check import scan_tree
from comprules.lint.config import UNKNOWN, FoundConfig
from comprules.lint.dating import collect_tree_facts, declare, place_citations
from comprules.lint.nearest import TreeSettings
from comprules.lint.patterns import list_fitting
from comprules.lint.select import find_files
from graph.citations.date import CHANGES, NEWEST, SLIP, date_files
from graph.citations.judge.judge import Judge
from graph.history import History
from graph.ledger import open_ledger

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from bench.citation_report import Verdict
    from graph.citations.date import Fact

FITTED = {"slip": SLIP, "changes": CHANGES, "newest": NEWEST}
_STEPS = (0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.3)
"""The values tried for each parameter. Where files are still more apart from their folders, slightly more is won, but
people get a pattern for every other file to read."""
_LEAST = 1e-6
"""Probability that counts instead of a lesser one, so that one slip of a reader does not decide."""


class Judged(Struct, frozen=True):
    """A judged number in a file with citations.

    Attributes:
        path: The file, relative to its tree.
        number: As printed.
        editions: The ranks of the editions in which the number names what is meant.
    """

    path: str
    number: str
    editions: tuple[int, ...]


class Tree(Struct, frozen=True):
    """A tree with what is known about it: the facts of its files, and the judged numbers."""

    name: str
    facts: dict[str, frozenset[Fact]]
    judged: tuple[Judged, ...]


def find_meant(history: History, verdict: Verdict) -> tuple[int, ...]:
    """Return the ranks of the editions in which a judged number names what is meant; none if no edition is known."""
    meant = {verdict.number} if verdict.verdict == "right" else set(verdict.meant)
    return tuple(
        rank
        for rank, edition in enumerate(history.calendar.editions)
        if verdict.verdict in {"right", "stale"}
        and meant & set(history.destinations.of_number(verdict.number, edition, history.calendar.newest).numbers)
    )


def read_trees(samples: Iterable[str], folder: Path, history: History) -> list[Tree]:
    """Return the trees of some samples that are in a folder."""
    by_tree: dict[str, list[Verdict]] = defaultdict(list)
    for sample in samples:
        for verdict in read_verdicts(GOLD / f"{sample}.tsv"):
            by_tree[verdict.tree].append(verdict)
    judge, trees = Judge(history), []
    for name, verdicts in sorted(by_tree.items()):
        root = folder_of(folder, name)
        if root is None:
            continue
        settings = TreeSettings([str(root)], history.ledger, only=FoundConfig(root=root))
        checked = scan_tree(find_files([str(root)], settings).files, settings, history.ledger, None).checked
        facts = collect_tree_facts(place_citations(checked.cited, root), judge)
        ranks = ((verdict, find_meant(history, verdict)) for verdict in verdicts)
        judged = tuple(Judged(it.path, it.number, editions) for it, editions in ranks if editions and it.path in facts)
        trees.append(Tree(name, facts, judged))
    return trees


def measure(trees: Sequence[Tree], editions: Sequence[str], parameters: Mapping[str, float]) -> float:
    """Return the mean logarithm of the probability of what the judged numbers mean."""
    logs = []
    for tree in trees:
        weights = {
            unit.path: unit.facts[0].probabilities for unit in date_files(tree.facts, editions, None, **parameters)
        }
        logs += [
            math.log(max(_LEAST, sum(weights[verdict.path][rank] for rank in verdict.editions)))
            for verdict in tree.judged
        ]
    return sum(logs) / len(logs)


def fit(trees: Sequence[Tree], editions: Sequence[str]) -> dict[str, float]:
    """Return the best parameters, found by changing one at a time until none improves."""
    best, value = dict(FITTED), measure(trees, editions, FITTED)
    improved = True
    while improved:
        improved = False
        for name in FITTED:
            for step in _STEPS:
                tried = best | {name: step}
                got = measure(trees, editions, tried)
                if got > value + 1e-4:
                    best, value, improved = tried, got, True
        print(f"  {value:.4f} {best}", flush=True)
    return best


def print_calibration(
    trees: Sequence[Tree], editions: Sequence[str], parameters: Mapping[str, float], *, detailed: bool
) -> None:
    """Print how often the judged numbers mean what is declared for their files."""
    counts: dict[str, Counter[bool]] = defaultdict(Counter)
    for tree in trees:
        dated = date_files(tree.facts, editions, None, **parameters)
        declaration = declare(dated, {}, ["."], cites_rules=True)
        rows = (("*", declaration.edition or UNKNOWN), *declaration.patterns.items())
        meanings: Counter[bool] = Counter()
        for judged in tree.judged:
            edition = list_fitting(rows, Path("/"), f"/{judged.path}")[-1]
            if edition == UNKNOWN:
                counts["left open, stale"][len(editions) - 1 not in judged.editions] += 1
                continue
            means = editions.index(edition) in judged.editions
            meanings[means] += 1
            counts["mean what is declared"][means] += 1
            if not means:
                is_right = len(editions) - 1 in judged.editions
                counts["declared otherwise, and right today"][is_right] += 1
        if detailed:
            print(
                f"    {tree.name}: {declaration.edition}, {len(declaration.patterns)} patterns, "
                f"{len(declaration.open_files)} open; {meanings[True]} of {meanings.total()} numbers mean what is "
                "declared"
            )
    for label, counter in sorted(counts.items()):
        print(f"  {label:<36} {counter[True]:>4} of {counter.total()}")


def main() -> int:
    """Fit the parameters and print figures for them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("trees", type=Path, help="the folder of the trees")
    parser.add_argument("--fit", action="store_true", help="search for better parameters")
    options = parser.parse_args()
    history = History(open_ledger())
    parameters = dict(FITTED)
    for aside in (False, True):
        trees = read_trees([name for name in SAMPLES if (name in KEPT_ASIDE) is aside], options.trees, history)
        count = sum(len(tree.judged) for tree in trees)
        print("kept aside" if aside else "for fitting", f"{count} judged numbers", flush=True)
        if options.fit and not aside:
            parameters = fit(trees, history.calendar.editions)
        print(f"  {measure(trees, history.calendar.editions, parameters):.4f} {parameters}")
        print_calibration(trees, history.calendar.editions, parameters, detailed=not aside)
    return 0


if __name__ == "__main__":
    sys.exit(main())
