"""Records that are too many or too long for a close comparison: linked by number only, with their own method.

The stages after `exact` compare records pair by pair. Their work grows with the square of the size of a family, and of
the words of a record, so both have limits. The limits are counts, not times: the same input gives the same links on any
machine. Of 134 steps between real editions the greatest, that to Magic 2010, has 23 candidates for one record, 6,300
pairs in one pass, 20,500 pairs of sentences and 8 rounds; its longest record has 500 words.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence

from rapidfuzz.distance import LCSseq

from rules.align.matching import NONE, Matching
from rules.text import plain_words

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


def select_affordable(
    matching: Matching, olds: Iterable[int], free: Mapping[int, Sequence[int]], candidates: Callable[[int], list[int]]
) -> dict[int, list[int]]:
    """Return the candidates of old records; link those coarsely that exceed a limit on comparisons.

    A record whose parent has successors with too many unlinked children is compared with none, nor are these with any.

    Args:
        matching: Receives the links and the marks.
        olds: Old records in document order.
        free: For each new record, its children that continue nothing.
        candidates: Returns the candidates of an old record.
    """
    pairs: dict[int, list[int]] = {}
    too_many: list[int] = []
    crowds: set[int] = set()
    total = 0
    for old in olds:
        adoptives = matching.votes.get(matching.old.parents[old], {})
        if sum(len(free.get(adoptive, ())) for adoptive in adoptives) > MOST_CANDIDATES:
            crowds.update(adoptives)
            too_many.append(old)
            continue
        possible = candidates(old)
        if len(possible) > MOST_CANDIDATES or total + len(possible) > MOST_PAIRS:
            too_many.append(old)
        else:
            total += len(possible)
            pairs[old] = possible
    matching.coarse_new.update(child for adoptive in crowds for child in free.get(adoptive, ()))
    link_coarsely(matching, too_many)
    return pairs
