"""The editions of each work in the order in which they took effect."""

from bisect import bisect_right
from collections.abc import Iterator
from functools import cache

from graph.history.days import last_day
from rules.caching import cached_method
from rules.links import StepEnds, list_steps
from rules.store import Store


class Calendar:
    """The editions of a store, by work. An edition is named by its id, the day on which it took effect.

    Args:
        store: A knowledge base, or a ledger; it must stay open.

    Attributes:
        editions: The editions of the Comprehensive Rules that are not retyped, oldest first; see `rules.links`.
        work_of: Edition id → work of the edition, for the editions of all works.
        retyped: The retyped editions of all works, which are not in the chain; see `rules.links`.
        chain: Returns the chain of a work, oldest edition first; see `rules.store.Store.chained`.
        previous: Returns the edition before an edition that is not retyped; see `rules.store.Store.previous`.
        resolve: Returns the edition that a name or date means; see `rules.store.Store.resolve`. Cached.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self.work_of = store.work_of
        self.retyped = store.retyped
        self.chain = store.chained
        self.editions = store.chained()
        self.previous = store.previous
        self.resolve = cache(store.resolve)

    @property
    def newest(self) -> str:
        """Return the newest edition of the Comprehensive Rules."""
        return self.editions[-1]

    def list_between(self, first: str, last: str) -> list[str]:
        """Return the editions after `first` up to and including `last`, without the retyped ones between them.

        Both are editions of one work. The result is empty if `last` is not later than `first`.
        """
        chain = self.chain(self.work_of[last])
        between = list(chain[bisect_right(chain, first) : bisect_right(chain, last)])
        if last not in between and first < last:
            between.append(last)  # it is retyped
        return between

    @cached_method
    def edition_after(self, edition: str) -> str | None:
        """Return the next edition of the same work that is not retyped; None for the newest."""
        chain = self.chain(self.work_of[edition])
        return next((later for later in chain if later > edition and later not in self.retyped), None)

    def last_day(self, edition: str) -> str | None:
        """Return the last day on which an edition was in force; None for the newest of its work."""
        return last_day(self.chain(self.work_of[edition]), edition)

    def steps(self) -> Iterator[StepEnds]:
        """Yield all steps of all works, those to and from retyped editions too."""
        for work in dict.fromkeys(self.work_of.values()):
            yield from list_steps(self._store.editions_of(work), self.retyped)

    @cached_method
    def name_edition(self, edition: str) -> str:
        """Return an edition as messages name it: its date, followed by its set if that is known.

        Example: `2009-07-11 (Magic 2010)`.
        """
        name = self._store.edition(edition).set_name
        return f"{edition} ({name})" if name else edition
