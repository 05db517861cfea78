"""The candidates of a record: those that share rare words with it, followed by those in a similar place.

A candidate is a record of the other edition that is compared with the record, because it may continue it.
"""

import heapq
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator

from rules.align.edition_columns import NONE
from rules.align.families import Families
from rules.align.lexicon import Bag, Lexicon
from rules.align.limits import MOST_INDEX_ENTRIES
from rules.align.matching import Matching

CANDIDATES = 8
"""Number of candidates with shared words that are compared with a record, or with a sentence of an unlinked record. The
right one is nearly always among the first three."""
_MOST_ENTRIES_FIRST = 20 * MOST_INDEX_ENTRIES
"""Maximum number of index entries of a record's rarest word. It is greater than `MOST_INDEX_ENTRIES`, because without
this word the record has no candidate at all."""
_SMALL_RECORD = 20.0
"""Weight added to that of the lighter record before the shared weight is divided by it, so that a few shared words are
not a large share of a short record."""


_Rank = tuple[float, float, int]
"""A sort value by which the best candidate comes first: minus the measure of the shared words, the difference between
the weights of the two records, and the position of the candidate."""


class RareWordCandidates:
    """Finds, for records of one edition, the records of the other edition that share their rare words.

    The records may be sentences as well, each given by its index instead of the position of a record.

    The index has an entry for each pair of a word and a record with the word. A word that many records have takes many
    entries to look up, so the number of entries that one search reads is limited.

    Args:
        lexicon: The words of both editions.
        bags: Position and bag of each record that may be found.
    """

    def __init__(self, lexicon: Lexicon, bags: Iterable[tuple[int, Bag]]) -> None:
        self._weights = lexicon.weights
        self._positions_of: dict[int, list[int]] = defaultdict(list)  # id of a word → the records with the word
        self._record_weights: dict[int, float] = {}
        for position, bag in bags:
            self._record_weights[position] = bag.weight
            for word_id in bag.counts:
                self._positions_of[word_id].append(position)

    def find(self, bag: Bag, count: int = CANDIDATES) -> list[int]:
        """Return the positions of the records that share most with `bag`, best first.

        The measure is the weight of the shared words, divided by the weight of the lighter record (`_SMALL_RECORD`).
        Among records with the same measure, those of similar weight come first.

        Args:
            bag: The words of a record.
            count: Maximum number of records.
        """
        ranked: list[_Rank] = []
        for position, shared_weight in self._weigh_shared(bag).items():
            weight = self._record_weights[position]
            shared = shared_weight / (min(bag.weight, weight) + _SMALL_RECORD)
            ranked.append((-shared, abs(bag.weight - weight), position))
        return [position for _, _, position in heapq.nsmallest(count, ranked)]

    def _weigh_shared(self, bag: Bag) -> dict[int, float]:
        """Return position of a record → weight of the words that the record shares with `bag`.

        The words of `bag` are looked up from the rarest to the most common. The first word with which too many index
        entries would be read ends the search, because common words match too many records. The rarest word has a limit
        of its own, `_MOST_ENTRIES_FIRST`. A word counts once, however often the two records have it.
        """
        shared: dict[int, float] = {}
        known_words = [word_id for word_id in bag.counts if word_id in self._positions_of]
        rarest_first = sorted((len(self._positions_of[word_id]), word_id) for word_id in known_words)
        entries_read = 0
        for entry_count, word_id in rarest_first:
            is_rarest = entries_read == 0
            most_entries = _MOST_ENTRIES_FIRST if is_rarest else MOST_INDEX_ENTRIES
            entries_read += entry_count
            if entries_read > most_entries:
                break
            weight = self._weights[word_id]
            for position in self._positions_of[word_id]:
                shared[position] = shared.get(position, 0.0) + weight
        return shared


def find_nearby(
    matching: Matching, families: Families, old: int, list_children: Callable[[int], Iterable[int]]
) -> Iterator[int]:
    """Yield the new records that the place of an old record in its document suggests, some of them repeatedly.

    1. The record with the same number.
    2. The children of the records that have votes of the old record's parent (`Families.list_possible_successors`).
    3. If the old record's previous sibling is linked, the sibling after the new record that continues it; then the same
       with the next sibling and the sibling before.
    4. The records that have votes of the old record itself: the new parents of the records that continue its children.

    Args:
        matching: The links so far.
        families: The families according to these links.
        old: The old record.
        list_children: Returns the children of a new record that may be candidates, such as its unlinked children.
    """
    old_edition, new_edition = matching.old, matching.new
    same_key = new_edition.positions.get(old_edition.keys[old], NONE)
    if same_key != NONE:
        yield same_key
    for successor in sorted(families.list_possible_successors(old_edition.parents[old])):
        yield from list_children(successor)
    for step in (-1, 1):
        sibling = old_edition.find_sibling(old, step)
        if sibling != NONE and matching.new_of[sibling] != NONE:
            neighbour = new_edition.find_sibling(matching.new_of[sibling], -step)
            if neighbour != NONE:
                yield neighbour
    yield from families.list_possible_successors(old)
