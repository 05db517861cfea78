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
- A text of more than 400,000 characters, which no rule has, is dated as a whole.
- Spaces and marks that the normal form drops belong to the word before.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import accumulate
from operator import eq
from typing import TYPE_CHECKING, NamedTuple

from msgspec import Struct

from rules.change.moves import align, in_order
from rules.text import Tokens, fold, mask, tokens

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rules.change.renamings import SameRule


class Origin(NamedTuple):
    """Where a word was first printed.

    Attributes:
        edition: Id of the edition.
        key: Number or key of the rule that had it then; empty if the caller gave none.
    """

    edition: str
    key: str = ""


class TokenOrigin(NamedTuple):
    """The position of a token in the text that first had it.

    Attributes:
        text: That text.
        word: Index among its words, from 1; a mark that the normal form drops has the index of the word before.
    """

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
        places: Position of each token in the text that first had it.
    """

    text: str
    origins: tuple[Origin, ...]
    places: tuple[TokenOrigin, ...]

    def spans(self) -> tuple[Blamed, ...]:
        """Return the phrases of the text in order.

        A phrase ends where its origin ends and where words after it were removed.
        """
        words, starts = _split_tokens(self.text)
        starts = starts or [0]
        borders = [
            index
            for index, origin in enumerate(self.origins)
            if not index
            or origin != self.origins[index - 1]
            or not _is_next_word(self.places[index - 1], self.places[index], words[index])
        ]
        spans: list[Blamed] = []
        for at, index in enumerate(borders):
            start = starts[index] if index else 0
            end = starts[borders[at + 1]] if at + 1 < len(borders) else len(self.text)
            spans.append(Blamed(start, end, self.text[start:end], *self.origins[index]))
        return tuple(spans)


_LONG = 400_000
"""Maximum number of characters for a comparison by words; the longest rule has 7,000."""


def start_blame(text: str, edition: str, key: str = "") -> Blame:
    """Return the blame of a text in the edition that brought it: all of it is new."""
    places = _places_in(text)
    return Blame(text, (Origin(edition, key),) * len(places), places)


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
    new = _split_tokens(text).words
    if not new:
        return start_blame(text, edition, key)
    sides = [[key_of(word) for word in _split_tokens(source.text).words] for source in sources]
    keys = [key_of(word) for word in new]
    order = in_order(sides, keys)
    # A source of only spaces has an origin but no word.
    words = [word for rank in order for word in _split_tokens(sources[rank].text).words]
    ages = [origin for rank in order for origin in sources[rank].origins[: len(sides[rank])]]
    printed = [place for rank in order for place in sources[rank].places[: len(sides[rank])]]
    origins, places = [Origin(edition, key)] * len(new), list(_places_in(text))
    for index, old in enumerate(align([key_of(word) for word in words], ages, keys)):
        if old is not None and _is_same_word(words[old], new[index], same_rule):
            origins[index], places[index] = ages[old], printed[old]
    _give_marks_to_their_words(origins, places, new)
    return Blame(text, tuple(origins), tuple(places))


def _split_tokens(text: str) -> Tokens:
    """Return the tokens of a text; a text that is too long to be compared word by word is a single token."""
    return tokens(text) if len(text) <= _LONG else Tokens([text], [0])


def _places_in(text: str) -> tuple[TokenOrigin, ...]:
    """Return the places of a text's own tokens; one place for a text of spaces, none for an empty one."""
    counts = accumulate(bool(key_of(word)) for word in _split_tokens(text).words)
    return tuple(TokenOrigin(text, count) for count in counts) or (TokenOrigin(text, 0),) * bool(text)


def _is_next_word(before: TokenOrigin, place: TokenOrigin, word: str) -> bool:
    """Return whether a word was right after the one before it in the text that first had both."""
    return place == TokenOrigin(before.text, before.word + bool(key_of(word)))


def _give_marks_to_their_words(origins: list[Origin], places: list[TokenOrigin], words: Sequence[str]) -> None:
    """Give marks that the normal form drops the origin of the word before; the first ones that of the word after."""
    begin = next((index for index, word in enumerate(words) if key_of(word)), 0)
    for index in range(begin):
        origins[index], places[index] = origins[begin], TokenOrigin(places[begin].text, places[begin].word - 1)
    for index in range(begin + 1, len(words)):
        if not key_of(words[index]):
            origins[index], places[index] = origins[index - 1], places[index - 1]


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
