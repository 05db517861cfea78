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
        rank, newest = bisect_left(self.editions, edition), len(self.editions) - 1
        held = [(span, share) for span, share in self._spans() if span[0] <= rank <= span[1]]
        held = [(span, share) for span, share in held if span[1] < newest] or held
        return min(1.0, sum(share for _, share in held) / len(held)) if held else 0.0

    def count_facts(self, edition: str | None = None) -> int:
        """Return the number of different facts, or of those that are true of an edition."""
        facts = frozenset[Fact]().union(*(facts for facts, _ in self.facts))
        return sum(edition is None or any(a <= edition <= b for a, b in fact.periods) for fact in facts)

    def _spans(self) -> Iterator[tuple[tuple[int, int], float]]:
        """Yield each period of each fact of each file by the ranks of its editions, with its probability."""
        for facts, weights in self.facts:
            for fact in facts:
                for first, last in fact.periods:
                    span = bisect_left(self.editions, first), bisect_right(self.editions, last) - 1
                    yield span, sum(weights[span[0] : span[1] + 1])


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
    older = (1 - newest) / max(1, len(editions) - 1)
    prior = [math.log(older)] * (len(editions) - 1) + [math.log(newest)]
    stays, leaves = math.log(1 - changes), math.log(changes)
    around = _list_units(files)
    # For each unit and edition: how probable its facts are, and what the folder around it hears of that.
    likelihood = {path: _weigh_facts(files.get(path, ()), editions, slip) for path in around}
    message: dict[str, list[float]] = {}
    for path, folder in reversed(around.items()):  # from the files upwards
        other = leaves + _log_sum([value + prior[rank] for rank, value in enumerate(likelihood[path])])
        message[path] = [_log_add(stays + value, other) for value in likelihood[path]]
        if folder is not None:
            likelihood[folder] = [sum(pair) for pair in zip(likelihood[folder], message[path], strict=True)]
    joint: dict[str, list[float]] = {}
    facts: dict[str, list[tuple[frozenset[Fact], tuple[float, ...]]]] = defaultdict(list)
    for path, folder in around.items():  # from the tree downwards
        outside = prior
        if folder is not None:
            beyond = [value - own for value, own in zip(joint[folder], message[path], strict=True)]
            other = leaves + _log_sum(beyond)
            outside = [_log_add(stays + value, other + prior[rank]) for rank, value in enumerate(beyond)]
        joint[path] = [inner + outer for inner, outer in zip(likelihood[path], outside, strict=True)]
        if path in files:
            whole = _log_sum(joint[path])
            own = (files[path], tuple(math.exp(value - whole) for value in joint[path]))
            unit: str | None = path
            while unit is not None:
                facts[unit].append(own)
                unit = around[unit]
    return tuple(DatedFile(path, path not in files, tuple(editions), tuple(facts[path])) for path in around)


def _list_units(files: Iterable[str]) -> dict[str, str | None]:
    """Return the tree, its folders and files, each with the folder around it; each folder before what is in it."""
    around: dict[str, str | None] = {".": None}
    for path in sorted(files):
        folder = "."
        for inner in reversed(PurePosixPath(path).parents[-101:-1]):  # deeper ones count as their hundredth ancestor
            around.setdefault(str(inner), folder)
            folder = str(inner)
        around[path] = folder
    return around


def _weigh_facts(facts: Collection[Fact], editions: Sequence[str], slip: float) -> list[float]:
    """Return the logarithm of the probability of some facts for each edition."""
    steps = [0] * (len(editions) + 1)
    for fact in facts:
        for first, last in fact.periods:
            steps[bisect_left(editions, first)] += 1
            steps[bisect_right(editions, last)] -= 1
    yes, no = math.log(1 - slip), math.log(slip)
    return [fits * yes + (len(facts) - fits) * no for fits in accumulate(steps[:-1])]


def _log_sum(values: Sequence[float]) -> float:
    """Return the logarithm of a sum of probabilities, given by their logarithms."""
    highest = max(values)
    return highest + math.log(sum([math.exp(value - highest) for value in values]))


def _log_add(one: float, other: float) -> float:
    """Return the logarithm of the sum of two probabilities, given by their logarithms."""
    return max(one, other) + math.log1p(math.exp(-abs(one - other)))
