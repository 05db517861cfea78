"""The deleted and inserted segments between two texts, for display.

Guarantees: the equal and deleted segments, joined in order, are exactly the old text, the equal and inserted ones the
new text; no segment is empty; no two neighbours have the same `op`; if words were replaced, the deleted ones come
first.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, pairwise
from typing import Literal, NamedTuple

from rapidfuzz.distance import LCSseq, MatchingBlock

from rules.text import LIGHT, LONG, Tokens, is_word, tokens

_MOST_CELLS = 100_000_000
"""Maximum number of pairs of tokens; the longest common subsequence takes one bit for each: at most 12 MB."""
SENTENCE_ENDS = frozenset(".?!")
_CLAUSE_ENDS = frozenset(",;:—")


def gap_between(before: MatchingBlock, after: MatchingBlock) -> tuple[int, int]:
    """Return the numbers of tokens between two blocks of equal tokens, old and new."""
    return after.a - before.a - before.size, after.b - before.b - before.size


def is_bounded(old: int, new: int) -> bool:
    """Return whether `matches` compares sides of these lengths in full; of longer ones it compares only both ends."""
    return old * new <= _MOST_CELLS


def matches(old: Sequence[str], new: Sequence[str]) -> list[MatchingBlock]:
    """Return the blocks of equal tokens, a longest common subsequence.

    Where there is a choice, block borders are at ends of sentences. If the sides are too long to compare in full, only
    the common beginning and end are returned.
    """
    if not is_bounded(len(old), len(new)):
        return _both_ends(old, new)
    blocks = [
        block
        for block in LCSseq.editops(old, new).as_matching_blocks()
        if block.size and old[block.a : block.a + block.size] == new[block.b : block.b + block.size]
    ]
    _slide_blocks(blocks, old, new)
    return [block for block in blocks if block.size]


def _both_ends(old: Sequence[str], new: Sequence[str]) -> list[MatchingBlock]:
    shorter = min(len(old), len(new))
    first = next((index for index in range(shorter) if old[index] != new[index]), shorter)
    last = next((index for index in range(shorter - first) if old[-1 - index] != new[-1 - index]), shorter - first)
    ends = MatchingBlock(0, 0, first), MatchingBlock(len(old) - last, len(new) - last, last)
    return [block for block in ends if block.size]


def _slide_blocks(blocks: list[MatchingBlock], old: Sequence[str], new: Sequence[str]) -> None:
    """Move what was only inserted (or only deleted) along repeated words until it begins after a sentence's end.

    `A b. | A c. |` and `A | b. A | c.` are the same insertion; only the first shows the inserted sentence.
    """
    for before, after in pairwise(blocks):
        deleted, inserted = gap_between(before, after)
        if deleted and inserted:
            continue
        side, end = (old, after.a) if deleted else (new, after.b)
        # A block may vanish completely only at the ends of the texts, where only one change is next to it.
        at_start = before.a == before.b == 0
        at_end = after.a + after.size == len(old) and after.b + after.size == len(new)
        left, right = before.size - (not at_start), after.size - (not at_end)
        step = _best_step(side, end - deleted - inserted, end, left, right)
        before.size += step
        after.a, after.b, after.size = after.a + step, after.b + step, after.size - step


def _best_step(side: Sequence[str], start: int, end: int, left: int, right: int) -> int:
    """Return how far to move the change `side[start:end]`: at most `left` tokens back and `right` tokens on."""
    best = 0
    for steps in (range(-1, -left - 1, -1), range(1, right + 1)):
        for step in steps:
            beside = step if step < 0 else step - 1
            if side[start + beside] != side[end + beside]:
                break
            if _rate_border(side, start + step) > _rate_border(side, start + best):
                best = step
    return best


def _rate_border(side: Sequence[str], index: int) -> int:
    """Return how well a change can begin here: 2 at the text's beginning and after a sentence, 1 after a clause."""
    if index == 0 or side[index - 1] in SENTENCE_ENDS:
        return 2
    return 1 if side[index - 1] in _CLAUSE_ENDS else 0


Op = Literal["equal", "delete", "insert"]
Block = tuple[int, int, int]
"""Offsets in old and new of an equal stretch, and its number of characters."""
_MOST_FOLDED = 3
"""Maximum number of words of an equal block between two changes that may be hidden."""
_LETTERS = 5
"""Number of letters of an average token."""


class Segment(NamedTuple):
    """A stretch of text that is in both texts, only in the old (`delete`), or only in the new (`insert`)."""

    op: Op
    text: str


