"""How several copies of an edition print its records.

If two copies of an edition print a mark differently, a copyist changed it in one of them. So a difference from the next
edition that only one of the copies shows may be the copyist's as well: a change of the rules is in all good copies.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from rules.change import Passage

Prints = Mapping[str, Sequence[str]]
"""Key of a record → its words in the copies that print them differently from the reading of the edition, as
`Passage.whole` joins them."""

NO_PRINTS: Prints = {}


class PrintedRecord(NamedTuple):
    """A record as the reading of its edition prints it."""

    key: str
    passage: Passage


class CopiedPrints:
    """The prints of two editions.

    Args:
        old: How other copies of the older edition print a record.
        new: How other copies of the newer edition print a record.
        make_plain: Returns a text without the typography that the copies of the two print differently throughout, or
            None.
    """

    def __init__(self, old: Prints, new: Prints, make_plain: Callable[[str], str] | None = None) -> None:
        self._old = old
        self._new = new
        self._make_plain = make_plain

    def are_alike(self, old: PrintedRecord, new: PrintedRecord) -> bool:
        """Return whether any copy of the older edition prints a record as any copy of the newer one does.

        The answer is False for two records that no other copy prints differently: then there is only one print of each,
        and those two differ.
        """
        old_prints = self._old.get(old.key, ())
        new_prints = self._new.get(new.key, ())
        if not old_prints and not new_prints:
            return False
        before = {self._plain(text) for text in (old.passage.whole, *old_prints)}
        after = {self._plain(text) for text in (new.passage.whole, *new_prints)}
        return not before.isdisjoint(after)

    def _plain(self, text: str) -> str:
        return self._make_plain(text) if self._make_plain else text


NO_COPIES = CopiedPrints(NO_PRINTS, NO_PRINTS)
