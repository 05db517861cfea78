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
        old: Id of the earlier edition.
        new: Id of the later edition.

    Attributes:
        old: Id of the earlier edition.
        new: Id of the later edition.
        is_long: Whether there are other editions of the work between the two.
        old_lineages: Key → lineage id for the records of the earlier edition, in the order of the document.
        new_lineages: The same of the later edition.
        paths: Old key → new key → the path between the two.
    """

    def __init__(self, history: History, old: str, new: str) -> None:
        self.old, self.new = old, new
        self.is_long = len(history.calendar.list_between(old, new)) > 1
        self.old_lineages = history.lineages.of_edition(old)
        self.new_lineages = history.lineages.of_edition(new)
        self.paths = history.continuations.paths(old, new)
        self._measure_shared = history.continuations.share

    @cached_property
    def sources(self) -> dict[str, list[str]]:
        """Return new key → the old keys with a path to it."""
        return grouped((new, old) for old, targets in self.paths.items() for new in targets)

    @cached_property
    def mains(self) -> dict[str, str]:
        """Return old key → the new key of the same lineage."""
        return {old: new for old, targets in self.paths.items() for new, path in targets.items() if path.main}

    @cached_property
    def old_positions(self) -> dict[str, int]:
        """Return the position of each key in the earlier edition."""
        return {key: position for position, key in enumerate(self.old_lineages)}

    @cached_property
    def new_positions(self) -> dict[str, int]:
        """Return the position of each key in the later edition."""
        return {key: position for position, key in enumerate(self.new_lineages)}

    def has_stayed(self, old: str) -> bool:
        """Return whether no link mentions a key in any step, and no other key leads to it.

        So the record has the same words under the same key, and nothing else has to do with it.
        """
        targets = self.paths[old]
        path = targets.get(old)
        if path is None or path.has_links or not path.main:
            return False
        return len(targets) == 1 and len(self.sources[old]) == 1

    def list_paths(self, old: str) -> list[KeyPath]:
        """Return all paths from an old key."""
        return [KeyPath(old, new, path) for new, path in self.paths[old].items()]

    def list_counting_paths(self, old: str) -> list[KeyPath]:
        """Return the paths from an old key that count.

        Over several steps, a path that leaves the lineage counts only if its record still has enough of the text; see
        `graph.history.continuations`.
        """

        def percent_shared_with(new: str) -> int:
            """Return which percentage of the shorter of two texts, that of `old` and that of `new`, the other has."""
            return self._measure_shared(old, self.old, new, self.new)

        counting = select_continuations(
            old, self.paths[old], self._has_source_of_own_sort, percent_shared_with, over_steps=self.is_long
        )
        return [KeyPath(old, new, path) for new, path in counting.items()]

    def _has_source_of_own_sort(self, new: str) -> bool:
        """Return whether a new rule came from a rule, or a new glossary entry from a glossary entry."""
        return any(is_entry(source) == is_entry(new) for source in self.sources[new])
