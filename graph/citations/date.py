"""Date the files of a tree: find the edition for which the citations of each file were most likely written.

`comprules init` calls this once and declares the answer; no finding depends on it.

The model is a tree of folders and files, each with an edition (`edition_tree`). Each number that a file cites is a
*fact*: the number exists in the edition of the file, and names the rule that the words next to it are about, except
with a small probability. `python -m bench.dating` fits the parameters to the labelled samples.

The *rank* of an edition is its index among all editions, from 0 for the oldest. The *likelihood* of an edition is how
probable some facts are if the file was written for it.
"""

import math
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import accumulate
from typing import NamedTuple

import msgspec

from graph.citations.edition_tree import (
    EditionModel,
    Logarithms,
    find_joint,
    list_around,
    list_folders,
    normalise,
)
from graph.citations.hints import Hints
from graph.history import History, Period
from rules.numbers import without_letters

SLIP = 0.005
"""Probability that a number does not fit its author's edition: the edition lacks the number, or the words next to it
are about another rule. When both kinds of slips were fitted separately, they had the same probability."""
CHANGES = 0.3
"""Probability that a file or folder was written for another edition than the folder around it."""
NEWEST = 0.05
"""Probability that a tree was written for the newest edition, before anything is known about it. If the day of its last
change is known, it is the newest edition of that day."""
COPY = 0.5
"""Probability that a tree was written for an edition whose rules lie in it, before anything else is known about it. Not
fitted: few trees have a copy of the rules."""
_LATER = math.log(1e-6)
"""Logarithm of the probability that the last change of a file is later than its day says, so that it may cite editions
that came later. Days are wrong if a history was copied or rewritten."""


class Fact(msgspec.Struct, frozen=True):
    """A cited number as evidence of the edition that it was written for.

    Attributes:
        family: The number without its letter. Several numbers of one family with the same periods are one fact, because
            they do not show more about the edition than one of them.
        periods: The first and the last edition of each span in which the number names the rule that is meant.
        by_words: Whether the words next to the number show which rule is meant. Otherwise any rule that had the number
            may be meant, and the fact only shows when the number existed.
    """

    family: str
    periods: tuple[tuple[str, str], ...]
    by_words: bool

    def is_true_of(self, edition: str) -> bool:
        """Return whether the number names the rule that is meant in an edition."""
        return any(first <= edition <= last for first, last in self.periods)


class FactsOfFile(msgspec.Struct, frozen=True):
    """The facts of one file, and the probability of each edition for it, given the facts of the whole tree.

    Attributes:
        facts: The facts of the numbers that the file cites.
        probabilities: The probability of each edition for the file, oldest first; their sum is 1.
    """

    facts: frozenset[Fact]
    probabilities: tuple[float, ...]


class _RankSpan(NamedTuple):
    """A span of editions in which a number of a file names the rule that is meant.

    Attributes:
        first: Rank of the first edition, from 0 for the oldest.
        last: Rank of the last edition.
        probability: The probability that the file was written for an edition of the span.
    """

    first: int
    last: int
    probability: float


class _RatedEdition(NamedTuple):
    """An edition that a file may be declared for; the greatest is the best, compared field by field.

    Attributes:
        expected: How many numbers of the file are expected to name the rule that is meant.
        has_copy: Whether the rules of the edition lie in the tree.
        is_in_force: Whether the edition counted when the file was last changed, or before.
        rank: Rank of the edition, from 0 for the oldest.
    """

    expected: float
    has_copy: bool
    is_in_force: bool
    rank: int


