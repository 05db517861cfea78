"""The ids of lineages, with those that the registry fixes because they were published.

A registered lineage belongs to the chain that has its first anchor, or else its later anchor. If several registered
lineages belong to one chain, the oldest gives the chain its id, and the others become aliases, which still resolve. A
chain without a registered lineage is named after its first key and edition. So adding an edition, even one before all
others, never changes a registered id.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from graph.lineages.chains import LineageChain
from graph.lineages.inventory import PassageOf
from graph.lineages.registry import Registered, digest
from rules.caching import cached_method
from rules.grouping import grouped
from rules.links import Version


class _ChainVersion(NamedTuple):
    """A version of a chain, with the passage number that the chain has for it."""

    version: Version
    passage_number: int
    chain: LineageChain


def name_chains(
    chains: Sequence[LineageChain],
    work_of: Mapping[str, int],
    registered: Iterable[Registered],
    passage_of: PassageOf,
) -> dict[str, str]:
    """Name all chains; the same chains and registry give the same names.

    Args:
        chains: The chains of all works; their `lineage` is set.
        work_of: Edition → a number that stands for its work.
        registered: The lineages whose ids are fixed.
        passage_of: Returns the passage for a passage number of the chains.

    Returns:
        Alias → id. Example: the registered lineages 502.1@2001-01-01 and 503.4@2004-01-01 belong to one chain →
        `{"503.4@2004-01-01": "502.1@2001-01-01"}`.
    """
    registered_names = _find_registered_names(_AnchorIndex(chains, work_of, passage_of), registered)
    aliases: dict[str, str] = {}
    taken: set[str] = set()
    for chain, (oldest, *later_names) in registered_names.items():
        chain.lineage = oldest
        aliases.update(dict.fromkeys(later_names, oldest))
        taken.update((oldest, *later_names))
    for chain in chains:
        if chain not in registered_names:
            chain.lineage = _find_free_name(chain, taken)
            taken.add(chain.lineage)
    return aliases


def _find_registered_names(
    anchors: "_AnchorIndex", registered: Iterable[Registered]
) -> Mapping[LineageChain, Sequence[str]]:
    """Return chain → the ids of the registered lineages that belong to it, the oldest first; others are missing."""
    registered_names: dict[LineageChain, list[str]] = {}
    for lineage in sorted(registered, key=Registered.age):
        chain = anchors.find_chain(lineage)
        if chain is not None:
            registered_names.setdefault(chain, []).append(lineage.id)
    return registered_names


def _find_free_name(chain: LineageChain, taken: Collection[str]) -> str:
    """Return the name of a chain after its first key and edition; if it is taken, followed by `#2` and so on."""
    plain = f"{chain.first.key}@{chain.first.first}"
    name = plain
    number = 1
    while name in taken:
        number += 1
        name = f"{plain}#{number}"
    return name


class _AnchorIndex:
    """The versions of all chains by work and key, to find the chain at an anchor of a registered lineage.

    Args:
        chains: The chains of all works.
        work_of: Edition → a number that stands for its work.
        passage_of: Returns the passage for a passage number of the chains.
    """

    def __init__(self, chains: Iterable[LineageChain], work_of: Mapping[str, int], passage_of: PassageOf) -> None:
        self._work_of = work_of
        self._passage_of = passage_of
        self._versions = grouped(self._place_versions(chains))

    def _place_versions(self, chains: Iterable[LineageChain]) -> Iterator[tuple[tuple[int, str], _ChainVersion]]:
        """Yield the work and the key of each version with the version."""
        for chain in chains:
            work = self._work_of[chain.first.first]
            for version, passage_number in zip(chain.versions, chain.passage_numbers, strict=True):
                yield (work, version.key), _ChainVersion(version, passage_number, chain)

    def find_chain(self, lineage: Registered) -> LineageChain | None:
        """Return the chain that has the record at an anchor of a lineage, with the passage that was registered.

        The first anchor is looked up first, then the later one. None if neither has such a record.
        """
        for anchor in lineage.anchors:
            work = self._work_of.get(anchor.edition)
            if work is None:  # the archive lacks the edition
                continue
            # Several versions may have the key in a retyped edition: one that began before it and goes on after it, and
            # one of another record.
            for candidate in self._versions.get((work, anchor.key), ()):
                has_edition = candidate.version.first <= anchor.edition <= candidate.version.last
                if has_edition and anchor.digest in self._list_digests(candidate):
                    return candidate.chain
        return None

    def _list_digests(self, version: _ChainVersion) -> set[str]:
        """Return the digests of a version's passage, in every typography in which copies print it."""
        also_printed = version.chain.also_printed.get(version.passage_number, ())
        return {self._digest(passage_number) for passage_number in (version.passage_number, *also_printed)}

    @cached_method
    def _digest(self, passage_number: int) -> str:
        """Return the digest of the passage of a number."""
        return digest(self._passage_of(passage_number))
