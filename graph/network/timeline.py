"""The sequence of all editions, in which consecutive editions of a work are a range of numbers.

The *place* of an edition is its index in this sequence, which is the table `line` of the knowledge base. The editions
of a work follow each other; retyped editions come after all others. If the rules have the editions a, b and r, and a
rulings summary has c and d, and r is retyped, then the sequence is a b c d r.

A *span* is a range of places, and stands for a run of consecutive editions. Therefore it never crosses a *border*: the
point where another work begins, or the point before a retyped edition. In the example, these are before c and before r.
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
_PERIODS = """
    SELECT keys.key, packed_lineages.id, packed_versions.first, packed_versions.last, packed_versions.since
    FROM packed_versions JOIN keys ON keys.id = key_id
    JOIN packed_lineages ON packed_lineages.number = packed_versions.lineage
"""
"""For each version: its key, the id of its lineage, the first and the last place of its span, and the place `since`.

`since` is NULL for most versions. If a version was first seen in a retyped edition, `since` is the place of that
edition. It is outside of the span, because retyped editions come after all others."""
_OF_KEYS = "WHERE key_id IN (SELECT id FROM keys WHERE key IN (SELECT value FROM json_each(?)))"
"""The condition that limits `_PERIODS` to some keys, given as a JSON list."""


class Span(NamedTuple):
    """A range of places on the line, the last one included: a run of editions."""

    first: int
    last: int

    def includes(self, place: int) -> bool:
        """Return whether the span has a place."""
        return self.first <= place <= self.last

    def overlap(self, span: Span) -> Span | None:
        """Return the places that two spans share: 2 to 3 for 0 to 3 and 2 to 6; None if they share none."""
        first, last = max(self.first, span.first), min(self.last, span.last)
        return Span(first, last) if first <= last else None


class KeyPeriod(NamedTuple):
    """The editions in which a key names one version of a lineage.

    Attributes:
        span: The places of these editions.
        lineage: The id of the lineage.
        version: The name of the node of the version, in the graph.
    """

    span: Span
    lineage: str
    version: str


class Timeline:
    """The places of the editions of a store, and the lineage and version that each key names at each place.

    Args:
        store: A knowledge base or a ledger; it must stay open.

    Attributes:
        store: The knowledge base or ledger.
        editions: The id of the edition at each place.
        places: The place of each edition.
        _periods: Key that was read → its periods, sorted by their spans.
        _has_all: Whether the periods of all keys were read, so that a key that is missing in `_periods` has none.
    """

    def __init__(self, store: Store) -> None:
        self.store = store
        self.editions: Sequence[str] = [edition for (edition,) in store.select(_LINE)]
        self.places: Mapping[str, int] = {edition: place for place, edition in enumerate(self.editions)}
        self._periods: dict[str, list[KeyPeriod]] = {}
        self._has_all = False

    def load(self, keys: Collection[str] | None = None) -> None:
        """Read the periods of some keys in one query, and keep them in memory.

        Keys that were read before are not read again.

        Args:
            keys: The keys; None for all.
        """
        if self._has_all:
            return
        if keys is None:
            self._periods = self._read_periods(self.store.select(_PERIODS))
            self._has_all = True
            return
        unknown = [key for key in dict.fromkeys(keys) if key not in self._periods]
        # The query has no rows for a key that no record ever had. Without an entry the key would be read again.
        self._periods |= {key: [] for key in unknown}
        self._periods |= self._read_periods(self.store.select(f"{_PERIODS} {_OF_KEYS}", json.dumps(unknown)))

    def _read_periods(self, rows: Iterable[Sequence[Any]]) -> dict[str, list[KeyPeriod]]:
        """Return key → its periods, sorted by their spans, from rows of `_PERIODS`.

        The row `("702.40", "502.30@2003-07-01", 4, 6, None)` gives `702.40` the period from place 4 to place 6. The
        name of its version has the edition at place 4; if the last column were 9, it would have the edition at place 9.
        """
        periods: dict[str, list[KeyPeriod]] = {}
        for key, lineage, first, last, since in rows:
            first_seen = first if since is None else since
            version = name_of_version(key, self.editions[first_seen])
            periods.setdefault(key, []).append(KeyPeriod(Span(first, last), lineage, version))
        for periods_of_key in periods.values():
            periods_of_key.sort()
        return periods

    def periods(self, key: str) -> Sequence[KeyPeriod]:
        """Return the periods of a key in editions that are not retyped, sorted by their spans.

        They are read from the store if `load` has not read them before.
        """
        if not self._has_all and key not in self._periods:
            self.load([key])
        return self._periods.get(key, ())

    def divide(self, key: str, span: Span) -> Iterator[tuple[Span, KeyPeriod]]:
        """Yield the parts of a span in which a key names one version, each with the period of that version.

        Example: the key has the periods 0 to 4 and 5 to 9. The span 3 to 6 is divided into 3 to 4 and 5 to 6.

        A retyped edition is a span by itself, since there are borders before and after it. Such a span is not divided.
        """
        if self.editions[span.first] in self.store.retyped:
            period = self._find_retyped_period(key, span.first)
            if period is not None:
                yield span, period
            return
        for period in self.periods(key):
            shared = period.span.overlap(span)
            if shared is not None:
                yield shared, period

    def find_lineage(self, edition: str, key: str) -> str | None:
        """Return the lineage that a key names in an edition; None if the edition lacks the key."""
        place = self.places[edition]
        for _, period in self.divide(key, Span(place, place)):  # at one place, there is at most one period
            return period.lineage
        return None

    def _find_retyped_period(self, key: str, place: int) -> KeyPeriod | None:
        """Return the period of a key in a retyped edition, which is that edition alone; None if it lacks the key.

        Versions are made of the other editions only, so that a record of a retyped edition may have none of its own.
        Its lineage is known, and the last version of the lineage that began before or with the edition stands in for
        it. If all versions began later, the first one does.
        """
        edition = self.editions[place]
        lineage = self.retyped_lineages(edition).get(key)
        if lineage is None:
            return None
        versions = self.store.versions(lineage)
        earlier = [version for version in versions if version.first <= edition]
        version = earlier[-1] if earlier else versions[0]
        return KeyPeriod(Span(place, place), lineage, name_of_version(version.key, version.first))

    @cached_method
    def retyped_lineages(self, edition: str) -> Mapping[str, str]:
        """Return the lineage of each key of a retyped edition."""
        return self.store.lineages(edition)

    @cached_property
    def retyped_places(self) -> frozenset[int]:
        """Return the places of the retyped editions."""
        return frozenset(self.places[edition] for edition in self.store.retyped)

    def join(self, spans: Iterable[Span]) -> list[Span]:
        """Return spans in ascending order, joined where they share places or follow each other without a border.

        Example: 0 to 2, 1 to 3, 4 to 5 and 6 to 6 → 0 to 5 and 6 to 6, if there is a border before place 6 only.
        """
        joined: list[Span] = []
        for span in sorted(spans):
            if joined and self._continues(joined[-1], span):
                first, last = joined[-1]
                joined[-1] = Span(first, max(last, span.last))
            else:
                joined.append(span)
        return joined

    def _continues(self, earlier: Span, later: Span) -> bool:
        """Return whether two spans make one; the later one begins at the same place as the earlier one, or after it."""
        shares_places = later.first <= earlier.last
        follows_directly = later.first == earlier.last + 1 and not self._is_border(later.first)
        return shares_places or follows_directly

    def _is_border(self, place: int) -> bool:
        """Return whether a border is directly before a place: its edition is retyped, or begins another work."""
        if place in self.retyped_places:
            return True
        if place == 0:
            return False
        works = self.store.work_of
        return works[self.editions[place - 1]] != works[self.editions[place]]

    def ends(self, span: Span) -> tuple[str, str]:
        """Return the ids of the first and the last edition of a span."""
        return self.editions[span.first], self.editions[span.last]
