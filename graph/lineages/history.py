"""Making lineages, with their ids and versions, from all editions and the links between them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from graph.lineages.chains import EditionLinks, Inventory, LineageChain, chain_links
from graph.lineages.names import Thread, name_chains
from graph.lineages.passages import PassageOf
from graph.lineages.registry import Registered
from graph.lineages.returns import join_returns
from rules.links import Version


@dataclass(frozen=True, slots=True)
class Lineage:
    """A rule or glossary entry through the editions: its id and its versions, oldest first."""

    id: str
    versions: tuple[Version, ...]


@dataclass(frozen=True, slots=True)
class Lineages:
    """All lineages, sorted by id, and pairs of alias and id, sorted."""

    lineages: tuple[Lineage, ...]
    aliases: tuple[tuple[str, str], ...]


def trace_lineages(
    works: Sequence[Sequence[Inventory]],
    steps: Mapping[str, EditionLinks],
    passage_of: PassageOf,
    registered: Iterable[Registered] = (),
) -> Lineages:
    """Follow every record through the editions of its work.

    Args:
        works: The editions of each work, oldest first.
        steps: The step to each edition except the first of its work, by edition id.
        passage_of: Returns the passage for a passage number of the inventories.
        registered: The lineages whose ids are fixed.

    Raises:
        ValueError: The steps do not match the editions; see `chain_links`.
    """
    threads = [
        Thread(
            [inventory.edition for inventory in inventories],
            join_returns(inventories, chain_links(inventories, steps), passage_of),
        )
        for inventories in works
    ]
    names = name_chains(threads, registered, passage_of)
    lineages = [
        Lineage(name, _make_versions(name, chain, thread.editions))
        for thread, ids in zip(threads, names.ids, strict=True)
        for chain, name in zip(thread.chains, ids, strict=True)
    ]
    return Lineages(tuple(sorted(lineages, key=lambda lineage: lineage.id)), tuple(sorted(names.aliases.items())))


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
