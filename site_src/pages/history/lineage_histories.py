"""All versions of all lineages, with their texts.

It is a `graph.compare.source.TextSource`, so that `graph.traces` can trace each lineage.
"""

from __future__ import annotations

from collections import defaultdict
from functools import cached_property

from rules.links import RenamedTerm, Version
from rules.numbers import chapter_of
from rules.records import Edition, GlossaryEntry, Rule
from rules.store import Store
from site_src.data.history_cache import HistoryCache
from site_src.layout.addresses import home_of


class LineageHistories(HistoryCache):
    """The lineages of a knowledge base with their texts; the store must stay open."""

    has_texts = True

    def __init__(self, store: Store) -> None:
        super().__init__(store)
        self.editions: dict[str, Edition] = {edition.id: edition for edition in store.editions()}
        self._records: dict[str, dict[str, Rule | GlossaryEntry]] = {}
        self._new: dict[str, set[str]] = defaultdict(set)
        for versions in self.by_lineage.values():
            for version in versions:
                self._new[version.first].add(version.key)

    @cached_property
    def newest(self) -> dict[str, str]:
        """Return, by work, the newest edition that has a lineage; the lineages in it are current."""
        newest: dict[str, str] = {}
        for versions in self.by_lineage.values():
            last = versions[-1].last
            work = self.works[last]
            if last not in self.retyped:
                newest[work] = max(last, newest.get(work, ""))
        return newest

    @cached_property
    def keys(self) -> dict[str, tuple[Version, ...]]:
        """Return every key that an edition has or had, with the versions under it, oldest first."""
        return {key: tuple(versions) for key, versions in self._by_key.items()}

    def is_current(self, lineage: str) -> bool:
        """Return whether the newest edition of its work has a lineage."""
        last = self.by_lineage[lineage][-1].last
        return last >= self.newest.get(self.works[last], "")

    def rules(self, edition: str) -> tuple[Rule, ...]:
        """Return all rules of an edition."""
        return self._store.rules(edition)

    def glossary(self, edition: str) -> tuple[GlossaryEntry, ...]:
        """Return the glossary of an edition."""
        return self._store.glossary(edition)

    def rule(self, edition: str, key: str) -> Rule | None:
        """Return one rule of an edition."""
        record = self._map_records(edition).get(key) or self._store.rule(edition, key)
        return record if isinstance(record, Rule) else None

    def entry(self, edition: str, key: str) -> GlossaryEntry | None:
        """Return one entry of an edition's glossary."""
        record = self._map_records(edition).get(key) or self._store.entry(edition, key)
        return record if isinstance(record, GlossaryEntry) else None

    def terms(self, first: str, last: str) -> tuple[RenamedTerm, ...]:
        """Return the terms that were renamed between two editions."""
        return self._store.terms(first, last)

    def _map_records(self, edition: str) -> dict[str, Rule | GlossaryEntry]:
        """Return the records with which versions begin in an edition, by key."""
        if edition not in self._records:
            new = self._new[edition]
            records: list[Rule | GlossaryEntry] = [*self._store.rules(edition, new)]
            records += (entry for entry in self._store.glossary(edition) if entry.key in new)
            self._records[edition] = {record.key: record for record in records}
        return self._records[edition]

    def heading(self, version: Version) -> str | None:
        """Return the own heading of a version."""
        record = self._map_records(version.first).get(version.key)
        if isinstance(record, GlossaryEntry):
            return record.term
        return record.heading if record else None

    def text(self, version: Version) -> str:
        """Return the text of a version, without heading, examples and notes."""
        record = self._map_records(version.first).get(version.key)
        return record.text if record else ""

    def title(self, version: Version, edition: str) -> str:
        """Return the title of a version in an edition: its heading, or that of its rule or chapter; empty if none."""
        own = self.heading(version)
        for above in () if own else (home_of(version.key), chapter_of(version.key)):
            bearer = self.version_at(edition, above) if above != version.key else None
            own = self.heading(bearer) if bearer else None
            if own:
                break
        return own or ""
