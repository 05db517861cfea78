"""The *near matches* of a document's units in an edition: texts that were damaged, reworded or cut off.

A *unit* is a rule or glossary entry of the document.
"""

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from rapidfuzz.distance import Indel

from graph.documents.units import DocumentUnit
from rules.caching import cached_method, cached_property
from rules.provenance import without_tags
from rules.store import Store
from rules.text import fold

NEAR = 0.75
"""Minimum similarity of a near match. Two rules of the same form about different things (`multiple instances of …`)
reach it too, which is intended: a fragment with one in place of the other nearly matches. Random rules stay below
0.6."""
_MOST_CHARACTERS = 4000
"""Maximum number of characters of a passage that are compared."""
_MOST_SOUGHT = 12
"""Maximum number of units without a verbatim match that are searched by their words, the longest ones first."""
_LEAST_CUT = 20
"""Minimum number of characters of a passage that breaks off."""
_TEXTS_PER_UNIT = 6
"""Maximum number of texts that are found by the words of a unit."""
_WORDS_PER_UNIT = 8
"""Maximum number of words of a unit that are searched, the longest ones."""
_LONG_WORD = re.compile(r"[a-z]{5,}")


class NearMatch(NamedTuple):
    """A text of an edition that nearly matches a unit.

    Attributes:
        likeness: How similar the two are, `NEAR` to 1.
        in_place: Whether it is under the number or term of the unit.
    """

    likeness: float
    in_place: bool


class NearMatches:
    """The near matches of the units of a document. Units are named by their indices.

    Args:
        store: The knowledge base.
        units: The units.
        lost: Those units whose text no edition has. Their texts may be found by their words.
    """

    def __init__(self, store: Store, units: Sequence[DocumentUnit], lost: Sequence[int]) -> None:
        self._store = store
        self._units = units
        self._lost = lost

    @cached_property
    def by_words(self) -> Mapping[str, Mapping[int, Sequence[int]]]:
        """Return edition → unit → ids of those texts of the edition that share long words with the unit."""
        units_of_text = self._find_sharing_words()
        by_words: dict[str, dict[int, list[int]]] = defaultdict(lambda: defaultdict(list))
        for text, name, editions in self._store.find_occurrences(units_of_text):
            if not name:
                continue  # an example or a note
            for edition in editions.split(","):
                for index in units_of_text[text]:
                    by_words[edition][index].append(text)
        return by_words

    def _find_sharing_words(self) -> Mapping[int, Sequence[int]]:
        """Return id of a text of any edition → the lost units that share long words with it."""
        longest_first = sorted(self._lost, key=lambda index: (-len(self._units[index].passage), index))
        units_of_text: dict[int, list[int]] = defaultdict(list)
        for index in longest_first[:_MOST_SOUGHT]:
            words = set(_LONG_WORD.findall(self._own_words(index)))
            longest_words = sorted(words, key=lambda word: (-len(word), word))[:_WORDS_PER_UNIT]
            for text in self._store.texts_sharing(longest_words, _TEXTS_PER_UNIT):
                units_of_text[text].append(index)
        return units_of_text

    def find(self, edition: str, missing: Sequence[int]) -> dict[int, NearMatch]:
        """Return the near matches of some units in an edition; units without one are left out.

        A text under the unit's own number or term is preferred to one that is found by its words, even to a more
        similar one. Only texts that `by_words` found are sought elsewhere.

        Args:
            edition: Id of the edition.
            missing: The units, which the edition lacks.
        """
        texts_at = self._store.texts_at(edition, {self._units[index].name for index in missing})
        by_words = self.by_words.get(edition, {})
        matches: dict[int, NearMatch] = {}
        for index in missing:
            in_place = self._find_likeness(index, texts_at.get(self._units[index].name, ()))
            if in_place >= NEAR:
                matches[index] = NearMatch(in_place, in_place=True)
                continue
            elsewhere = self._find_likeness(index, by_words.get(index, ()))
            if elsewhere >= NEAR:
                matches[index] = NearMatch(elsewhere, in_place=False)
        return matches

    def _find_likeness(self, index: int, texts: Sequence[int]) -> float:
        """Return how similar a unit and the most similar of some texts are; 0 below `NEAR`, and without texts."""
        return max((self._compare(index, text) for text in texts), default=0.0)

    @cached_method
    def _compare(self, index: int, text: int) -> float:
        """Return how similar a unit and a text of the knowledge base are, 0 to 1; 0 below `NEAR`.

        The last unit of the document may break off, so it is compared with the beginning of the text only.
        """
        own_words, text_words = self._own_words(index), self._words_of_text(text)
        if self._units[index].is_last and _LEAST_CUT <= len(own_words) < len(text_words):
            text_words = text_words[: len(own_words)]
        similarity: float = Indel.normalized_similarity(own_words, text_words, score_cutoff=NEAR)
        return similarity

    @cached_method
    def _own_words(self, index: int) -> str:
        """Return the words of a unit as they are compared."""
        return _fold(self._units[index].passage)

    @cached_method
    def _words_of_text(self, text: int) -> str:
        """Return the words of a text of the knowledge base as they are compared: its title if it has no others."""
        title, words = self._store.texts([text])[text]
        return _fold(words or title or "")


def _fold(passage: str) -> str:
    """Return as much of a passage as is compared, without typography and provenance tags."""
    return fold(without_tags(passage))[:_MOST_CHARACTERS]
