"""The number of references to records, edition by edition, without a graph in memory."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from graph.answers.retyped import add_retyped_editions
from rules.grouping import grouped
from rules.keys import Level, key_at_level
from rules.store import Store


class ReferenceCount(Struct, frozen=True, kw_only=True):
    """The number of references to a record.

    Attributes:
        edition: The edition; only in a list of several editions (`--through`).
        key: The record.
        references: Number of references to the record.
        sources: Number of records that contain these references.
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
    """Count the references to a lineage in each of several editions.

    Args:
        store: A knowledge base or a ledger.
        editions: Ids of the editions.
        lineage: Id of the lineage.
        by: The level to which records are folded; see `count_references_by_lineage`.

    Returns:
        A count for each edition that has the lineage, in the order of `editions`.
    """
    counts: list[ReferenceCount] = []
    for edition in editions:
        count = count_references_by_lineage(store, edition, by).get(lineage)
        if count is not None:
            counts.append(add_retyped_editions(store, replace(count, edition=edition), edition))
    return tuple(counts)


def count_references_by_lineage(store: Store, edition: str, by: Level) -> dict[str, ReferenceCount]:
    """Count the references to each lineage of an edition, in the order of the document.

    The counts of one rule can be compared between editions even if it was renumbered, since its lineage stays the same.

    Args:
        store: A knowledge base or a ledger.
        edition: Id of the edition.
        by: The level to which records are folded: at the level `rule`, a reference to a subrule or from one counts for
            its rule, and the lineages of subrules are left out.
    """
    sources_of = grouped((target, source) for source, target in _list_pairs(store, edition, by))
    counts: dict[str, ReferenceCount] = {}
    for key, lineage in store.lineages(edition).items():
        is_folded_into_another = key_at_level(key, by) != key
        if not is_folded_into_another:
            sources = sources_of.get(key, ())
            counts[lineage] = ReferenceCount(key=key, references=len(sources), sources=len(set(sources)))
    return counts


def _list_pairs(store: Store, edition: str, by: Level) -> Iterator[tuple[str, str]]:
    """Yield the keys of the source and the target of each reference, folded to a level.

    A range is one reference. If several of its numbers fold into one record, that record is yielded once: at the level
    `rule`, a reference to 702.19a and 702.19b is one to 702.19. A reference between two records that fold into one is
    dropped; a record that refers to itself keeps its reference if nothing is folded.
    """
    for resolution in store.references(edition):
        source = key_at_level(resolution.reference.source, by)
        targets = dict.fromkeys(key_at_level(key, by) for key in resolution.found_keys)
        for target in targets:
            is_within_one_record = by != "subrule" and source == target
            if not is_within_one_record:
                yield source, target
