"""The best way to cut a sentence into phrases of at least three words (`graph.answers.shown_phrases`).

A *border* is a place at which a sentence may be cut: where an exact phrase begins, or after a space. The ways to cut
the sentence are found border by border: the best way up to a border is the best way up to an earlier one, with one more
phrase.
"""

import sys
from collections.abc import Callable, Sequence
from operator import add
from typing import NamedTuple

from graph.answers.aged_text import Age, AgedText

FEWEST = 3
"""The fewest words of a phrase that says something by itself."""
_FARTHEST = 10
"""Maximum number of borders from the beginning of a widened phrase to its end: six words could be two phrases, but not
if one of these would be untrue."""

IsTrue = Callable[[int, int, Age], bool]
"""Returns whether the tokens from an index up to another are next to each other in the text of an age."""


class Cut(NamedTuple):
    """A phrase by the indexes of its first token and of the token after its last one, and its age."""

    start: int
    end: int
    age: Age


class _Cost(NamedTuple):
    """What speaks against a way to cut a sentence; of two costs the first difference decides.

    Attributes:
        crumbs: Number of phrases that say too little, because no wider phrase is true.
        later: Number of words that have a later date than their own.
        marks: Number of phrases without a word.
        seams: Number of seams within phrases.
        clauses: Number of commas, and of marks like it, within widened phrases.
        cuts: Number of phrases that begin within an exact phrase.
        phrases: Number of phrases.
    """

    crumbs: int = 0
    later: int = 0
    marks: int = 0
    seams: int = 0
    clauses: int = 0
    cuts: int = 0
    phrases: int = 0

    def plus(self, cost: "_Cost") -> "_Cost":
        """Return the sum of two costs."""
        return _Cost(*map(add, self, cost))


class _Way(NamedTuple):
    """The best way to cut a sentence up to a border.

    Attributes:
        cost: Its cost.
        begin: The border, by its place among the borders of the sentence, where its last phrase begins.
        last: Its last phrase; None before the first border.
    """

    cost: _Cost
    begin: int = 0
    last: Cut | None = None


_WORST = _Way(_Cost(crumbs=sys.maxsize))
"""Any phrase is better, if need be a crumb."""


def cut_sentence(text: AgedText, borders: Sequence[int], is_true: IsTrue) -> list[Cut]:
    """Return the phrases of a sentence.

    Args:
        text: The text.
        borders: The borders of the sentence, as indexes of tokens.
        is_true: Returns whether a widened phrase is true.
    """
    start, end = borders[0], borders[-1]
    if text.is_exact(start, end):
        return [Cut(start, end, text.age_at(start))]
    return _SentenceCut(text, borders, is_true).find_cuts()


class _SentenceCut:
    """A sentence of several exact phrases; the arguments are those of `cut_sentence`."""

    def __init__(self, text: AgedText, borders: Sequence[int], is_true: IsTrue) -> None:
        self._text = text
        self._borders = borders
        self._is_true = is_true
        self._ways = [_Way(_Cost())]

    def find_cuts(self) -> list[Cut]:
        """Return the phrases of the best way."""
        first = 0  # the place of the border at which the exact phrase before the present border begins
        for place in range(1, len(self._borders)):
            if self._text.begins_exact(self._borders[place - 1]):
                first = place - 1
            self._ways.append(self._find_way(first, place))
        cuts: list[Cut] = []
        way = self._ways[-1]
        while way.last is not None:
            cuts.append(way.last)
            way = self._ways[way.begin]
        return cuts[::-1]

    def _find_way(self, first: int, place: int) -> _Way:
        """Return the best way up to a border.

        An exact phrase is whole, or begins after a widened phrase with its first words.

        Args:
            first: The place of the border at which the exact phrase before this border begins.
            place: The place of this border.
        """
        nearest = max(0, place - _FARTHEST)
        begins = {*range(nearest, place), *range(first, min(place, first + _FARTHEST))}
        best = _WORST
        for begin in sorted(begins, reverse=True):  # of ways that cost the same, the one with the shortest last phrase
            best = self._extend(begin, place, best)
        return best

    def _extend(self, begin: int, place: int, best: _Way) -> _Way:
        """Return the best way up to a border, now also of those with a last phrase that begins at an earlier border.

        Args:
            begin: The place of the border at which the phrase begins.
            place: The place of the border at which it ends.
            best: The best way so far.
        """
        start, end = self._borders[begin], self._borders[place]
        is_exact = self._text.is_exact(start, end)
        is_crumb = self._is_crumb(start, end)
        if is_crumb and not is_exact:
            return best
        ages = [self._text.age_at(start)] if is_exact else self._text.list_newest_ages(start, end)
        added = _Cost(
            crumbs=int(is_crumb),
            marks=int(not self._text.count_words(start, end)),
            cuts=int(begin > 0 and not self._text.begins_exact(start)),
            phrases=1,
        )
        if not is_exact:
            added = added._replace(
                later=self._text.count_later(start, end, ages[0].since),
                seams=self._text.count_seams(start, end),
                clauses=self._text.count_clauses(start, end),
            )
        cost = self._ways[begin].cost.plus(added)
        if cost >= best.cost:
            return best
        age = next((age for age in ages if is_exact or self._is_true(start, end, age)), None)
        return best if age is None else _Way(cost, begin, Cut(start, end, age))

    def _is_crumb(self, start: int, end: int) -> bool:
        """Return whether some tokens say too little by themselves: fewer than three words that are no whole sentence.

        Marks without a word may be shown alone, such as a full stop after removed words, unless they are newer than the
        token before them: then they are a change that would hardly be seen.
        """
        if (start, end) == (self._borders[0], self._borders[-1]):
            return False
        word_count = self._text.count_words(start, end)
        if word_count or start == self._borders[0]:
            return word_count < FEWEST
        return self._text.age_at(start).since > self._text.age_at(start - 1).since
