"""The pieces that have too little of a record's text to count: the remnants.

A piece is a record that has words of another record, from which it was split or which was merged into it, but another
lineage (`graph.history.continuations`). Programs without texts, such as the site's script, cannot measure how much text
a piece has, so they get the list of the remnants. It is short, because there are pieces only after splits and merges.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise, product
from typing import NamedTuple

from graph.compare.containment import HELD, measure_shared
from graph.history import History
from rules.change import Passage
from rules.grouping import grouped
from rules.links import Version


class _Move(NamedTuple):
    """A move of words from a lineage to another one, which may take several steps by way of other lineages.

    Words may move between the same two lineages at several times. Then `until` is of the last of these moves, and
    `since` of the first, so that `since` comes before `until`.

    Attributes:
        until: Id of the last edition before the move.
        since: Id of the first edition after the move.
    """

    until: str
    since: str

    def widen(self, move: "_Move") -> "_Move":
        """Return two moves between the same lineages as one."""
        return _Move(max(self.until, move.until), min(self.since, move.since))


class _Arrival(NamedTuple):
    """The arrival of words of a lineage in another one.

    Attributes:
        source: The lineage that had the words.
        target: The lineage that has them now.
        until: Id of the last edition before they moved away from `source`.
    """

    source: str
    target: str
    until: str


def remnants(
    history: History,
    versions: Sequence[Version],
    passage: Callable[[Version], Passage],
    retyped: Sequence[Version],
) -> Iterator[tuple[int, int, int]]:
    """Yield the pairs of versions that splits and merges connect, but that share less than `HELD` percent of the words.

    A pair has the index of the older version, the index of the newer one, and how much of the shorter one's words the
    other one has, in percent.

    Args:
        history: Provides the links.
        versions: All versions of all lineages.
        passage: Returns the passage of a version.
        retyped: The records of retyped editions, each as a version of its own. Their indices follow those of the
            versions.
    """
    all_versions = (*versions, *retyped)
    for old, new in _list_joined_versions(history, all_versions):
        percent = measure_shared(passage(all_versions[old]), passage(all_versions[new]))
        if percent < HELD:
            yield old, new, percent


def _list_joined_versions(history: History, versions: Sequence[Version]) -> Iterator[tuple[int, int]]:
    """Yield the indices of two versions for all pairs in which the second, newer one may have words of the first."""
    indices_of = grouped((version.lineage, index) for index, version in enumerate(versions))
    for target, moves in _map_moves(history).items():
        for source, move in moves.items():
            olds = [index for index in indices_of[source] if _may_have_moved(versions[index], move)]
            news = [index for index in indices_of[target] if versions[index].last >= move.since]
            for new, old in product(news, olds):
                yield old, new


def _may_have_moved(version: Version, move: _Move) -> bool:
    """Return whether a version began before its lineage's words moved, so that it may have had them."""
    # Of a single move, only retyped editions lie between `until` and `since`. The words may still have been there.
    return version.first <= move.until or version.first < move.since


def _map_moves(history: History) -> dict[str, dict[str, _Move]]:
    """Return lineage → each lineage whose words went into it → the move, or all of these moves as one.

    The steps are read from the oldest to the newest, since words may go on from a lineage into which they went before.
    """
    moves: defaultdict[str, dict[str, _Move]] = defaultdict(dict)
    for work in dict.fromkeys(history.calendar.work_of.values()):
        for before, edition in pairwise(history.calendar.chain(work)):
            for arrival in _list_arrivals(history, before, edition, moves):
                move = _Move(arrival.until, edition)
                widened = moves[arrival.target].get(arrival.source, move)
                moves[arrival.target][arrival.source] = widened.widen(move)
    return moves


def _list_arrivals(
    history: History, before: str, edition: str, moves: defaultdict[str, dict[str, _Move]]
) -> list[_Arrival]:
    """Return the lineages whose words a step brought into other lineages.

    The words may have gone there directly, or with the words of a lineage into which they had gone before.

    Args:
        history: Provides the links.
        before: The older edition of the step.
        edition: The newer edition.
        moves: What `_map_moves` found for the steps before.
    """
    arrivals: list[_Arrival] = []  # a list, because the caller adds them to `moves`, which is read here
    for link in history.links.of_step(edition):
        if link.old is None or link.new is None:
            continue
        source = history.lineages.find(before, link.old)
        target = history.lineages.find(edition, link.new)
        if source == target or not source or not target:
            continue
        arrivals.append(_Arrival(source, target, before))
        for origin, move in moves[source].items():
            if origin != target:
                arrivals.append(_Arrival(origin, target, move.until))
    return arrivals
