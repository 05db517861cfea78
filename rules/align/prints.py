"""Prints: the words of a record as different copies of its edition print them.

If two copies of an edition print a mark differently, a copyist changed it in one of them. So if only one of the copies
differs from the next edition, the difference may be the copyist's; a change of the rules is in all good copies.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from rules.change import Passage

Prints = Mapping[str, Sequence[str]]
"""Key of a record → its passage, as `Passage.whole` joins it, in each copy that prints it differently from the reading
of the edition."""
NO_PRINTS: Prints = {}


class PrintedRecord(NamedTuple):
    """A record with its passage in the reading of its edition."""

    key: str
    passage: Passage


class CopiedPrints:
    """The prints of two editions.

    Args:
        old: The prints of the older edition.
        new: The prints of the newer edition.
        make_plain: Returns a text without the typography in which the copies of the two editions differ throughout;
            None if they differ in none.
    """

    def __init__(self, old: Prints, new: Prints, make_plain: Callable[[str], str] | None = None) -> None:
        self._old = old
        self._new = new
        self._make_plain = make_plain

    def are_alike(self, old: PrintedRecord, new: PrintedRecord) -> bool:
        """Return whether a copy of the older edition prints a record in the same way as a copy of the newer edition.

        Call this for records whose readings differ in typography. The readings count as prints too. The answer is False
        if neither record has a print besides its reading, without comparing the two readings.
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
