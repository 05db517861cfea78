"""The lineages of a knowledge base in memory, with its links cached: thousands of histories are made in seconds.

It is a `graph.compare.source.HistorySource`, so `graph.traces` and `graph.compare` read it like the knowledge base.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Mapping
from functools import cached_property

from graph.traces.since import last_day
from rules.chain import StepEnds
from rules.links import Link, Version
from rules.store import Store


class HistoryCache:
    """The lineages of a knowledge base in memory; the store must stay open.

    Attributes:
        by_lineage: The versions of each lineage, oldest first.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._by_key: dict[str, list[Version]] = defaultdict(list)
        rows: dict[str, list[Version]] = defaultdict(list)
        for version in store.all_versions():
            rows[version.lineage].append(version)
            self._by_key[version.key].append(version)
        self.by_lineage = {lineage: tuple(versions) for lineage, versions in rows.items()}
        for versions in self._by_key.values():
            versions.sort(key=lambda version: version.first)
        self._previous: dict[str, str | None] = {}
        self._links: dict[StepEnds, tuple[Link, ...]] = {}

    has_texts = False

    @property
    def edition_ids(self) -> tuple[str, ...]:
        """Return the ids of all editions, oldest first."""
        return self._store.edition_ids

    @property
    def works(self) -> Mapping[str, str]:
        """Return the work of each edition."""
        return self._store.works

    @cached_property
    def aliases(self) -> dict[str, list[str]]:
        """Return the former ids of each lineage."""
        aliases: dict[str, list[str]] = defaultdict(list)
        for alias, lineage in self._store.select("SELECT alias, lineage FROM lineage_aliases ORDER BY alias"):
            aliases[lineage].append(alias)
        return dict(aliases)

    def previous(self, edition: str) -> str | None:
        """Return the edition of the same work that comes before, never a retyped one."""
        if edition not in self._previous:
            self._previous[edition] = self._store.previous(edition)
        return self._previous[edition]

    def last_day(self, edition: str) -> str | None:
        """Return the last day on which an edition was in force; None for the newest of its work."""
        return last_day(self._store.chained(self.works[edition]), edition)

    @property
    def retyped(self) -> frozenset[str]:
        """Return the editions that are no links of the chain."""
        return self._store.retyped

    def links(self, edition: str, previous: str | None = None) -> tuple[Link, ...]:
        """Return the links, without trivial ones, of a step to this edition: by default from the one before."""
        step = StepEnds(previous or self.previous(edition) or "", edition)
        if step not in self._links:
            self._links[step] = self._store.links(edition, previous)
        return self._links[step]

    def links_between(self, first: str, last: str) -> tuple[tuple[str, Link], ...]:
        """Return the links of all steps from one edition to a later one."""
        return self._store.links_between(first, last)

    def lineages(self, edition: str) -> dict[str, str]:
        """Return the lineage of each key in an edition."""
        return self._store.lineages(edition)

    def version_at(self, edition: str, key: str) -> Version | None:
        """Return the version that has a key in an edition that is not retyped; None without one."""
        versions = self._by_key.get(key, [])
        at = bisect_right(versions, edition, key=lambda version: version.first)
        for version in reversed(versions[:at]):
            if version.last >= edition and self.works[version.first] == self.works[edition]:
                return version
        return None

    def lineage_at(self, edition: str, key: str) -> str | None:
        """Return the lineage that a key names in an edition."""
        if edition in self.retyped:
            return self._store.lineage_at(edition, key)
        version = self.version_at(edition, key)
        return version.lineage if version else None

    def find_lineage(self, name: str) -> str | None:
        """Return the id of the lineage that an id, an alias or a `KEY@EDITION` means."""
        return name if name in self.by_lineage else self._store.find_lineage(name)

    def versions(self, lineage: str) -> tuple[Version, ...]:
        """Return the versions of a lineage, oldest first."""
        lineage_id = self.find_lineage(lineage)
        return self.by_lineage[lineage_id] if lineage_id else ()

    def last_edition_with(self, key: str) -> str | None:
        """Return the last edition that has a record of this key."""
        return max((version.last for version in self._by_key.get(key, ())), default=None)

    def text_sha256(self, edition: str, key: str) -> str | None:
        """Return the SHA-256 of the shown text of a record."""
        return self._store.text_sha256(edition, key)
