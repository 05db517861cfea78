"""The fingerprints of all versions, as the sections of the ledger hold them."""

from __future__ import annotations

from collections import Counter, defaultdict
from functools import cache
from itertools import chain
from typing import TYPE_CHECKING, Any

from graph.ledger import tables
from graph.ledger.columns import Interned, differences, narrow
from graph.ledger.fingerprints import fingerprints

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

_Stretch = tuple[int, int]
"""The first of several versions in a row, and how many they are."""


class FingerprintTables:
    """Takes in the passages of versions.

    Args:
        generations: The versions of each lineage, oldest first.
    """

    def __init__(self, generations: Sequence[Sequence[int]]) -> None:
        self._places = {version: place for place, version in enumerate(chain(*generations))}
        self._oldest = {versions[0] for versions in generations}
        self._found: dict[int, set[int]] = defaultdict(set)
        self._of_passage = cache(fingerprints)

    def add(self, version: int, passages: Iterable[str]) -> None:
        """Takes in the passages of a version."""
        for mark in frozenset[int]().union(*map(self._of_passage, passages)):
            self._found[mark].add(version)

    def sections(self) -> dict[str, Any]:
        """The fingerprints, their upper halves counted, their lower halves listed, and who has each."""
        marks = sorted(self._found)
        owners = {mark: self._stretches(self._found[mark]) for mark in marks}
        stretches = Interned(*sorted({one for found in owners.values() for one in found}))
        groups = Interned[tuple[int, ...]]()
        named: list[int] = []
        for found in owners.values():
            numbers = tuple(map(stretches, found))
            named.append(numbers[0] if len(numbers) == 1 else len(stretches.numbers) + groups(numbers))
        counted = Counter(mark >> 16 for mark in marks)
        return {
            tables.FINGERPRINT_BUCKETS: [counted[bucket] for bucket in range(1 << 16)],
            tables.FINGERPRINTS: narrow([mark & 0xFFFF for mark in marks]),
            tables.FINGERPRINT_OWNERS: narrow(named),
            tables.OWNERS: tables.Owners(
                differences(start for start, _ in stretches.values),
                [length for _, length in stretches.values],
                [len(group) for group in groups.values],
                narrow(list(chain(*groups.values))),
            ),
        }

    def _stretches(self, versions: Iterable[int]) -> list[_Stretch]:
        """Versions as stretches, none of which goes from one lineage into the next."""
        found: list[_Stretch] = []
        for version in sorted(versions, key=self._places.__getitem__):
            place = self._places[version]
            if found and sum(found[-1]) == place and version not in self._oldest:
                found[-1] = (found[-1][0], found[-1][1] + 1)
            else:
                found.append((place, 1))
        return found
