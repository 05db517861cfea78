"""How often records are referred to, edition by edition, without a graph in memory."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from graph.answers.retyped import name_retyped
from rules.grouping import grouped
from rules.numbers import Level, fold_key
from rules.store import Store


class ReferenceCount(Struct, frozen=True, kw_only=True):
    """The number of references to a record.

    Attributes:
        edition: The edition, in a list of several.
        key: The record.
        references: Number of references to it.
        sources: Number of records that contain them.
        retyped_editions: The edition, if it is retyped.
    """

    edition: str | UnsetType = UNSET
    key: str
    references: int
    sources: int
    retyped_editions: tuple[str, ...] | UnsetType = UNSET


def cited_through(
    store: Store, editions: Iterable[str], lineage: str, by: Level = "subrule"
) -> tuple[ReferenceCount, ...]:
    """Return how much a lineage is referred to in each of the editions that have it, in their order."""
    counts: list[ReferenceCount] = []
    for edition in editions:
        count = cited_lineages(store, edition, by).get(lineage)
        if count is not None:
            counts.append(name_retyped(store, replace(count, edition=edition), edition))
    return tuple(counts)


def cited_lineages(store: Store, edition: str, by: Level = "subrule") -> dict[str, ReferenceCount]:
    """Return lineage → how much it is referred to in an edition, for all its lineages, in the order of the document.

    By lineage, the figures of one rule can be compared between editions even if it was renumbered.

    Args:
        store: A knowledge base or a ledger.
        edition: Id of the edition.
        by: The level to which records are folded. Only the lineages of records that remain are returned: at the level
            of rules, none of a subrule.
    """
    sources = grouped((target, source) for source, target in _list_pairs(store, edition, by))
    counts: dict[str, ReferenceCount] = {}
    for key, lineage in store.lineages(edition).items():
        remains = fold_key(key, by) == key
        if remains:
            counts[lineage] = ReferenceCount(key=key, references=len(sources[key]), sources=len(set(sources[key])))
    return counts


def _list_pairs(store: Store, edition: str, by: Level) -> Iterator[tuple[str, str]]:
    """Yield the source and the target of each reference, folded.

    A range is one reference: it counts once per node, even if several of its numbers fold into it.
    """
    for resolution in store.references(edition):
        source = fold_key(resolution.reference.source, by)
        for target in dict.fromkeys(fold_key(key, by) for key in resolution.target):
            if by == "subrule" or source != target:
                yield source, target
