"""Rank the passages of an index by how well they answer a query; `definition.toml` says how.

A query may use a name that a thing had, or has, in another edition.
"""

from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import NamedTuple

import msgspec

from graph.answers.why import ALL_WORDS, SOME_WORDS, Why
from graph.search.claims import Claims
from graph.search.definition import read_definition
from graph.search.index import DIGITS, Index
from graph.search.renamed import OldName, old_names_in
from graph.search.score import Score, Scores
from graph.search.text import content_words, fold, phrase_places, stem_of, words_in
from graph.search.typed import TypedWords
from graph.search.understand import Query


class Found(msgspec.Struct, frozen=True):
    """A record that answers a query.

    Attributes:
        position: Its position in the index.
        field: The passage that answers: `text`, `example:0`, or `below:702.40a` for the first rule below a heading.
        text: The words of that passage.
        tier: The class of the answer: all answers of a higher tier come first; see `definition.toml`.
        score: How good the answer is. Only scores of the same tier can be compared.
        why: Why the record is an answer.
        stems: Stems of the words to mark in the passage.
        whole: Whether the passage and its headings have all the words.
    """

    position: int
    field: str
    text: str
    tier: int
    score: float
    why: Why
    stems: frozenset[str]
    whole: bool


class _BestPassage(NamedTuple):
    """The passage of a record that answers best.

    Attributes:
        position: Position of the passage in the index.
        value: The score of the passage, raised if words of the query are close to each other.
        score: The score of the passage before it was raised.
        second: The raised score of the second best passage of the record; 0 if no other passage answers.
    """

    position: int
    value: float
    score: Score
    second: float = 0.0


class Ranking:
    """The answers to one query.

    Args:
        index: The passages.
        query: The query.
        known_stems: Stems of other editions, whose words are not mistyped.
        old_names: Names that the edition does not use: those that were given up before it and, for an edition of former
            days, those that came later.
        sayings: Phrases of players, each with the rules of the edition that decide it.
        typing: Whether the last word may be unfinished.

    Attributes:
        query: The query.
        old_names: The old names that the query uses; the search looks for their new names too.
    """

    def __init__(
        self,
        index: Index,
        query: Query,
        *,
        known_stems: AbstractSet[str] = frozenset(),
        old_names: Iterable[OldName] = (),
        sayings: Mapping[str, Sequence[str]] = {},
        typing: bool = False,
    ) -> None:
        self._index = index
        self.query = query
        self._sayings = sayings
        self._typing = typing
        self._weights = read_definition().weights
        self._typed = TypedWords(index, query, known_stems=known_stems, sayings=sayings, typing=typing)
        self.old_names: list[OldName] = []
        if not query.phrases:
            self.old_names = old_names_in(old_names, " ".join(self._typed.words), index.uses)
        self._claims = Claims(index, is_question=query.is_question)

    @property
    def offer(self) -> str:
        """Return the query with its mistyped words corrected; empty if none is mistyped."""
        return self._typed.offer

    def answers(self) -> list[Found]:
        """Return the answers, best first."""
        scores = Scores(self._index, self.query, typing=self._typing)
        scores.add_words(self._scored_words(), 1.0)
        self._claims.add_names(self._typed.words, self._typed.why)
        for old_name in self.old_names:
            for name in old_name.names:
                words = self._replace_name(old_name.old, name)
                scores.add_words(content_words(words), self._weights["renamed"])
                self._claims.add_names(words, Why("old-name", name), weight="old")
        self._claims.add_sayings(self._typed.words, self.query.words, self._sayings)
        best = self._find_best_passages(scores)
        if self.query.phrases or self.query.unwanted:
            self._claims.keep_only(best)
        records = best.keys() | self._claims.records()
        found = [self._make_found(record, best.get(record)) for record in records]
        return sorted(found, key=lambda answer: (-answer.tier, -answer.score, answer.position))

    def _scored_words(self) -> list[str]:
        """Return the words that say what the query is about, those of its phrases included, each once."""
        words = content_words(self._typed.words)
        if self.query.phrases:
            words += content_words(words_in(" ".join(self.query.phrases)))
        return list(dict.fromkeys(words))

    def _replace_name(self, old: str, new: str) -> list[str]:
        """Return the words of the query, with each occurrence of an old name replaced by a new one."""
        words = f" {' '.join(self._typed.words)} "
        return words.replace(f" {old} ", f" {new} ").split()

    def _find_best_passages(self, scores: Scores) -> dict[int, _BestPassage]:
        """Return the best passage of each record, by the position of the record.

        Only the passages with the highest scores are searched for words that are close to each other.
        """
        wanted = [position for position in scores.best if self._is_wanted(position)]
        wanted.sort(key=lambda position: (-round(scores.best[position].value, DIGITS), position))
        best: dict[int, _BestPassage] = {}
        for better_passages, position in enumerate(wanted):
            score = scores.best[position]
            value = score.value
            if better_passages < self._weights["looked_at"]:
                value *= scores.near_factor(position)
            record = self._index.passages[position].record
            best_so_far = best.get(record)
            if best_so_far is None:
                best[record] = _BestPassage(position, value, score)
            elif value > best_so_far.value:
                best[record] = _BestPassage(position, value, score, second=best_so_far.value)
            elif value > best_so_far.second:
                best[record] = best_so_far._replace(second=value)
        return best

    def _make_found(self, record: int, best: _BestPassage | None) -> Found:
        """Return the answer that a record gives.

        Args:
            record: Position of the record in the index.
            best: The best passage of the record; None if only a name or a saying makes the record an answer.
        """
        claim = self._claims.of(record)
        field, text = self._index.shown(record)
        stems: frozenset[str] = frozenset()
        value, is_whole = 0.0, False
        if best is not None:
            passage = self._index.passages[best.position]
            if passage.text:
                field, text = passage.field, passage.text
            stems = frozenset().union(*(word.stems for word in best.score.scored_words))
            value = best.value + self._weights["second"] * best.second
            is_whole = best.score.whole
        why = claim.why or self._typed.why or (ALL_WORDS if is_whole else SOME_WORDS)
        # In the lowest tier, 0, are answers by their words; in the tiers above, the claim alone gives the order.
        score = claim.bonus if claim.tier else value + claim.bonus
        return Found(record, field, text, claim.tier, round(score, DIGITS), why, stems, is_whole)

    def _is_wanted(self, position: int) -> bool:
        """Return whether a passage has the phrases of the query, and none of the words that it excludes."""
        if not self.query.phrases and not self.query.unwanted:
            return True
        passage = self._index.passages[position]
        own = self._index.own[passage.record]
        unwanted = [stem_of(word) for word in self.query.unwanted]
        if any(stem in passage.stems or stem in own for stem in unwanted):
            return False
        text, heading = fold(passage.text), fold(self._index.records[passage.record].heading)
        return all(phrase_places(text, phrase) or phrase_places(heading, phrase) for phrase in self.query.phrases)
