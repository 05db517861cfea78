"""Date the files of a tree: find the edition for which the citations of each file were most likely written.

`comprules init` asks this once and declares the answer; no finding depends on it.

The model is a tree of folders and files. Each has an edition, which is that of its folder except with a small
probability, when it is any edition. Each number that a file cites is a fact: it exists in the edition, and names the
rule that the words beside it are about, except with a small probability. Since the model is a tree, the probabilities
are exact (sum-product algorithm: Kschischang, Frey and Loeliger, "Factor graphs and the sum-product
algorithm", IEEE Transactions on Information Theory, 2001). `python -m bench.dating` fits the parameters to the labelled
samples.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from graph.history import History, Period


_ROUNDING = 1e-9
"""Difference of sums that is due to rounding alone."""


class Parameters(msgspec.Struct, frozen=True):
    """The parameters of the model, each a probability.

    Attributes:
        slip: That a number does not fit its author's edition: the edition lacks it, or the words beside it are about
            another rule. Fitted apart, both kinds had the same probability.
        changes: That a file or folder was written for another edition than the folder around it.
        newest: That a tree was written for the newest edition, before anything is known about it.
    """

    slip: float = 0.005
    changes: float = 0.3
    newest: float = 0.05


class Fact(msgspec.Struct, frozen=True):
    """What one cited number tells about the edition that it was written for.

    Attributes:
        family: The number without its letter: the numbers of one family with the same periods are one fact.
        periods: The editions, first and last, in which the number names what is meant.
        by_words: Whether words beside the number tell what is meant; otherwise only the number itself does.
    """

    family: str
    periods: tuple[tuple[str, str], ...]
    by_words: bool


class DatedFile(msgspec.Struct, frozen=True):
    """A file or folder with the probabilities of its editions.

    Attributes:
        path: Its path, relative to the tree; `.` for the tree itself.
        is_folder: Whether it is a folder.
        facts: The facts of its files.
        editions: Ids of all editions, oldest first.
        weights: Probability of each edition.
    """

    path: str
    is_folder: bool
    facts: frozenset[Fact]
    editions: Sequence[str]
    weights: tuple[float, ...]

    def choose_edition(self) -> str:
        """Return the edition in which most numbers are expected to mean what is meant; of equal ones the newest."""
        values = [0.0] * len(self.editions)
        for fact in self.facts:
            for first, last in self._find_ranks(fact):
                share = sum(self.weights[first : last + 1])
                for rank in range(first, last + 1):
                    values[rank] += share
        least = max(values) - _ROUNDING
        return max(edition for edition, value in zip(self.editions, values, strict=True) if value >= least)

    def weigh_edition(self, edition: str) -> float:
        """Return the probability that a number means what it means in an edition, 0 to 1.

        It is the average over the numbers that mean another rule in the newest edition, which are what a declaration
        decides; over all if there are none.
        """
        rank, newest = bisect_left(self.editions, edition), len(self.editions) - 1
        held = [span for fact in self.facts for span in self._find_ranks(fact) if span[0] <= rank <= span[1]]
        held = [span for span in held if span[1] < newest] or held
        shares = [min(1.0, sum(self.weights[first : last + 1])) for first, last in held]
        return sum(shares) / len(shares) if shares else 0.0

    def count_support(self, edition: str) -> int:
        """Return the number of facts that are true of an edition."""
        return sum(any(first <= edition <= last for first, last in fact.periods) for fact in self.facts)

    def _find_ranks(self, fact: Fact) -> list[tuple[int, int]]:
        return [(bisect_left(self.editions, first), bisect_left(self.editions, last)) for first, last in fact.periods]


class _Unit:
    """A file or folder while the tree is dated; `likelihood` has a logarithm for each edition."""

    def __init__(self, path: str, *, is_folder: bool) -> None:
        self.path = path
        self.is_folder = is_folder
        self.children: list[_Unit] = []
        self.facts: frozenset[Fact] = frozenset()
        self.likelihood: list[float] = []


def collect_facts(history: History, meant: Iterable[tuple[str, Iterable[Period]]]) -> frozenset[Fact]:
    """Return the facts of the numbers that a file cites.

    Args:
        history: The history of the rules.
        meant: Each cited number, with the periods of the rules that the words beside it are about; without periods if
            they are about none or all of the rules that had the number.
    """
    newest = history.editions[-1]
    facts: set[Fact] = set()
    for number, by_words in meant:
        periods = history.periods(number)
        chosen = tuple(by_words)
        spans = tuple((period.first, period.last) for period in chosen or periods)
        always = len(spans) == 1 and spans[0] == (history.editions[0], newest)
        if spans and not always:
            facts.add(Fact(number.rstrip("abcdefghijklmnopqrstuvwxyz"), spans, bool(chosen)))
    return frozenset(facts)


def date_files(
    files: Mapping[str, frozenset[Fact]], editions: Sequence[str], parameters: Parameters | None = None
) -> tuple[DatedFile, ...]:
    """Date the files and folders of a tree.

    Args:
        files: The facts of each citing file, by its path relative to the tree, with slashes.
        editions: Ids of all editions, oldest first.
        parameters: The parameters of the model; None for the fitted ones.

    Returns:
        The tree itself, then its folders and files, each folder before what is in it; nothing without facts.
    """
    model = _Model(tuple(editions), parameters or Parameters())
    root = _build_units(files)
    model.collect(root)
    return tuple(model.spread(root)) if root.facts else ()


class _Model:
    """The computation for one tree."""

    def __init__(self, editions: Sequence[str], parameters: Parameters) -> None:
        self.editions = editions
        self.rank = {edition: rank for rank, edition in enumerate(editions)}
        self.parameters = parameters
        older = (1 - parameters.newest) / max(1, len(editions) - 1)
        self.prior = [math.log(older)] * (len(editions) - 1) + [math.log(parameters.newest)]
        self.stays, self.changes = math.log(1 - parameters.changes), math.log(parameters.changes)

    def collect(self, unit: _Unit) -> None:
        """Compute from the files upwards how probable the facts of a unit are for each edition of it."""
        for child in unit.children:
            self.collect(child)
        if not unit.is_folder:
            unit.likelihood = self._weigh_facts(unit.facts)
            return
        unit.facts = frozenset[Fact]().union(*(child.facts for child in unit.children))
        unit.likelihood = _add([self._pass_on(child.likelihood) for child in unit.children])

    def _weigh_facts(self, facts: Iterable[Fact]) -> list[float]:
        """Return the logarithm of the probability of some facts for each edition."""
        weights = [0.0] * len(self.editions)
        yes, no = math.log(1 - self.parameters.slip), math.log(self.parameters.slip)
        for fact in sorted(facts, key=lambda item: (item.family, item.periods)):
            spans = [(self.rank[first], self.rank[last]) for first, last in fact.periods]
            for rank in range(len(weights)):
                weights[rank] += yes if any(first <= rank <= last for first, last in spans) else no
        return weights

    def _pass_on(self, values: list[float]) -> list[float]:
        """Return what a unit tells the folder around it: it has the folder's edition, or else any."""
        other = self.changes + _log_sum([value + prior for value, prior in zip(values, self.prior, strict=True)])
        return [_log_sum([self.stays + value, other]) for value in values]

    def spread(self, unit: _Unit, outside: list[float] | None = None) -> Iterable[DatedFile]:
        """Yield a unit and all below it, from the tree downwards.

        Args:
            unit: The unit.
            outside: For each edition, the logarithm of the probability of all facts outside of the unit.
        """
        joint = [inner + outer for inner, outer in zip(unit.likelihood, outside or self.prior, strict=True)]
        whole = _log_sum(joint)
        weights = tuple(math.exp(value - whole) for value in joint)
        yield DatedFile(unit.path, unit.is_folder, unit.facts, self.editions, weights)
        for child in unit.children:
            around = [value - own for value, own in zip(joint, self._pass_on(child.likelihood), strict=True)]
            other = self.changes + _log_sum(around)
            beyond = [
                _log_sum([self.stays + value, other + prior]) for value, prior in zip(around, self.prior, strict=True)
            ]
            yield from self.spread(child, beyond)


def _build_units(files: Mapping[str, frozenset[Fact]]) -> _Unit:
    """Return the tree of folders and files; folders and files in the order of their names."""
    root = _Unit(".", is_folder=True)
    folders = {".": root}
    for path in sorted(files):
        parent = root
        for folder in reversed(PurePosixPath(path).parents[:-1]):
            name = str(folder)
            if name not in folders:
                folders[name] = _Unit(name, is_folder=True)
                parent.children.append(folders[name])
            parent = folders[name]
        unit = _Unit(path, is_folder=False)
        unit.facts = files[path]
        parent.children.append(unit)
    return root


def _add(rows: Sequence[Sequence[float]]) -> list[float]:
    return [sum(column) for column in zip(*rows, strict=True)]


def _log_sum(values: Sequence[float]) -> float:
    """Return the logarithm of a sum of probabilities, given by their logarithms."""
    highest = max(values)
    return highest + math.log(sum(math.exp(value - highest) for value in values))
