"""Making lineages, with their ids and versions, from all editions and the links between them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct

from graph.lineages.chains import Inventory, LineageChain, PassageOf, chain_links
from graph.lineages.names import Thread, name_chains
from graph.lineages.registry import Registered
from graph.lineages.returns import join_returns
from graph.lineages.retyped import Members, place_retyped
from rules.links import Link, StepEnds, Version


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
