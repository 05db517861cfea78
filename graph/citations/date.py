"""Date the files of a tree: find the edition for which the citations of each file were most likely written.

`comprules init` asks this once and declares the answer; no finding depends on it.

The model is a tree of folders and files. Each has an edition, which is that of its folder except with a small
probability, when it is any edition. Each number that a file cites is a fact: it exists in the edition, and names the
rule that the words beside it are about, except with a small probability. Since the model is a tree, the probabilities
are exact (sum-product algorithm: Kschischang, Frey and Loeliger, "Factor graphs and the sum-product
algorithm", IEEE Transactions on Information Theory, 2001). `python -m bench.dating` fits the parameters to the labelled
samples.
"""

import math
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import accumulate
from pathlib import PurePosixPath
from typing import Self

import msgspec

from graph.history import History, Period
from rules.numbers import without_letters

SLIP = 0.005
"""Probability that a number does not fit its author's edition: the edition lacks it, or the words beside it are about
another rule. Fitted apart, both kinds had the same probability."""
CHANGES = 0.3
"""Probability that a file or folder was written for another edition than the folder around it."""
NEWEST = 0.05
"""Probability that a tree was written for the newest edition, before anything is known about it."""
_DEEPEST = 100
"""Folders inside each other that count; what is deeper counts as in the hundredth."""

_Logarithms = list[float]
"""The logarithm of a probability for each edition, oldest first."""


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

    def is_true_of(self, edition: str) -> bool:
        """Return whether the number names what is meant in an edition."""
        return any(first <= edition <= last for first, last in self.periods)


class DatedFile(msgspec.Struct, frozen=True):
    """A file, or a folder with all files in it, with what its numbers say of each edition.

    Attributes:
        path: Its path, relative to the tree; `.` for the tree itself.
        is_folder: Whether it is a folder.
        editions: Ids of all editions, oldest first.
        facts: The facts of each file, with the probability of each edition for that file.
    """

    path: str
    is_folder: bool
    editions: Sequence[str]
    facts: tuple[tuple[frozenset[Fact], tuple[float, ...]], ...]

    def choose_edition(self) -> str:
        """Return the edition in which most numbers are expected to mean what is meant; of equal ones the newest."""
        values = [0.0] * len(self.editions)
        for (first, last), share in self._spans():
            for rank in range(first, last + 1):
                values[rank] += share
        # Sums that differ by rounding alone are equal.
        return max(zip((round(value, 9) for value in values), self.editions, strict=True))[1]

    def weigh_edition(self, edition: str) -> float:
        """Return the probability that a number means what it means in an edition, 0 to 1.

        It is the average over the numbers that mean another rule in the newest edition, which are what a declaration
        decides; over all if there are none.
        """
        rank = bisect_left(self.editions, edition)
        newest = len(self.editions) - 1
        shares: list[float] = []
        moved_shares: list[float] = []
        for (first, last), share in self._spans():
            if first <= rank <= last:
                shares.append(share)
                if last < newest:
                    moved_shares.append(share)
        decisive = moved_shares or shares
        if not decisive:
            return 0.0
        return min(1.0, sum(decisive) / len(decisive))

    def count_facts(self, edition: str | None = None) -> int:
        """Return the number of different facts, or of those that are true of an edition."""
        facts = frozenset[Fact]().union(*(facts for facts, _ in self.facts))
        if edition is None:
            return len(facts)
        return sum(fact.is_true_of(edition) for fact in facts)

    def _spans(self) -> Iterator[tuple[tuple[int, int], float]]:
        """Yield each period of each fact of each file by the ranks of its editions, with its probability."""
        for facts, weights in self.facts:
            for fact in facts:
                for first, last in fact.periods:
                    first_rank = bisect_left(self.editions, first)
                    last_rank = bisect_right(self.editions, last) - 1
                    yield (first_rank, last_rank), sum(weights[first_rank : last_rank + 1])


class _Model(msgspec.Struct, frozen=True):
    """How the editions of files and folders depend on each other.

    Attributes:
        prior: How probable each edition is before anything is known.
        stays: The logarithm of the probability that a unit has the edition of the folder around it for that reason.
        changes: The logarithm of the probability that it has any edition instead.
    """

    prior: _Logarithms
    stays: float
    changes: float

    @classmethod
    def make(cls, editions: int, changes: float, newest: float) -> Self:
        """Return the model for a number of editions; the other arguments are those of `date_files`."""
        older = (1 - newest) / max(1, editions - 1)
        prior = [math.log(older)] * (editions - 1) + [math.log(newest)]
        return cls(prior, math.log(1 - changes), math.log(changes))

    def tell_folder(self, likelihood: _Logarithms) -> _Logarithms:
        """Return how probable the facts in a unit are for each edition of the folder around it."""
        changed = self.changes + _log_sum(_multiply(likelihood, self.prior))
        return [_log_add(self.stays + value, changed) for value in likelihood]

    def tell_content(self, beyond: _Logarithms) -> _Logarithms:
        """Return how probable the facts outside of a unit are for each of its editions.

        Args:
            beyond: How probable they are for each edition of the folder around it.
        """
        changed = self.changes + _log_sum(beyond)
        return [_log_add(self.stays + value, changed + prior) for value, prior in zip(beyond, self.prior, strict=True)]


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
        if spans and spans != ((history.editions[0], newest),):
            facts.add(Fact(without_letters(number), spans, bool(chosen)))
    return frozenset(facts)


