"""Give each edition a place on one line, so that a run of editions is a range of numbers.

The line is the table `line` of the knowledge base: the editions of a work are consecutive, and retyped editions come
after all others, each alone.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from graph.network.schema import name_of_version
from rules.caching import cached_method
from rules.store import Store

_LINE = "SELECT edition FROM line ORDER BY place"
_HOLDINGS = """
    SELECT keys.key, packed_lineages.id, packed_versions.first, packed_versions.last, packed_versions.since
    FROM packed_versions JOIN keys ON keys.id = key_id
    JOIN packed_lineages ON packed_lineages.number = packed_versions.lineage
"""
_OF_KEYS = "WHERE key_id IN (SELECT id FROM keys WHERE key IN (SELECT value FROM json_each(?)))"


class Span(NamedTuple):
    """A range of places on the line, the last one included: a run of editions."""

    first: int
    last: int

    def includes(self, place: int) -> bool:
        """Return whether a place is in the span."""
        return self.first <= place <= self.last

    def overlap(self, span: Span) -> Span | None:
        """Return the places that two spans share; None if there are none."""
        first, last = max(self.first, span.first), min(self.last, span.last)
        return Span(first, last) if first <= last else None


class Holding(NamedTuple):
    """A version of a record, as the holder of a key.

    Attributes:
        span: The places of the editions in which the lineage has the key and the words of this version.
        lineage: The lineage.
        version: The name of the node of the version.
    """

    span: Span
    lineage: str
    version: str


class Timeline:
    """The editions of a store by their places, and who held which key when.

    Args:
        store: A knowledge base or a ledger; it must stay open.

    Attributes:
        editions: The id of the edition at each place.
        places: The place of each edition.
        _holdings: Key that was read → the versions that held it.
        _has_all: Whether all keys were read, so that no version ever held a key that is missing in `_holdings`.
    """

    def __init__(self, store: Store) -> None:
        self.store = store
        self.editions: Sequence[str] = [edition for (edition,) in store.select(_LINE)]
        self.places: Mapping[str, int] = {edition: place for place, edition in enumerate(self.editions)}
        self._holdings: dict[str, list[Holding]] = {}
        self._has_all = False

    def load(self, keys: Collection[str] | None = None) -> None:
        """Read the versions that held some keys in one query, and keep them in memory.

        Keys that were read before are not read again.

        Args:
            keys: The keys; None for all.
        """
        if self._has_all:
            return
        if keys is None:
            self._holdings = self._read_holdings(self.store.select(_HOLDINGS))
            self._has_all = True
            return
        unknown = [key for key in dict.fromkeys(keys) if key not in self._holdings]
        # The query has no rows for a key that no record ever had. Without an entry the key would be read again.
        self._holdings |= {key: [] for key in unknown}
        self._holdings |= self._read_holdings(self.store.select(f"{_HOLDINGS} {_OF_KEYS}", json.dumps(unknown)))

    def _read_holdings(self, rows: Iterable[Sequence[Any]]) -> dict[str, list[Holding]]:
        """Return the versions in rows of `_HOLDINGS`, in the order of their places, by the key that they held."""
        holdings: dict[str, list[Holding]] = {}
        for key, lineage, first, last, since in rows:
            # A version that a retyped edition dates began at the place `since`, which is outside of its span.
            beginning = first if since is None else since
            version = name_of_version(key, self.editions[beginning])
            holdings.setdefault(key, []).append(Holding(Span(first, last), lineage, version))
        for holdings_of_key in holdings.values():
            holdings_of_key.sort()
        return holdings

    def holdings(self, key: str) -> Sequence[Holding]:
        """Return the versions that held a key in editions that are not retyped, in the order of their places.

        The versions are read from the store if `load` has not read them.
        """
        if not self._has_all and key not in self._holdings:
            self.load([key])
        return self._holdings.get(key, ())

    def divide(self, key: str, span: Span) -> Iterator[tuple[Span, Holding]]:
        """Yield the parts of a span in which a key has one version each, with that version.

        Example: a key has one version in the places 0 to 4 and another in 5 to 9 → the span 3 to 6 is divided into 3 to
        4 and 5 to 6.

        A span that begins at a retyped edition is that edition alone, because retyped editions come after all others on
        the line, each with runs of its own. It has the version that `_retyped_holding` returns.
        """
        if self.editions[span.first] in self.store.retyped:
            holding = self._retyped_holding(key, span.first)
            if holding is not None:
                yield span, holding
            return
        for holding in self.holdings(key):
            shared = holding.span.overlap(span)
            if shared is not None:
                yield shared, holding

    def find_lineage(self, edition: str, key: str) -> str | None:
        """Return the lineage that a key names in an edition; None if the edition lacks the key."""
        place = self.places[edition]
        for _, holding in self.divide(key, Span(place, place)):
            return holding.lineage
        return None

    def _retyped_holding(self, key: str, place: int) -> Holding | None:
        """Return the version that takes the place of a record of a retyped edition; None if the edition lacks the key.

        Such a record belongs to a lineage, but seldom has a version. Its place is taken by the last version of the
        lineage that began before or with the edition, or else by the first version.
        """
        edition = self.editions[place]
        lineage = self.retyped_lineages(edition).get(key)
        if lineage is None:
            return None
        versions = self.store.versions(lineage)
        earlier = [version for version in versions if version.first <= edition]
        version = earlier[-1] if earlier else versions[0]
        return Holding(Span(place, place), lineage, name_of_version(version.key, version.first))

    @cached_method
    def retyped_lineages(self, edition: str) -> Mapping[str, str]:
        """Return the lineage of each key of a retyped edition."""
        return self.store.lineages(edition)

    @cached_property
    def retyped_places(self) -> frozenset[int]:
        """Return the places of the retyped editions."""
        return frozenset(self.places[edition] for edition in self.store.retyped)

    def join(self, spans: Iterable[Span]) -> list[Span]:
        """Return spans joined where they overlap or follow each other without an edition between them."""
        joined: list[Span] = []
        for span in sorted(spans):
            if joined and span.first <= joined[-1].last + 1 and not self._is_border(span.first):
                joined[-1] = Span(joined[-1].first, max(joined[-1].last, span.last))
            else:
                joined.append(span)
        return joined

    def _is_border(self, place: int) -> bool:
        """Return whether the line is interrupted before a place: its edition is retyped, or begins another work."""
        if place in self.retyped_places:
            return True
        if place == 0:
            return False
        works = self.store.work_of
        return works[self.editions[place - 1]] != works[self.editions[place]]

    def ends(self, span: Span) -> tuple[str, str]:
        """Return the ids of the first and the last edition of a span."""
        return self.editions[span.first], self.editions[span.last]