class DatedFile(msgspec.Struct, frozen=True):
    """A file, or a folder with all files in it, with the probability of each edition for each of these files.

    Attributes:
        path: The path, relative to the tree; `.` for the tree itself.
        is_folder: Whether it is a folder.
        editions: Ids of all editions, oldest first.
        facts: The facts of the file, or of each file in the folder that cites something.
        last: Rank of the last edition that the author of the file, or of any of the files, can have known; None if that
            is the newest.
        copies: Ids of the editions whose rules lie in the tree.
        in_force: Rank of the edition that counted when the file, or the last of the files whose day is known, was
            changed; None if that is the newest. An author can know a later edition, which is published before it
            counts.
    """

    path: str
    is_folder: bool
    editions: Sequence[str]
    facts: tuple[FactsOfFile, ...]
    last: int | None = None
    copies: tuple[str, ...] = ()
    in_force: int | None = None

    def choose_edition(self) -> str:
        """Return the edition in which most numbers are expected to name the rule that is meant.

        Of several equal editions it is one whose rules lie in the tree, or else the newest that counted when the author
        wrote, or else the newest that the author can have known.
        """
        expected = [0.0] * len(self.editions)  # by rank: how many numbers name the rule that is meant
        for span in self._list_spans():
            for rank in range(span.first, span.last + 1):
                expected[rank] += span.probability
        last = len(self.editions) - 1 if self.last is None else self.last
        in_force = last if self.in_force is None else self.in_force
        best = max(
            _RatedEdition(
                expected=round(expected[rank], 9),  # sums that differ only by rounding errors are equal
                has_copy=self.editions[rank] in self.copies,
                is_in_force=rank <= in_force,
                rank=rank,
            )
            for rank in range(last + 1)
        )
        return self.editions[best.rank]

    def weigh_edition(self, edition: str) -> float:
        """Return the average probability, 0 to 1, of the numbers that name the meant rule in an edition.

        The probability of a number is that its file was written for an edition in which it names that rule.

        Only numbers that name another rule, or none, in the newest edition count, because these depend on the edition
        that is declared. If there are none, all numbers count; without any numbers the result is 0.
        """
        rank = bisect_left(self.editions, edition)
        newest = len(self.editions) - 1
        spans = [span for span in self._list_spans() if span.first <= rank <= span.last]
        moved_since = [span for span in spans if span.last < newest]
        decisive = moved_since or spans
        if not decisive:
            return 0.0
        return min(1.0, sum(span.probability for span in decisive) / len(decisive))

    def count_facts(self, edition: str | None = None, *, against: str | None = None) -> int:
        """Return the number of different facts.

        Args:
            edition: Count only facts that are true of this edition; None to count all.
            against: Count only facts that are not true of this edition; None to count all.
        """
        facts = frozenset[Fact]().union(*(file.facts for file in self.facts))
        if edition is not None:
            facts = frozenset(fact for fact in facts if fact.is_true_of(edition))
        if against is not None:
            facts = frozenset(fact for fact in facts if not fact.is_true_of(against))
        return len(facts)

    def _list_spans(self) -> Iterator[_RankSpan]:
        """Yield each span of each fact of each file."""
        for file in self.facts:
            for fact in file.facts:
                for first, last in fact.periods:
                    first_rank = bisect_left(self.editions, first)
                    last_rank = bisect_right(self.editions, last) - 1
                    probability = sum(file.probabilities[first_rank : last_rank + 1])
                    yield _RankSpan(first_rank, last_rank, probability)


def collect_facts(history: History, meant: Iterable[tuple[str, Iterable[Period]]]) -> frozenset[Fact]:
    """Return the facts of the numbers that a file cites.

    A number that names one rule in every edition gives no fact, and neither does one that no edition has.

    Args:
        history: The history of the rules.
        meant: Each cited number, with the periods of the rules that the words next to it are about. The periods are
            empty if the words fit none of the rules that had the number, or all of them.
    """
    whole = ((history.calendar.editions[0], history.calendar.editions[-1]),)
    facts: set[Fact] = set()
    for number, fitting in meant:
        fitting_periods = tuple(fitting)
        periods = fitting_periods or history.periods.of_key(number)
        spans = tuple((period.first, period.last) for period in periods)
        if spans and spans != whole:  # a number that always named its rule shows nothing about the edition
            facts.add(Fact(without_letters(number), spans, bool(fitting_periods)))
    return frozenset(facts)


def date_files(
    files: Mapping[str, frozenset[Fact]],
    editions: Sequence[str],
    hints: Hints | None = None,
    *,
    slip: float = SLIP,
    changes: float = CHANGES,
    newest: float = NEWEST,
) -> tuple[DatedFile, ...]:
    """Date the files and folders of a tree.

    Args:
        files: The facts of each citing file, by its path relative to the tree, with slashes.
        editions: Ids of all editions, oldest first.
        hints: What else is known of the tree; None for nothing.
        slip: A parameter of the model; see `SLIP`.
        changes: A parameter of the model; see `CHANGES`.
        newest: A parameter of the model; see `NEWEST`.

    Returns:
        The tree itself, then its folders and files, each folder before its content. Empty if no file has a fact.
    """
    if not any(files.values()):
        return ()
    hints = hints or Hints()
    last = {path: hints.rank_of_last(path, editions) for path in files}
    copies = [rank for rank, edition in enumerate(editions) if edition in hints.copies]
    model = _make_model(len(editions), max(last.values()), copies, changes, newest)
    folder_of = list_folders(files)
    own: dict[str, Logarithms] = {}  # path → how probable its own facts are for each edition
    for path in folder_of:
        likelihood = _weigh_facts(files.get(path, ()), editions, slip)
        own[path] = _lower_later(likelihood, last[path]) if path in files else likelihood
    joint = find_joint(folder_of, own, model)
    return _make_dated_files(files, folder_of, joint, editions, hints)


