"""What each edition changed compared to the one before, in figures and words: for its page, the data and the feeds."""

from collections.abc import Iterator

from msgspec import Struct

from graph.compare.comparison import compare
from graph.history import History
from rules.links import Group
from rules.store import Store
from site_src.markup.changes import in_words


class EditionStep(Struct, frozen=True):
    """The step from an edition to the next.

    Attributes:
        previous: Id of the older edition.
        edition: Id of the newer one.
        groups: The changes, in document order, without records that are unchanged under their number.
        same: Number of those records.
    """

    previous: str
    edition: str
    groups: tuple[Group, ...]
    same: int = 0

    @property
    def in_words(self) -> str:
        """Return all changes of the step on one line, in the words of the comparison page."""
        return " ".join(in_words(self.groups))


def steps_of(store: Store) -> Iterator[EditionStep]:
    """Yield the step to every edition that was aligned with the one before it, oldest first."""
    history = History(store)
    for edition in store.edition_ids:
        before = history.previous(edition)
        if before is not None:
            groups = compare(history, before, edition).groups
            changed = tuple(group for group in groups if not group.is_same)
            yield EditionStep(before, edition, changed, len(groups) - len(changed))
