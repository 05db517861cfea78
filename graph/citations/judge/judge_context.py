"""The facts and caches that the parts of the judge share in a run, such as titles and the ownerships of each number."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from graph.citations.judge.lineage_locator import LineageLocator
from graph.citations.judge.subjects import Subjects
from graph.citations.judge.titles import Titles
from rules.keys import number_of
from rules.numbers import LETTERS, is_number, kind_of, parent_of, sort_key

if TYPE_CHECKING:
    from collections.abc import Iterable

    from graph.citations.judge.facts import Facts


_QUOTES = 1 << 10
"""Number of quotes whose similar rules are cached: more than those of the citations being judged."""
_GAP = 3
"""Number of consecutive missing rules after which a chapter is taken to be at its end."""


@dataclass(frozen=True, slots=True)
class NumberOwnership:
    """A period in which a number named a lineage without interruption.

    Attributes:
        lineage: Id of the lineage.
        first: The first edition in which the number names it.
        last: The last edition in which the number names it.
    """

    lineage: str
    first: str
    last: str


class JudgeContext:
    """The facts of a run, with caches, for all parts of the judge.

    Args:
        facts: The facts of all editions.
    """

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self.where = LineageLocator(facts)
        self.titles = Titles(facts, self.where)
        self.ownerships = lru_cache(None)(self._ownerships)
        self.has_left = lru_cache(None)(self._has_left)
        self.former = lru_cache(None)(self._list_former)
        self.children = lru_cache(None)(self._map_children)
        self.family = lru_cache(None)(self._family)
        self.chapter = lru_cache(None)(self._chapter)
        self.referring = lru_cache(None)(facts.referring)
        self.resembling = lru_cache(_QUOTES)(self._find_resembling)
        self.is_rule = lru_cache(None)(self._is_a_rule)
        self._sets = {edition.id: edition.set_name for edition in facts.editions()}

    @cached_property
    def subjects(self) -> Subjects:
        """Return the distinctive terms of the rules, which are read on first access."""
        return Subjects(self.facts.distinctive_terms())

    def name_edition(self, edition: str) -> str:
        """Return an edition as messages name it: its date, and its set if known."""
        name = self._sets.get(edition)
        return f"{edition} ({name})" if name else edition

    def is_newest(self, edition: str) -> bool:
        """Return whether an edition is the newest one known."""
        return edition == self.where.editions[-1]

    def exists(self, number: str, edition: str) -> bool:
        """Return whether an edition has a number."""
        return self.where.lineage(edition, number) is not None

    def _find_resembling(self, text: str) -> dict[str, float]:
        """Return lineage → the share of a quote's fingerprints that the lineage has, for the lineages of rules.

        Glossary entries, headings without a rule number and other works are left out: a number never means them.
        """
        return {lineage: share for lineage, share in self.facts.resembling(text).items() if self.is_rule(lineage)}

    def _is_a_rule(self, lineage: str) -> bool:
        versions = self.where.versions(lineage)
        return bool(versions) and self.where.has(versions[0].first) and is_number(number_of(versions[-1].key))

    def _ownerships(self, number: str) -> tuple[NumberOwnership, ...]:
        """Return the ownerships of a number, oldest first."""
        ownerships: list[NumberOwnership] = []
        for version in self.facts.holders(number):
            last = ownerships[-1] if ownerships else None
            if last and last.lineage == version.lineage and self.where.find_after(last.last) == version.first:
                ownerships[-1] = NumberOwnership(last.lineage, last.first, version.last)
            else:
                ownerships.append(NumberOwnership(version.lineage, version.first, version.last))
        return tuple(ownerships)

    def _list_former(self, number: str, target: str) -> tuple[NumberOwnership, ...]:
        """Return the ownerships by other lineages that ended before the target edition, latest first."""
        now = self.where.lineage(target, number)
        return tuple(
            ownership
            for ownership in reversed(self.ownerships(number))
            if ownership.lineage != now and ownership.last < target
        )

    def _has_left(self, number: str, target: str, ownership: NumberOwnership) -> bool:
        """Return whether no part of the rule of a number's former ownership still has the number."""
        gone = number not in self.where.place(ownership.lineage, ownership.last, target).keys
        return gone and number not in self.where.descendants(number, ownership.last, target)

    def _family(self, edition: str, number: str) -> frozenset[str]:
        """Return the lineages that a quote next to a number may be from.

        Returns:
            For a rule or subrule, the rule with all its subrules; for a chapter or section, it and what is right below.
        """
        if not is_number(number):
            return frozenset()
        kind = kind_of(number)
        rule = parent_of(number) if kind == "subrule" else number
        if kind in {"subrule", "rule"}:
            members: Iterable[str] = _family_of(rule or number)
        else:
            members = (number, *self.children(edition).get(number, ()))
        lineages = (self.where.lineage(edition, member) for member in members)
        return frozenset(lineage for lineage in lineages if lineage is not None)

    def _chapter(self, edition: str, number: str) -> frozenset[str]:
        """Return the lineages of the rules and subrules of a number's chapter, without the number's own."""
        chapter = number.partition(".")[0]
        lineages: list[str] = []
        rule = missed = 0
        while missed < _GAP:  # reading all numbers of the edition would take longer
            rule += 1
            family = [key for key in _family_of(f"{chapter}.{rule}") if self.exists(key, edition)]
            missed = 0 if family else missed + 1
            lineages += family
        return frozenset(self.where.lineage(edition, key) or "" for key in lineages if key != number)

    def _map_children(self, edition: str) -> dict[str, tuple[str, ...]]:
        """Return the numbers right below each number of an edition, in order."""
        children: dict[str, list[str]] = {}
        for key in self.where.keys(edition):
            parent = parent_of(key) if is_number(key) else None
            if parent is not None:
                children.setdefault(parent, []).append(key)
        return {parent: tuple(sorted(keys, key=sort_key)) for parent, keys in children.items()}


def _family_of(rule: str) -> tuple[str, ...]:
    """Return a rule's number and all numbers that its subrules can have."""
    return (rule, *(f"{rule}{letter}" for letter in LETTERS))
