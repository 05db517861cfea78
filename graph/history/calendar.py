"""The editions of each work in the order in which they took effect."""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import cache

from graph.history.days import last_day
from rules.caching import cached_method
from rules.grouping import grouped
from rules.links import StepEnds, list_steps
from rules.records import COMPREHENSIVE_RULES
from rules.store import Store


class Calendar:
    """The editions of a store, by work. An edition is named by its id, the day on which it took effect.

    Args:
        store: A knowledge base, or a ledger; it must stay open.

    Attributes:
        editions: The editions of the Comprehensive Rules that are not retyped, oldest first; see `rules.links`.
        work_of: Edition id → work of the edition, for the editions of all works.
        retyped: The retyped editions of all works, which are not in the chain; see `rules.links`.
        previous: Returns the edition before an edition that is not retyped; see `rules.store.Store.previous`.
        resolve: Returns the edition that a name or date means; see `rules.store.Store.resolve`. Cached.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self.work_of = store.work_of
        self.retyped = store.retyped
        self._lines = grouped((work, edition) for edition, work in self.work_of.items() if edition not in self.retyped)
        self.editions = tuple(self.line(COMPREHENSIVE_RULES))
        self.previous = store.previous
        self.resolve = cache(store.resolve)

    @property
    def newest(self) -> str:
        """Return the newest edition of the Comprehensive Rules."""
        return self.editions[-1]

    def line(self, work: str) -> Sequence[str]:
        """Return the line of a work: its editions that are not retyped, oldest first, or all if all are retyped."""
        return self._lines.get(work) or self._list_editions(work)

    def _list_editions(self, work: str) -> list[str]:
        """Return all editions of a work, oldest first."""
        return [edition for edition, work_of_edition in self.work_of.items() if work_of_edition == work]

    def list_between(self, first: str, last: str) -> list[str]:
        """Return the editions after `first` up to and including `last`, without the retyped ones between them.

        Both are editions of one work. The result is empty if `last` is not later than `first`.
        """
        line = self.line(self.work_of[last])
        between = list(line[bisect_right(line, first) : bisect_right(line, last)])
        if last not in between and first < last:
            between.append(last)  # it is retyped
        return between

    def edition_after(self, edition: str) -> str | None:
        """Return the next edition of the same work that is not retyped; None for the newest."""
        line = self._lines.get(self.work_of[edition], ())
        position = bisect_right(line, edition)
        return line[position] if position < len(line) else None

    def last_day(self, edition: str) -> str | None:
        """Return the last day on which an edition was in force; None for the newest of its work."""
        return last_day(self.line(self.work_of[edition]), edition)

    def steps(self) -> Iterator[StepEnds]:
        """Yield all steps of all works, those to and from retyped editions too."""
        for work in dict.fromkeys(self.work_of.values()):
            yield from list_steps(self._list_editions(work), self.retyped)

    @cached_method
    def name_edition(self, edition: str) -> str:
        """Return an edition as messages name it: its date, followed by its set if that is known.

        Example: `2009-07-11 (Magic 2010)`.
        """
        name = self._store.edition(edition).set_name
        return f"{edition} ({name})" if name else edition
