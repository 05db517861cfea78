"""The deleted and inserted segments between two texts, for display.

Guarantees: the equal and deleted segments, joined in order, are exactly the old text, the equal and inserted ones the
new text; no segment is empty; no two neighbours have the same `op`; if words were replaced, the deleted ones come
first.
"""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Literal, NamedTuple

from rules.change.blocks import SENTENCE_ENDS, EqualBlock, is_bounded, matches
from rules.text import LIGHT, LONG, Tokens, is_word, tokens

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

Op = Literal["equal", "delete", "insert"]
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
    parts = _by_paragraphs(old, new) if len(old) + len(new) > LONG else _by_tokens(old, new)
    return tuple(_arrange_segments(parts))


def segments_of(olds: Sequence[str], news: Sequence[str]) -> tuple[Segment, ...]:
    """Return the segments between several passages on either side (a split, a merge), each side joined by newlines.

    The passages are compared in the order given; a piece at another place on the other side is deleted here and
    inserted there.
    """
    return segments("\n".join(olds), "\n".join(news))


def _arrange_segments(parts: Iterator[Segment]) -> Iterator[Segment]:
    """Join neighbours of the same kind; within a change, yield all that is deleted before all that is inserted."""
    for _, run in groupby(parts, lambda part: part.op == "equal"):
        texts: dict[Op, str] = {"equal": "", "delete": "", "insert": ""}
        for op, text in run:
            texts[op] += text
        yield from (Segment(op, text) for op, text in texts.items() if text)


def _change(old: str, new: str) -> list[Segment]:
    """Return a change, without the spaces that both sides begin or end with."""
    shorter = min(len(old), len(new))
    first = next((i for i in range(shorter) if old[i] != new[i] or not old[i].isspace()), shorter)
    shorter -= first
    last = next((i for i in range(shorter) if old[-1 - i] != new[-1 - i] or not old[-1 - i].isspace()), shorter)
    pieces: tuple[Segment, ...] = (
        Segment("equal", old[:first]),
        Segment("delete", old[first : len(old) - last]),
        Segment("insert", new[first : len(new) - last]),
        Segment("equal", old[len(old) - last :]),
    )
    return [piece for piece in pieces if piece.text]


def _by_paragraphs(old: str, new: str) -> Iterator[Segment]:
    """Yield the segments by paragraphs: equal paragraphs, and between them the differences by tokens.

    Texts between them that are too long for a full comparison by tokens show only their common ends as equal.
    """
    olds, news = old.splitlines(keepends=True), new.splitlines(keepends=True)
    at_old = at_new = 0
    for block in (*matches(olds, news), EqualBlock(len(olds), len(news), 0)):
        yield from _by_tokens("".join(olds[at_old : block.old]), "".join(news[at_new : block.new]))
        at_old, at_new = block.old + block.size, block.new + block.size
        if block.size:
            yield Segment("equal", "".join(olds[block.old : at_old]))


def _by_tokens(old: str, new: str) -> Iterator[Segment]:
    old_tokens, new_tokens = tokens(old), tokens(new)
    blocks = matches(old_tokens.words, new_tokens.words)
    if is_bounded(len(old_tokens.words), len(new_tokens.words)):
        blocks = _drop_small_blocks(blocks, old_tokens, new_tokens)
    at_old = at_new = 0
    for first_old, first_new, size in _in_characters(blocks, old_tokens, new_tokens, old, new):
        yield from _change(old[at_old:first_old], new[at_new:first_new])
        at_old, at_new = first_old + size, first_new + size
        yield Segment("equal", old[first_old:at_old])
    yield from _change(old[at_old:], new[at_new:])


def _in_characters(
    blocks: list[EqualBlock], old_tokens: Tokens, new_tokens: Tokens, old: str, new: str
) -> Iterator[tuple[int, int, int]]:
    """Yield the blocks as (offset in old, offset in new, characters), divided where the spaces inside them differ."""
    for block in blocks:
        start, other = old_tokens.starts[block.old], new_tokens.starts[block.new]
        size = old_tokens.end(block.old + block.size - 1) - start
        if old[start : start + size] == new[other : other + size]:
            yield start, other, size
            continue
        for index in range(block.size):
            size = len(old_tokens.words[block.old + index])
            yield old_tokens.starts[block.old + index], new_tokens.starts[block.new + index], size


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