def date_files(
    files: Mapping[str, frozenset[Fact]],
    editions: Sequence[str],
    *,
    slip: float = SLIP,
    changes: float = CHANGES,
    newest: float = NEWEST,
) -> tuple[DatedFile, ...]:
    """Date the files and folders of a tree.

    Args:
        files: The facts of each citing file, by its path relative to the tree, with slashes.
        editions: Ids of all editions, oldest first.
        slip: A parameter of the model, as the two below.
        changes: See `CHANGES`.
        newest: See `NEWEST`.

    Returns:
        The tree itself, then its folders and files, each folder before what is in it; nothing without facts.
    """
    if not any(files.values()):
        return ()
    model = _Model.make(len(editions), changes, newest)
    folders = _list_units(files)
    likelihood = {path: _weigh_facts(files.get(path, ()), editions, slip) for path in folders}
    messages = _send_upwards(folders, likelihood, model)
    joint = _send_downwards(folders, likelihood, messages, model)
    facts: dict[str, list[tuple[frozenset[Fact], tuple[float, ...]]]] = defaultdict(list)
    for path in folders:
        if path in files:
            weighed = (files[path], _normalise(joint[path]))
            for unit in _list_around(path, folders):
                facts[unit].append(weighed)
    return tuple(DatedFile(path, path not in files, tuple(editions), tuple(facts[path])) for path in folders)


def _send_upwards(
    folders: dict[str, str | None], likelihood: dict[str, _Logarithms], model: _Model
) -> dict[str, _Logarithms]:
    """Return what each file or folder tells the folder around it, from the files upwards.

    Args:
        folders: The tree, its folders and files, each with the folder around it, each folder before what is in it.
        likelihood: For each of them how probable its own facts are in each edition; those of what is in it are added.
        model: The model.
    """
    messages: dict[str, _Logarithms] = {}
    for path, folder in reversed(folders.items()):
        messages[path] = model.tell_folder(likelihood[path])
        if folder is not None:
            likelihood[folder] = _multiply(likelihood[folder], messages[path])
    return messages


def _send_downwards(
    folders: Mapping[str, str | None],
    likelihood: Mapping[str, _Logarithms],
    messages: Mapping[str, _Logarithms],
    model: _Model,
) -> dict[str, _Logarithms]:
    """Return how probable all facts of the tree are, for each edition of each file or folder, from the tree downwards.

    Args:
        folders: The tree, its folders and files, each with the folder around it, each folder before what is in it.
        likelihood: For each of them how probable the facts in it are in each edition.
        messages: What each of them tells the folder around it.
        model: The model.
    """
    joint: dict[str, _Logarithms] = {}
    for path, folder in folders.items():
        outside = model.prior
        if folder is not None:
            outside = model.tell_content(_divide(joint[folder], messages[path]))
        joint[path] = _multiply(likelihood[path], outside)
    return joint


def _list_around(path: str, folders: Mapping[str, str | None]) -> Iterator[str]:
    """Yield a file, and all folders that it is in, from the innermost to the tree."""
    unit: str | None = path
    while unit is not None:
        yield unit
        unit = folders[unit]


def _list_units(files: Iterable[str]) -> dict[str, str | None]:
    """Return the tree, its folders and files, each with the folder around it; each folder before what is in it."""
    folders: dict[str, str | None] = {".": None}
    for path in sorted(files):
        folder = "."
        for inner in reversed(PurePosixPath(path).parents[-_DEEPEST - 1 : -1]):
            folders.setdefault(str(inner), folder)
            folder = str(inner)
        folders[path] = folder
    return folders


def _weigh_facts(facts: Collection[Fact], editions: Sequence[str], slip: float) -> _Logarithms:
    """Return the logarithm of the probability of some facts for each edition."""
    steps = [0] * (len(editions) + 1)
    for fact in facts:
        for first, last in fact.periods:
            steps[bisect_left(editions, first)] += 1
            steps[bisect_right(editions, last)] -= 1
    right = math.log(1 - slip)
    wrong = math.log(slip)
    return [fits * right + (len(facts) - fits) * wrong for fits in accumulate(steps[:-1])]


def _normalise(joint: _Logarithms) -> tuple[float, ...]:
    """Return the probabilities of the editions, 0 to 1, whose sum is 1."""
    whole = _log_sum(joint)
    return tuple(math.exp(value - whole) for value in joint)


def _multiply(first: _Logarithms, second: _Logarithms) -> _Logarithms:
    return [left + right for left, right in zip(first, second, strict=True)]


def _divide(first: _Logarithms, second: _Logarithms) -> _Logarithms:
    return [left - right for left, right in zip(first, second, strict=True)]


def _log_sum(values: Sequence[float]) -> float:
    """Return the logarithm of a sum of probabilities, given by their logarithms."""
    highest = max(values)
    return highest + math.log(sum([math.exp(value - highest) for value in values]))


def _log_add(first: float, second: float) -> float:
    """Return the logarithm of the sum of two probabilities, given by their logarithms."""
    return max(first, second) + math.log1p(math.exp(-abs(first - second)))
