"""The possible interpretations of a difference between two passages: which words may have replaced which.

If `converted mana cost` became `mana value`, the hunks are that `converted` was removed and that `cost` became `value`.
Among their interpretations are `cost` → `value`, `mana cost` → `mana value` and `converted mana cost` → `mana value`.
`rules.align.replacements` chooses between them.

A *hunk* is a difference between the two passages (`rules.align.hunks`). The *sides* of an interpretation are its old
words and its new words.
"""

from collections.abc import Container, Iterable, Iterator, Sequence
from typing import NamedTuple

from rules.align.hunks import Hunk, PassagePair
from rules.align.passage_words import Words
from rules.stems import stem
from rules.word_lists import NUMERALS, is_content_word

_LONGEST = 6
"""Maximum number of words on a side of an interpretation; longer runs that recur are reworded boilerplate, not
terms."""
_GAP = 2
"""Maximum number of equal words between hunks of one interpretation, such as `mana` between `converted` and `cost`."""
_CONTENT_BONUS = 0.02
"""Added to the shape of an interpretation for each content word of its context."""
_MOST_CONTENT = 2
"""Maximum number of content words for which `_CONTENT_BONUS` is added."""
_HUNK_BONUS = 0.1
"""Added to the shape of an interpretation for each hunk that it explains after the first."""
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
        start: Index of the first old word in the old passage.
        hunks: Indices of the hunks that the interpretation explains there.
    """

    pair: int
    start: int
    hunks: range


class Interpretation:
    """One possible interpretation of what was replaced.

    The words on which its two sides differ are its core; equal words before and after the core are its context. The
    core of `converted mana cost` → `mana value` is all of it, since the two begin and end differently; `mana cost` →
    `mana value` has the core `cost` → `value` and the context `mana`.

    Attributes:
        old: The old words.
        new: The new words.
        spots: Its occurrences.
        stems: The stems of both sides.
        is_style: Whether the core consists of function words only.
        shape: Factor that decides between interpretations that occur equally often. A content word in the context
            raises the factor, because the word may belong to the term ("totem armor"); a function word lowers it,
            because it hardly ever belongs to a term. Each further hunk that is explained raises it as well.
    """

    def __init__(self, replaced: Replaced, spots: list[Spot]) -> None:
        self.old = replaced.old
        self.new = replaced.new
        self.spots = spots
        self.stems = stems_of(replaced)
        core = strip_common_ends(replaced)
        self.is_style = not any(map(is_content_word, (*core.old, *core.new)))
        self.shape = _rate_shape(self.old, core.old, hunk_count=max(len(spot.hunks) for spot in spots))


def _rate_shape(old: Words, core: Words, *, hunk_count: int) -> float:
    """Return the factor `Interpretation.shape`.

    Args:
        old: The old words of the interpretation.
        core: The old words of its core.
        hunk_count: The number of hunks that it explains at a spot.
    """
    context_size = len(old) - len(core)
    content_count = _count_content(old) - _count_content(core)
    function_count = context_size - content_count
    bonus_factor = 1.0 + _CONTENT_BONUS * min(content_count, _MOST_CONTENT) + _HUNK_BONUS * (hunk_count - 1)
    return bonus_factor * _FUNCTION_FACTOR**function_count


def _count_content(words: Words) -> int:
    """Return the number of content words among some words."""
    return sum(map(is_content_word, words))


def list_interpretations(pairs: Sequence[PassagePair], hunks: Sequence[Hunk]) -> Iterator[tuple[Replaced, Spot]]:
    """Yield the interpretations of all hunks and runs of hunks, with each of their occurrences.

    Args:
        pairs: Passages that continue each other.
        hunks: Their differences, in order.
    """
    for first, start in enumerate(hunks):
        pair = pairs[start.pair]
        yield from _list_contexts(pair, start, start, range(first, first + 1))
        for last in range(first + 1, len(hunks)):
            if not _is_same_term(hunks, first, last):
                break
            yield from _list_contexts(pair, start, hunks[last], range(first, last + 1))


def _is_same_term(hunks: Sequence[Hunk], first: int, last: int) -> bool:
    """Return whether a hunk may belong to the term of the hunks before it.

    It must be near the hunk before it, and the run of all these hunks must not be too long.

    Args:
        hunks: All hunks, in order.
        first: Index of the first hunk of the run.
        last: Index of the hunk in question, which would be the last one of the run.
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

    Example: for the hunk `cost` → `value` after the equal word `mana`, these are `cost` → `value` without context, and
    `mana cost` → `mana value` with the context `mana` on the left.

    Args:
        pair: The passages of the run.
        start: The first hunk of the run.
        end: The last hunk of the run.
        indices: The indices of the hunks of the run.
    """
    length = _length_of_run(start, end)
    # If words were only removed or only added, one side would be empty without an equal word next to them.
    is_one_side_empty = end.old_end == start.old_start or end.new_end == start.new_start
    contexts = _CONTEXTS if is_one_side_empty else (_NO_CONTEXT, *_CONTEXTS)
    for left, right in contexts:
        has_context = left <= start.before and right <= end.after
        if has_context and length + left + right <= _LONGEST:
            old = pair.old[start.old_start - left : end.old_end + right]
            new = pair.new[start.new_start - left : end.new_end + right]
            yield Replaced(old, new), Spot(start.pair, start.old_start - left, indices)


def count_pairs(spots: Iterable[Spot]) -> int:
    """Return the number of pairs of passages in which the spots are."""
    return len({spot.pair for spot in spots})


def stems_of(replaced: Replaced) -> Replaced:
    """Return the stems of both sides: `creates tokens` → `makes token` gives `creat token` → `mak token`."""
    return Replaced(tuple(map(stem, replaced.old)), tuple(map(stem, replaced.new)))


def strip_common_ends(replaced: Replaced, strippable: Container[str] | None = None) -> Replaced:
    """Return both sides without the words that they have in common at the beginning and the end.

    `play a card` → `cast a card` gives `play` → `cast`.

    Args:
        replaced: The words.
        strippable: The only words that may be stripped; then at least one word is left on each side. If it is None, any
            word may be stripped, and a side may become empty.
    """
    old, new = replaced
    while _may_strip(old, new, 0, strippable):
        old, new = old[1:], new[1:]
    while _may_strip(old, new, -1, strippable):
        old, new = old[:-1], new[:-1]
    return Replaced(old, new)


def _may_strip(old: Words, new: Words, end: int, strippable: Container[str] | None) -> bool:
    """Return whether both sides begin, or end, with the same word, and that word may be stripped.

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


def may_be_term(replaced: Replaced) -> bool:
    """Return whether words could be a term and the term that replaced it.

    - Neither side may contain a rule number (`#`).
    - At least one of the words that differ must begin with a letter, and be no number word such as `two`: amounts and
      symbols alone are no terms.
    - If one side only adds words to the other, both must have content words, because the same function words could be
      added to anything.
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