def _make_model(count: int, newest_rank: int, copies: Collection[int], changes: float, newest: float) -> EditionModel:
    """Return the model for a number of editions.

    Args:
        count: The number of editions.
        newest_rank: Rank of the newest edition that an author of the tree can have known.
        copies: Ranks of the editions whose rules lie in the tree.
        changes: A parameter of the model; see `CHANGES`.
        newest: A parameter of the model; see `NEWEST`.
    """
    share_of_copies = COPY if copies else 0.0
    share_of_others = 1 - newest - share_of_copies  # for all editions but the newest, in equal parts
    prior = [share_of_others / max(1, count - 1)] * count
    prior[newest_rank] = newest
    for rank in copies:
        prior[rank] += share_of_copies / len(copies)
    return EditionModel(
        prior=[math.log(probability) for probability in prior],
        stays=math.log(1 - changes),
        changes=math.log(changes),
    )


def _make_dated_files(
    files: Mapping[str, frozenset[Fact]],
    folder_of: Mapping[str, str | None],
    joint: Mapping[str, Logarithms],
    editions: Sequence[str],
    hints: Hints,
) -> tuple[DatedFile, ...]:
    """Return each path of a tree with the facts of all files in it, and the latest edition that their authors know.

    Args:
        files: The facts of each citing file, by its path.
        folder_of: Each path of the tree with the folder around it, each folder before its content.
        joint: For each path the joint probability of each edition and all facts of the tree.
        editions: Ids of all editions, oldest first.
        hints: What else is known of the tree.
    """
    facts: dict[str, list[FactsOfFile]] = defaultdict(list)
    last_of = dict.fromkeys(folder_of, 0)
    in_force_of = dict.fromkeys(folder_of, 0)
    with_days = {around for path in hints.changed if path in files for around in list_around(path, folder_of)}
    for path in folder_of:
        if path not in files:
            continue
        facts_of_file = FactsOfFile(files[path], normalise(joint[path]))
        last, in_force = hints.rank_of_last(path, editions), hints.rank_in_force(path, editions)
        for around in list_around(path, folder_of):
            facts[around].append(facts_of_file)
            last_of[around] = max(last_of[around], last)
            # work that is not committed yet shows nothing about the time of the files next to it
            if path in hints.changed or around not in with_days:
                in_force_of[around] = max(in_force_of[around], in_force)
    return tuple(
        DatedFile(
            path=path,
            is_folder=path not in files,
            editions=tuple(editions),
            facts=tuple(facts[path]),
            last=last_of[path],
            copies=hints.copies,
            in_force=in_force_of[path],
        )
        for path in folder_of
    )


def _lower_later(likelihood: Logarithms, last: int) -> Logarithms:
    """Return how probable facts are for each edition, lowered for editions that the author cannot have known.

    They are not impossible, since the day of a file's last change may be wrong.

    Args:
        likelihood: The logarithm of the probability of the facts for each edition.
        last: Rank of the last edition that the author can have known.
    """
    return [value + _LATER if rank > last else value for rank, value in enumerate(likelihood)]


def _weigh_facts(facts: Collection[Fact], editions: Sequence[str], slip: float) -> Logarithms:
    """Return the logarithm of the probability of some facts for each edition.

    Args:
        facts: The facts.
        editions: Ids of all editions, oldest first.
        slip: The probability that a fact is not true of its author's edition; see `SLIP`.
    """
    # For each rank: by how many more facts this edition fits than the one before it. The sum of the steps up to an
    # edition is then the number of facts that are true of the edition.
    steps = [0] * (len(editions) + 1)
    for fact in facts:
        for first, last in fact.periods:
            steps[bisect_left(editions, first)] += 1
            steps[bisect_right(editions, last)] -= 1
    right = math.log(1 - slip)
    wrong = math.log(slip)
    return [fits * right + (len(facts) - fits) * wrong for fits in accumulate(steps[:-1])]
