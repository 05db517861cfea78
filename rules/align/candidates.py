"""The records that may continue a record: those that share rare words with it, and those in a similar place."""

import heapq
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator

from rules.align.families import Families
from rules.align.lexicon import Bag, Lexicon
from rules.align.limits import MOST_INDEX_ENTRIES
from rules.align.matching import Matching
from rules.align.side import NONE

CANDIDATES = 8
"""Number of candidates by words per record, or per sentence of an unlinked record; the right one is nearly always among
the first three."""
_MOST_ENTRIES_FIRST = 20 * MOST_INDEX_ENTRIES
"""Maximum number of index entries of a record's rarest word: that word is looked up even if it is not rare, because
without it the record has no candidate at all."""
_SMALL_RECORD = 20.0
"""Weight added to that of a record when its share in common is computed, so that a few words do not make a large
share."""


class RareWordCandidates:
    """Finds, for old records, the new ones that share their rare words.

    Args:
        lexicon: The words of both editions.
        bags: Bags of the new records that may be found, by position.
    """

    def __init__(self, lexicon: Lexicon, bags: Iterable[tuple[int, Bag]]) -> None:
        self._weights = lexicon.weights
        self._positions_of: dict[int, list[int]] = defaultdict(list)  # number of a word → the records with the word
        self._record_weights: dict[int, float] = {}
        for position, bag in bags:
            self._record_weights[position] = bag.weight
            for number in bag.counts:
                self._positions_of[number].append(position)

    def find(self, bag: Bag, count: int = CANDIDATES) -> list[int]:
        """Return the records that share most with `bag`, best first, by position.

        The measure is the weight of the shared words, relative to the weight of the lighter record.

        Args:
            bag: The words of a record.
            count: Maximum number of records.
        """
        record_weights = self._record_weights
        # Among records with the same shared weight, those of similar weight come first.
        ranked = [
            (
                -shared / (min(bag.weight, record_weights[position]) + _SMALL_RECORD),
                abs(bag.weight - record_weights[position]),
                position,
            )
            for position, shared in self._weigh_shared(bag).items()
        ]
        return [position for _, _, position in heapq.nsmallest(count, ranked)]

    def _weigh_shared(self, bag: Bag) -> dict[int, float]:
        """Return position of a record → weight of the words that the record shares with `bag`.

        The words of `bag` are looked up from the rarest to the most common, and the rest is left out once too many
        index entries were read, because common words match too many records. The rarest word alone may have more.
        """
        shared: dict[int, float] = {}
        rarest_first = sorted(
            (len(self._positions_of[number]), number) for number in bag.counts if number in self._positions_of
        )
        entries_read = 0
        for entry_count, number in rarest_first:
            most_entries = MOST_INDEX_ENTRIES if entries_read else _MOST_ENTRIES_FIRST
            entries_read += entry_count
            if entries_read > most_entries:
                break
            weight = self._weights[number]
            for position in self._positions_of[number]:
                shared[position] = shared.get(position, 0.0) + weight
        return shared


def find_nearby(
    matching: Matching, families: Families, old: int, list_children: Callable[[int], Iterable[int]]
) -> Iterator[int]:
    """Yield the new records that the place of an old record in its document suggests, some of them repeatedly.

    First comes the record with the same number; then the children of the records that may continue its parent; then
    the neighbour of the record that continues its own neighbour, before it and after it; last the new parents of the
    records that continue its own children.

    Args:
        matching: The links so far.
        families: The families according to these links. `Families.votes` has, for an old parent, the new parents that
            its children went to.
        old: The old record.
        list_children: Returns the children of a new record to consider.
    """
    before, after, votes = matching.old, matching.new, families.votes
    same_key = after.positions.get(before.keys[old], NONE)
    if same_key != NONE:
        yield same_key
    for successor in sorted(votes.get(before.parents[old], ())):
        yield from list_children(successor)
    for step in (-1, 1):
        sibling = before.find_sibling(old, step)
        if sibling != NONE and matching.new_of[sibling] != NONE:
            neighbour = after.find_sibling(matching.new_of[sibling], -step)
            if neighbour != NONE:
                yield neighbour
    yield from votes.get(old, ())
