"""The history of the works in a store, in parts of which each answers one kind of question."""

from typing import TYPE_CHECKING, cast

from graph.history.calendar import Calendar
from graph.history.continuations import Continuations
from graph.history.destinations import Destinations
from graph.history.lineages import Lineages
from graph.history.periods import Periods
from graph.history.step_links import StepLinks
from graph.history.stored_versions import StoredVersions
from graph.history.titles import Titles
from rules.store import Store

if TYPE_CHECKING:
    from graph.ledger import Ledger  # which few commands need


class History:
    """The history of all works in a store. Its parts cache results, since few numbers are asked for often.

    Args:
        store: A knowledge base, or a ledger; it must stay open.

    Attributes:
        calendar: Which editions there are, and in which order they took effect.
        versions: Which versions a lineage or a key had.
        lineages: Which lineage a key names in an edition, and which key a lineage has there.
        periods: Which lineages a key named, one after another.
        links: Which records of consecutive editions the aligner linked.
        titles: Which titles a rule had, and which rules a title.
        continuations: Which records of a later edition have the words of a record.
        destinations: Where a rule of one edition is in another edition.
    """

    def __init__(self, store: Store) -> None:
        self.store = store
        self.calendar = Calendar(store)
        self.versions = StoredVersions(store)
        self.lineages = Lineages(store, self.calendar, self.versions)
        self.periods = Periods(self.calendar, self.versions, self.lineages)
        self.links = StepLinks(store, self.calendar)
        self.titles = Titles(store, self.versions, self.lineages)
        self.continuations = Continuations(store, self.calendar, self.versions, self.lineages, self.links)
        self.destinations = Destinations(store, self.calendar, self.versions, self.lineages, self.continuations)

    @property
    def ledger(self) -> "Ledger":
        """Return the store as a ledger, which has more facts about titles and words than a knowledge base."""
        return cast("Ledger", self.store)
