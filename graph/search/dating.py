"""An inserted passage as the retyped edition that dates it has it.

A retyped edition is known only from a copy that somebody typed. Its exact words are uncertain, so it has no place in
the chain of editions. But it shows how early a rule existed: it *dates* a rule that is new in the next edition of the
chain if it has that rule already. The passages of such a rule are dated with it.
"""

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
    """Return an inserted passage as it reads in the retyped edition that dates its record.

    Example: 2003-07-01 is the first edition of the chain with a rule, and the retyped edition 2003-05-26 has the rule
    too → 2003-05-26, and the text of the rule there.

    Args:
        store: The knowledge base.
        edition: The edition that inserted the passage.
        passage: The passage.

    Returns:
        None for a deleted passage, if no retyped edition lies between the edition and the one before, or if none dates
        the record.
    """
    if passage.new is None or not list_dating(store, edition):
        return None
    lineage = store.lineage_at(edition, passage.new)
    if lineage is None:
        return None
    first_version = store.versions(lineage)[0]
    is_dated = first_version.first in store.retyped  # the first version of such a lineage is in the retyped edition
    if not is_dated:
        return None
    record = store.record(first_version.first, first_version.key)
    if record is None:
        return None
    texts = [text or "" for field, text in list_fields(passage_of(record)) if field == passage.field]
    return DatedPassage(first_version.first, GAP.join(texts))
