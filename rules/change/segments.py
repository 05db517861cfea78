"""The deleted and inserted segments between two texts, for display.

Three words for parts of a text are used in this order:

- A *block* is a run of tokens that both texts have, as rapidfuzz returns it (`rules.change.blocks`).
- A *stretch* is the text of a block by its offsets: the `Draw` of `Draw a card.` and `Draw two cards.` has 4
  characters, and starts at 0 in both texts.
- A *segment* is a result: equal text, deleted text or inserted text.

Guarantees: the equal and deleted segments, joined in order, are exactly the old text, the equal and inserted ones the
new text; no segment is empty; no two neighbours have the same `op`; if words were replaced, the deleted ones come
first.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate
from typing import NamedTuple

from rapidfuzz.distance import MatchingBlock

from rules.change.blocks import find_equal_blocks
from rules.change.chance import drop_chance_blocks
from rules.segment import Segment
from rules.text_sizes import LONGEST_PASSAGE
from rules.tokens import Tokens, tokenize


class _EqualText(NamedTuple):
    """A stretch of equal text: its offsets in the old and the new text, and its number of characters."""

    old: int
    new: int
    size: int

    def cut_old(self, text: str) -> str:
        """Return the stretch of the old text."""
        return text[self.old : self.old + self.size]

    def cut_new(self, text: str) -> str:
        """Return as many characters of the new text."""
        return text[self.new : self.new + self.size]


class _Change(NamedTuple):
    """A stretch of the old text and the stretch of the new text in its place, by their offsets; one may be empty."""

    old_start: int
    old_end: int
    new_start: int
    new_end: int

    @property
    def is_empty(self) -> bool:
        """Return whether both stretches are empty."""
        return self.old_start == self.old_end and self.new_start == self.new_end

    def without_common_spaces(self, old: str, new: str) -> "_Change":
        """Return the change without the spaces and newlines with which both sides begin, or end: these did not change.

        Args:
            old: The old text.
            new: The new text.
        """
        deleted, inserted = old[self.old_start : self.old_end], new[self.new_start : self.new_end]
        leading = _count_common_spaces(deleted, inserted)
        trailing = _count_common_spaces(deleted[leading:][::-1], inserted[leading:][::-1])
        return _Change(
            old_start=self.old_start + leading,
            old_end=self.old_end - trailing,
            new_start=self.new_start + leading,
            new_end=self.new_end - trailing,
        )


def segments(old: str, new: str) -> tuple[Segment, ...]:
    """Return the segments that turn `old` into `new`; none for two empty texts.

    `Draw a card.` and `Draw two cards.` give the segments `Draw ` (equal), `a card` (delete), `two cards` (insert) and
    `.` (equal). Two texts of more than `LONGEST_PASSAGE` characters together are compared paragraph by paragraph.
    """
    if not old or not new:
        only_side = [Segment("delete", old), Segment("insert", new)]
        return tuple(segment for segment in only_side if segment.text)
    if old == new:
        return (Segment("equal", old),)
    is_long = len(old) + len(new) > LONGEST_PASSAGE
    stretches = _find_equal_paragraphs(old, new) if is_long else _find_equal_words(old, new)
    return tuple(_cut(stretches, old, new))


def segments_of(olds: Sequence[str], news: Sequence[str]) -> tuple[Segment, ...]:
    """Return the segments between several passages on each side, as a split or a merge has them.

    The passages of each side are joined by newlines, in the order given. A passage that is at another place in the
    order of the other side is a deletion and an insertion.
    """
    return segments("\n".join(olds), "\n".join(news))


def _cut(stretches: Iterable[_EqualText], old: str, new: str) -> Iterator[Segment]:
    """Yield the segments of two texts, given their equal stretches.

    The text between two stretches, on either side, is deleted or inserted; an empty segment is left out.

    Args:
        stretches: The equal stretches, in order.
        old: The old text.
        new: The new text.
    """
    equal_start = 0  # where the equal text before the next change begins in the old text
    for change in _list_changes(stretches, old, new):
        segments_of_change = [
            Segment("equal", old[equal_start : change.old_start]),
            Segment("delete", old[change.old_start : change.old_end]),
            Segment("insert", new[change.new_start : change.new_end]),
        ]
        yield from (segment for segment in segments_of_change if segment.text)
        equal_start = change.old_end
    if equal_start < len(old):
        yield Segment("equal", old[equal_start:])


def _list_changes(stretches: Iterable[_EqualText], old: str, new: str) -> Iterator[_Change]:
    """Yield the changes between the equal stretches of two texts, without those of no character.

    Args:
        stretches: The equal stretches, in order.
        old: The old text.
        new: The new text.
    """
    old_start = new_start = 0  # where the next change begins in each text
    end_of_texts = _EqualText(len(old), len(new), 0)
    for stretch in (*stretches, end_of_texts):
        change = _Change(old_start, stretch.old, new_start, stretch.new).without_common_spaces(old, new)
        if not change.is_empty:
            yield change
        old_start, new_start = stretch.old + stretch.size, stretch.new + stretch.size


def _count_common_spaces(old: str, new: str) -> int:
    """Return the number of spaces and newlines with which both texts begin."""
    count = 0
    for old_character, new_character in zip(old, new, strict=False):
        if old_character != new_character or not old_character.isspace():
            break
        count += 1
    return count


def _find_equal_words(old: str, new: str) -> Iterator[_EqualText]:
    """Yield the equal stretches of two texts, compared token by token.

    Small words that the texts have in common by chance are left out (`rules.change.chance`). If the tokens of a block
    are equal, but not the spaces between them, each token is a stretch.
    """
    old_tokens, new_tokens = tokenize(old), tokenize(new)
    all_blocks = find_equal_blocks(old_tokens.strings, new_tokens.strings)
    for block in drop_chance_blocks(all_blocks, old_tokens, new_tokens):
        stretch = _find_stretch(block, old_tokens, new_tokens)
        are_spaces_equal = stretch.cut_old(old) == stretch.cut_new(new)
        if are_spaces_equal:
            yield stretch
        else:
            yield from _list_equal_tokens(block, old_tokens, new_tokens)


def _find_equal_paragraphs(old: str, new: str) -> Iterator[_EqualText]:
    """Yield the equal stretches of two long texts, each of them one or more whole paragraphs."""
    old_paragraphs, new_paragraphs = _split_paragraphs(old), _split_paragraphs(new)
    for block in find_equal_blocks(old_paragraphs.strings, new_paragraphs.strings):
        yield _find_stretch(block, old_paragraphs, new_paragraphs)


def _find_stretch(block: MatchingBlock, old_tokens: Tokens, new_tokens: Tokens) -> _EqualText:
    """Return a block as a stretch, with the size that it has in the old text."""
    old_start, new_start = old_tokens.starts[block.a], new_tokens.starts[block.b]
    size = old_tokens.end(block.a + block.size - 1) - old_start
    return _EqualText(old_start, new_start, size)


def _list_equal_tokens(block: MatchingBlock, old_tokens: Tokens, new_tokens: Tokens) -> Iterator[_EqualText]:
    """Yield each token of a block of equal tokens as a stretch."""
    for step in range(block.size):
        old_index, new_index = block.a + step, block.b + step
        size = len(old_tokens.strings[old_index])
        yield _EqualText(old_tokens.starts[old_index], new_tokens.starts[new_index], size)


def _split_paragraphs(text: str) -> Tokens:
    """Return the paragraphs of a text, with their line ends, in place of its tokens."""
    paragraphs = text.splitlines(keepends=True)
    starts = list(accumulate(map(len, paragraphs[:-1]), initial=0))
    return Tokens(paragraphs, starts)
