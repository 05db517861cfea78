"""The answers to a query among the passages of an index, best first; `definition.toml` says how they are ranked.

A query may use the names that things had or have in another edition.
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
from graph.search.text import (
    common_stems,
    content_words,
    correct,
    fold,
    phrase_places,
    stem_of,
    stems_of_saying,
    words_in,
)
from graph.search.understand import Query


class Found(msgspec.Struct, frozen=True):
    """A record that answers a query.

    Attributes:
        position: Its position in the index.
        field: The passage that does: `text`, `example:0`, or `below:702.40a` for the first rule below a heading.
        text: That passage.
        tier: See `definition.toml`.
        score: Only comparable within a tier.
        why: Why it is an answer.
        stems: Stems to mark in the passage.
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


class Replacement(NamedTuple):
    """What a typed word was taken for, and why."""

    meant: str
    why: Why


class _BestPassage(NamedTuple):
    """The passage of a record that answers best.

    Attributes:
        position: Its position in the index.
        value: Its score, with what words near each other add.
        score: The score that its words have alone.
    """

    position: int
    value: float
    score: Score


class Ranking:
    """The answers to one query.

    Args:
        index: The passages.
        query: What is asked.
        known_stems: Stems of other editions: words that are not mistyped.
        renamed: Old names that have a new one in this edition, or new names that had an old one then.
        sayings: How players say something, with the rules of the edition that decide it.
        typing: Whether the last word may be unfinished.

    Attributes:
        query: What is asked.
        replaced: What words were taken for: mistyped ones and abbreviations.
        renamed: The names in the query that have others.
    """

    def __init__(
        self,
        index: Index,
        query: Query,
        *,
        known_stems: AbstractSet[str] = frozenset(),
        renamed: Iterable[OldName] = (),
        sayings: Mapping[str, Sequence[str]] = {},
        typing: bool = False,
    ) -> None:
        self._index = index
        self.query = query
        self._known_stems = known_stems
        self._sayings = sayings
        self._typing = typing
        self._definition = read_definition()
        self._weights = self._definition.weights
        self.replaced: dict[str, Replacement] = {}
        self._words: list[str] = []
        for word in query.words:
            self._words += self._read_word(word)
        self.renamed: list[OldName] = []
        if not query.phrases:
            self.renamed = old_names_in(renamed, " ".join(self._words), index.uses)
        self._claims = Claims(index, is_question=query.is_question)

    @property
    def offer(self) -> str:
        """Return the query with its mistyped words corrected; empty if none is mistyped."""
        corrected = {typed: taken.meant for typed, taken in self.replaced.items() if taken.why.kind == "mistyped"}
        if not corrected:
            return ""
        return " ".join(corrected.get(word, word) for word in self.query.words)

    @property
    def _taken(self) -> Why | None:
        """Return why the first word was replaced that was; None if none was."""
        for replacement in self.replaced.values():
            return replacement.why
        return None

    def _read_word(self, word: str) -> list[str]:
        """Return the words that a typed word means: itself, those of an abbreviation, or the nearest known one."""
        if self._is_word(word):
            return [word]
        long = self._index.initials.get(word)
        if long and len(word) > 1:
            self.replaced[word] = Replacement(long, Why("abbreviation", long))
            return words_in(long)
        stem = stem_of(word)
        if stem in self._known_stems or stem in common_stems():
            return [word]
        meant = correct(word, self._index.frequencies)
        if meant is None:
            return [word]
        self.replaced[word] = Replacement(meant, Why("mistyped", meant))
        return [meant]

    def _is_word(self, word: str) -> bool:
        """Return whether a word means itself: the search knows it, or it is typed in part."""
        definition, stem = self._definition, stem_of(word)
        if word in definition.stop or stem in self._index.stems or word in definition.synonyms:
            return True
        if self._typing and word == self.query.words[-1] and self._is_beginning(word):
            return True
        if word in self.query.beginnings:
            return True
        return any(stem in stems_of_saying(saying) for saying in self._sayings)

    def _is_beginning(self, word: str) -> bool:
        return any(longer.startswith(word) for longer in self._index.frequencies)

    def answers(self) -> list[Found]:
        """Return the answers, best first."""
        scores = Scores(self._index, self.query, typing=self._typing)
        scores.add_words(self._scored_words(), 1.0)
        self._claims.add_names(self._words, self._taken)
        for old_name in self.renamed:
            for name in old_name.names:
                words = self._replace_name(old_name.old, name)
                scores.add_words(content_words(words), self._weights["renamed"])
                self._claims.add_names(words, Why("old-name", name), "old")
        self._claims.add_sayings(self.query, self._sayings)
        best = self._find_best_passages(scores)
        if self.query.phrases or self.query.unwanted:
            self._claims.keep_only(best)
        records = best.keys() | self._claims.records()
        found = [self._make_found(record, best.get(record)) for record in records]
        return sorted(found, key=lambda answer: (-answer.tier, -answer.score, answer.position))

    def _scored_words(self) -> list[str]:
        """Return the words that say what the query is about, those of its phrases too, each once."""
        words = content_words(self._words)
        if self.query.phrases:
            words += content_words(words_in(" ".join(self.query.phrases)))
        return list(dict.fromkeys(words))

    def _replace_name(self, old: str, new: str) -> list[str]:
        """Return the words of the query with another name for an old one."""
        words = f" {' '.join(self._words)} "
        return words.replace(f" {old} ", f" {new} ").split()

    def _find_best_passages(self, scores: Scores) -> dict[int, _BestPassage]:
        """Return the best passage of each record, by the position of the record."""
        wanted = [position for position in scores.best if self._is_wanted(position)]
        wanted.sort(key=lambda position: (-round(scores.best[position].value, DIGITS), position))
        best: dict[int, _BestPassage] = {}
        for rank, position in enumerate(wanted):
            score = scores.best[position]
            value = score.value
            if rank < self._weights["looked_at"]:
                value *= scores.near_factor(position)
            record = self._index.passages[position].record
            if record not in best or value > best[record].value:
                best[record] = _BestPassage(position, value, score)
        return best

    def _make_found(self, record: int, best: _BestPassage | None) -> Found:
        """Return the record at a position as an answer.

        Args:
            record: The position.
            best: Its best passage; None if it is an answer for its name or for a saying alone.
        """
        claim = self._claims.of(record)
        field, text = self._index.shown(record)
        stems: frozenset[str] = frozenset()
        value, is_whole = 0.0, False
        if best is not None:
            passage = self._index.passages[best.position]
            if passage.text:
                field, text = passage.field, passage.text
            stems = frozenset().union(*(part.stems for part in best.score.parts))
            value, is_whole = best.value, best.score.whole
        why = claim.why or self._taken or (ALL_WORDS if is_whole else SOME_WORDS)
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
