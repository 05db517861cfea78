"""The words of records, read from a store record by record or edition by edition."""

from collections.abc import Callable
from functools import cache
from typing import NamedTuple

from graph.history import History
from rules.change import Passage, passage_of
from rules.records import GlossaryEntry, Rule
from rules.store import Store

PassageAt = Callable[[str, str], Passage]
"""Returns the words of the record that an edition has under a key: `passage_at(edition, key)`."""


class RecordWords(NamedTuple):
    """A record of an edition: its key and its words."""

    key: str
    passage: Passage


def passage_at(history: History, edition: str, key: str) -> Passage:
    """Return the words of one record.

    Raises:
        LookupError: The edition has no such record.
    """
    record = history.store.record(edition, key)
    if record is None:
        raise LookupError(f"edition {edition} has no {key}")
    return passage_of(record)


def read_passages(store: Store) -> PassageAt:
    """Return a function that returns the words of records.

    It reads all records of an edition when the first of them is asked for, and keeps them. It raises `KeyError` if the
    edition has no such record.
    """

    @cache
    def read(edition: str) -> dict[str, Passage]:
        records: list[Rule | GlossaryEntry] = [*store.rules(edition), *store.glossary(edition)]
        return {record.key: passage_of(record) for record in records}

    def find(edition: str, key: str) -> Passage:
        return read(edition)[key]

    return find
