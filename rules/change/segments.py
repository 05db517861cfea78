"""The deleted and inserted segments between two texts, for display.

Guarantees: the equal and deleted segments, joined in order, are exactly the old text, the equal and inserted ones the
new text; no segment is empty; no two neighbours have the same `op`; if words were replaced, the deleted ones come
first.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, pairwise
from typing import NamedTuple

from rapidfuzz.distance import LCSseq, MatchingBlock

from rules.segment import Segment
from rules.text import LIGHT, LONG, Tokens, is_word, tokens

_MOST_CELLS = 100_000_000
"""Maximum number of pairs of tokens; the longest common subsequence takes one bit for each: at most 12 MB."""
_MOST_FOLDED = 3
"""Maximum number of words of an equal block between two changes that may be hidden."""
_LETTERS = 5
"""Number of letters of an average token."""
_CONTENT_FACTOR = 2
"""How many times as much as a small word a content word of the same length weighs."""
_MOST_TOKENS = 2 * _MOST_FOLDED
"""Maximum number of tokens, marks included, of such a block."""
SENTENCE_ENDS = frozenset(".?!")
_CLAUSE_ENDS = frozenset(",;:—")


class _EqualText(NamedTuple):
    """An equal stretch: its offsets in the old and the new text, and its number of characters."""

    old: int
    new: int
    size: int


def gap_between(before: MatchingBlock, after: MatchingBlock) -> tuple[int, int]:
    """Return the numbers of tokens between two blocks of equal tokens, old and new."""
    return after.a - before.a - before.size, after.b - before.b - before.size


def is_bounded(old: int, new: int) -> bool:
    """Return whether `matches` compares sides of these lengths in full; of longer ones it compares only both ends."""
    return old * new <= _MOST_CELLS


def matches(old: Sequence[str], new: Sequence[str]) -> list[MatchingBlock]:
    """Return the blocks of equal tokens, a longest common subsequence: `size` tokens, from `a` (old) and `b` (new) on.

    Where there is a choice, block borders are at ends of sentences. If the sides are too long to compare in full, only
    the common beginning and end are returned.
    """
    if not is_bounded(len(old), len(new)):
        return _both_ends(old, new)
    blocks = [
        block
        for block in LCSseq.editops(old, new).as_matching_blocks()
        # The library compares hashes, which may be equal by chance.
        if block.size and old[block.a : block.a + block.size] == new[block.b : block.b + block.size]
    ]
    return [block for block in _slide_blocks(blocks, old, new) if block.size]


def _both_ends(old: Sequence[str], new: Sequence[str]) -> list[MatchingBlock]:
    """Return the common beginning and the common end of two sides, without a block of no tokens."""
    beginning = _count_common(old, new)
    end = _count_common(old[beginning:][::-1], new[beginning:][::-1])
    blocks = MatchingBlock(0, 0, beginning), MatchingBlock(len(old) - end, len(new) - end, end)
    return [block for block in blocks if block.size]


def _count_common(old: Sequence[str], new: Sequence[str]) -> int:
    """Return how many tokens two sides have in common from the first on."""
    count = 0
    for old_token, new_token in zip(old, new, strict=False):
        if old_token != new_token:
            break
        count += 1
    return count


def _slide_blocks(blocks: Sequence[MatchingBlock], old: Sequence[str], new: Sequence[str]) -> list[MatchingBlock]:
    """Return the blocks with what was only inserted (or only deleted) moved so that it begins after a sentence's end.

    It can move along repeated words: `A b. | A c. |` and `A | b. A | c.` are the same insertion, and only the first
    shows the inserted sentence. The size of a block may become 0.
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
    """Return by how many tokens to move the change between two blocks; below 0 for a move back.

    A replacement does not move.
    """
    deleted, inserted = gap_between(before, after)
    if deleted and inserted:
        return 0
    side, size, end = (old, deleted, after.a) if deleted else (new, inserted, after.b)
    start = end - size
    # A block may vanish completely only at the ends of the texts, where only one change is next to it.
    at_start = before.a == before.b == 0
    at_end = after.a + after.size == len(old) and after.b + after.size == len(new)
    left = before.size if at_start else before.size - 1
    right = after.size if at_end else after.size - 1
    return _best_step(side, start, end, left, right)


def _best_step(side: Sequence[str], start: int, end: int, left: int, right: int) -> int:
    """Return by how many tokens to move the change `side[start:end]` so that it begins at the best border.

    Args:
        side: The tokens of the text that has the change: the old one for a deletion.
        start: Index of its first token.
        end: Index after its last token.
        left: Maximum number of tokens to move it back.
        right: Maximum number of tokens to move it on.

    Returns:
        The number of tokens; below 0 for a move back.
    """
    best = 0
    steps_back, steps_on = range(-1, -left - 1, -1), range(1, right + 1)
    for steps in (steps_back, steps_on):
        for step in steps:
            # A change moves past the token before it only if its own last token is equal, and past the token after it
            # only if its own first one is.
            passed = step if step < 0 else step - 1
            if side[start + passed] != side[end + passed]:
                break
            if _rate_border(side, start + step) > _rate_border(side, start + best):
                best = step
    return best


def _rate_border(side: Sequence[str], index: int) -> int:
    """Return how well a change can begin here: 2 at the text's beginning and after a sentence, 1 after a clause."""
    if index == 0 or side[index - 1] in SENTENCE_ENDS:
        return 2
    return 1 if side[index - 1] in _CLAUSE_ENDS else 0


