"""The texts of each lineage in a knowledge base: those of all records that ever belonged to it."""

from collections.abc import Iterator
from typing import NamedTuple

from rules.store import Store

_TEXTS = """
    SELECT DISTINCT lineage, text_id, passages, own.number IS NOT NULL FROM packed_versions
    JOIN keys AS named ON named.id = packed_versions.key_id JOIN keys AS own ON own.key = named.key
    JOIN runs ON runs.key_id = own.id AND runs.last >= packed_versions.first AND runs.first <= packed_versions.last
"""
"""The columns of `LineageText`.

A version has no text itself; the runs of its key that overlap its span have it. `keys` is joined twice, because a key
that was a rule in one edition and a chapter in another has two ids: a version has one of them, a run either."""


class LineageText(NamedTuple):
    """A text of a lineage, with the examples and notes below it.

    Attributes:
        lineage: The number of the lineage.
        text_id: The id of the text of a record.
        list_id: The id of the record's list of examples and notes; None if it has none.
        is_rule: Whether the record is a rule, and not an entry of the glossary.
    """

    lineage: int
    text_id: int
    list_id: int | None
    is_rule: bool


def list_lineage_texts(store: Store) -> Iterator[LineageText]:
    """Yield each text of each lineage once."""
    for lineage, text_id, list_id, is_rule in store.select(_TEXTS):
        yield LineageText(lineage, text_id, list_id, bool(is_rule))
