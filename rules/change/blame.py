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

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import accumulate, pairwise, takewhile
from operator import eq
from typing import NamedTuple

from msgspec import Struct
from rapidfuzz.distance import MatchingBlock

from rules.change.classes import SameRule
from rules.change.segments import SENTENCE_ENDS, gap_between, is_bounded, matches
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
        borders = [
            index
            for index, origin in enumerate(self.origins)
            if not index or origin != _follow(self.origins[index - 1], words[index])
        ]
        offsets = [0, *(starts[index] for index in borders[1:]), len(self.text)]
        return tuple(
            Blamed(start, end, self.text[start:end], *self.origins[index][:2])
            for index, (start, end) in zip(borders, pairwise(offsets), strict=False)
        )


def _follow(origin: Origin, word: str) -> Origin:
    """Return the origin of a token that stood after one of this origin."""
    return origin._replace(word=origin.word + bool(key_of(word)))


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
    for source in sources:
        if source.text == text:
            return source
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
        # Numbers have one key; which of them are the same number is to be asked.
        if old is not None and (
            keys[index] != "#" or words[old] == new[index] or same_rule(fold(words[old]), fold(new[index]))
        ):
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
    at = {three: index for index, three in reversed(_threes(new))}

    def place(number: int) -> int:
        places = sorted(at[three] for _, three in _threes(sources[number]) if three in at)
        return places[len(places) // 2] if places else len(new)

    return sorted(range(len(sources)), key=place)


def _threes(side: Side) -> list[tuple[int, tuple[str, ...]]]:
    """Return each run of three tokens with its index."""
    return [(index, tuple(side[index : index + _THREE])) for index in range(len(side) - _THREE + 1)]


class _Search:
    """One comparison: the tokens placed so far, and the tokens of the older text that are still unused."""

    def __init__(self, old: Side, origins: Sequence[Origin], new: Side) -> None:
        self.old, self.origins, self.new = old, origins, new
        self.places: list[int | None] = [None] * len(new)
        self.free = [bool(key) for key in old]
        for block in matches(old, new):
            if _words_in(old[block.a : block.a + block.size]) >= _ANCHOR:
                # A full stop belongs to the word before it, which is outside the block.
                lead = int(block.a + block.b > 0 and old[block.a] in SENTENCE_ENDS)
                self._place(block.a + lead, block.b + lead, block.size - lead)
        self._extend()
        if is_bounded(_COSTLY * len(old), len(new)):
            while self._move_best_run():
                pass
        for start, end in self._find_gaps():
            self._fill_between(start, end)
        for start, end in self._find_gaps():
            self._fill_sentence(start, end)

    def _place(self, old: int, new: int, size: int = 1) -> None:
        for step in range(size):
            if self.new[new + step] and self.free[old + step]:
                self.places[new + step] = old + step
                self.free[old + step] = False

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
                    self._place(place + step, index + step)

    def _move_best_run(self) -> bool:
        """Place the longest run of tokens that neither side has used, of several the oldest; tell whether one moved."""
        index = grouped(
            (three, at)
            for at, three in _threes(self.old)
            if all(self.free[at : at + _THREE]) and self.old[at] not in SENTENCE_ENDS
        )
        best: tuple[int, tuple[str, str], int, int] | None = None
        for new, three in _threes(self.new):
            for old in index.get(three, ())[:_MOST_PLACES]:
                size = 0
                while self._is_free_pair(old + size, new + size):
                    size += 1
                run = (-size, self.origins[old][:2], old, new)
                if (best is None or run < best) and self._is_move(old, new, size):
                    best = run
        if best is not None:
            self._place(best[2], best[3], -best[0])
        return best is not None

    def _is_move(self, old: int, new: int, size: int) -> bool:
        """Return whether a run is enough evidence of a move.

        Several distinctive words are enough; so is a whole sentence, or the beginning of a sentence.
        """
        held = self.old[old : old + size]
        words = _words_in(held)
        if (words > _ANCHOR and size > _THREE) or (words == _ANCHOR and size > _THREE + 1):
            return True
        begins = _begins(self.old, old) and _begins(self.new, new)
        return begins and size >= _THREE and (words == _THREE or (words > 0 and held[-1] in SENTENCE_ENDS))

    def _find_gaps(self) -> list[tuple[int, int]]:
        """Return the stretches of the newer text that have no place yet."""
        placed = [-1, *(index for index, place in enumerate(self.places) if place is not None), len(self.places)]
        return [(before + 1, after) for before, after in pairwise(placed) if before + 1 < after]

    def _fill_between(self, start: int, end: int) -> None:
        """Compare a gap with what is free between the places of its two neighbours, if these are in order."""
        first = self.places[start - 1] if start else -1
        last = self.places[end] if end < len(self.new) else len(self.old)
        if first is not None and last is not None and first < last:
            self._compare(range(first + 1, last), range(start, end))

    def _fill_sentence(self, start: int, end: int) -> None:
        """Compare a gap with the rest of the sentence of its neighbour before, then of the one after."""
        before = self.places[start - 1] if start else None
        if before is not None:
            following = range(before + 1, len(self.old))
            rest = takewhile(lambda at: self.free[at] and self.old[at - 1] not in SENTENCE_ENDS, following)
            self._compare([*rest], range(start, end))
        after = self.places[end] if end < len(self.new) else None
        if after is not None:
            rest = takewhile(lambda at: self.free[at] and self.old[at] not in SENTENCE_ENDS, range(after - 1, -1, -1))
            self._compare([*rest][::-1], range(start, end))

    def _compare(self, olds: Sequence[int], news: Sequence[int]) -> None:
        olds_free = [index for index in olds if self.free[index]]
        news_free = [index for index in news if self.places[index] is None]
        old, new = [self.old[index] for index in olds_free], [self.new[index] for index in news_free]
        for block in _drop_small_words(matches(old, new), old, new):
            for step in range(block.size):
                self._place(olds_free[block.a + step], news_free[block.b + step])


def _begins(side: Side, at: int) -> bool:
    """Return whether a sentence begins at a token."""
    return at == 0 or side[at - 1] in SENTENCE_ENDS


def _words_in(side: Side) -> int:
    """Return the number of words that are more than marks and small words."""
    return sum(word[-1:].isalnum() and word not in LIGHT for word in side)


def _drop_small_words(blocks: list[MatchingBlock], old: Side, new: Side) -> Iterator[MatchingBlock]:
    """Yield the blocks without the small words in the middle of a rewritten passage.

    A block is left out if twice as much changed on either side of it.
    """
    before = MatchingBlock(0, 0, 0)
    for block, after in pairwise((*blocks, MatchingBlock(len(old), len(new), 0))):
        light = not _words_in(old[block.a : block.a + block.size])
        if not light or min(max(gap_between(before, block)), max(gap_between(block, after))) < 2 * block.size:
            yield block
            before = block
