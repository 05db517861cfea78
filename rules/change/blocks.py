"""The blocks of tokens that two passages have in common, in order on both sides, independent of the hash seed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rapidfuzz.distance import LCSseq

_MOST_CELLS = 100_000_000
"""Maximum number of pairs of tokens; the longest common subsequence takes one bit for each: at most 12 MB."""
SENTENCE_ENDS = frozenset(".?!")
_CLAUSE_ENDS = frozenset(",;:—")


class EqualBlock(NamedTuple):
    """A block of `size` equal tokens, starting at index `old` on one side and `new` on the other."""

    old: int
    new: int
    size: int

    def gap_to(self, after: EqualBlock) -> tuple[int, int]:
        """Return the numbers of tokens between this block and a later one, old and new."""
        return after.old - self.old - self.size, after.new - self.new - self.size


def is_bounded(old: int, new: int) -> bool:
    """Return whether `matches` compares sides of these lengths in full; of longer ones it compares only both ends."""
    return old * new <= _MOST_CELLS


def matches(old: Sequence[str], new: Sequence[str]) -> list[EqualBlock]:
    """Return the blocks of equal tokens, a longest common subsequence.

    Where there is a choice, block borders are at ends of sentences. If the sides are too long to compare in full, only
    the common beginning and end are returned.
    """
    if not is_bounded(len(old), len(new)):
        return _both_ends(old, new)
    blocks = [
        EqualBlock(block.a, block.b, block.size)
        for block in LCSseq.editops(old, new).as_matching_blocks()
        if block.size and old[block.a : block.a + block.size] == new[block.b : block.b + block.size]
    ]
    return _slide_blocks(blocks, old, new)


def _both_ends(old: Sequence[str], new: Sequence[str]) -> list[EqualBlock]:
    shorter = min(len(old), len(new))
    first = next((index for index in range(shorter) if old[index] != new[index]), shorter)
    last = next((index for index in range(shorter - first) if old[-1 - index] != new[-1 - index]), shorter - first)
    return [
        block for block in (EqualBlock(0, 0, first), EqualBlock(len(old) - last, len(new) - last, last)) if block.size
    ]


def _slide_blocks(blocks: list[EqualBlock], old: Sequence[str], new: Sequence[str]) -> list[EqualBlock]:
    """Move what was only inserted (or only deleted) along repeated words until it begins after a sentence's end.

    `A b. | A c. |` and `A | b. A | c.` are the same insertion; only the first shows the inserted sentence.
    """
    for index in range(len(blocks) - 1):
        before, after = blocks[index], blocks[index + 1]
        side, start, end = old, before.old + before.size, after.old
        if start == end:
            side, start, end = new, before.new + before.size, after.new
        elif before.new + before.size != after.new:
            continue
        # A block may vanish completely only at the ends of the texts, where only one change is next to it.
        at_start = before.old == before.new == 0
        at_end = after.old + after.size == len(old) and after.new + after.size == len(new)
        step = _best_step(side, start, end, before.size - (not at_start), after.size - (not at_end))
        if step:
            blocks[index] = before._replace(size=before.size + step)
            blocks[index + 1] = EqualBlock(after.old + step, after.new + step, after.size - step)
    return [block for block in blocks if block.size]


def _best_step(side: Sequence[str], start: int, end: int, left: int, right: int) -> int:
    """Return how far to move the change `side[start:end]`: at most `left` tokens back and `right` tokens on."""
    best, at = _rate_border(side, start), 0
    for step in range(1, left + 1):
        if side[start - step] != side[end - step]:
            break
        if (value := _rate_border(side, start - step)) > best:
            best, at = value, -step
    for step in range(1, right + 1):
        if side[start + step - 1] != side[end + step - 1]:
            break
        if (value := _rate_border(side, start + step)) > best:
            best, at = value, step
    return at


def _rate_border(side: Sequence[str], index: int) -> int:
    """Return how well a change can begin here: 2 at the text's beginning and after a sentence, 1 after a clause."""
    if index == 0 or side[index - 1] in SENTENCE_ENDS:
        return 2
    return 1 if side[index - 1] in _CLAUSE_ENDS else 0
