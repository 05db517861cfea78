"""The pieces of records of which too little text is left, for programs without texts, such as the site's script.

The list of these pieces is short, because pieces matter only where a link leads to another lineage.
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
    """Words of a lineage that went to another one: the last edition before they moved, and the first after."""

    until: str
    since: str

    def widen(self, move: "_Move") -> "_Move":
        """Return the latest edition before either move, and the first after either."""
        return _Move(max(self.until, move.until), min(self.since, move.since))


class _Arrival(NamedTuple):
    """Words of a lineage that a step brought into another one; `until` is the last edition before they moved."""

    source: str
    target: str
    until: str


def remnants(
    history: History,
    versions: Sequence[Version],
    passage: Callable[[Version], Passage],
    retyped: Sequence[Version] = (),
) -> Iterator[tuple[int, int, int]]:
    """Yield all pairs of versions that splits and merges join and that share less than `HELD` percent, the older first.

    A pair is the indices of the two among all, and how much of the shorter one the other contains, in percent.

    Args:
        history: Provides the links.
        versions: All versions of all lineages.
        passage: Returns the passage of a version.
        retyped: The records of retyped editions, each as a version of its own; their indices follow.
    """
    all_versions = (*versions, *retyped)
    for old, new in _list_joined_versions(history, all_versions):
        percent = measure_shared(passage(all_versions[old]), passage(all_versions[new]))
        if percent < HELD:
            yield old, new, percent


def _list_joined_versions(history: History, versions: Sequence[Version]) -> Iterator[tuple[int, int]]:
    """Yield the indices of all pairs of versions, the older first, of which the newer may have words of the older."""
    of_lineage = grouped((version.lineage, index) for index, version in enumerate(versions))
    for target, moves in _map_moves(history).items():
        for source, move in moves.items():
            olds = [index for index in of_lineage[source] if _may_have_moved(versions[index], move)]
            news = [index for index in of_lineage[target] if versions[index].last >= move.since]
            yield from ((old, new) for new, old in product(news, olds))


def _may_have_moved(version: Version, move: _Move) -> bool:
    return version.first <= move.until or version.first < move.since


def _map_moves(history: History) -> dict[str, dict[str, _Move]]:
    """Return for each lineage the lineages whose words went into it."""
    moves: defaultdict[str, dict[str, _Move]] = defaultdict(dict)
    for work in dict.fromkeys(history.work_of.values()):
        for before, edition in pairwise(history.line(work)):
            for arrival in _list_arrivals(history, before, edition, moves):
                move = _Move(arrival.until, edition)
                widened = moves[arrival.target].get(arrival.source, move)
                moves[arrival.target][arrival.source] = widened.widen(move)
    return moves


def _list_arrivals(
    history: History, before: str, edition: str, moves: defaultdict[str, dict[str, _Move]]
) -> list[_Arrival]:
    """Return the lineages whose words a step brought into others, directly or with words that they had."""
    arrivals: list[_Arrival] = []
    for link in history.links(edition):
        if link.old is None or link.new is None:
            continue
        source = history.lineage(before, link.old)
        target = history.lineage(edition, link.new)
        if source == target or not source or not target:
            continue
        arrivals.append(_Arrival(source, target, before))
        for origin, move in moves[source].items():
            if origin != target:
                arrivals.append(_Arrival(origin, target, move.until))
    return arrivals
