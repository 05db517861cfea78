"""Records that are too many or too long for a close comparison: linked by number only, with their own method.

The stages after `exact` compare records pair by pair. Their work grows with the square of the size of a family, and of
the words of a record, so both have limits. The limits are counts, not times: the same input gives the same links on any
machine. Of 134 steps between real editions the greatest, that to Magic 2010, has 23 candidates for one record, 6,300
pairs in one pass, 20,500 pairs of sentences and 8 rounds; its longest record has 500 words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache, partial

from rapidfuzz.distance import LCSseq

from rules.align.matching import NONE, AlignmentSide, Families, Matching
from rules.text import LONG, plain_words

COARSE = "coarse"
"""Method of links found here, and of additions and deletions of records that were not compared closely."""
MOST_CANDIDATES = 150
"""Maximum number of candidates of one record, and of index entries read to find them."""
MOST_PAIRS = 100_000
"""Maximum number of pairs of records that one pass scores, and of pairs of sentences that are compared; if every rule
is rewritten, there are some 80,000. Also that of sentences looked for in the other edition, and of differences that are
searched for renamed terms."""
MOST_ROUNDS = 40
"""Maximum number of rounds that link parts of splits and merges; it needs about as many as one record has parts."""
MOST_SCANNED = 1_000_000_000
"""Maximum number of characters that are searched for replaced words, all searches together."""
MAJORITY = 0.5
"""Half: the minimum share of common words for a coarse link, and what counts as most of something."""


def is_long(side: AlignmentSide, position: int) -> bool:
    """Return whether a record is too long to be compared word by word."""
    return len(side.texts[position]) > LONG


def link_coarsely(matching: Matching, olds: Iterable[int]) -> None:
    """Link old records with those of the same number that begin alike; mark both, linked or not.

    Args:
        matching: Receives the links and the marks.
        olds: Old records that are not compared closely, by position.
    """
    old, new = matching.old, matching.new
    for position in olds:
        matching.coarse_old.add(position)
        target = new.positions.get(old.keys[position], NONE)
        if target == NONE:
            continue
        matching.coarse_new.add(target)
        free = matching.new_of[position] == matching.old_of[target] == NONE
        if free and old.is_heading(position) == new.is_heading(target):
            # the share of words that their beginnings have in common, in order
            before, after = plain_words(old.content(position)), plain_words(new.content(target))
            score = LCSseq.similarity(before, after) * 2 / max(1, len(before) + len(after))
            if score >= MAJORITY:
                matching.link(position, target, COARSE, score)


class Crowds:
    """The families with too many unlinked records to compare all pairs, at the time of construction.

    Args:
        matching: The links so far.
        families: The families that follow from these links.
    """

    def __init__(self, matching: Matching, families: Families) -> None:
        self._matching = matching
        self._votes = families.votes
        self.free_children = cache(partial(_list_free_children, matching))  # without `self`, which it would keep

    def is_crowded(self, old: int) -> bool:
        """Return whether the successors of a record's parent have more free records than one is compared with."""
        return self._count_free(self._matching.old.parents[old]) > MOST_CANDIDATES

    def _count_free(self, parent: int) -> int:
        return sum(len(self.free_children(adoptive)) for adoptive in self._votes.get(parent, ()))

    def mark(self, olds: Iterable[int]) -> None:
        """Mark the new records without a link that `olds` were not compared with."""
        matching = self._matching
        for parent in {matching.old.parents[old] for old in olds}:
            if self._count_free(parent) > MOST_CANDIDATES:
                for adoptive in self._votes.get(parent, ()):
                    matching.coarse_new.update(self.free_children(adoptive))


def _list_free_children(matching: Matching, adoptive: int) -> list[int]:
    """Return the records below a new one that continue nothing."""
    return [child for child in matching.new.children[adoptive] if matching.old_of[child] == NONE]


def select_affordable(
    olds: Iterable[int], candidates: Callable[[int], list[int]], crowds: Crowds
) -> tuple[dict[int, list[int]], list[int]]:
    """Return the candidates of old records, within the limits on comparisons.

    Args:
        olds: Old records in document order.
        candidates: Returns the candidates of an old record.
        crowds: The families with too many records.

    Returns:
        The candidates by old record, and the old records that exceed a limit.
    """
    pairs: dict[int, list[int]] = {}
    too_many: list[int] = []
    total = 0
    for old in olds:
        possible = [] if crowds.is_crowded(old) else candidates(old)
        if crowds.is_crowded(old) or len(possible) > MOST_CANDIDATES or total + len(possible) > MOST_PAIRS:
            too_many.append(old)
            continue
        total += len(possible)
        pairs[old] = possible
    return pairs, too_many
