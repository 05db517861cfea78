"""Making lineages, with their ids and versions, from all editions and the links between them.

A registered lineage belongs to the chain that has its first anchor, or else its later one. The oldest registered
lineage of a chain gives it its id; the others become aliases, which still resolve. A chain without one is named after
its first key and edition. So adding an edition, even the oldest, never changes a registered id.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache

from msgspec import Struct

from graph.lineages.chains import Inventory, LineageChain, PassageOf, chain_links, digest
from graph.lineages.registry import Anchor, Registered
from graph.lineages.returns import join_returns
from graph.lineages.retyped import Members, place_retyped
from rules.grouping import grouped
from rules.links import Link, StepEnds, Version

Thread = tuple[Sequence[str], Sequence[LineageChain]]
"""The ids of the editions of one work, oldest first, and its chains."""


def name_chains(
    threads: Sequence[Thread], registered: Iterable[Registered], passage_of: PassageOf
) -> tuple[dict[int, str], dict[str, str]]:
    """Name all chains; the same chains and registry give the same names.

    Returns:
        The id of each chain, by the identity of the chain in Python; and the id of each alias.
    """
    finder = _AnchorFinder(threads, passage_of)
    by_age = sorted(registered, key=lambda item: item.age)
    found = ((next(filter(None, map(finder.chain_at, lineage.anchors)), None), lineage) for lineage in by_age)
    registered_of = grouped((id(chain), lineage) for chain, lineage in found if chain is not None)
    aliases = {other.id: known[0].id for known in registered_of.values() for other in known[1:]}
    names = {chain: known[0].id for chain, known in registered_of.items()}
    taken = {*names.values(), *aliases}
    for editions, chains in threads:
        for chain in chains:
            if id(chain) not in names:
                names[id(chain)] = _mint(chain, editions, taken)
                taken.add(names[id(chain)])
    return names, aliases


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
        self._places: dict[str, tuple[int, int]] = {
            edition: (work, index)
            for work, (editions, _) in enumerate(threads)
            for index, edition in enumerate(editions)
        }
        placed = ((work, chain) for work, (_, chains) in enumerate(threads) for chain in chains)
        self._spans = grouped(((work, span.key), (span, chain)) for work, chain in placed for span in chain.spans)

    def chain_at(self, anchor: Anchor) -> LineageChain | None:
        """Return the chain at an anchor; None without such a place or with another passage there."""
        work, index = self._places.get(anchor.edition, (-1, -1))
        for span, chain in self._spans.get((work, anchor.key), ()):
            # a span of the chain may reach over a retyped edition that has another record under the key
            if span.first <= index <= span.last and self._digest(span.passage) == anchor.digest:
                return chain
        return None


class Lineages(Struct, frozen=True):
    """All lineages.

    Attributes:
        lineages: The versions of each lineage, oldest first, by its id; sorted by that.
        aliases: Pairs of alias and id, sorted.
        retyped: Edition, key and lineage of each record of a retyped edition, sorted.
    """

    lineages: dict[str, tuple[Version, ...]]
    aliases: tuple[tuple[str, str], ...]
    retyped: tuple[tuple[str, str, str], ...] = ()


def trace_lineages(
    works: Sequence[Sequence[Inventory]],
    steps: Mapping[StepEnds, Sequence[Link]],
    passage_of: PassageOf,
    registered: Iterable[Registered] = (),
) -> Lineages:
    """Follow every record through the editions of its work.

    Args:
        works: The editions of each work, oldest first.
        steps: The links of all steps, without trivial ones.
        passage_of: Returns the passage for a passage number of the inventories.
        registered: The lineages whose ids are fixed.

    Raises:
        ValueError: The steps do not match the editions; see `chain_links`.
    """
    threads: list[Thread] = []
    members: dict[str, Members] = {}
    for inventories in works:
        chained = [inventory for inventory in inventories if not inventory.retyped]
        chains = join_returns(chained, chain_links(chained, steps), passage_of)
        placed, its_members = place_retyped(inventories, chains, steps)
        threads.append(([inventory.edition for inventory in inventories], placed))
        members |= its_members
    names, aliases = name_chains(threads, registered, passage_of)
    lineages = {
        names[id(chain)]: _make_versions(names[id(chain)], chain, editions)
        for editions, its_chains in threads
        for chain in its_chains
    }
    retyped = [(edition, key, names[id(chain)]) for edition, of_it in members.items() for key, chain in of_it.items()]
    return Lineages(dict(sorted(lineages.items())), tuple(sorted(aliases.items())), tuple(sorted(retyped)))


def _make_versions(lineage: str, chain: LineageChain, editions: Sequence[str]) -> tuple[Version, ...]:
    return tuple(
        Version(
            lineage=lineage,
            key=span.key,
            first=editions[span.first],
            last=editions[span.last],
            kind=span.kind,
            change=span.change,
            method=span.method,
            score=span.score,
            sources=span.sources,
        )
        for span in chain.spans
    )
