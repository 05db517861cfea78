"""The periods in which a key named one lineage: the meanings that the key had, one after another.

A lineage is one rule through all editions, whatever its number. Example: 702.1 named one rule until 2004, and another
one from 2005 on, whose words changed in 2007. The key has two periods, and the second has two versions of its lineage.
"""

from collections.abc import Sequence
from itertools import count

from msgspec.structs import replace

from graph.history.calendar import Calendar
from graph.history.lineages import Lineages
from graph.history.stored_versions import StoredVersions
from rules.caching import cached_method
from rules.keys import key_of_rule
from rules.links import Version, make_version_of_edition
from rules.records import COMPREHENSIVE_RULES, RETYPED

Period = Version
"""A period in which a key named a lineage without interruption.

`lineage`, `key`, `first` and `last` are those of the period, which may last longer than a version: the key often stays
when the words change. All other fields are those of its first version."""


class Periods:
    """The periods of the keys of a store.

    Args:
        calendar: The order of the editions.
        versions: The versions.
        lineages: The lineages of the editions.
    """

    def __init__(self, calendar: Calendar, versions: StoredVersions, lineages: Lineages) -> None:
        self._calendar = calendar
        self._versions = versions
        self._lineages = lineages

    @cached_method
    def of_key(self, key: str, work: str = COMPREHENSIVE_RULES) -> tuple[Period, ...]:
        """Return the periods of a key in a work, oldest first.

        Versions of one lineage that follow each other without an edition between them are one period. If the key named
        another rule in between, or none, there are two periods.
        """
        periods: list[Period] = []
        for version in self._versions.of_key(key):
            if self._calendar.work_of[version.first] != work:
                continue
            if periods and self._is_continued(periods[-1], version):
                periods[-1] = replace(periods[-1], last=version.last)
            else:
                periods.append(version)
        return tuple(periods)

    def _is_continued(self, period: Period, version: Version) -> bool:
        """Return whether a version of the same key continues a period: in the next edition, with the same lineage."""
        return period.lineage == version.lineage and self._calendar.edition_after(period.last) == version.first

    def of_number(self, number: str) -> list[Period]:
        """Return the periods of a number, oldest first, those of a second rule under it (`502.35b#2`) too."""
        periods: list[Period] = []
        for ordinal in count(1):
            of_key = self.of_key(key_of_rule(number, ordinal))
            if not of_key:
                break  # the ordinals of a number have no gaps
            periods.extend(of_key)
        return sorted(periods, key=lambda period: (period.first, period.last, period.key))

    def in_all_works(self, key: str) -> tuple[Period, ...]:
        """Return the periods of a key in all works, work by work."""
        works = dict.fromkeys(self._calendar.work_of[version.first] for version in self._versions.of_key(key))
        return tuple(period for work in works for period in self.of_key(key, work))

    def at(self, key: str, edition: str) -> Period | None:
        """Return the period of a key that includes an edition; None if the edition lacks the key.

        A retyped edition may give the key to another rule than the editions around it do. The period is then the
        retyped edition alone.
        """
        lineage = self._lineages.find(edition, key)
        if lineage is None:
            return None
        for period in self.of_key(key, self._calendar.work_of[edition]):
            if period.lineage == lineage and period.first <= edition <= period.last:
                return period
        # Only a retyped edition comes here: each record of any other edition is in a period of its key.
        return make_version_of_edition(lineage, key, edition, RETYPED)

    def versions_with(self, key: str) -> Sequence[Version]:
        """Return the versions of all works that had a key, oldest first.

        A retyped edition may have a key that no version has. Then each retyped edition with it counts as a version.
        """
        versions = self._versions.of_key(key)
        if versions:
            return versions
        in_retyped = [self.at(key, edition) for edition in sorted(self._calendar.retyped)]
        return [version for version in in_retyped if version is not None]

    def version_at_or_before(self, key: str, edition: str) -> Version | None:
        """Return the version that a key means in an edition or, if the edition lacks the key, the last one before.

        A retyped edition may give the key to another rule than the editions around it do. The version of that rule is
        then the last one that began up to the edition, and may have another key. Example: a retyped edition of 2003 has
        the rule that was 409.4 in 2002 as 410.4 → the version of 2002, with the key 409.4.

        Returns:
            None if the edition lacks the key, and no version with it began in an earlier edition of the work.
        """
        if edition in self._calendar.retyped:
            lineage = self._lineages.find(edition, key)
            if lineage is not None:
                return self._find_version_of_retyped(lineage, edition)
        work_of = self._calendar.work_of
        for version in reversed(self._versions.of_key(key)):
            if version.first <= edition and work_of[version.first] == work_of[edition]:
                return version
        return None

    def _find_version_of_retyped(self, lineage: str, edition: str) -> Version:
        """Return the version that takes the place of a lineage's record in a retyped edition.

        It is the last version that began up to the edition. If all are later, it is the first, as in the network of the
        rules (`graph.network.timeline`).
        """
        versions = self._versions.of_lineage(lineage)
        begun = [version for version in versions if version.first <= edition]
        return begun[-1] if begun else versions[0]
