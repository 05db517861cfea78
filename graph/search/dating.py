"""The passages of an edition that a retyped edition dates, as it dates the rules that they are of."""

from __future__ import annotations

from typing import NamedTuple

from graph.answers.retyped import list_dating
from graph.compare.changed import list_fields
from graph.compare.trimming import GAP
from rules.change import passage_of
from rules.links import ChangedPassage
from rules.store import Store


class DatedPassage(NamedTuple):
    """A passage as a retyped edition has it.

    Attributes:
        edition: The retyped edition.
        text: The text of the passage there; of several examples or notes all, with a gap between two.
    """

    edition: str
    text: str


def find_dated(store: Store, edition: str, passage: ChangedPassage) -> DatedPassage | None:
    """Return an inserted passage as the retyped edition has it that dates its record.

    Args:
        store: The knowledge base.
        edition: The edition that inserted the passage.
        passage: The passage.

    Returns:
        None if no retyped edition lies between the edition and the one before, or if none dates the record.
    """
    if passage.new is None or not list_dating(store, edition):
        return None
    lineage = store.lineage_at(edition, passage.new)
    if lineage is None:
        return None
    first_version = store.versions(lineage)[0]
    is_dated = first_version.first in store.retyped
    if not is_dated:
        return None
    record = store.rule(first_version.first, first_version.key) or store.entry(first_version.first, first_version.key)
    if record is None:
        return None
    texts = [text or "" for field, text in list_fields(passage_of(record)) if field == passage.field]
    return DatedPassage(first_version.first, GAP.join(texts))
