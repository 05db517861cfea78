"""Blame: the edition in which each word of a rule first appeared.

Guarantees: the spans of a `Blame` cover its text without gaps; the words of a span are consecutive in one text of the
edition that it names, except for typography and rule numbers; a word that no source has gets the edition that
introduced it; no word gets an older date than it has in the sources.

Decided here:
- A word that changed only in typography (quotes, dashes, letter case, a trade mark, a lost character) keeps its date.
- A number keeps its date if it is printed unchanged, or if `same_rule` says that it still names the same rule.
- Words that stay in place keep their date; but small words that a rewritten passage shares with the old one by chance
  do not.
- Words that moved, inside the rule or from another source, keep their date if they are a run of at least four words,
  three of them content words, or a whole sentence; around such a run the sentence is compared word by word.
- A text of more than 40,000 characters, which no rule has, is dated as a whole.
- Spaces and marks that the normal form drops belong to the word before.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import accumulate
from operator import eq
from typing import NamedTuple

from msgspec import Struct

from rules.change.classes import SameRule
from rules.change.segments import SENTENCE_ENDS, EqualBlock, is_bounded, matches
from rules.grouping import grouped
from rules.text import LIGHT, LONG, Tokens, fold, mask, tokens


class Origin(NamedTuple):
    """Where a token was first printed.

    Attributes:
        edition: Id of the edition.
        key: Number or key of the rule that had it then; empty if the caller gave none.
        text: The text of that rule.
        word: Index among its words, from 1; a mark that the normal form drops has the index of the word before.
    """

    edition: str
    key: str
    text: str
    word: int


class Blamed(Struct, frozen=True, rename={"key": "number"}):
    """A phrase that was introduced by one edition.

    Attributes:
        start: Offset in the text, in characters.
        end: Offset after the phrase.
        text: The phrase.
        since: The edition that introduced it.
        key: Number of the rule that had it then.
    """

    start: int
    end: int
    text: str
    since: str
    key: str = ""


class Blame(Struct, frozen=True):
    """A text with the origin of each of its tokens, ready to be carried on to the next edition.

    Attributes:
        text: The text.
        origins: Origin of each token of `rules.text.tokens`; one for only spaces, none for no text.
    """

    text: str
    origins: tuple[Origin, ...]

    def spans(self) -> tuple[Blamed, ...]:
        """Return the phrases of the text in order.

        A phrase ends where its origin ends and where words after it were removed.
        """
        words, starts = _split_tokens(self.text)
        starts = starts or [0]
        borders: list[int] = []
        for index, origin in enumerate(self.origins):
            before = self.origins[index - 1]
            if not index or origin != before._replace(word=before.word + bool(key_of(words[index]))):
                borders.append(index)
        spans: list[Blamed] = []
        for at, index in enumerate(borders):
            start = starts[index] if index else 0
            end = starts[borders[at + 1]] if at + 1 < len(borders) else len(self.text)
            origin = self.origins[index]
            spans.append(Blamed(start, end, self.text[start:end], origin.edition, origin.key))
        return tuple(spans)


def start_blame(text: str, edition: str, key: str = "") -> Blame:
    """Return the blame of a text in the edition that brought it: all of it is new."""
    counts = accumulate(bool(key_of(word)) for word in _split_tokens(text).words)
    origins = tuple(Origin(edition, key, text, count) for count in counts)
    return Blame(text, origins or (Origin(edition, key, text, 0),) * bool(text))


def carry(sources: Sequence[Blame], text: str, edition: str, key: str = "", same_rule: SameRule = eq) -> Blame:
    """Return the blame of a text that was made from others.

    Args:
        sources: The texts of the edition before that it came from: its own former text first, then the others merged
            into it; for a part of a split, the text that was split.
        text: The text in `edition`.
        edition: Id of the edition that made the change.
        key: Number or key that the rule has there.
        same_rule: Whether a number of the edition before and one of this edition name the same rule; by default only
            equal ones do.
    """
    if any(source.text == text for source in sources):
        return next(source for source in sources if source.text == text)
    started, new = start_blame(text, edition, key), _split_tokens(text).words
    if not new:
        return started
    sides = [[key_of(word) for word in _split_tokens(source.text).words] for source in sources]
    keys = [key_of(word) for word in new]
    order = in_order(sides, keys)
    # A source of only spaces has an origin but no word.
    words = [word for rank in order for word in _split_tokens(sources[rank].text).words]
    printed = [origin for rank in order for origin in sources[rank].origins[: len(sides[rank])]]
    origins = list(started.origins)
    # Of two equally long runs, the older one moved.
    for index, old in enumerate(_Search([key_of(word) for word in words], printed, keys).places):
        if old is not None and _is_same_word(words[old], new[index], same_rule):
            origins[index] = printed[old]
    _give_marks_to_their_words(origins, new)
    return Blame(text, tuple(origins))


def _split_tokens(text: str) -> Tokens:
    """Return the tokens of a text; a text that is too long to be compared word by word is a single token."""
    return tokens(text) if len(text) <= LONG else Tokens([text], [0])


def _give_marks_to_their_words(origins: list[Origin], words: Sequence[str]) -> None:
    """Give marks that the normal form drops the origin of the word before; the first ones that of the word after."""
    begin = next((index for index, word in enumerate(words) if key_of(word)), 0)
    for index in range(begin):
        origins[index] = origins[begin]._replace(word=origins[begin].word - 1)
    for index in range(begin + 1, len(words)):
        if not key_of(words[index]):
            origins[index] = origins[index - 1]


@lru_cache(maxsize=65_536)
def key_of(word: str) -> str:
    """Return a token without its typography, `#` for a rule's number; empty for one that the fold drops."""
    return mask(fold(word)).translate(_LOSABLE)


