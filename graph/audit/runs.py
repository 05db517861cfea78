"""The records, references and lineages of all editions, each read once however many editions have it.

A knowledge base stores a record that is the same in a run of editions once. The audit of all editions reads these runs,
which takes a tenth of the time of reading each edition.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeVar

from rules.caching import cached_method, cached_property
from rules.grouping import grouped
from rules.numbers import key_of_rule
from rules.records import GlossaryEntry, Reference, Resolution, Rule
from rules.store import Store
from rules.store.record_table import names_from
from rules.store.schema import RANK

_IN_ORDER = f"ORDER BY {RANK}, first"
_RECORDS = f"""
    SELECT runs.first, runs.last, number, ordinal, kind, parent, title, text
    FROM runs JOIN keys ON keys.id = key_id JOIN packed_texts ON packed_texts.id = text_id {_IN_ORDER}
"""  # noqa: S608 - fixed words only
_REFERENCES = f"""
    SELECT first, last, key, refs FROM runs JOIN keys ON keys.id = key_id WHERE refs IS NOT NULL {_IN_ORDER}
"""  # noqa: S608 - fixed words only
_PRINTED = """
    SELECT ref_lists.id, field, raw, kind, targets, quoted_title, start_offset, status, coalesce(found, targets),
        suggestion
    FROM ref_lists JOIN packed_refs ON packed_refs.id = ref ORDER BY ref_lists.id, item
"""
_LINEAGES = """
    SELECT packed_versions.first, packed_versions.last, keys.key, packed_lineages.id
    FROM packed_versions JOIN packed_lineages ON packed_lineages.number = lineage JOIN keys ON keys.id = key_id
"""
_INDEXED = "SELECT DISTINCT edition FROM matter WHERE name = 'index'"
_Record = Rule | GlossaryEntry
T = TypeVar("T")


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
        self._places: Mapping[str, int] = dict(editions)

    def records(self, edition: str) -> Mapping[str, _Record]:
        """Return the rules and glossary entries of an edition by key, in the order of the document."""
        return self._records[self._places[edition]]

    def references(self, edition: str) -> Mapping[str, Sequence[Resolution]]:
        """Return the references of each rule and glossary entry of an edition, in the order of the document."""
        return self._references[self._places[edition]]

    def lineages(self, edition: str) -> Mapping[str, str]:
        """Return the lineage of each key of an edition that is not retyped."""
        return self._lineages[self._places[edition]]

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
        return self._spread((row[:2], _make_record(row)) for row in self._store.select(_RECORDS))

    @cached_property
    def _references(self) -> list[dict[str, Sequence[Resolution]]]:
        printed = grouped((row[0], row[1:]) for row in self._store.select(_PRINTED))
        runs: list[tuple[Sequence[int], tuple[str, Sequence[Resolution]]]] = []
        for first, last, key, refs in self._store.select(_REFERENCES):
            runs.append(((first, last), (key, tuple(_make_resolution(key, row) for row in printed[refs]))))
        return self._spread(runs)

    @cached_property
    def _lineages(self) -> list[dict[str, str]]:
        return self._spread((row[:2], row[2:]) for row in self._store.select(_LINEAGES))

    def _spread(self, runs: Iterable[tuple[Sequence[int], tuple[str, T]]]) -> list[dict[str, T]]:
        """Return for each edition its content by key, from runs of editions that share one content.

        Args:
            runs: The places of the first and last edition of a run, then a key and the content of the key.
        """
        editions: list[dict[str, T]] = [{} for _ in self._places]
        for (first, last), (key, content) in runs:
            for place in range(first, last + 1):
                editions[place][key] = content
        return editions


def _make_record(row: Sequence[Any]) -> tuple[str, _Record]:
    """Return the record of a row of `_RECORDS`, with its key."""
    _first, _last, number, ordinal, kind, parent, title, text = row
    if number is None:
        entry = GlossaryEntry("", title, text, ordinal)
        return entry.key, entry
    rule = Rule("", number, kind, title, text, parent=parent, ordinal=ordinal)
    return key_of_rule(number, ordinal), rule


def _make_resolution(key: str, row: Sequence[Any]) -> Resolution:
    """Return the reference of a row of `_PRINTED` without its first column, in the record with a key."""
    field, raw, kind, targets, quoted_title, start, status, found, suggestion = row
    reference = Reference(
        source=key,
        field=field,
        raw=raw,
        kind=kind,
        targets=names_from(targets),
        quoted_title=quoted_title,
        start=start,
        end=start + len(raw),
    )
    return Resolution(reference, status, names_from(found), suggestion)