def segments(old: str, new: str) -> tuple[Segment, ...]:
    """Return the segments that turn `old` into `new`; none for two empty texts."""
    if not (old and new):  # nothing to compare
        sides: tuple[Segment, ...] = (Segment("delete", old), Segment("insert", new))
        return tuple(side for side in sides if side.text)
    if old == new:
        return (Segment("equal", old),)
    return tuple(_cut(_match(old, new), old, new))


def segments_of(olds: Sequence[str], news: Sequence[str]) -> tuple[Segment, ...]:
    """Return the segments between several passages on either side (a split, a merge), each side joined by newlines.

    The passages are compared in the order given; a piece at another place on the other side is deleted here and
    inserted there.
    """
    return segments("\n".join(olds), "\n".join(news))


def _cut(blocks: Iterable[Block], old: str, new: str) -> Iterator[Segment]:
    """Yield the blocks as equal, together with the spaces that both sides of a change begin or end with."""
    start = at_old = at_new = 0  # `start`: of the equal text that ends at the other two
    for block_old, block_new, size in (*blocks, (len(old), len(new), 0)):
        end_old, end_new = block_old, block_new
        while at_old < end_old and at_new < end_new and old[at_old] == new[at_new] and old[at_old].isspace():
            at_old, at_new = at_old + 1, at_new + 1
        while (
            at_old < end_old
            and at_new < end_new
            and old[end_old - 1] == new[end_new - 1]
            and new[end_new - 1].isspace()
        ):
            end_old, end_new = end_old - 1, end_new - 1
        if at_old < end_old or at_new < end_new:
            changed: dict[Op, str] = {
                "equal": old[start:at_old],
                "delete": old[at_old:end_old],
                "insert": new[at_new:end_new],
            }
            yield from (Segment(op, text) for op, text in changed.items() if text)
            start = end_old
        at_old, at_new = block_old + size, block_new + size
    if start < at_old:
        yield Segment("equal", old[start:])


def _match(old: str, new: str) -> Iterator[Block]:
    """Yield the equal stretches, divided where the spaces inside them differ; of long texts only equal paragraphs."""
    is_long = len(old) + len(new) > LONG
    old_tokens, new_tokens = map(_split_paragraphs if is_long else tokens, (old, new))
    blocks = matches(old_tokens.words, new_tokens.words)
    if not is_long:
        blocks = _drop_small_blocks(blocks, old_tokens, new_tokens)
    for block in blocks:
        start, other = old_tokens.starts[block.a], new_tokens.starts[block.b]
        size = old_tokens.end(block.a + block.size - 1) - start
        if old[start : start + size] == new[other : other + size]:
            yield start, other, size
        else:
            for index in range(block.size):
                size = len(old_tokens.words[block.a + index])
                yield old_tokens.starts[block.a + index], new_tokens.starts[block.b + index], size


def _split_paragraphs(text: str) -> Tokens:
    paragraphs = text.splitlines(keepends=True)
    return Tokens(paragraphs, [0, *accumulate(map(len, paragraphs))])


def _drop_small_blocks(blocks: list[MatchingBlock], old_tokens: Tokens, new_tokens: Tokens) -> list[MatchingBlock]:
    """Return the blocks without small ones between two larger changes: a `the` that two sentences share by chance."""
    kept: list[MatchingBlock] = []
    end = MatchingBlock(len(old_tokens.words), len(new_tokens.words), 0)
    for block, after in pairwise((*blocks, end)):
        kept.append(block)
        # Dropping a block enlarges the change before it, which may now outweigh the block before that one too.
        while kept and _is_chance(kept[-2] if len(kept) > 1 else MatchingBlock(0, 0, 0), kept[-1], after, old_tokens):
            kept.pop()
    return kept


def _is_chance(before: MatchingBlock, block: MatchingBlock, after: MatchingBlock, old_tokens: Tokens) -> bool:
    """Return whether a block between two changes is less visible than either of them."""
    if block.size > 2 * _MOST_FOLDED:
        return False
    left = gap_between(before, block)
    right = gap_between(block, after)
    held = old_tokens.words[block.a : block.a + block.size]
    words = [word for word in held if is_word(word)]
    if not max(left) or not max(right) or len(words) > _MOST_FOLDED:
        return False
    if max(left) + max(right) < 2 * max(len(words), 1) + 2 or (not words and min(max(left), max(right)) < 2):
        return False
    if min(left) and min(right) and any(word in SENTENCE_ENDS for word in held):
        return False  # two sentences, each replaced by its own successor
    # Content words count double.
    weight = sum(len(word) * (1 if word.lower() in LIGHT else 2) for word in words) + len(held) - len(words)
    return weight <= _LETTERS * min(max(left), max(right))
