"""The links of a store, by step and by key."""

from collections.abc import Mapping, Sequence
from functools import cache

from graph.history.calendar import Calendar
from graph.history.paths import LinksFrom
from rules.caching import cached_property
from rules.grouping import grouped
from rules.links import Link, StepEnds, Version
from rules.store import Store


class StepLinks:
    """The links of a store without trivial ones; see `rules.store.Store.links`.

    Args:
        store: A knowledge base, or a ledger; it must stay open.
        calendar: The order of its editions.

    Attributes:
        from_key: Returns the links of an old key, by step. Cached.
    """

    def __init__(self, store: Store, calendar: Calendar) -> None:
        self._store = store
        self._calendar = calendar
        self._links = cache(store.links)
        self.from_key: LinksFrom = cache(store.links_from)

    def of_step(self, edition: str, previous: str | None = None) -> tuple[Link, ...]:
        """Return the links of a step.

        Args:
            edition: The newer edition of the step.
            previous: Its older edition; by default the edition before that is not retyped.
        """
        return self._links(edition, previous or self._calendar.previous(edition) or "")

    @cached_property
    def branches(self) -> Mapping[StepEnds, Sequence[Link]]:
        """Return step → its links between records of different lineages.

        For steps to or from retyped editions all links between two records are listed, because main links of these
        steps may also lead to another lineage: retyped editions do not make lineages.
        """
        branches = dict(grouped(self._store.branches()))
        for step in self._calendar.steps():
            if not self._calendar.retyped.isdisjoint(step):
                links = self.of_step(step.edition, step.previous)
                branches[step] = [link for link in links if link.old is not None and link.new is not None]
        return branches

    def onward(self, version: Version) -> tuple[str, list[Link]]:
        """Return the edition after a version, and the links from its record to records of that edition.

        Returns:
            The edition is empty if the version is in the newest edition. There are no links then, nor if the record was
            deleted, nor if it stays unchanged under its key.
        """
        after = self._calendar.edition_after(version.last)
        links = self.from_key(version.key).get(StepEnds(version.last, after), ()) if after else ()
        return after or "", [link for link in links if link.new is not None]
