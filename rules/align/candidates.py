"""Candidates for the continuation of a record: by the rare words it shares with others, or by its place."""

import heapq
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator

from rules.align.families import Families
from rules.align.lexicon import Bag, Lexicon
from rules.align.limits import MOST_POSTINGS
from rules.align.matching import Matching
from rules.align.side import NONE

CANDIDATES = 8
"""Number of candidates by words per record, or per sentence of an unlinked record; the right one is nearly always among
the first three."""
_PATIENCE = 20
"""How many times as many index entries are read before the first candidate is found."""
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
        self._postings: dict[int, list[int]] = defaultdict(list)
        self._record_weights: dict[int, float] = {}
        for position, bag in bags:
            self._record_weights[position] = bag.weight
            for number in bag.counts:
                self._postings[number].append(position)

    def find(self, bag: Bag, count: int = CANDIDATES) -> list[int]:
        """Return the records that share most with `bag`, best first.

        Both the weight that is shared and its share of either record count.
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
        """Return the weight of the words that records share with `bag`, by its rarest words first.

        Common words match too many records, so they are left out once their index entries exceed the limit.
        """
        shared: dict[int, float] = {}
        postings = [(len(self._postings[number]), number) for number in bag.counts if number in self._postings]
        entries_read = 0
        for length, number in sorted(postings):
            entries_read += length
            limit = MOST_POSTINGS if shared else _PATIENCE * MOST_POSTINGS
            if entries_read > limit:
                break
            weight = self._weights[number]
            for position in self._postings[number]:
                shared[position] = shared.get(position, 0.0) + weight
        return shared


def find_nearby(
    matching: Matching, families: Families, old: int, list_children: Callable[[int], Iterable[int]]
) -> Iterator[int]:
    """Yield the new records that the place of an old record suggests.

    They have its number, have successors of its parent as parents, or are next to what continues its neighbours; last
    come the records that have votes to continue it.

    Args:
        matching: The links so far.
        families: The votes so far.
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
