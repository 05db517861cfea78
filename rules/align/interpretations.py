"""The possible interpretations of a difference between two passages: which words were replaced by which."""

from collections.abc import Container, Iterable, Iterator, Sequence
from typing import NamedTuple

from rules.align.hunks import Hunk, PassagePair
from rules.align.passage_words import Words
from rules.stems import stem
from rules.word_lists import NUMERALS, is_content_word

_LONGEST = 6
"""Maximum number of words on a side of an interpretation. Longer recurring runs are reworded boilerplate, not terms."""
_GAP = 2
"""Maximum number of equal words between hunks of one interpretation: "mana" of "converted mana cost"."""
_CONTENT_BONUS = 0.02
"""Added to the shape of an interpretation for each content word of its context, up to `_MOST_CONTENT`."""
_MOST_CONTENT = 2
_HUNK_BONUS = 0.1
"""Added to the shape of an interpretation for each hunk after the first that it explains."""
_FUNCTION_FACTOR = 0.8
"""Factor for the shape of an interpretation for each function word of its context."""


class Context(NamedTuple):
    """The numbers of equal words on the left and on the right of a difference that belong to an interpretation."""

    left: int
    right: int


_NO_CONTEXT = Context(0, 0)
_CONTEXTS = (Context(1, 0), Context(0, 1), Context(1, 1), Context(2, 0), Context(0, 2))


class Replaced(NamedTuple):
    """Words and the words that replaced them."""

    old: Words
    new: Words


class Spot(NamedTuple):
    """An occurrence of an interpretation.

    Attributes:
        pair: Index of the pair of passages.
        offset: Offset of the old words in the old passage.
        hunks: Indices of the hunks that the interpretation explains there.
    """

    pair: int
    offset: int
    hunks: range


class Interpretation:
    """One possible interpretation of what was replaced.

    The words on which its two sides differ are its core; equal words before and after the core are its context.

    Attributes:
        old: The old words.
        new: The new words.
        spots: Where it was seen.
        stems: The stems of both sides without inflections.
        is_style: Whether only function words differ.
        shape: Factor that decides between interpretations that are seen equally often. A content word in the context
            raises it, because it may belong to the term ("totem armor"); a function word lowers it, because it hardly
            ever does. An interpretation that explains several hunks has a higher factor.
    """

    def __init__(self, replaced: Replaced, spots: list[Spot]) -> None:
        self.old = replaced.old
        self.new = replaced.new
        self.spots = spots
        self.stems = stems_of(replaced)
        core = strip_common_ends(replaced)
        self.is_style = not any(map(is_content_word, (*core.old, *core.new)))
        context_size = len(self.old) - len(core.old)
        content_count = _count_content(self.old) - _count_content(core.old)
        function_count = context_size - content_count
        hunk_count = max(len(spot.hunks) for spot in spots)
        bonus_factor = 1.0 + _CONTENT_BONUS * min(content_count, _MOST_CONTENT) + _HUNK_BONUS * (hunk_count - 1)
        self.shape = bonus_factor * _FUNCTION_FACTOR**function_count


def _count_content(words: Words) -> int:
    """Return the number of content words."""
    return sum(map(is_content_word, words))


def list_interpretations(pairs: Sequence[PassagePair], hunks: Sequence[Hunk]) -> Iterator[tuple[Replaced, Spot]]:
    """Yield the interpretations of all hunks and runs of hunks, each as often as it is seen, with the place.

    Args:
        pairs: Passages that continue each other.
        hunks: Their differences, in order.
    """
    for first in range(len(hunks)):
        for last in range(first, len(hunks)):
            if last > first and not _is_same_term(hunks, first, last):
                break
            yield from _list_contexts(pairs[hunks[first].pair], hunks[first], hunks[last], range(first, last + 1))


def _is_same_term(hunks: Sequence[Hunk], first: int, last: int) -> bool:
    """Return whether a hunk may belong to the term of the hunks before it: it is near, and the run is not too long.

    Args:
        hunks: All hunks, in order.
        first: Index of the first hunk of the run.
        last: Index of the hunk, which would be the last one of the run.
    """
    start, end = hunks[first], hunks[last]
    if end.pair != start.pair:
        return False
    gap = end.old_start - hunks[last - 1].old_end
    return gap <= _GAP and _length_of_run(start, end) <= _LONGEST


def _length_of_run(start: Hunk, end: Hunk) -> int:
    """Return the number of words on the longer side of a run of hunks, given its first and its last hunk."""
    return max(end.old_end - start.old_start, end.new_end - start.new_start)


def _list_contexts(pair: PassagePair, start: Hunk, end: Hunk, indices: range) -> Iterator[tuple[Replaced, Spot]]:
    """Yield the interpretations of one run of hunks, with each possible context.

    Args:
        pair: The passages of the run.
        start: The first hunk of the run.
        end: The last hunk of the run.
        indices: The indices of the hunks of the run.
    """
    length = _length_of_run(start, end)
    # Words that are only removed or only added have no successor, or no predecessor, without equal words around them.
    is_one_side_empty = end.old_end == start.old_start or end.new_end == start.new_start
    contexts = _CONTEXTS if is_one_side_empty else (_NO_CONTEXT, *_CONTEXTS)
    for left, right in contexts:
        is_context_equal = left <= start.before and right <= end.after
        if is_context_equal and length + left + right <= _LONGEST:
            old = pair.old[start.old_start - left : end.old_end + right]
            new = pair.new[start.new_start - left : end.new_end + right]
            yield Replaced(old, new), Spot(start.pair, start.old_start - left, indices)


def count_pairs(spots: Iterable[Spot]) -> int:
    """Return the number of pairs of passages in which an interpretation is seen."""
    return len({spot.pair for spot in spots})


def stems_of(replaced: Replaced) -> Replaced:
    """Return both sides without inflections."""
    return Replaced(tuple(map(stem, replaced.old)), tuple(map(stem, replaced.new)))


def strip_common_ends(replaced: Replaced, strippable: Container[str] | None = None) -> Replaced:
    """Return both sides without the words that they have in common at the beginning and the end.

    Args:
        replaced: The words.
        strippable: The only words to strip, which leave at least one word on each side; None for any words, which may
            leave none.
    """
    old, new = replaced
    while _may_strip(old, new, 0, strippable):
        old, new = old[1:], new[1:]
    while _may_strip(old, new, -1, strippable):
        old, new = old[:-1], new[:-1]
    return Replaced(old, new)


def _may_strip(old: Words, new: Words, end: int, strippable: Container[str] | None) -> bool:
    """Return whether both sides have the same strippable word at an end.

    Args:
        old: The old words.
        new: The new words.
        end: The index of the word: 0 for the first, -1 for the last.
        strippable: The words that may be stripped; None for all.
    """
    least = 0 if strippable is None else 1
    if len(old) <= least or len(new) <= least or old[end] != new[end]:
        return False
    return strippable is None or old[end] in strippable


def is_term(replaced: Replaced) -> bool:
    """Return whether words could be a term and its successor.

    Neither may contain a rule number. The difference may not be numbers and symbols alone. If one side only adds words,
    both sides must have content words, because the same words could be added to anything.
    """
    if "#" in replaced.old or "#" in replaced.new:
        return False
    core = strip_common_ends(replaced)
    if not any(_is_word(word) for word in (*core.old, *core.new)):
        return False
    if core.old and core.new:
        return True
    return any(map(is_content_word, replaced.old)) and any(map(is_content_word, replaced.new))


def _is_word(word: str) -> bool:
    return word[0].isalpha() and word not in NUMERALS