def segments(old: str, new: str) -> tuple[Segment, ...]:
    """Return the segments that turn `old` into `new`; none for two empty texts."""
    if not old or not new:
        only_side = [Segment("delete", old), Segment("insert", new)]
        return tuple(segment for segment in only_side if segment.text)
    if old == new:
        return (Segment("equal", old),)
    return tuple(_cut(_match(old, new), old, new))


def segments_of(olds: Sequence[str], news: Sequence[str]) -> tuple[Segment, ...]:
    """Return the segments between several passages on either side (a split, a merge), each side joined by newlines.

    The passages are compared in the order given; a piece at another place on the other side is deleted here and
    inserted there.
    """
    return segments("\n".join(olds), "\n".join(news))


def _cut(blocks: Iterable[_EqualText], old: str, new: str) -> Iterator[Segment]:
    """Yield the segments of two texts.

    Spaces that both sides of a change begin with, or end with, belong to the equal segments around it.

    Args:
        blocks: The equal stretches, in order.
        old: The old text.
        new: The new text.
    """
    equal_start = 0  # where the equal segment before the next change begins in the old text
    old_start = new_start = 0  # where that change begins in each text
    end_of_texts = _EqualText(len(old), len(new), 0)
    for block in (*blocks, end_of_texts):
        old_change, new_change = old[old_start : block.old], new[new_start : block.new]
        leading = _count_common_spaces(old_change, new_change)
        trailing = _count_common_spaces(old_change[leading:][::-1], new_change[leading:][::-1])
        deleted = old_change[leading : len(old_change) - trailing]
        inserted = new_change[leading : len(new_change) - trailing]
        if deleted or inserted:
            equal = old[equal_start : old_start + leading]
            changed = [Segment("equal", equal), Segment("delete", deleted), Segment("insert", inserted)]
            yield from (segment for segment in changed if segment.text)
            equal_start = block.old - trailing
        old_start, new_start = block.old + block.size, block.new + block.size
    if equal_start < old_start:
        yield Segment("equal", old[equal_start:])


def _count_common_spaces(old: str, new: str) -> int:
    """Return the number of spaces with which both texts begin."""
    count = 0
    for old_character, new_character in zip(old, new, strict=False):
        if old_character != new_character or not old_character.isspace():
            break
        count += 1
    return count


def _match(old: str, new: str) -> Iterator[_EqualText]:
    """Yield the equal stretches, divided where the spaces inside them differ; of long texts only equal paragraphs."""
    is_long = len(old) + len(new) > LONG
    split = _split_paragraphs if is_long else tokens
    old_tokens, new_tokens = split(old), split(new)
    blocks = matches(old_tokens.words, new_tokens.words)
    if not is_long:
        blocks = _drop_small_blocks(blocks, old_tokens, new_tokens)
    for block in blocks:
        old_start, new_start = old_tokens.starts[block.a], new_tokens.starts[block.b]
        size = old_tokens.end(block.a + block.size - 1) - old_start
        if old[old_start : old_start + size] == new[new_start : new_start + size]:
            yield _EqualText(old_start, new_start, size)
            continue
        for index in range(block.size):
            word = old_tokens.words[block.a + index]
            yield _EqualText(old_tokens.starts[block.a + index], new_tokens.starts[block.b + index], len(word))


def _split_paragraphs(text: str) -> Tokens:
    paragraphs = text.splitlines(keepends=True)
    return Tokens(paragraphs, [0, *accumulate(map(len, paragraphs))])


def _drop_small_blocks(blocks: list[MatchingBlock], old_tokens: Tokens, new_tokens: Tokens) -> list[MatchingBlock]:
    """Return the blocks without small ones between two larger changes, such as a `the` that both share by chance."""
    large: list[MatchingBlock] = []
    end = MatchingBlock(len(old_tokens.words), len(new_tokens.words), 0)
    for block, after in pairwise((*blocks, end)):
        large.append(block)
        # Dropping a block enlarges the change before it, which may now outweigh the block before that one too.
        while large:
            before = large[-2] if len(large) > 1 else MatchingBlock(0, 0, 0)
            if not _is_chance(before, large[-1], after, old_tokens):
                break
            large.pop()
    return large


def _is_chance(before: MatchingBlock, block: MatchingBlock, after: MatchingBlock, old_tokens: Tokens) -> bool:
    """Return whether a block between two changes is equal by chance: it is less visible than either of them.

    Args:
        before: The block before it.
        block: The block.
        after: The block after it.
        old_tokens: The tokens of the older text.
    """
    if block.size > _MOST_TOKENS:
        return False
    gap_left, gap_right = gap_between(before, block), gap_between(block, after)
    left, right = max(gap_left), max(gap_right)  # the sizes of the two changes
    smaller = min(left, right)
    if smaller == 0:  # no change on one side
        return False
    block_tokens = old_tokens.words[block.a : block.a + block.size]
    words = [token for token in block_tokens if is_word(token)]
    # The changes on both sides together must be twice as long as the words, and two tokens more.
    least_changed = 2 * max(len(words), 1) + 2
    if len(words) > _MOST_FOLDED or left + right < least_changed:
        return False
    if not words and smaller < 2:
        return False
    are_both_replaced = min(gap_left) > 0 and min(gap_right) > 0
    if are_both_replaced and any(token in SENTENCE_ENDS for token in block_tokens):
        return False  # two sentences, each replaced by its own successor
    mark_count = len(block_tokens) - len(words)
    block_weight = sum(map(_weigh_word, words)) + mark_count
    change_weight = _LETTERS * smaller
    return block_weight <= change_weight


def _weigh_word(word: str) -> int:
    """Return how visible a word is: its number of letters, times `_CONTENT_FACTOR` if it is no small word."""
    return len(word) if word.lower() in LIGHT else _CONTENT_FACTOR * len(word)
