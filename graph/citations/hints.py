"""Facts about a tree that are not citations: when its files last changed, and which editions lie in it.

The *rank* of an edition is its index among all editions, from 0 for the oldest.
"""

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from datetime import date, timedelta

import msgspec

_EARLY = timedelta(days=45)
"""Maximum time from the publication of an edition to its effective date. In this time an author may cite the edition
already."""


class Hints(msgspec.Struct, frozen=True):
    """The days of the last changes of a tree, and the editions that lie in it or that it states.

    Attributes:
        changed: The day of the last change of each file, by its path relative to the tree. Files without a known day
            are left out.
        copies: Ids of the editions whose rules lie in the tree, or that it names as its rules.
    """

    changed: Mapping[str, date] = {}
    copies: tuple[str, ...] = ()

    def rank_of_last(self, path: str, editions: Sequence[str]) -> int:
        """Return the rank of the last edition that the author of a file can have known, from 0 for the oldest.

        It is the newest edition if the day on which the file was changed is unknown.

        Args:
            path: The path of the file.
            editions: Ids of all editions, oldest first.
        """
        return self._rank_on_day(path, editions, _EARLY)

    def rank_in_force(self, path: str, editions: Sequence[str]) -> int:
        """Return the rank of the edition that counted when a file was last changed, from 0 for the oldest.

        It is the newest edition if the day is unknown, and the oldest if the file is older than all editions.

        Args:
            path: The path of the file.
            editions: Ids of all editions, oldest first.
        """
        return self._rank_on_day(path, editions, timedelta())

    def _rank_on_day(self, path: str, editions: Sequence[str], later: timedelta) -> int:
        """Return the rank of the edition in force some time after the last change of a file.

        If the day of the change is unknown, it is the rank of the newest edition.
        """
        day = self.changed.get(path)
        if day is None:
            return len(editions) - 1
        later_day = min(day, date.max - later) + later  # the clock of a machine may be wrong by thousands of years
        return max(0, bisect_right(editions, later_day.isoformat()) - 1)
