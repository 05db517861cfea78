"""From the fingerprints of quoted words to the lineages, and the versions of them, that have these words."""

from __future__ import annotations

from bisect import bisect_left
from itertools import chain, repeat
from typing import TYPE_CHECKING

from graph.ledger import tables
from graph.ledger.columns import starts, summed, widened
from graph.ledger.fingerprints import fingerprints

if TYPE_CHECKING:
    from collections.abc import Sequence

    from graph.ledger.container import Container


class FingerprintIndex:
    """All fingerprints of all wordings. They are sorted; those with the same upper half are a bucket.

    Args:
        file: The ledger's file.
        generations: The versions of each lineage, oldest first.
    """

    def __init__(self, file: Container, generations: Sequence[Sequence[int]]) -> None:
        self._buckets = starts(file.read(tables.FINGERPRINT_BUCKETS, list[int]))
        self._lower = widened(file.section(tables.FINGERPRINTS))
        self._owners = widened(file.section(tables.FINGERPRINT_OWNERS))
        owners = file.read(tables.OWNERS, tables.Owners)
        self._start, self._length = summed(owners.start), owners.length
        self._group_starts = starts(owners.counts)
        self._members = widened(owners.members)
        sizes = [len(versions) for versions in generations]
        self._lineages = list(chain.from_iterable(map(repeat, range(len(sizes)), sizes)))
        self._places = {version: place for place, version in enumerate(chain.from_iterable(generations))}

    def resembling(self, text: str) -> dict[int, float]:
        """Lineage to the share of a text's fingerprints that its versions have; without those that have none."""
        marks = fingerprints(text)
        lineages, start = self._lineages, self._start
        found: dict[int, int] = {}
        for mark in marks:
            for lineage in {lineages[start[stretch]] for stretch in self._stretches(mark)}:
                found[lineage] = found.get(lineage, 0) + 1
        return {lineage: count / len(marks) for lineage, count in found.items()}

    def share(self, version: int, text: str) -> float:
        """The share of a text's fingerprints that a version has; 0 for a text that has none."""
        marks = fingerprints(text)
        place = self._places[version]
        held = sum(any(0 <= place - self._start[one] < self._length[one] for one in self._stretches(m)) for m in marks)
        return held / len(marks) if marks else 0.0

    def _stretches(self, mark: int) -> Sequence[int]:
        bucket, lower = mark >> 16, mark & 0xFFFF
        end = self._buckets[bucket + 1]
        place = bisect_left(self._lower, lower, self._buckets[bucket], end)
        if place == end or self._lower[place] != lower:
            return ()
        owner = self._owners[place]
        if owner < len(self._start):
            return (owner,)
        group = owner - len(self._start)
        return self._members[self._group_starts[group] : self._group_starts[group + 1]]
