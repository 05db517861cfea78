"""Score the passages of an index by the words of a query, with the weights of `definition.toml`.

A *passage* is the text or an example of a record, and its *position* that in the index. The *stem* of a word is the
word without its endings. A rare word adds more to the score than a common one, and each occurrence less in a long
passage.
"""

from collections.abc import Sequence

import msgspec

from graph.search.definition import read_definition
from graph.search.index import Index, Passage
from graph.search.runs import has_run, shortest_run
from graph.search.synonyms import synonyms_by_stem
from graph.search.text import stem_of
from graph.search.understand import Query
from rules.keys import is_entry


class ScoredWord(msgspec.Struct):
    """A word of a query.

    Attributes:
        stems: The stems that count as the word: its own, those of synonyms, and those of longer words if it may be the
            beginning of one. Each has a weight up to 1.
        rarity: How rare the word is; see `Index.rarity`.
    """

    stems: dict[str, float]
    rarity: float


class Score(msgspec.Struct):
    """How well a passage answers.

    Attributes:
        value: The score; higher is better.
        scored_words: The words for which the passage was scored.
        whole: Whether the passage and its headings have all the words.
    """

    value: float
    scored_words: list[ScoredWord]
    whole: bool


class Scores:
    """The scores of the passages for one query.

    Args:
        index: The passages.
        query: The query.
        typing: Whether the last word may be unfinished.

    Attributes:
        best: The best score of each passage that has enough of the words, by the position of the passage.
    """

    def __init__(self, index: Index, query: Query, *, typing: bool) -> None:
        self._index = index
        self._query = query
        self._typing = typing
        self._definition = read_definition()
        self._weights = self._definition.weights
        self.best: dict[int, Score] = {}

    def add_words(self, words: Sequence[str], factor: float) -> None:
        """Score the passages that have some of the words, and keep in `best` the better score of each passage.

        The score is the sum of what each word adds, times the share of the words that the passage has. It is weighed by
        how often the record is cited, by the kind of the passage, and by the factor.

        Args:
            words: Words of the query, or those that are searched for instead.
            factor: How much the words count, 0 to 1: less than 1 for words that the user did not type.
        """
        scored_words = self._list_scored_words(words)
        matches = [self._match(scored_word) for scored_word in scored_words]
        total_rarity = sum(scored_word.rarity for scored_word in scored_words)
        are_all_known = len(scored_words) == len(words)
        for position in set().union(*matches):
            values = [match.get(position) for match in matches]
            passage = self._index.passages[position]
            value = self._score_passage(passage, scored_words, values, total_rarity, factor)
            if value is None:
                continue
            best = self.best.get(position)
            if best is None or value > best.value:
                has_all_words = are_all_known and None not in values
                self.best[position] = Score(value, scored_words, has_all_words)

    def _score_passage(
        self,
        passage: Passage,
        scored_words: Sequence[ScoredWord],
        values: Sequence[float | None],
        total_rarity: float,
        factor: float,
    ) -> float | None:
        """Return the score of a passage for some words; None if it has too small a share of the words.

        Args:
            passage: The passage.
            scored_words: The words.
            values: For each word what it adds to the score; None if passage and headings lack the word.
            total_rarity: The sum of the rarities of the words.
            factor: How much the words count, as for `add_words`.
        """
        share = self._add_rarities(passage, scored_words, values) / total_rarity
        if share < self._weights["least"]:
            return None
        prior = self._index.priors[passage.record]
        kind = self._kind_factor(passage)
        return self._add_values(passage, scored_words, values) * (share * prior * kind * factor)

    def _add_rarities(
        self, passage: Passage, scored_words: Sequence[ScoredWord], values: Sequence[float | None]
    ) -> float:
        """Return the sum of the rarities of the words that a passage, its headings or its chapter have.

        The arguments are those of `_score_passage`.
        """
        chapter = self._index.chapter_heading[passage.record]
        rarities = 0.0
        for scored_word, value in zip(scored_words, values, strict=True):
            if value is not None or not chapter.isdisjoint(scored_word.stems):
                rarities += scored_word.rarity
        return rarities

    def _add_values(
        self, passage: Passage, scored_words: Sequence[ScoredWord], values: Sequence[float | None]
    ) -> float:
        """Return the sum of what each word adds in a passage and its headings, and in the title of its chapter.

        The arguments are those of `_score_passage`.
        """
        chapter = self._index.chapter_heading[passage.record]
        score = sum(value for value in values if value is not None)
        for scored_word in scored_words:
            if not chapter.isdisjoint(scored_word.stems):
                score += self._weights["chapter"] * scored_word.rarity
        return score

    def _list_scored_words(self, words: Sequence[str]) -> list[ScoredWord]:
        """Return the words of which the index has at least one stem."""
        scored_words = [
            self._make_scored_word(word, is_last=number == len(words)) for number, word in enumerate(words, 1)
        ]
        return [scored_word for scored_word in scored_words if scored_word.stems]

    def _make_scored_word(self, word: str, *, is_last: bool) -> ScoredWord:
        """Return a word with the stems that count as the word.

        Args:
            word: The word.
            is_last: Whether it is the last of the query, which may be unfinished.
        """
        stem = stem_of(word)
        stems = {stem: 1.0}
        for synonym, weight in synonyms_by_stem().get(stem, {}).items():
            stems.setdefault(synonym, weight)
        weight_of_longer = self._weigh_longer(word, is_last=is_last)
        if weight_of_longer:
            for longer in self._list_longer(word):
                stems.setdefault(longer, weight_of_longer)
        indexed = {candidate: weight for candidate, weight in stems.items() if candidate in self._index.stems}
        return ScoredWord(indexed, self._index.rarity(stem))

    def _weigh_longer(self, word: str, *, is_last: bool) -> float:
        """Return the weight of longer words that begin as a word of the query does; 0 if it is no beginning.

        The word is one if it was typed with a star (`planes*`), or if it is the last word and may be unfinished.
        """
        if word in self._query.beginnings:
            return 1.0
        may_be_unfinished = self._typing and is_last and len(word) > 1
        return self._weights["beginning"] if may_be_unfinished else 0.0

    def _list_longer(self, beginning: str) -> list[str]:
        """Return the stems of all words of the index that have a beginning: `planes` → that of `planeswalker`."""
        return [stem_of(word) for word in self._index.frequencies if word.startswith(beginning)]

    def _match(self, scored_word: ScoredWord) -> dict[int, float]:
        """Return position of each passage with a word in its text or headings → what the word adds to its score.

        If several stems count as the word, the one that adds most is used, once for the text and once for the headings.
        """
        texts, headings = self._match_texts(scored_word), self._match_headings(scored_word)
        return {
            position: texts.get(position, 0.0) + headings.get(position, 0.0)
            for position in texts.keys() | headings.keys()
        }

    def _match_texts(self, scored_word: ScoredWord) -> dict[int, float]:
        """Return position of each passage with a word in its text → what the word adds there; see `_match`."""
        values: dict[int, float] = {}
        for stem, weight in scored_word.stems.items():
            worth = weight * scored_word.rarity
            for position, frequency in self._index.having(stem).items():
                value = worth * frequency / (frequency + self._index.passages[position].norm)
                values[position] = max(values.get(position, 0.0), value)
        return values

    def _match_headings(self, scored_word: ScoredWord) -> dict[int, float]:
        """Return position of each passage under a heading with a word → what the word adds there; see `_match`."""
        values: dict[int, float] = {}
        for stem, weight in scored_word.stems.items():
            worth = weight * scored_word.rarity
            for position in self._index.headed(stem):
                is_own = stem in self._index.own_heading[self._index.passages[position].record]
                value = worth * self._weights["own" if is_own else "above"]
                values[position] = max(values.get(position, 0.0), value)
        return values

    def _kind_factor(self, passage: Passage) -> float:
        """Return the weight of the kind of a passage: 1 for rules, less for examples and the glossary.

        The glossary counts least if the query is a question, because a definition seldom answers one.
        """
        if is_entry(self._index.records[passage.record].key):
            if self._query.is_question:
                return self._weights["asked"]
            return self._weights["glossary"]
        return 1.0 if passage.field == "text" else self._weights["example"]

    def near_factor(self, position: int) -> float:
        """Return the factor, at least 1, that raises a passage whose words of the query are close to each other.

        The closer they are the higher it is; it is higher still if the passage has the query exactly as typed. It is 1
        for a passage with a single word of the query.

        Args:
            position: Position of the passage, which must have a score in `best`.
        """
        passage = self._index.passages[position]
        scored_words = self.best[position].scored_words
        stems = frozenset(passage.stems)
        wanted = [scored_word.stems for scored_word in scored_words if not stems.isdisjoint(scored_word.stems)]
        if len(wanted) < 2:
            return 1.0
        words_between = max(0, shortest_run(passage.stems, wanted) - len(wanted))
        share = len(wanted) / len(scored_words)
        factor = 1 + self._weights["near"] * share / (1 + words_between)
        if has_run(passage.text, self._query.words):
            factor *= 1 + self._weights["typed"]
        return factor