_LOSABLE = str.maketrans({"\ufffd": "'", "?": "'", '"': "'"})
"""Quotes, and the characters that replace them in damaged copies, count as the same mark."""


def _is_same_word(old: str, new: str, same_rule: SameRule) -> bool:
    """Return whether two tokens with the same key are the same word."""
    if key_of(old) != "#" or old == new:
        return True
    return same_rule(fold(old), fold(new))


Side = list[str]
"""The keys of a text's tokens; an empty key is never matched."""

_THREE = 3
"""Number of tokens of the shortest run that can have moved: two words and a full stop."""
_ANCHOR = 2
"""Minimum number of content words for a block that stayed in place to be certain in the first step."""
_COSTLY = 100
"""Cost of the search for moved runs relative to a comparison in place; texts of more than some 1,000 words skip it."""
_MOST_PLACES = 50
"""Maximum number of places tried for the same three tokens; real texts have fewer."""


def in_order(sources: Sequence[Side], new: Side) -> list[int]:
    """Return the indices of the sources in the order of their words in `new`: a merge is compared as one text."""
    if len(sources) < 2:
        return list(range(len(sources)))
    at: dict[tuple[str, ...], int] = {}
    for index in range(len(new) - _THREE + 1):
        at.setdefault(tuple(new[index : index + _THREE]), index)
    middles: list[tuple[int, int]] = []
    for number, side in enumerate(sources):
        threes = (tuple(side[index : index + _THREE]) for index in range(len(side) - _THREE + 1))
        places = sorted(at[three] for three in threes if three in at)
        middles.append((places[len(places) // 2] if places else len(new), number))
    return [number for _, number in sorted(middles)]


class _Search:
    """One comparison: the tokens placed so far, and the tokens of the older text that are still unused."""

    def __init__(self, old: Side, origins: Sequence[Origin], new: Side) -> None:
        self.old, self.origins, self.new = old, origins, new
        self.places: list[int | None] = [None] * len(new)
        self.free = [bool(key) for key in old]
        for block in matches(old, new):
            if _words_in(old[block.old : block.old + block.size]) >= _ANCHOR:
                # A full stop belongs to the word before it, which is outside the block.
                lead = int(block.old + block.new > 0 and old[block.old] in SENTENCE_ENDS)
                self._place(EqualBlock(block.old + lead, block.new + lead, block.size - lead))
        self._extend()
        if is_bounded(_COSTLY * len(old), len(new)):
            while (run := self._best_run()) is not None:
                self._place(run)
        for start, end in self._find_gaps():
            self._fill_between(start, end)
        for start, end in self._find_gaps():
            self._fill_sentence(start, end)

    def _place(self, block: EqualBlock) -> None:
        for step in range(block.size):
            if self.new[block.new + step] and self.free[block.old + step]:
                self.places[block.new + step] = block.old + step
                self.free[block.old + step] = False

    def _is_free_pair(self, old: int, new: int) -> bool:
        return (
            0 <= old < len(self.old)
            and 0 <= new < len(self.new)
            and self.free[old]
            and self.places[new] is None
            and self.old[old] == self.new[new]
        )

    def _extend(self) -> None:
        """Extend blocks to equal neighbours, which the comparison may have found elsewhere."""
        for step, order in ((1, range(len(self.new))), (-1, range(len(self.new) - 1, -1, -1))):
            for index in order:
                place = self.places[index]
                if place is None or (step < 0 and self.old[place - 1] in SENTENCE_ENDS):
                    continue
                if self._is_free_pair(place + step, index + step):
                    self._place(EqualBlock(place + step, index + step, 1))

    def _best_run(self) -> EqualBlock | None:
        """Return the longest run of tokens that neither side has used; of several the oldest, then the first."""
        index = grouped(
            (tuple(self.old[at : at + _THREE]), at)
            for at in range(len(self.old) - _THREE + 1)
            if all(self.free[at : at + _THREE]) and self.old[at] not in SENTENCE_ENDS
        )
        best: tuple[int, tuple[str, str], int, int] | None = None
        for new in range(len(self.new) - _THREE + 1):
            for old in index.get(tuple(self.new[new : new + _THREE]), ())[:_MOST_PLACES]:
                size = 0
                while self._is_free_pair(old + size, new + size):
                    size += 1
                run = (-size, self.origins[old][:2], old, new)
                if (best is None or run < best) and self._is_move(EqualBlock(old, new, size)):
                    best = run
        return EqualBlock(best[2], best[3], -best[0]) if best else None

    def _is_move(self, run: EqualBlock) -> bool:
        """Return whether a run is enough evidence of a move.

        Several distinctive words are enough; so is a whole sentence, or the beginning of a sentence.
        """
        held = self.old[run.old : run.old + run.size]
        words = _words_in(held)
        if (words > _ANCHOR and len(held) > _THREE) or (words == _ANCHOR and len(held) > _THREE + 1):
            return True
        begins = _begins(self.old, run.old) and _begins(self.new, run.new)
        return begins and len(held) >= _THREE and (words == _THREE or (words > 0 and held[-1] in SENTENCE_ENDS))

    def _find_gaps(self) -> list[tuple[int, int]]:
        """Return the stretches of the newer text that have no place yet."""
        gaps: list[tuple[int, int]] = []
        start = 0
        for index, place in enumerate((*self.places, 0)):
            if place is not None:
                if start < index:
                    gaps.append((start, index))
                start = index + 1
        return gaps

    def _fill_between(self, start: int, end: int) -> None:
        """Compare a gap with what is free between the places of its two neighbours, if these are in order."""
        first = self.places[start - 1] if start else -1
        last = self.places[end] if end < len(self.new) else len(self.old)
        if first is not None and last is not None and first < last:
            self._compare(range(first + 1, last), range(start, end))

    def _fill_sentence(self, start: int, end: int) -> None:
        """Compare a gap with the rest of the sentence of its neighbour before, then of the one after."""
        before = self.places[start - 1] if start else None
        if before is not None and self.old[before] not in SENTENCE_ENDS:
            stop = before + 1
            while stop < len(self.old) and self.free[stop] and self.old[stop - 1] not in SENTENCE_ENDS:
                stop += 1
            self._compare(range(before + 1, stop), range(start, end))
        after = self.places[end] if end < len(self.new) else None
        if after is not None:
            begin = after
            while begin and self.free[begin - 1] and self.old[begin - 1] not in SENTENCE_ENDS:
                begin -= 1
            self._compare(range(begin, after), range(start, end))

    def _compare(self, olds: range, news: range) -> None:
        olds_free = [index for index in olds if self.free[index]]
        news_free = [index for index in news if self.places[index] is None]
        old, new = [self.old[index] for index in olds_free], [self.new[index] for index in news_free]
        for block in _drop_small_words(matches(old, new), old, new):
            for step in range(block.size):
                self._place(EqualBlock(olds_free[block.old + step], news_free[block.new + step], 1))


def _begins(side: Side, at: int) -> bool:
    """Return whether a sentence begins at a token."""
    return at == 0 or side[at - 1] in SENTENCE_ENDS


def _words_in(side: Side) -> int:
    """Return the number of words that are more than marks and small words."""
    return sum(word[-1:].isalnum() and word not in LIGHT for word in side)


def _drop_small_words(blocks: list[EqualBlock], old: Side, new: Side) -> Iterator[EqualBlock]:
    """Yield the blocks without the small words in the middle of a rewritten passage.

    A block is left out if twice as much changed on either side of it.
    """
    before = EqualBlock(0, 0, 0)
    for index, block in enumerate(blocks):
        after = blocks[index + 1] if index + 1 < len(blocks) else EqualBlock(len(old), len(new), 0)
        light = not _words_in(old[block.old : block.old + block.size])
        least = 2 * block.size
        if not (light and max(before.gap_to(block)) >= least and max(block.gap_to(after)) >= least):
            yield block
            before = block
