"""The versions in a store, read one lineage at a time or all at once."""

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import chain
from operator import attrgetter

from rules.caching import cached_property
from rules.grouping import grouped
from rules.links import Version
from rules.store import Store


class StoredVersions:
    """The versions in a store.

    A program that reads all versions (`by_lineage`) also looks up many of them. From then on look-ups are answered from
    memory; before, each look-up is a query to the store. The answers are the same.

    Args:
        store: A knowledge base, or a ledger; it must stay open.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._ask_by_lineage = cache(store.versions)
        self._ask_by_key = cache(store.holders)
        self._are_read = False

    @cached_property
    def by_lineage(self) -> Mapping[str, tuple[Version, ...]]:
        """Return lineage → its versions, for all lineages of all works."""
        versions = grouped((version.lineage, version) for version in self._store.all_versions())
        by_lineage = {lineage: tuple(of_lineage) for lineage, of_lineage in versions.items()}
        self._are_read = True
        return by_lineage

    @cached_property
    def by_key(self) -> Mapping[str, Sequence[Version]]:
        """Return key → the versions of all works that had it, oldest first."""
        versions = sorted(chain.from_iterable(self.by_lineage.values()), key=attrgetter("first"))
        return dict(grouped((version.key, version) for version in versions))

    def of_lineage(self, lineage: str) -> tuple[Version, ...]:
        """Return the versions of a lineage, oldest first; empty if there is no such lineage.

        Args:
            lineage: Anything that `rules.store.Store.find_lineage` accepts.
        """
        if self._are_read and lineage in self.by_lineage:
            return self.by_lineage[lineage]
        return self._ask_by_lineage(lineage)

    def of_key(self, key: str) -> Sequence[Version]:
        """Return the versions of all works that had a key, oldest first; empty if none had it."""
        if self._are_read:
            return self.by_key.get(key, ())
        return self._ask_by_key(key)
