"""Which strand bears which id.

A registered lineage lies on the strand that has its first anchor, or else its later one. The oldest that lies on a
strand names it; the others become aliases, which keep resolving. A strand on which none lies is named after its first
key and edition. So an edition that is added, be it older than all others, changes no id that was registered.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from graph.lineages.passages import PassageOf, digest
from graph.lineages.registry import Anchor, Registered
from graph.lineages.strands import Strand


@dataclass(frozen=True, slots=True)
class Thread:
    """The strands of one work and the ids of its editions, oldest first."""

    editions: Sequence[str]
    strands: Sequence[Strand]


@dataclass(frozen=True, slots=True)
class Names:
    """The id of each strand, by work in the order given and then as the strands stand, and alias to id."""

    ids: tuple[tuple[str, ...], ...]
    aliases: dict[str, str]


def name_strands(threads: Sequence[Thread], registered: Iterable[Registered], passage_of: PassageOf) -> Names:
    """Names all strands; the same strands and registry give the same names."""
    places = _Places(threads, passage_of)
    found: dict[tuple[int, int], list[Registered]] = defaultdict(list)
    for one in sorted(registered, key=lambda one: one.age):
        place = next(filter(None, map(places.strand_at, one.anchors)), None)
        if place is not None:
            found[place].append(one)
    aliases = {other.id: names[0].id for names in found.values() for other in names[1:]}
    taken = {names[0].id for names in found.values()} | set(aliases)
    ids: list[tuple[str, ...]] = []
    for work, thread in enumerate(threads):
        named: list[str] = []
        for number, strand in enumerate(thread.strands):
            known = found.get((work, number))
            name = known[0].id if known else _mint(strand, thread.editions, taken)
            taken.add(name)
            named.append(name)
        ids.append(tuple(named))
    return Names(tuple(ids), aliases)


def _mint(strand: Strand, editions: Sequence[str], taken: set[str]) -> str:
    first = strand.first
    plain = name = f"{first.key}@{editions[first.first]}"
    number = 1
    while name in taken:
        number += 1
        name = f"{plain}#{number}"
    return name


class _Places:
    """Finds the strand that stands at an anchor."""

    def __init__(self, threads: Sequence[Thread], passage_of: PassageOf) -> None:
        self.passage_of = passage_of
        self.digests: dict[int, str] = {}
        self.editions: dict[str, tuple[int, int]] = {
            edition: (work, index)
            for work, thread in enumerate(threads)
            for index, edition in enumerate(thread.editions)
        }
        self.by_key: list[Mapping[str, list[tuple[int, int, int, int]]]] = [_by_key(thread) for thread in threads]

    def strand_at(self, anchor: Anchor) -> tuple[int, int] | None:
        """Work and number of the strand; None where the archive has no such place or another passage there."""
        place = self.editions.get(anchor.edition)
        if place is None:
            return None
        work, index = place
        for first, last, strand, passage in self.by_key[work].get(anchor.key, ()):
            if first <= index <= last:
                return (work, strand) if self._digest(passage) == anchor.digest else None
        return None

    def _digest(self, passage: int) -> str:
        known = self.digests.get(passage)
        if known is None:
            known = self.digests[passage] = digest(self.passage_of(passage))
        return known


def _by_key(thread: Thread) -> Mapping[str, list[tuple[int, int, int, int]]]:
    found: dict[str, list[tuple[int, int, int, int]]] = defaultdict(list)
    for number, strand in enumerate(thread.strands):
        for stretch in strand.stretches:
            found[stretch.key].append((stretch.first, stretch.last, number, stretch.passage))
    return found
