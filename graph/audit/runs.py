"""The records, references and lineages of all editions, each read once however many editions have it.

A knowledge base stores a record that is the same in a run of editions once. The audit of all editions reads these runs,
which takes a tenth of the time of reading each edition.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Generic, NamedTuple, TypeVar

from rules.caching import cached_method, cached_property
from rules.grouping import grouped
from rules.keys import key_of_rule
from rules.records import GlossaryEntry, Resolution, Rule
from rules.store import Store
from rules.store.reference_rows import REFERENCE_COLUMNS, make_resolution
from rules.store.schema import RANK

_IN_ORDER = f"ORDER BY {RANK}, first"
_RECORDS = f"""
    SELECT runs.first, runs.last, number, ordinal, kind, parent, title, text
    FROM runs JOIN keys ON keys.id = key_id JOIN packed_texts ON packed_texts.id = text_id {_IN_ORDER}
"""  # noqa: S608 - fixed words only
_REFERENCES = f"""
    SELECT first, last, key, refs FROM runs JOIN keys ON keys.id = key_id WHERE refs IS NOT NULL {_IN_ORDER}
"""  # noqa: S608 - fixed words only
_PRINTED = f"""
    SELECT ref_lists.id, {REFERENCE_COLUMNS}
    FROM ref_lists JOIN packed_refs ON packed_refs.id = ref ORDER BY ref_lists.id, item
"""  # noqa: S608 - fixed words only
_LINEAGES = """
    SELECT packed_versions.first, packed_versions.last, keys.key, packed_lineages.id
    FROM packed_versions JOIN packed_lineages ON packed_lineages.number = lineage JOIN keys ON keys.id = key_id
"""
_INDEXED = "SELECT DISTINCT edition FROM matter WHERE name = 'index'"
_Record = Rule | GlossaryEntry
T = TypeVar("T")


class _Run(NamedTuple, Generic[T]):
    """The content of a key in a run of editions.

    Attributes:
        first: The position of the first edition in the table `line`.
        last: The position of the last edition there.
        key: The key.
        content: What the key has: a record, references, a lineage.
    """

    first: int
    last: int
    key: str
    content: T


class EditionRuns:
    """The records, references and lineages of the editions of a knowledge base.

    Editions that have the same record share one object, so that it has no id of an edition, and neither examples, notes
    nor lines. References are shared in the same way: `drift` relies on this to save time.

    Args:
        store: The knowledge base; it must stay open.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        editions = store.select("SELECT edition, place FROM line")
        self._positions: Mapping[str, int] = dict(editions)

    def records(self, edition: str) -> Mapping[str, _Record]:
        """Return the rules and glossary entries of an edition by key, in the order of the document."""
        return self._records[self._positions[edition]]

    def references(self, edition: str) -> Mapping[str, Sequence[Resolution]]:
        """Return the references of each rule and glossary entry of an edition, in the order of the document."""
        return self._references[self._positions[edition]]

    def lineages(self, edition: str) -> Mapping[str, str]:
        """Return the lineage of each key of an edition that is not retyped."""
        return self._lineages[self._positions[edition]]

    @cached_method
    def keys(self, edition: str) -> Mapping[str, str]:
        """Return the key of each lineage in an edition that is not retyped."""
        return {lineage: key for key, lineage in self.lineages(edition).items()}

    @cached_property
    def with_index(self) -> frozenset[str]:
        """Return the editions that end with an index."""
        return frozenset(edition for (edition,) in self._store.select(_INDEXED))

    @cached_property
    def _records(self) -> list[dict[str, _Record]]:
        """Return, for each edition at its position, its records by key."""
        return self._spread(map(_make_record, self._store.select(_RECORDS)))

    @cached_property
    def _references(self) -> list[dict[str, Sequence[Resolution]]]:
        """Return, for each edition at its position, the references of each record by the key of the record."""
        rows_of_list = grouped((list_id, row) for list_id, *row in self._store.select(_PRINTED))
        runs: list[_Run[Sequence[Resolution]]] = []
        for first, last, key, list_id in self._store.select(_REFERENCES):
            resolutions = tuple(make_resolution(key, row) for row in rows_of_list[list_id])
            runs.append(_Run(first, last, key, resolutions))
        return self._spread(runs)

    @cached_property
    def _lineages(self) -> list[dict[str, str]]:
        """Return, for each edition at its position, the lineage of each key."""
        return self._spread(_Run(*row) for row in self._store.select(_LINEAGES))

    def _spread(self, runs: Iterable[_Run[T]]) -> list[dict[str, T]]:
        """Return for each edition, at its position in the table `line`, the content of each key."""
        editions: list[dict[str, T]] = [{} for _ in self._positions]
        for run in runs:
            for position in range(run.first, run.last + 1):
                editions[position][run.key] = run.content
        return editions


def _make_record(row: Sequence[Any]) -> _Run[_Record]:
    """Return the record of a row of `_RECORDS`, with its run of editions."""
    first, last, number, ordinal, kind, parent, title, text = row
    if number is None:
        entry = GlossaryEntry("", title, text, ordinal)
        return _Run(first, last, entry.key, entry)
    rule = Rule("", number, kind, title, text, parent=parent, ordinal=ordinal)
    return _Run(first, last, key_of_rule(number, ordinal), rule)
