"""The blocks of equal tokens of two texts, with their borders at ends of sentences where there is a choice.

A `MatchingBlock` of rapidfuzz says that `size` tokens are equal: those from the index `a` of the older text on, and
those from the index `b` of the newer text on. A *gap* is the change between two blocks: tokens that were deleted,
inserted, or replaced by others. `A b c` and `A x c` have the blocks (a=0, b=0, size=1) and (a=2, b=2, size=1), and a
gap of one deleted and one inserted token.
"""

from collections.abc import Sequence
from typing import NamedTuple

from rapidfuzz.distance import LCSseq, MatchingBlock

_MOST_CELLS = 100_000_000
"""Maximum product of the numbers of tokens of two texts that are compared in full. The longest common subsequence takes
one bit for each pair of tokens, so 12 MB at most."""
SENTENCE_ENDS = frozenset(".?!")
_CLAUSE_ENDS = frozenset(",;:—")


class Gap(NamedTuple):
    """The change between two blocks of equal tokens.

    Attributes:
        deleted: Number of tokens that only the old text has.
        inserted: Number of tokens that only the new text has.
    """

    deleted: int
    inserted: int

    @property
    def longer_side(self) -> int:
        """Return the number of tokens that were deleted or inserted, whichever is greater."""
        return max(self)

    @property
    def is_replacement(self) -> bool:
        """Return whether both sides have tokens."""
        return min(self) > 0


def gap_between(before: MatchingBlock, after: MatchingBlock) -> Gap:
    """Return the change between two blocks of equal tokens."""
    return Gap(after.a - before.a - before.size, after.b - before.b - before.size)


def can_compare_in_full(old: int, new: int) -> bool:
    """Return whether `find_equal_blocks` compares texts of these numbers of tokens in full, and not only their ends."""
    return old * new <= _MOST_CELLS


def find_equal_blocks(old: Sequence[str], new: Sequence[str]) -> list[MatchingBlock]:
    """Return the blocks of equal tokens of two texts, in order; together they are a longest common subsequence.

    Where there is a choice, the borders of blocks are at ends of sentences. If the texts are too long to compare in
    full, only their common beginning and end are returned.
    """
    if not can_compare_in_full(len(old), len(new)):
        return _both_ends(old, new)
    blocks = [
        block
        for block in LCSseq.editops(old, new).as_matching_blocks()
        # The library compares hashes, which may be equal by chance.
        if block.size and old[block.a : block.a + block.size] == new[block.b : block.b + block.size]
    ]
    return [block for block in _slide_blocks(blocks, old, new) if block.size]


def _both_ends(old: Sequence[str], new: Sequence[str]) -> list[MatchingBlock]:
    """Return the common beginning and the common end of two texts, as blocks of at least one token."""
    beginning = _count_common(old, new)
    end = _count_common(old[beginning:][::-1], new[beginning:][::-1])
    blocks = MatchingBlock(0, 0, beginning), MatchingBlock(len(old) - end, len(new) - end, end)
    return [block for block in blocks if block.size]


def _count_common(old: Sequence[str], new: Sequence[str]) -> int:
    """Return how many tokens two texts have in common from the first on."""
    count = 0
    for old_token, new_token in zip(old, new, strict=False):
        if old_token != new_token:
            break
        count += 1
    return count


def _slide_blocks(blocks: Sequence[MatchingBlock], old: Sequence[str], new: Sequence[str]) -> list[MatchingBlock]:
    """Return the blocks with insertions and deletions moved so that they begin at the end of a sentence.

    A change can be moved along repeated words. `A b. A d.` becomes `A b. A c. A d.` by inserting `c. A` after the
    second `A`, or by inserting `A c.` after the first sentence. The result is the same, but only the second insertion
    is a whole sentence. The size of a block may become 0.
    """
    slid: list[MatchingBlock] = []
    for block in blocks:
        step = _find_step(slid[-1], block, old, new) if slid else 0
        if step:
            before = slid[-1]
            slid[-1] = MatchingBlock(before.a, before.b, before.size + step)
            slid.append(MatchingBlock(block.a + step, block.b + step, block.size - step))
        else:
            slid.append(block)
    return slid


def _find_step(before: MatchingBlock, after: MatchingBlock, old: Sequence[str], new: Sequence[str]) -> int:
    """Return by how many tokens to move the gap between two blocks; negative to move it back.

    It is 0 for a replacement, which cannot be moved without changing the result.
    """
    gap = gap_between(before, after)
    if gap.is_replacement:
        return 0
    # The text that has the change, and the index after it: the old text for a deletion.
    side, end = (old, after.a) if gap.deleted else (new, after.b)
    # Moving the change takes tokens from one block and gives them to the other. A block must keep one token; otherwise
    # the changes before and after it would become one. Only the first and the last block of the texts may vanish.
    is_first = before.a == before.b == 0
    is_last = after.a + after.size == len(old) and after.b + after.size == len(new)
    most_back = before.size if is_first else before.size - 1
    most_forward = after.size if is_last else after.size - 1
    return _best_step(side, end - gap.longer_side, end, most_back, most_forward)


def _best_step(side: Sequence[str], start: int, end: int, most_back: int, most_forward: int) -> int:
    """Return by how many tokens to move the change `side[start:end]` so that it begins at the best border.

    In `A b . A c . A d .`, the change `c . A` can move back by one token or two. By one, it is `A c .` and begins after
    a full stop; by two, it is `. A c` and begins after a word. So the result is -1.

    Args:
        side: The tokens of the text that has the change: the old one for a deletion.
        start: Index of the first token of the change.
        end: Index after its last token.
        most_back: Maximum number of tokens to move it back.
        most_forward: Maximum number of tokens to move it on.

    Returns:
        The number of tokens; negative to move the change back.
    """
    steps = [0]
    # The change may move back past the token before it if its own last token is equal to that, and so on.
    for step in range(1, most_back + 1):
        if side[start - step] != side[end - step]:
            break
        steps.append(-step)
    # It may move on past the token after it if its own first token is equal to that, and so on.
    for step in range(1, most_forward + 1):
        if side[start + step - 1] != side[end + step - 1]:
            break
        steps.append(step)
    return max(steps, key=lambda step: _rate_border(side, start + step))  # of equal ones, the first


def _rate_border(side: Sequence[str], index: int) -> int:
    """Return how good a border before a token is as the beginning of a change.

    It is 2 at the beginning of the text and after a sentence, 1 after a clause (a comma, semicolon, colon or dash), and
    else 0.
    """
    if index == 0 or side[index - 1] in SENTENCE_ENDS:
        return 2
    return 1 if side[index - 1] in _CLAUSE_ENDS else 0
