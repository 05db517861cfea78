"""Locate in one edition the rule that a number named in another edition, from lineages and links alone.

`graph.compare` compares two whole editions; the linter needs single numbers in many pairs of editions. The results
agree: the keys found here are among those that `compare` finds for the number (a test in `tests/graph/citations`
asserts it).
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from graph.traces.since import last_day
from rules.keys import is_term, name_of, number_of
from rules.records import COMPREHENSIVE_RULES

if TYPE_CHECKING:
    from graph.citations.judge.facts import Facts
    from rules.links import Link, Version

_MEMORY = 1 << 16
"""Number of cached results: more than a tree can need."""


@dataclass(frozen=True, slots=True)
class LocatedRule:
    """Where a rule is in an edition.

    Attributes:
        keys: Its keys there: mostly one, several if it was split, none if it was deleted.
        same: Whether it continues under its own lineage; otherwise `keys` are its parts, or the rule into which it was
            merged.
        sure: Whether the aligner chose these keys; otherwise they are equally good candidates.
    """

    keys: tuple[str, ...]
    same: bool = False
    sure: bool = True

    @property
    def numbers(self) -> tuple[str, ...]:
        """Return the keys that are rule numbers, without the ordinals of duplicates."""
        return tuple(dict.fromkeys(number_of(key) for key in self.keys if not is_term(key)))

    @property
    def terms(self) -> tuple[str, ...]:
        """Return the terms of the glossary entries among the keys."""
        return tuple(name_of(key) for key in self.keys if is_term(key))


GONE = LocatedRule(())


class LineageLocator:
    """Finds lineages in editions.

    Results are cached, since a run needs those of a few hundred numbers thousands of times.

    Args:
        facts: The facts of all editions.

    Attributes:
        editions: The editions of the Comprehensive Rules that are not retyped, oldest first.
    """

    def __init__(self, facts: Facts) -> None:
        self._facts = facts
        every = [edition for edition, work in facts.works.items() if work == COMPREHENSIVE_RULES]
        self._retyped = facts.retyped
        self.editions = tuple(edition for edition in every if edition not in facts.retyped) or tuple(every)
        self._rank = {edition: bisect_right(self.editions, edition) - 1 for edition in every}
        self.lineage = lru_cache(_MEMORY)(self._lineage)
        self.place = lru_cache(_MEMORY)(self._place)
        self.descendants = lru_cache(_MEMORY)(self._descendants)
        self.keys = lru_cache(len(self.editions) + 1)(facts.lineages)
        self._holders = lru_cache(_MEMORY)(facts.holders)
        self._onward = lru_cache(len(every) + 1)(self._links_by_old)
        self._keys_of = lru_cache(len(facts.retyped) + 1)(self._keys_by_lineage)
        self._versions = lru_cache(_MEMORY)(facts.versions)

    def has(self, edition: str) -> bool:
        """Return whether an edition is an edition of the Comprehensive Rules."""
        return edition in self._rank

    def _lineage(self, edition: str, key: str) -> str | None:
        """Return the lineage that a key names in an edition; None if the edition lacks the key."""
        if edition in self._retyped:
            return self.keys(edition).get(key)
        return next((holder.lineage for holder in self._holders(key) if holder.first <= edition <= holder.last), None)

    def find_after(self, edition: str) -> str | None:
        """Return the next edition that is not retyped; None for the newest."""
        rank = self._rank[edition] + 1
        return self.editions[rank] if rank < len(self.editions) else None

    def last_day(self, edition: str) -> str:
        """Return the last day on which an edition was in force; for the newest edition, its own date."""
        return last_day(self.editions, edition) or edition

    def find_before(self, edition: str) -> str | None:
        """Return the edition before that is not retyped; None for the oldest."""
        rank = self._rank[edition] - (edition not in self._retyped)
        return self.editions[rank] if rank >= 0 else None

    def key_at(self, lineage: str, edition: str) -> str | None:
        """Return the key of a lineage in an edition; None if the edition lacks the lineage."""
        if edition in self._retyped:
            return self._keys_of(edition).get(lineage)
        version = self.version_at(lineage, edition)
        return version.key if version else None

    def version_at(self, lineage: str, edition: str) -> Version | None:
        """Return the version of a lineage in force when an edition took effect; None without one."""
        return next((version for version in self._versions(lineage) if version.first <= edition <= version.last), None)

    def versions(self, lineage: str) -> tuple[Version, ...]:
        """Return the versions of a lineage, oldest first."""
        return self._versions(lineage)

    def first_edition_without(self, lineage: str, key: str, start: str, end: str) -> str | None:
        """Return the first edition after `start`, up to `end`, in which a key no longer names a lineage."""
        for edition in self.editions[self._rank[start] + 1 : self._rank[end] + 1]:
            if self.lineage(edition, key) != lineage:
                return edition
        return None

    def _place(self, lineage: str, start: str, end: str) -> LocatedRule:
        """Return where the rule that had a lineage in `start` is in `end`, which may be the earlier edition."""
        key = self.key_at(lineage, end)
        if key is not None:
            return LocatedRule((key,), same=True)
        if end in self._retyped:
            return GONE
        if start in self._retyped:
            start = self.find_before(start) or start
        return self._forwards(lineage, start, end) if start <= end else self._follow_backwards(lineage, start, end)

    def _forwards(self, lineage: str, start: str, end: str) -> LocatedRule:
        last = max(
            (version for version in self.versions(lineage) if start <= version.last < end), key=_get_last, default=None
        )
        after = self.find_after(last.last) if last else None
        if last is None or after is None:
            return GONE
        links = self._onward(after, last.last if last.last in self._retyped else None).get(last.key, [])
        sure = [link for link in links if link.kind != "ambiguous"]
        successors = [self._follow_key(link.new, after, end) for link in sure or links if link.new]
        return _join_places(successors, bool(sure))

    def find_end(self, lineage: str) -> tuple[str, str]:
        """Return the last edition that has a lineage or what continues it, and the key there."""
        last = self.versions(lineage)[-1]
        after = self.find_after(last.last)
        heirs = {
            heir
            for link in (self._onward(after).get(last.key, []) if after else [])
            if link.new and (heir := self.lineage(after or "", link.new)) and heir != lineage
        }
        return max([(last.last, last.key), *map(self.find_end, heirs)])

    def _follow_backwards(self, lineage: str, start: str, end: str) -> LocatedRule:
        """Return where the sources of a lineage are in `end`, if the lineage began after `end`."""
        first = self.versions(lineage)[0]
        before = self.find_before(first.first)
        if first.first > start or before is None or first.first <= end:
            return GONE
        sure = first.kind != "ambiguous"
        return _join_places([self._follow_key(source, before, end) for source in first.sources], sure)

    def _follow_key(self, key: str, edition: str, end: str) -> LocatedRule:
        lineage = self.lineage(edition, key)
        return self.place(lineage, edition, end) if lineage else GONE

    def _descendants(self, key: str, start: str, end: str) -> frozenset[str]:
        """Return all keys of a later edition that have a part of a key's rule, even a part with another lineage."""
        keys, lineage = {key}, self.lineage(start, key)
        for edition in self.editions[self._rank[start] + 1 : self._rank[end] + 1]:
            onward = self._onward(edition, start if start in self._retyped else None)
            start = edition
            if not keys.isdisjoint(onward):
                keys = {new for old in keys for new in _continue_key(old, onward)}
        heir = self.key_at(lineage, end) if lineage else None
        return frozenset(keys | {heir} if heir else keys)

    def _keys_by_lineage(self, edition: str) -> dict[str, str]:
        return {lineage: key for key, lineage in self.keys(edition).items()}

    def _links_by_old(self, edition: str, previous: str | None = None) -> dict[str, list[Link]]:
        by_old: dict[str, list[Link]] = defaultdict(list)
        for link in self._facts.links(edition, previous):
            if link.old is not None:
                by_old[link.old].append(link)
        return dict(by_old)


def _continue_key(key: str, onward: dict[str, list[Link]]) -> list[str]:
    return [link.new for link in onward[key] if link.new] if key in onward else [key]


def _join_places(places: list[LocatedRule], sure: bool) -> LocatedRule:
    keys = dict.fromkeys(key for place in places for key in place.keys)
    return LocatedRule(tuple(keys), sure=sure and all(place.sure for place in places)) if keys else GONE


def _get_last(version: Version) -> str:
    return version.last
