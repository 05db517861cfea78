"""The paths between the records of two editions of a work."""

from functools import cached_property
from typing import NamedTuple

from graph.history import History
from graph.history.continuations import select_continuations
from graph.history.paths import Path
from rules.grouping import grouped
from rules.keys import is_entry


class KeyPath(NamedTuple):
    """The key of a record of the earlier edition, that of a record of the later one, and the path between them."""

    old: str
    new: str
    path: Path


class EditionPair:
    """An edition and a later one, or the same one, with the paths between their records.

    Args:
        history: Provides keys and links.
        earlier: Id of the earlier edition.
        later: Id of the later edition.

    Attributes:
        earlier: Id of the earlier edition.
        later: Id of the later edition.
        is_long: Whether there are other editions of the work between the two.
        old_lineages: Key → lineage id for the records of the earlier edition, in the order of the document.
        new_lineages: The same of the later edition.
        paths: Old key → new key → the path between the two. An old key is one of the earlier edition.
    """

    def __init__(self, history: History, earlier: str, later: str) -> None:
        self.earlier, self.later = earlier, later
        self.is_long = len(history.calendar.list_between(earlier, later)) > 1
        self.old_lineages = history.lineages.of_edition(earlier)
        self.new_lineages = history.lineages.of_edition(later)
        self.paths = history.continuations.paths(earlier, later)
        self._measure_shared = history.continuations.share

    @cached_property
    def sources(self) -> dict[str, list[str]]:
        """Return new key → the old keys with a path to it."""
        return grouped((new_key, old_key) for old_key, targets in self.paths.items() for new_key in targets)

    @cached_property
    def mains(self) -> dict[str, str]:
        """Return old key → the new key of the same lineage."""
        mains: dict[str, str] = {}
        for old_key, targets in self.paths.items():
            for new_key, path in targets.items():
                if path.main:
                    mains[old_key] = new_key
        return mains

    @cached_property
    def old_positions(self) -> dict[str, int]:
        """Return the position of each key in the earlier edition."""
        return {key: position for position, key in enumerate(self.old_lineages)}

    @cached_property
    def new_positions(self) -> dict[str, int]:
        """Return the position of each key in the later edition."""
        return {key: position for position, key in enumerate(self.new_lineages)}

    def has_stayed(self, old_key: str) -> bool:
        """Return whether no link mentions a key in any step, and no other key leads to it.

        So the record has the same words under the same key, and nothing else has to do with it.
        """
        targets = self.paths[old_key]
        path = targets.get(old_key)
        if path is None or path.has_links or not path.main:
            return False
        return len(targets) == 1 and len(self.sources[old_key]) == 1

    def list_paths(self, old_key: str) -> list[KeyPath]:
        """Return all paths from an old key."""
        return [KeyPath(old_key, new_key, path) for new_key, path in self.paths[old_key].items()]

    def list_counting_paths(self, old_key: str) -> list[KeyPath]:
        """Return the paths from an old key that count, as `graph.history.continuations` decides.

        Over several steps, a path that leaves the lineage counts only if the record at its end still has enough of the
        text.
        """

        def percent_shared_with(new_key: str) -> int:
            """Return the percentage of the shorter text of two records that the other text has."""
            return self._measure_shared(old_key, new_key, self.earlier, self.later)

        counting = select_continuations(
            old_key, self.paths[old_key], self._has_source_of_own_sort, percent_shared_with, over_steps=self.is_long
        )
        return [KeyPath(old_key, new_key, path) for new_key, path in counting.items()]

    def _has_source_of_own_sort(self, new_key: str) -> bool:
        """Return whether a new rule came from a rule, or a new glossary entry from a glossary entry."""
        return any(is_entry(old_key) == is_entry(new_key) for old_key in self.sources[new_key])
