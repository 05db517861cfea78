"""The tasks of `ingest`: one for each edition, with a fingerprint of everything that decides the result."""

import hashlib
from collections import defaultdict
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from operator import attrgetter
from typing import NamedTuple

from comprules.code import reading_code
from comprules.work import Task
from rules.records import COMPREHENSIVE_RULES, RETYPED, CardSet
from rules.store import SCHEMA_VERSION
from scraper.archive import Archive, ArchiveEntry, ArchiveError, Copy, read_copy
from scraper.registry import Registry


class _EditionFacts(NamedTuple):
    """The facts about an edition in the archive and the registry.

    Attributes:
        entry: Its entry in the archive.
        sets: The sets with which it was published.
        aliases: Other dates that its files bear.
    """

    entry: ArchiveEntry
    sets: tuple[CardSet, ...]
    aliases: tuple[str, ...]


def make_tasks(archive: Archive, registry: Registry) -> list[Task]:
    """Return a task for each edition, with a fingerprint of everything that decides its records.

    The copies of an edition with several are compared with the editions before and after it, so the bytes of those
    count too.
    """
    hashes_of = _hash_copies(archive)
    editions = _list_facts(archive, registry)
    neighbours_of = _find_neighbours([facts.entry for facts in editions], registry)
    tasks = []
    for facts in editions:
        neighbours = neighbours_of.get(facts.entry.edition, ())
        hashes_of_neighbours = [hashes_of[neighbour.edition] for neighbour in neighbours]
        copies = (hashes_of[facts.entry.edition], neighbours, hashes_of_neighbours)
        deciding = (reading_code(), SCHEMA_VERSION, *facts, copies)
        fingerprint = hashlib.sha256(repr(deciding).encode()).hexdigest()
        tasks.append(Task(archive, facts.entry, facts.sets, facts.aliases, fingerprint, neighbours))
    return tasks


def _hash_copies(archive: Archive) -> dict[str, tuple[str, ...]]:
    """Return the hashes of the copies of each edition; reading the files in several threads saves time."""
    with ThreadPoolExecutor() as pool:
        hashes = pool.map(lambda entry: tuple(_hash(archive, copy) for copy in entry.copies), archive.entries)
        return {entry.edition: copies for entry, copies in zip(archive.entries, hashes, strict=True)}


def _list_facts(archive: Archive, registry: Registry) -> list[_EditionFacts]:
    """Return the facts about each edition of an archive; the registry need not know it."""
    editions = {edition.id: edition for edition in registry.editions}
    facts = []
    for entry in map(registry.with_conditions, archive.entries):
        edition = editions.get(entry.edition)
        sets: tuple[CardSet, ...] = ()
        if edition is not None:
            sets = edition.sets
        elif entry.set_code:
            sets = (CardSet(entry.set_code, None),)
        facts.append(_EditionFacts(entry, sets, edition.aliases if edition else ()))
    return facts


def _find_neighbours(entries: Iterable[ArchiveEntry], registry: Registry) -> dict[str, tuple[ArchiveEntry, ...]]:
    """Return for each edition with several copies the entries of the editions before and after it in its work."""
    works = {edition.id: edition.work for edition in registry.editions}
    entries_of_work: dict[str, list[ArchiveEntry]] = defaultdict(list)
    for entry in entries:
        conditions = {copy.condition for copy in entry.copies}
        if conditions != {RETYPED}:
            entries_of_work[works.get(entry.edition, COMPREHENSIVE_RULES)].append(entry)
    neighbours: dict[str, tuple[ArchiveEntry, ...]] = {}
    for in_order in entries_of_work.values():
        in_order.sort(key=attrgetter("edition"))
        for index, entry in enumerate(in_order):
            if len(entry.copies) > 1:
                neighbours[entry.edition] = (*in_order[max(index - 1, 0) : index], *in_order[index + 1 : index + 2])
    return neighbours


def _hash(archive: Archive, copy: Copy) -> str:
    """Return the hash of the bytes of a copy; the word `unreadable` if it cannot be read."""
    try:
        return hashlib.sha256(read_copy(archive, copy)).hexdigest()
    except ArchiveError:
        return "unreadable"
