"""The hunks of pairs of passages: the differences in words between records that continue each other."""

from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple

from msgspec import Struct
from rapidfuzz.distance import Levenshtein, Opcode

from rules.align.limits import MOST_HUNKS
from rules.align.passage_words import Words
from rules.change.blocks import can_compare_in_full


class PassagePair(NamedTuple):
    """Two passages that continue each other.

    Attributes:
        key: Key of the record in the newer edition.
        old: The old words.
        new: The new words.
    """

    key: str
    old: Words
    new: Words


class Hunk(Struct):
    """A maximal difference within a pair: a run of old words and the run of new words in its place.

    One of the two runs may be empty. If `put it into play tapped` became `put it onto the battlefield tapped`, the old
    run is `into play` (from 2 to 4) and the new run `onto the battlefield` (from 2 to 5).

    Attributes:
        pair: Index of the pair among all pairs.
        old_start: Index of the first old word in the old passage.
        old_end: Index after the last old word.
        new_start: Index of the first new word in the new passage.
        new_end: Index after the last new word.
        before: Number of equal words before the hunk, since the previous hunk or the start of the passage.
        after: Number of equal words after the hunk, up to the next hunk or the end of the passage.
    """

    pair: int
    old_start: int
    old_end: int
    new_start: int
    new_end: int
    before: int
    after: int = 0


def find_hunks(pairs: Sequence[PassagePair]) -> list[Hunk]:
    """Return the hunks of the pairs, in order.

    A pair has none if its passages are equal, or too long to compare in full. The pairs after the one with which the
    number of hunks exceeds `MOST_HUNKS` have none either.
    """
    hunks: list[Hunk] = []
    for index, pair in enumerate(pairs):
        if pair.old == pair.new or not can_compare_in_full(len(pair.old), len(pair.new)):
            continue
        if len(hunks) > MOST_HUNKS:
            break
        hunks += _find_hunks_of(index, pair)
    return hunks


def _find_hunks_of(index: int, pair: PassagePair) -> list[Hunk]:
    """Return the hunks of a pair of passages, given its index among all pairs."""
    hunks: list[Hunk] = []
    equal_count = 0  # number of words in the run of equal words before a hunk
    # Insertions, deletions and replacements without an equal word between them are one hunk.
    for is_equal, run in groupby(Levenshtein.opcodes(pair.old, pair.new), key=_is_equal):
        opcodes = list(run)
        first, last = opcodes[0], opcodes[-1]
        if is_equal:
            equal_count = last.src_end - first.src_start
            if hunks:
                hunks[-1].after = equal_count
        else:
            hunk = Hunk(
                pair=index,
                old_start=first.src_start,
                old_end=last.src_end,
                new_start=first.dest_start,
                new_end=last.dest_end,
                before=equal_count,
            )
            hunks.append(hunk)
    return hunks


def _is_equal(opcode: Opcode) -> bool:
    """Return whether a step from one passage to another keeps its words."""
    return bool(opcode.tag == "equal")
