"""The deleted and inserted segments between two texts, for display.

Guarantees: the equal and deleted segments, joined in order, are exactly the old text, the equal and inserted ones the
new text; no segment is empty; no two neighbours have the same `op`; if words were replaced, the deleted ones come
first.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate
from typing import Literal, NamedTuple

from rules.change.blocks import SENTENCE_ENDS, EqualBlock, matches
from rules.text import LIGHT, LONG, Tokens, is_word, tokens

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
    if old == new:
        return (Segment("equal", old),) if old else ()
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
        start, other = old_tokens.starts[block.old], new_tokens.starts[block.new]
        size = old_tokens.end(block.old + block.size - 1) - start
        if old[start : start + size] == new[other : other + size]:
            yield start, other, size
            continue
        for index in range(block.size):
            size = len(old_tokens.words[block.old + index])
            yield old_tokens.starts[block.old + index], new_tokens.starts[block.new + index], size


def _split_paragraphs(text: str) -> Tokens:
    paragraphs = text.splitlines(keepends=True)
    return Tokens(paragraphs, [0, *accumulate(map(len, paragraphs))])


def _drop_small_blocks(blocks: list[EqualBlock], old_tokens: Tokens, new_tokens: Tokens) -> list[EqualBlock]:
    """Return the blocks without small ones between two larger changes: a `the` that two sentences share by chance."""
    kept: list[EqualBlock] = []
    end = EqualBlock(len(old_tokens.words), len(new_tokens.words), 0)
    for index, block in enumerate(blocks):
        after = blocks[index + 1] if index + 1 < len(blocks) else end
        kept.append(block)
        # Dropping a block enlarges the change before it, which may now outweigh the block before that one too.
        while kept and _is_chance(kept[-2] if len(kept) > 1 else EqualBlock(0, 0, 0), kept[-1], after, old_tokens):
            kept.pop()
    return kept


def _is_chance(before: EqualBlock, block: EqualBlock, after: EqualBlock, old_tokens: Tokens) -> bool:
    """Return whether a block between two changes is less visible than either of them."""
    if block.size > 2 * _MOST_FOLDED:
        return False
    left = before.gap_to(block)
    right = block.gap_to(after)
    held = old_tokens.words[block.old : block.old + block.size]
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
