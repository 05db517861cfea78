"""A text with the exact date of each token, as far as it is needed to cut the text into phrases that people see."""

from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import NamedTuple

from rules.change.blocks import SENTENCE_ENDS
from rules.change.normal_forms import normal_form, split_tokens
from rules.change.phrases import Blamed
from rules.change.seams import Seam
from rules.tokens import is_word

_CLAUSE_ENDS = frozenset(",;:—")
_CLOSING = frozenset(")]”’\"'_")
"""Marks that may come after the full stop of a sentence and still belong to it."""
_OPENING = frozenset("([“‘\"'_")
"""Marks with which a sentence may begin."""


class Age(NamedTuple):
    """An edition, and the key that the rule had in it."""

    since: str
    key: str


class AgedText:
    """A text with its exact phrases and its seams, by the indexes of its tokens.

    Args:
        text: The text.
        spans: Its exact phrases, which cover it.
        seams: Its seams.

    Attributes:
        text: The text.
        size: Number of its tokens.
    """

    def __init__(self, text: str, spans: Sequence[Blamed], seams: Sequence[Seam]) -> None:
        self.text = text
        self._spans = spans
        self._tokens, self._starts = split_tokens(text)
        self.size = len(self._tokens)
        self._words_before = list(accumulate(map(is_word, self._tokens), initial=0))
        self._span_at = _list_spans_of_tokens(spans, self._starts)
        token_at = {start: index for index, start in enumerate(self._starts)}
        self._seam_at = {token_at[seam.offset]: seam for seam in seams if seam.offset in token_at}

    def offset(self, index: int) -> int:
        """Return the offset of a token; 0 for the first one, and the length of the text for the end."""
        if index == 0:
            return 0
        return self._starts[index] if index < self.size else len(self.text)

    def count_words(self, start: int, end: int) -> int:
        """Return the number of words from a token up to another one."""
        return self._words_before[end] - self._words_before[start]

    def age_at(self, index: int) -> Age:
        """Return the age of a token."""
        span = self._spans[self._span_at[index]]
        return Age(span.since, span.key)

    def is_exact(self, start: int, end: int) -> bool:
        """Return whether some tokens are an exact phrase, or a part of one."""
        return self._span_at[start] == self._span_at[end - 1]

    def begins_exact(self, index: int) -> bool:
        """Return whether an exact phrase begins at a token."""
        return index == 0 or self._span_at[index] != self._span_at[index - 1]

    def has_seam(self, index: int) -> bool:
        """Return whether there is a seam before a token."""
        return index in self._seam_at

    def list_forms(self, start: int, end: int) -> list[str]:
        """Return the normal forms of some tokens, without empty ones."""
        return [form for form in map(normal_form, self._tokens[start:end]) if form]

    def list_pieces(self, start: int, end: int) -> list[Blamed | Seam]:
        """Return the exact phrases of some tokens, as far as they are among them, and the seams between the tokens."""
        pieces: list[Blamed | Seam] = []
        first = start
        for index in range(start + 1, end + 1):
            if index < end and not self.begins_exact(index):
                continue
            span = self._spans[self._span_at[first]]
            begin, stop = self.offset(first), self.offset(index)
            pieces.append(Blamed(begin, stop, self.text[begin:stop], span.since, span.key))
            if index < end and index in self._seam_at:
                pieces.append(self._seam_at[index])
            first = index
        return pieces

    def list_newest_ages(self, start: int, end: int) -> list[Age]:
        """Return the ages of the newest exact phrases and seams of some tokens, which differ in the key at most."""
        ages = [Age(piece.since, piece.key) for piece in self.list_pieces(start, end)]
        newest = max(age.since for age in ages)
        return list(dict.fromkeys(age for age in ages if age.since == newest))

    def count_later(self, start: int, end: int, since: str) -> int:
        """Return the number of words, of some tokens, that are older than an edition."""
        are_older = (self._spans[self._span_at[index]].since < since for index in range(start, end))
        are_words = map(is_word, self._tokens[start:end])
        return sum(is_older and is_a_word for is_older, is_a_word in zip(are_older, are_words, strict=True))

    def count_seams(self, start: int, end: int) -> int:
        """Return the number of seams between some tokens."""
        return sum(index in self._seam_at for index in range(start + 1, end))

    def count_clauses(self, start: int, end: int) -> int:
        """Return the number of commas, and of marks like it, among some tokens but the last one."""
        return sum(token in _CLAUSE_ENDS for token in self._tokens[start : end - 1])

    def list_sentences(self) -> Iterator[list[int]]:
        """Yield the borders of each sentence, as indexes of tokens, with both of its ends.

        A sentence may be cut where an exact phrase begins, and after a space that is not between underscores, which
        mark italics.
        """
        borders = [0]
        is_italic = has_letter = False
        for index in range(1, self.size):
            before = self._tokens[index - 1]
            is_italic ^= before == "_"
            has_letter = has_letter or before[0].isalpha()
            space = self.text[self._starts[index - 1] + len(before) : self._starts[index]]
            # the number of a list, as in `1. A card type`, is no sentence
            if space and has_letter and self._begins_sentence(index, space):
                yield [*borders, index]
                borders = [index]
                has_letter = False
            elif self.begins_exact(index) or (space and not is_italic):
                borders.append(index)
        yield [*borders, self.size]

    def _begins_sentence(self, index: int, space: str) -> bool:
        """Return whether a sentence begins at a token: after a full stop, but not with a small letter or another mark.

        So none begins within `. . .`, or after `e.g.`

        Args:
            index: Index of the token.
            space: The white space before it.
        """
        if "\n" in space:
            return True
        last = index - 1
        while last > 0 and self._tokens[last] in _CLOSING:
            last -= 1
        if self._tokens[last] not in SENTENCE_ENDS:
            return False
        token = self._tokens[index]
        return token in _OPENING or (is_word(token) and not token[0].islower())


def _list_spans_of_tokens(spans: Sequence[Blamed], starts: Sequence[int]) -> list[int]:
    """Return for each token, by its offset, the index of its exact phrase."""
    at: list[int] = []
    for index, span in enumerate(spans):
        while len(at) < len(starts) and starts[len(at)] < span.end:
            at.append(index)
    return at
