"""Assigning ids to chains.

A registered lineage belongs to the chain that has its first anchor, or else its later one. The oldest registered
lineage of a chain gives it its id; the others become aliases, which still resolve. A chain without one is named after
its first key and edition. So adding an edition, even the oldest, never changes a registered id.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cache

from graph.lineages.chains import LineageChain
from graph.lineages.passages import PassageOf, digest
from graph.lineages.registry import Anchor, Registered

Thread = tuple[Sequence[str], Sequence[LineageChain]]
"""The ids of the editions of one work, oldest first, and its chains."""


def name_chains(
    threads: Sequence[Thread], registered: Iterable[Registered], passage_of: PassageOf
) -> tuple[list[list[str]], dict[str, str]]:
    """Name all chains; the same chains and registry give the same names.

    Returns:
        The id of each chain, by work and then in the order of the chains; and the id of each alias.
    """
    places = _AnchorFinder(threads, passage_of)
    registered_at: dict[tuple[int, int], list[Registered]] = defaultdict(list)
    for lineage in sorted(registered, key=lambda item: item.age):
        place = next(filter(None, map(places.chain_at, lineage.anchors)), None)
        if place is not None:
            registered_at[place].append(lineage)
    aliases = {other.id: names[0].id for names in registered_at.values() for other in names[1:]}
    taken = {names[0].id for names in registered_at.values()} | set(aliases)
    ids: list[list[str]] = []
    for work, (editions, chains) in enumerate(threads):
        named: list[str] = []
        for number, chain in enumerate(chains):
            known = registered_at.get((work, number))
            name = known[0].id if known else _mint(chain, editions, taken)
            taken.add(name)
            named.append(name)
        ids.append(named)
    return ids, aliases


def _mint(chain: LineageChain, editions: Sequence[str], taken: set[str]) -> str:
    first = chain.first
    plain = name = f"{first.key}@{editions[first.first]}"
    number = 1
    while name in taken:
        number += 1
        name = f"{plain}#{number}"
    return name


class _AnchorFinder:
    """Finds the chain that has an anchor."""

    def __init__(self, threads: Sequence[Thread], passage_of: PassageOf) -> None:
        self._digest = cache(lambda passage: digest(passage_of(passage)))
        self.editions: dict[str, tuple[int, int]] = {
            edition: (work, index)
            for work, (editions, _) in enumerate(threads)
            for index, edition in enumerate(editions)
        }
        self.by_key: list[Mapping[str, list[tuple[int, int, int, int]]]] = [_by_key(chains) for _, chains in threads]

    def chain_at(self, anchor: Anchor) -> tuple[int, int] | None:
        """Return work and number of the chain at an anchor; None without such a place or with another passage there."""
        place = self.editions.get(anchor.edition)
        if place is None:
            return None
        work, index = place
        for first, last, chain, passage in self.by_key[work].get(anchor.key, ()):
            # a span of the chain may reach over a retyped edition that has another record under the key
            if first <= index <= last and self._digest(passage) == anchor.digest:
                return work, chain
        return None


def _by_key(chains: Sequence[LineageChain]) -> Mapping[str, list[tuple[int, int, int, int]]]:
    by_key: dict[str, list[tuple[int, int, int, int]]] = defaultdict(list)
    for number, chain in enumerate(chains):
        for span in chain.spans:
            by_key[span.key].append((span.first, span.last, number, span.passage))
    return by_key
