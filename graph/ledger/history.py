"""How the editions hang together: what is alive in each, its lineage, its versions, the links between editions."""

from __future__ import annotations

import re
from functools import cached_property, lru_cache
from itertools import chain, repeat
from typing import TYPE_CHECKING

from graph.ledger import tables
from graph.ledger.columns import starts, summed
from graph.ledger.editions import Editions
from rules.keys import is_term, number_of
from rules.links import Link, Version
from rules.records import COMPREHENSIVE_RULES

if TYPE_CHECKING:
    from pathlib import Path

_AT_EDITION = re.compile(r"(?P<key>.+)@(?P<edition>\d{4}-\d\d-\d\d)")


class History(Editions):
    """The part of the ledger that is a `graph.compare.Chronicle`, in the words of `rules.store.Store`.

    Methods that take an edition take its id and raise `LookupError` for one that is not there.
    """

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self._alive = lru_cache(maxsize=None)(self._find_alive)

    def keys(self, edition: str) -> tuple[str, ...]:
        """The keys of an edition's rules and glossary entries, in the order of the document."""
        names = self._keys_of_versions
        return tuple(names[version] for version in self._alive(self._place(edition)))

    def numbers(self, edition: str) -> tuple[str, ...]:
        """The numbers of an edition's rules, in the order of the document; doubled numbers twice."""
        return tuple(number_of(key) for key in self.keys(edition) if not is_term(key))

    def lineages(self, edition: str) -> dict[str, str]:
        """Key to lineage id, of all that is alive in an edition, in the order of the document."""
        names, lineages, ids = self._keys_of_versions, self._lineages_of_versions, self._lineage_ids
        return {names[version]: ids[lineages[version]] for version in self._alive(self._place(edition))}

    def lineage_at(self, edition: str, key: str) -> str | None:
        """The lineage that a key names in an edition; None where the edition has no such key."""
        version = self._version_at(edition, key)
        return None if version is None else self._lineage_ids[self._lineages_of_versions[version]]

    def version_at(self, edition: str, key: str) -> Version | None:
        """The version that stands under a key in an edition; None where the edition has no such key."""
        version = self._version_at(edition, key)
        return None if version is None else self._version(version)

    def find_lineage(self, name: str) -> str | None:
        """The id of the lineage that an id, a former id or a `KEY@EDITION` means; None where there is none."""
        if name in self._lineage_numbers:
            return self._lineage_ids[self._lineage_numbers[name]]
        place = _AT_EDITION.fullmatch(name)
        if place is None or place["edition"] not in self._places:
            return None
        return self.lineage_at(place["edition"], place["key"])

    def versions(self, lineage: str) -> tuple[Version, ...]:
        """The versions of a lineage, oldest first; empty where there is no such lineage.

        Args:
            lineage: Anything that `find_lineage` understands.
        """
        found = self.find_lineage(lineage)
        return () if found is None else tuple(map(self._version, self._versions_of[self._lineage_numbers[found]]))

    def all_versions(self) -> tuple[Version, ...]:
        """The versions of all lineages, by lineage id (as text), then oldest first."""
        numbers = sorted(range(len(self._lineage_ids)), key=self._lineage_ids.__getitem__)
        return tuple(self._version(version) for number in numbers for version in self._versions_of[number])

    def holders(self, key: str) -> tuple[Version, ...]:
        """All versions of the Comprehensive Rules that ever had a key, oldest first."""
        return tuple(
            self._version(version)
            for version in self._versions_with(key)
            if self._rows[self._table.first[version]].work == COMPREHENSIVE_RULES
        )

    def editions_with(self, number: str) -> tuple[str, str] | None:
        """The first and the last edition that has a rule of this number; None where there was never one."""
        held = self._versions_with(number)
        first = min((self._line[self._table.first[version]] for version in held), default=None)
        last = self.last_edition_with(number)
        return None if first is None or last is None else (first, last)

    def last_edition_with(self, key: str) -> str | None:
        """The last edition that has a record of this key; None where there was never one."""
        return max((self._line[self._table.last[version]] for version in self._versions_with(key)), default=None)

    def links(self, edition: str) -> tuple[Link, ...]:
        """The links, without trivial ones, from the edition before to this one."""
        self._place(edition)
        return self._links(edition)

    def links_between(self, first: str, last: str) -> tuple[tuple[str, Link], ...]:
        """The links, without trivial ones, of all steps from one edition to a later one of the same work.

        Raises:
            LookupError: An edition is not there.
            ValueError: The two are editions of different works.
        """
        start, end = self._place(first), self._place(last)
        if self.works[first] != self.works[last]:
            raise ValueError(f"{first} and {last} are editions of different works, which are not aligned")
        steps = self._line[start + 1 : end + 1]
        return tuple((edition, link) for edition in steps for link in self._links(edition))

    @cached_property
    def _names(self) -> list[str]:
        return self._file.read(tables.KEYS, list[str])

    @cached_property
    def _numbers(self) -> dict[str, int]:
        return {key: number for number, key in enumerate(self._names)}

    @cached_property
    def _table(self) -> tables.Versions:
        return self._file.read(tables.VERSIONS, tables.Versions)

    @cached_property
    def _starts(self) -> list[int]:
        """Where the versions of each key start in the table."""
        return starts(self._table.counts)

    @cached_property
    def _keys_of_versions(self) -> list[str]:
        return list(chain.from_iterable(map(repeat, self._names, self._table.counts)))

    @cached_property
    def _lineages_of_versions(self) -> list[int]:
        return summed(self._table.lineage)

    @cached_property
    def _ways(self) -> list[tables.Way]:
        return self._file.read(tables.WAYS, list[tables.Way])

    @cached_property
    def _sources(self) -> dict[int, list[int]]:
        return dict(zip(summed(self._table.sources_at), self._table.sources, strict=True))

    @cached_property
    def _lineage_ids(self) -> list[str]:
        table = self._lineage_table
        keys = map(self._names.__getitem__, summed(table.key))
        return [f"{key}@{table.dates[date]}" for key, date in zip(keys, table.edition, strict=True)]

    @cached_property
    def _lineage_table(self) -> tables.Lineages:
        return self._file.read(tables.LINEAGES, tables.Lineages)

    @cached_property
    def _lineage_numbers(self) -> dict[str, int]:
        """Ids, and former ones, to the numbers of the lineages."""
        return self._lineage_table.aliases | {name: number for number, name in enumerate(self._lineage_ids)}

    @cached_property
    def _versions_of(self) -> list[list[int]]:
        """The versions of each lineage, oldest first."""
        found: list[list[int]] = [[] for _ in self._lineage_ids]
        lineages = self._lineages_of_versions
        for version in sorted(range(len(lineages)), key=self._table.first.__getitem__):
            found[lineages[version]].append(version)
        return found

    @cached_property
    def _exceptions(self) -> list[list[tuple[int, int]]]:
        return self._file.read(tables.ORDER, list[list[tuple[int, int]]])

    def _find_alive(self, place: int) -> list[int]:
        """The versions that stand in an edition, in the order of the document."""
        from graph.ledger.order import moved  # noqa: PLC0415 - what asks for single rules does not need it

        spans = enumerate(zip(self._table.first, self._table.last, strict=True))
        return moved([version for version, (first, last) in spans if first <= place <= last], self._exceptions[place])

    def _versions_with(self, key: str) -> range:
        number = self._numbers.get(key)
        return range(0) if number is None else range(self._starts[number], self._starts[number + 1])

    def _version_at(self, edition: str, key: str) -> int | None:
        place, table = self._place(edition), self._table
        return next((one for one in self._versions_with(key) if table.first[one] <= place <= table.last[one]), None)

    def _version(self, version: int) -> Version:
        table, lineage = self._table, self._lineages_of_versions[version]
        way = self._ways[table.way[version]]
        return Version(
            lineage=self._lineage_ids[lineage],
            key=self._keys_of_versions[version],
            first=self._line[table.first[version]],
            last=self._line[table.last[version]],
            kind=way.kind,
            change=way.change,
            method=way.method,
            score=way.score,
            sources=self._sources_of(version, lineage),
        )

    def _sources_of(self, version: int, lineage: int) -> tuple[str, ...]:
        unusual = self._sources.get(version)
        if unusual is not None:
            return tuple(self._names[key] for key in unusual)
        own = self._versions_of[lineage]
        place = own.index(version)
        return (self._keys_of_versions[own[place - 1]],) if place else ()

    def _links(self, edition: str) -> tuple[Link, ...]:
        links = self._file.read(tables.LINKS.format(edition=edition), tables.Links)
        names, ways = (None, *self._names), self._ways
        found = []
        for old, onwards, number in zip(summed(links.old), links.new, links.way, strict=True):
            way = ways[number]
            found.append(Link(names[old], names[old + onwards], way.kind, way.change, way.method, way.score, way.main))
        return tuple(found)
