"""Which lineage a key names in an edition, and which key a lineage has there.

A lineage is one rule or glossary entry through all editions. Its id is the key and the edition with which it begins:
the lineage `502.30a@2003-05-26` has the key `702.37a` in the edition of 2009-07-11.
"""

from collections.abc import Collection, Iterable, Mapping
from itertools import chain

from graph.history.calendar import Calendar
from graph.history.stored_versions import StoredVersions
from rules.caching import cached_method
from rules.grouping import grouped
from rules.keys import number_of
from rules.numbers import is_number, parent_of, sort_key
from rules.records import COMPREHENSIVE_RULES
from rules.store import Store

_FEW_EDITIONS = 2
"""Number of editions up to which the keys of each are read; for more, it is faster to read all keys of all editions."""
_FEW_PARENTS = 30
"""Number of rules up to which the numbers below each are read; for more, it is faster to list those of all rules."""


class Lineages:
    """The lineages of a store, and their keys in its editions.

    Args:
        store: A knowledge base, or a ledger; it must stay open.
        calendar: The order of its editions.
        versions: Its versions.
    """

    def __init__(self, store: Store, calendar: Calendar, versions: StoredVersions) -> None:
        self._store = store
        self._calendar = calendar
        self._versions = versions
        self._of_editions: dict[str, dict[str, str]] = {}
        self._children: dict[str, dict[str, tuple[str, ...]]] = {}  # of each edition, a cache of `children`

    def of_edition(self, edition: str) -> Mapping[str, str]:
        """Return key → lineage for the records of an edition, in the order of the document."""
        if edition not in self._of_editions:
            self._of_editions[edition] = self._store.lineages(edition)
        return self._of_editions[edition]

    @cached_method
    def find(self, edition: str, key: str) -> str | None:
        """Return the lineage that a key names in an edition; None if the edition lacks the key.

        The versions do not have all keys of a retyped edition, so these are read from the store. For an edition whose
        keys `of_edition` has read already, no version is looked up either.
        """
        if edition in self._calendar.retyped or edition in self._of_editions:
            return self.of_edition(edition).get(key)
        work_of = self._calendar.work_of
        for version in self._versions.of_key(key):
            if version.first <= edition <= version.last and work_of[version.first] == work_of[edition]:
                return version.lineage
        return None

    def edition_has(self, edition: str, key: str) -> bool:
        """Return whether an edition has a record with a key, such as the number of a rule."""
        return self.find(edition, key) is not None

    def key_at(self, lineage: str, edition: str) -> str | None:
        """Return the key of a lineage in an edition; None if the edition lacks the lineage."""
        if edition in self._calendar.retyped:
            return self._retyped_keys(edition).get(lineage)
        for version in self._versions.of_lineage(lineage):
            if version.first <= edition <= version.last:
                return version.key
        return None

    @cached_method
    def _retyped_keys(self, edition: str) -> dict[str, str]:
        """Return lineage → key for the records of a retyped edition."""
        return {lineage: key for key, lineage in self.of_edition(edition).items()}

    def keys_of(self, editions: Collection[str]) -> Iterable[str]:
        """Return the keys of some editions, each once.

        For one or two editions these are exactly their keys. For more, keys of other editions are among them: one query
        for all keys is faster than one for each edition.
        """
        if len(editions) > _FEW_EDITIONS:
            retyped = (self.of_edition(edition) for edition in editions if edition in self._calendar.retyped)
            return dict.fromkeys(chain(self._versions.by_key, *retyped))
        return dict.fromkeys(key for edition in editions for key in self.of_edition(edition))

    def children(self, edition: str, number: str) -> tuple[str, ...]:
        """Return the numbers right below a number in an edition, in order; empty if there are none.

        Listing those below all numbers of an edition takes long, and most runs ask for few. So those below the first
        `_FEW_PARENTS` numbers are read one by one, and only for a later number are all listed.
        """
        found = self._children.setdefault(edition, {})
        if len(found) >= _FEW_PARENTS:
            return self._list_children(edition).get(number, ())
        if number not in found:
            keys = self._store.headings_below(edition, number)
            found[number] = tuple(sorted(filter(is_number, keys), key=sort_key))
        return found[number]

    @cached_method
    def _list_children(self, edition: str) -> Mapping[str, tuple[str, ...]]:
        """Return number → the numbers right below it in an edition, in order; numbers without any are missing."""
        parents = ((parent_of(key), key) for key in self.of_edition(edition) if is_number(key))
        children = grouped((parent, key) for parent, key in parents if parent is not None)
        return {parent: tuple(sorted(keys, key=sort_key)) for parent, keys in children.items()}

    def is_rule(self, lineage: str) -> bool:
        """Return whether a lineage is a rule with a number, not a glossary entry or a record of another work."""
        versions = self._versions.of_lineage(lineage)
        if not versions or self._calendar.work_of[versions[0].first] != COMPREHENSIVE_RULES:
            return False
        return is_number(number_of(versions[-1].key))

    def is_current(self, lineage: str) -> bool:
        """Return whether the newest edition of a lineage's work still has the lineage."""
        last = self._versions.of_lineage(lineage)[-1].last
        return last >= self._calendar.chain(self._calendar.work_of[last])[-1]
