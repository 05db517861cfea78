"""The ids of lineages, of which the registry fixes those that were published.

A registered lineage belongs to the chain that has its first anchor, or else its later one. The oldest registered
lineage of a chain gives it its id; the others become aliases, which still resolve. A chain without one is named after
its first key and edition. So adding an edition, even the oldest, never changes a registered id.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import count
from typing import NamedTuple

from graph.lineages.chains import LineageChain
from graph.lineages.inventory import PassageOf
from graph.lineages.registry import Registered, digest
from rules.caching import cached_method
from rules.grouping import grouped
from rules.links import Version


class _Stay(NamedTuple):
    """A version of a chain."""

    version: Version
    passage: int
    chain: LineageChain


def name_chains(
    chains: Sequence[LineageChain],
    work_of: Mapping[str, int],
    registered: Iterable[Registered],
    passage_of: PassageOf,
) -> dict[str, str]:
    """Name all chains; the same chains and registry give the same names.

    Args:
        chains: The chains of all works, which get their `lineage`.
        work_of: A number of the work by edition.
        registered: The lineages whose ids are fixed.
        passage_of: Returns the passage for a passage number of the chains.

    Returns:
        The id by alias.
    """
    anchors = _AnchorIndex(chains, work_of, passage_of)
    names_of: dict[LineageChain, list[str]] = {}
    for lineage in sorted(registered, key=Registered.age):
        chain = anchors.find_chain(lineage)
        if chain is not None:
            names_of.setdefault(chain, []).append(lineage.id)
    aliases: dict[str, str] = {}
    taken: set[str] = set()
    for oldest, *later_names in names_of.values():
        taken.update((oldest, *later_names))
        aliases.update(dict.fromkeys(later_names, oldest))
    for chain in chains:
        names = names_of.get(chain)
        chain.lineage = names[0] if names else _find_free_name(chain, taken)
        taken.add(chain.lineage)
    return aliases


def _find_free_name(chain: LineageChain, taken: Collection[str]) -> str:
    """Return the name of a chain after its first key and edition, with a number if others have that name."""
    plain = f"{chain.first.key}@{chain.first.first}"
    if plain not in taken:
        return plain
    return next(name for number in count(2) if (name := f"{plain}#{number}") not in taken)


class _AnchorIndex:
    """The versions of chains by work and key, where the anchors of registered lineages are looked up."""

    def __init__(self, chains: Iterable[LineageChain], work_of: Mapping[str, int], passage_of: PassageOf) -> None:
        self._work_of = work_of
        self._passage_of = passage_of
        self._stays = grouped(self._place_versions(chains))

    def _place_versions(self, chains: Iterable[LineageChain]) -> Iterator[tuple[tuple[int, str], _Stay]]:
        """Yield the work and the key of each version with the version."""
        for chain in chains:
            work = self._work_of[chain.first.first]
            for version, passage in zip(chain.versions, chain.passages, strict=True):
                yield (work, version.key), _Stay(version, passage, chain)

    def find_chain(self, lineage: Registered) -> LineageChain | None:
        """Return the chain at the first anchor that has one; None without such a place or with another passage."""
        for anchor in lineage.anchors:
            work = self._work_of.get(anchor.edition)
            if work is None:
                continue
            # A version of the chain may reach over a retyped edition that has another record under the key.
            for stay in self._stays.get((work, anchor.key), ()):
                is_there = stay.version.first <= anchor.edition <= stay.version.last
                if is_there and self._digest(stay.passage) == anchor.digest:
                    return stay.chain
        return None

    @cached_method
    def _digest(self, passage: int) -> str:
        return digest(self._passage_of(passage))
