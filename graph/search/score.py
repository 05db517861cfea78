"""The scores of the passages of an index by the words of a query; `definition.toml` says how they are made."""

from collections.abc import Sequence

import msgspec

from graph.search.definition import read_definition
from graph.search.index import Index, Passage
from graph.search.text import shortest_run, stem_of, words_in
from graph.search.understand import Query
from rules.numbers import is_term


class Part(msgspec.Struct):
    """A word of a query: the stems that answer it, with their weights, and how rare it is."""

    stems: dict[str, float]
    rarity: float


class Score(msgspec.Struct):
    """How well a passage answers.

    Attributes:
        value: Higher is better.
        parts: The words for which it was scored.
        whole: Whether the passage and its headings have all the words.
    """

    value: float
    parts: list[Part]
    whole: bool


class Scores:
    """The scores of the passages for one query.

    Args:
        index: The passages.
        query: What is asked.
        typing: Whether the last word may be unfinished.

    Attributes:
        best: The best score of each passage that has enough of the words, by its position.
    """

    def __init__(self, index: Index, query: Query, *, typing: bool) -> None:
        self._index = index
        self._query = query
        self._typing = typing
        self._definition = read_definition()
        self._weights = self._definition.weights
        self.best: dict[int, Score] = {}

    def add_words(self, words: Sequence[str], factor: float) -> None:
        """Score the passages that have some of the words; keep the better of two scores.

        Args:
            words: Words of the query, or those that stand for them.
            factor: What the scores are multiplied by.
        """
        parts = self._make_parts(words)
        total = sum(part.rarity for part in parts)
        matches = [self._match(part) for part in parts]
        are_all_known = len(parts) == len(words)
        for position in set().union(*matches):
            values = [match.get(position) for match in matches]
            passage = self._index.passages[position]
            share = self._find_share(passage, parts, values) / total
            if share < self._weights["least"]:
                continue
            value = self._add_values(passage, parts, values)
            value *= share * share * self._index.priors[passage.record] * self._kind_factor(passage) * factor
            best = self.best.get(position)
            if best is None or value > best.value:
                self.best[position] = Score(value, parts, are_all_known and None not in values)

    def _find_share(self, passage: Passage, parts: Sequence[Part], values: Sequence[float | None]) -> float:
        """Return the sum of the rarities of the words that a passage, its headings or its chapter have."""
        chapter = self._index.chapter[passage.record]
        share = 0.0
        for part, value in zip(parts, values, strict=True):
            if value is not None or not chapter.isdisjoint(part.stems):
                share += part.rarity
        return share

    def _add_values(self, passage: Passage, parts: Sequence[Part], values: Sequence[float | None]) -> float:
        """Return the sum of what a passage and its headings add for each word, and of what its chapter does."""
        chapter = self._index.chapter[passage.record]
        score = sum(value for value in values if value is not None)
        for part in parts:
            if not chapter.isdisjoint(part.stems):
                score += self._weights["chapter"] * part.rarity
        return score

    def _make_parts(self, words: Sequence[str]) -> list[Part]:
        """Return the words that an index knows."""
        parts = [self._make_part(word, is_last=number == len(words)) for number, word in enumerate(words, 1)]
        return [part for part in parts if part.stems]

    def _make_part(self, word: str, *, is_last: bool) -> Part:
        """Return the stems that answer a word."""
        stem = stem_of(word)
        stems = {stem: 1.0}
        for synonym, weight in self._definition.synonyms.get(word, {}).items():
            stems.setdefault(stem_of(synonym), weight)
        if word in self._query.beginnings:
            self._add_beginnings(stems, word, 1.0)
        elif self._typing and is_last and len(word) > 1:
            self._add_beginnings(stems, word, self._weights["beginning"])
        in_index = {stem: weight for stem, weight in stems.items() if stem in self._index.stems}
        return Part(in_index, self._index.rarity(stem))

    def _add_beginnings(self, stems: dict[str, float], beginning: str, weight: float) -> None:
        for word in self._index.frequencies:
            if word.startswith(beginning):
                stems.setdefault(stem_of(word), weight)

    def _match(self, part: Part) -> dict[int, float]:
        """Return the positions of the passages that have a word in text or headings, with what that is worth."""
        texts: dict[int, float] = {}
        headings: dict[int, float] = {}
        passages = self._index.passages
        for stem, weight in part.stems.items():
            worth = weight * part.rarity
            for position, frequency in self._index.having(stem).items():
                value = worth * frequency / (frequency + passages[position].norm)
                texts[position] = max(texts.get(position, 0.0), value)
            for position in self._index.headed(stem):
                is_own = stem in self._index.own[passages[position].record]
                value = worth * self._weights["own" if is_own else "above"]
                headings[position] = max(headings.get(position, 0.0), value)
        return {
            position: texts.get(position, 0.0) + headings.get(position, 0.0)
            for position in texts.keys() | headings.keys()
        }

    def _kind_factor(self, passage: Passage) -> float:
        if is_term(self._index.records[passage.record].key):
            return self._weights["asked" if self._query.is_question else "glossary"]
        return 1.0 if passage.field == "text" else self._weights["example"]

    def near_factor(self, position: int) -> float:
        """Return the factor for words of a scored passage that are next to each other, and for those as typed."""
        passage = self._index.passages[position]
        parts = self.best[position].parts
        stems = frozenset(passage.stems)
        wanted = [part.stems for part in parts if not stems.isdisjoint(part.stems)]
        if len(wanted) < 2:
            return 1.0
        apart = max(0, shortest_run(passage.stems, wanted) - len(wanted))
        factor = 1 + self._weights["near"] * len(wanted) / len(parts) / (1 + apart)
        if _has_run(passage.text, self._query.words):
            factor *= 1 + self._weights["typed"]
        return factor


def _has_run(text: str, words: Sequence[str]) -> bool:
    """Return whether words stand in a text as they are, next to each other."""
    return f" {' '.join(words)} " in f" {' '.join(words_in(text))} "
