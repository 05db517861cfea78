"""Making lineages, with their ids and versions, from all editions and the links between them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct

from graph.lineages.chains import EditionLinks, Inventory, LineageChain, chain_links
from graph.lineages.names import Thread, name_chains
from graph.lineages.passages import PassageOf
from graph.lineages.registry import Registered
from graph.lineages.returns import join_returns
from graph.lineages.retyped import Members, place_retyped
from rules.chain import StepEnds
from rules.links import Link, Version


class Lineage(Struct, frozen=True):
    """A rule or glossary entry through the editions: its id and its versions, oldest first."""

    id: str
    versions: tuple[Version, ...]


class Lineages(Struct, frozen=True):
    """All lineages.

    Attributes:
        lineages: Sorted by id.
        aliases: Pairs of alias and id, sorted.
        retyped: Edition, key and lineage of each record of a retyped edition, sorted.
    """

    lineages: tuple[Lineage, ...]
    aliases: tuple[tuple[str, str], ...]
    retyped: tuple[tuple[str, str, str], ...] = ()


def trace_lineages(
    works: Sequence[Sequence[Inventory]],
    steps: Mapping[str, EditionLinks],
    passage_of: PassageOf,
    registered: Iterable[Registered] = (),
    beside: Mapping[StepEnds, Sequence[Link]] | None = None,
) -> Lineages:
    """Follow every record through the editions of its work.

    Args:
        works: The editions of each work, oldest first.
        steps: The step to each edition of a work's chain except the first, by edition id.
        passage_of: Returns the passage for a passage number of the inventories.
        registered: The lineages whose ids are fixed.
        beside: The links of all steps to and from retyped editions.

    Raises:
        ValueError: The steps do not match the editions; see `chain_links`.
    """
    threads: list[Thread] = []
    members: dict[str, Members] = {}
    for inventories in works:
        chained = [inventory for inventory in inventories if not inventory.retyped]
        chains = join_returns(chained, chain_links(chained, steps), passage_of)
        placed = place_retyped(inventories, chains, beside or {})
        threads.append(Thread([inventory.edition for inventory in inventories], placed.chains))
        members |= placed.members
    names = name_chains(threads, registered, passage_of)
    named = [
        (name, chain, thread)
        for thread, ids in zip(threads, names.ids, strict=True)
        for chain, name in zip(thread.chains, ids, strict=True)
    ]
    lineages = [Lineage(name, _make_versions(name, chain, thread.editions)) for name, chain, thread in named]
    name_of = {id(chain): name for name, chain, _ in named}
    retyped = [(edition, key, name_of[id(chain)]) for edition, of_it in members.items() for key, chain in of_it.items()]
    return Lineages(
        tuple(sorted(lineages, key=lambda lineage: lineage.id)),
        tuple(sorted(names.aliases.items())),
        tuple(sorted(retyped)),
    )


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
