"""The texts of the two editions of a comparison, loaded and computed on first use."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from graph.compare.passages import Passages
from graph.compare.renamings import renamed_between
from rules.change import Renamings

if TYPE_CHECKING:
    from rules.store import Store


class Words:
    """The texts of an edition and a later one of the same work."""

    def __init__(self, store: Store, older: str, newer: str) -> None:
        self._store = store
        self.older = Passages(store, older)
        self.newer = Passages(store, newer)

    @cached_property
    def _pairs(self) -> tuple[tuple[str, str], ...]:
        return renamed_between(self._store, self.older.edition, self.newer.edition)

    @cached_property
    def renamed(self) -> Renamings:
        """Return the terms renamed from the older to the newer edition."""
        return Renamings(self._pairs)

    @cached_property
    def renamed_back(self) -> Renamings:
        """Return the terms renamed from the newer to the older edition."""
        return Renamings((after, before) for before, after in self._pairs)
