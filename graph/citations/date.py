"""Date the files of a tree: find the edition for which the citations of each file were most likely written.

`comprules init` asks this once and declares the answer; no finding depends on it.

The model is a tree of folders and files. Each has an edition, which is that of its folder except with a small
probability, when it is any edition. Each number that a file cites is a fact: it exists in the edition, and names the
rule that the words beside it are about, except with a small probability. Since the model is a tree, the probabilities
are exact (sum-product and max-product algorithms: Kschischang, Frey and Loeliger, "Factor graphs and the sum-product
algorithm", IEEE Transactions on Information Theory, 2001). `python -m bench.dating` fits the parameters to the labelled
samples.
"""

from __future__ import annotations

import math
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from graph.history import History, Period


class Parameters(msgspec.Struct, frozen=True):
    """The parameters of the model, each a probability.

    Attributes:
        not_in_use: That an author cites a number which the author's edition does not have.
        other_rule: That a number names another rule in the author's edition than the one that the words beside it are
            about.
        changes: That a file or folder was written for another edition than the folder around it.
        newest: That a tree was written for the newest edition, before anything is known about it.
    """

    not_in_use: float = 0.02
    other_rule: float = 0.04
    changes: float = 0.02
    newest: float = 0.3


class Fact(msgspec.Struct, frozen=True):
    """What one cited number tells about the edition that it was written for.

    Attributes:
        family: The number without its letter: the numbers of one family with the same periods are one fact.
        periods: The editions, first and last, in which the number names what is meant.
        by_words: Whether words beside the number tell what is meant; otherwise the number is only in use then.
    """

    family: str
    periods: tuple[tuple[str, str], ...]
    by_words: bool


class DatedFile(msgspec.Struct, frozen=True):
    """A file or folder with its edition.

    Attributes:
        path: Its path, relative to the tree; `.` for the tree itself.
        edition: Id of the most probable edition.
        confidence: Probability that a number means what it means in `edition`, 0 to 1: the average over those that
            mean another rule in the newest edition, which are what the declaration decides; over all if there are none.
        support: Number of facts of its files that are true of `edition`.
        against: Number of its files' facts that are not.
        is_folder: Whether it is a folder.
        weights: Probability of each edition, oldest first.
    """

    path: str
    edition: str
    confidence: float
    support: int
    against: int
    is_folder: bool
    weights: tuple[float, ...]


class _Unit:
    """A file or folder while the tree is dated; the lists have a logarithm for each edition."""

    def __init__(self, path: str, *, is_folder: bool) -> None:
        self.path = path
        self.is_folder = is_folder
        self.children: list[_Unit] = []
        self.facts: frozenset[Fact] = frozenset()
        self.likelihood: list[float] = []
        self.best: list[float] = []
        self.posterior: list[float] = []


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
        The tree itself, then its folders and files, each folder before what is in it. Of equally probable editions the
        newest is chosen.
    """
    model = _Model(editions, parameters or Parameters())
    root = _build_units(files)
    model.collect(root)
    if not root.facts:
        return ()
    return tuple(model.assign(root))


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
            unit.best = list(unit.likelihood)
            return
        unit.facts = frozenset[Fact]().union(*(child.facts for child in unit.children))
        unit.likelihood = _add([self._pass_on(child.likelihood, _log_sum) for child in unit.children])
        unit.best = _add([self._pass_on(child.best, max) for child in unit.children])

    def _weigh_facts(self, facts: Iterable[Fact]) -> list[float]:
        """Return the logarithm of the probability of some facts for each edition."""
        weights = [0.0] * len(self.editions)
        for fact in sorted(facts, key=lambda item: (item.family, item.periods)):
            doubt = self.parameters.other_rule if fact.by_words else self.parameters.not_in_use
            yes, no = math.log(1 - doubt), math.log(doubt)
            spans = [(self.rank[first], self.rank[last]) for first, last in fact.periods]
            for rank in range(len(weights)):
                weights[rank] += yes if any(first <= rank <= last for first, last in spans) else no
        return weights

    def _pass_on(self, values: list[float], join: Callable[[Sequence[float]], float]) -> list[float]:
        """Return what a unit tells the folder around it: it has the folder's edition, or else any."""
        other = self.changes + join([value + prior for value, prior in zip(values, self.prior, strict=True)])
        return [join([self.stays + value, other]) for value in values]

    def assign(self, unit: _Unit, above: int | None = None, outside: list[float] | None = None) -> Iterable[DatedFile]:
        """Yield a unit and all below it with their most probable editions, from the tree downwards.

        Args:
            unit: The unit.
            above: The rank of the edition of the folder around it; None for the tree.
            outside: For each edition, the logarithm of the probability of all facts outside of the unit.
        """
        outside = outside if outside is not None else self.prior
        free = [value + prior for value, prior in zip(unit.best, self.prior, strict=True)]
        chosen = _last_best(free)
        if above is not None and self.stays + unit.best[above] >= self.changes + free[chosen]:
            chosen = above
        joint = [inner + outer for inner, outer in zip(unit.likelihood, outside, strict=True)]
        whole = _log_sum(joint)
        weights = tuple(math.exp(value - whole) for value in joint)
        support = sum(self._find_period(fact, chosen) is not None for fact in unit.facts)
        yield DatedFile(
            unit.path,
            self.editions[chosen],
            self._weigh_choice(unit.facts, chosen, weights),
            support,
            len(unit.facts) - support,
            unit.is_folder,
            weights,
        )
        messages = [self._pass_on(child.likelihood, _log_sum) for child in unit.children]
        for child, message in zip(unit.children, messages, strict=True):
            around = [value - own for value, own in zip(joint, message, strict=True)]
            other = self.changes + _log_sum(around)
            beyond = [
                _log_sum([self.stays + value, other + prior]) for value, prior in zip(around, self.prior, strict=True)
            ]
            yield from self.assign(child, chosen, beyond)

    def _find_period(self, fact: Fact, rank: int) -> tuple[str, str] | None:
        """Return the period of a fact that has an edition; None if the fact is not true of it."""
        edition = self.editions[rank]
        return next((period for period in fact.periods if period[0] <= edition <= period[1]), None)

    def _weigh_choice(self, facts: frozenset[Fact], chosen: int, weights: Sequence[float]) -> float:
        """Return the probability that a number means what it means in the chosen edition."""
        newest = self.editions[-1]
        held = [period for fact in facts if (period := self._find_period(fact, chosen))]
        held = [period for period in held if period[1] != newest] or held
        shares = [min(1.0, sum(weights[self.rank[first] : self.rank[last] + 1])) for first, last in held]
        return sum(shares) / len(shares) if shares else weights[chosen]


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


def _last_best(values: Sequence[float]) -> int:
    """Return the last rank with the highest value; rounding does not decide between equal ones."""
    least = max(values) - 1e-9
    return max(rank for rank, value in enumerate(values) if value >= least)
