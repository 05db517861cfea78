"""The titles of rules, in plain letters (`rules.text.strip_title`)."""

import re
from collections.abc import Callable, Mapping
from functools import cache
from typing import TYPE_CHECKING, NamedTuple, cast

from graph.history.lineages import Lineages
from graph.history.stored_versions import StoredVersions
from rules.caching import cached_method, cached_property
from rules.keys import is_entry, term_of, with_parents
from rules.late_patterns import compile_late
from rules.numbers import is_number, kind_of, sort_key
from rules.store import Store
from rules.text import strip_title

if TYPE_CHECKING:
    from graph.ledger import Ledger  # which few commands need

KEYWORD_ACTIONS = "Keyword Actions"
"""The title of the chapter of keyword actions, whose number changes."""
_TWO_NAMES = compile_late(r"(\S+)\s+and\s+(\S+)", re.IGNORECASE)
"""A heading that joins two names of one word each. The parts of a longer heading are often no names, such as "Adding"
in "Adding and Removing Abilities"."""


class TitlesOfNumber(NamedTuple):
    """The titles under which a reader finds a number.

    Attributes:
        of_rule: The titles that the rule of the number ever had; for a subrule, also those of the rule above it.
        of_chapter: The titles that its chapter and its section ever had.
    """

    of_rule: frozenset[str]
    of_chapter: frozenset[str]

    @property
    def nearest(self) -> frozenset[str]:
        """Return the titles of the rule; if it never had any, those of the chapter and the section."""
        return self.of_rule or self.of_chapter


def split_title(heading: str) -> list[str]:
    """Return a heading in plain letters, followed by the two names that it joins, if any.

    Example: "Tap and Untap" → `["tapanduntap", "tap", "untap"]`, and "Power/Toughness" → `["powertoughness"]`.
    """
    title = strip_title(heading)
    names = _TWO_NAMES.fullmatch(heading)
    return [title, *map(strip_title, names.groups())] if names else [title]


class Titles:
    """The titles of the records of a store.

    Args:
        store: A knowledge base, or a ledger; it must stay open. Only a ledger can list rules by their title.
        versions: Its versions.
        lineages: The lineages of its editions.

    Attributes:
        heading: Returns the heading of a key in an edition; None without one. Cached.
    """

    def __init__(self, store: Store, versions: StoredVersions, lineages: Lineages) -> None:
        self._store = store
        self._versions = versions
        self._lineages = lineages
        self.heading: Callable[[str, str], str | None] = cache(store.heading)

    @property
    def _ledger(self) -> "Ledger":
        """Return the store as a ledger, which unlike a knowledge base can list all titles."""
        return cast("Ledger", self._store)

    def of_record(self, edition: str, key: str) -> str | None:
        """Return the title of a record alone: a rule's heading, an entry's term; None for a rule without heading."""
        return term_of(key) if is_entry(key) else self.heading(edition, key)

    def shown(self, edition: str, key: str) -> tuple[str, str] | None:
        """Return the title under which a reader finds a key: the nearest one at or above it, and the key that has it.

        Returns:
            None if no key at or above it has a title.
        """
        for ancestor in with_parents(key):
            title = self.of_record(edition, ancestor)
            if title:
                return title, ancestor
        return None

    @cached_method
    def of_number(self, edition: str, number: str) -> TitlesOfNumber:
        """Return the titles at and above a number of an edition, with those that the same rules had in other editions.

        There are none if `number` is no number, nor for numbers that the edition lacks.
        """
        of_rule: set[str] = set()
        of_chapter: set[str] = set()
        numbers = with_parents(number) if is_number(number) else ()
        for number_above in numbers:
            lineage = self._lineages.find(edition, number_above)
            if lineage is None:
                continue
            if kind_of(number_above) in {"chapter", "section"}:
                of_chapter |= self.of_lineage(lineage)
            else:
                of_rule |= self.of_lineage(lineage)
        return TitlesOfNumber(frozenset(of_rule), frozenset(of_chapter))

    @cached_method
    def of_lineage(self, lineage: str) -> frozenset[str]:
        """Return the titles that a lineage ever had, in plain letters; of "Tap and Untap" also its two names alone."""
        headings = (self.heading(version.first, version.key) for version in self._versions.of_lineage(lineage))
        return frozenset(name for heading in headings if heading for name in split_title(heading))

    @cached_property
    def places(self) -> Mapping[str, tuple[tuple[str, str], ...]]:
        """Return title in plain letters → each number that had it, with an edition in which it had it.

        A name that a title joins ("Tap" of "Tap and Untap") is a title too.
        """
        places: dict[str, dict[tuple[str, str], None]] = {}
        for key, first, title in self._ledger.all_titles():
            if is_number(key):
                for name in split_title(title):
                    places.setdefault(name, {})[key, first] = None
        return {name: tuple(places_of_name) for name, places_of_name in places.items()}

    @cached_property
    def ability_words(self) -> Mapping[str, str]:
        """Return ability word in plain letters, such as `joinforces` → the lineage of a rule that listed it."""
        return dict(self._ledger.ability_words())

    @cached_method
    def numbers_with(self, title: str, edition: str) -> tuple[str, ...]:
        """Return the numbers that the rules with a title have in an edition, in order.

        A rule counts if it ever had the title, or if the title is an ability word that the rule lists.

        Args:
            title: The title, in plain letters.
            edition: Id of the edition.
        """
        lineages = {self._lineages.find(first, key) for key, first in self.places.get(title, ())}
        lineages.add(self.ability_words.get(title))
        keys = {self._lineages.key_at(lineage, edition) for lineage in lineages if lineage}
        return tuple(sorted((key for key in keys if key and is_number(key)), key=sort_key))
