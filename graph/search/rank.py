"""Rank the passages of an index by how well they answer a query; `definition.toml` says how.

A record answers by the words of its passages (its text and its examples); by a *claim*: the query has its name, or a
saying of players that it decides; or by *votes*: it decided other questions with the same words. Answers are in
*tiers*: all answers of a higher tier come first, whatever their scores. A query may use a name that a thing had, or
has, in another edition.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
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
from graph.search.votes import Vote, count_votes
from rules.grouping import grouped


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


class _RaisedPassage(NamedTuple):
    """A passage that answers.

    Attributes:
        position: Position of the passage in the index.
        value: The score of the passage, raised if words of the query are close to each other.
        score: The score of the passage before it was raised.
    """

    position: int
    value: float
    score: Score


class _BestPassage(NamedTuple):
    """The passage of a record that answers best, and the score of the second best.

    Attributes:
        passage: The passage.
        second: The raised score of the second best passage of the record; 0 if no other passage answers.
    """

    passage: _RaisedPassage
    second: float


class _RenamedQuery(NamedTuple):
    """The words of a query in which a newer name replaces an old one.

    Example: `mana burn converted mana cost` → the name `mana value`, and the words `mana burn mana value`.
    """

    name: str
    words: list[str]


class Ranking:
    """The answers to one query.

    Args:
        index: The passages.
        query: The query.
        read_known_stems: Returns the stems of all editions, whose words are not mistyped; see `TypedWords`.
        old_names: Names that the edition does not use: those that were given up before it and, for an edition of former
            days, those that came later.
        sayings: Phrases of players, each with the rules of the edition that decide it.
        asked: Words of questions that were asked before, with the rules that decide them.
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
        read_known_stems: Callable[[], AbstractSet[str]] = frozenset,
        old_names: Iterable[OldName] = (),
        sayings: Mapping[str, Sequence[str]] = {},
        asked: Mapping[str, Sequence[str]] = {},
        typing: bool = False,
    ) -> None:
        self._index = index
        self.query = query
        self._sayings = sayings
        self._asked = asked
        self._typing = typing
        self._weights = read_definition().weights
        self._typed = TypedWords(
            index, query, read_known_stems=read_known_stems, sayings=sayings, asked=asked, typing=typing
        )
        self.old_names: list[OldName] = []
        if not query.phrases:
            self.old_names = old_names_in(old_names, " ".join(self._typed.words), index.uses)
        self._claims = Claims(index, is_question=query.is_question, asks_for_past=query.asks_for_past)

    @property
    def offer(self) -> str:
        """Return the query with its mistyped words corrected; empty if none is mistyped."""
        return self._typed.offer

    @property
    def unknown_words(self) -> list[str]:
        """Return the words of the query that no edition has, and for which nothing else is searched."""
        return self._typed.unknown

    def answers(self) -> list[Found]:
        """Return the answers, best first."""
        best = self._find_best_passages(self._score_passages())
        self._add_claims()
        if self.query.phrases or self.query.unwanted:
            self._claims.keep_only(best)  # a record without a wanted passage is no answer, even if the query names it
        votes = self._count_votes()
        by_words = [self._answer_by_words(record, found, votes.get(record)) for record, found in best.items()]
        raised = dict.fromkeys([*self._claims.records(), *votes])  # each once, in order
        without_words = [
            self._answer_without_words(record, votes.get(record)) for record in raised if record not in best
        ]
        return sorted([*by_words, *without_words], key=lambda answer: (-answer.tier, -answer.score, answer.position))

    def _score_passages(self) -> Scores:
        """Return the scores of the passages for the words of the query, also with newer names for old ones."""
        scores = Scores(self._index, self.query, typing=self._typing)
        scores.add_words(self._scored_words(), 1.0)
        for renamed in self._list_renamed_queries():
            scores.add_words(content_words(renamed.words), self._weights["renamed"])
        return scores

    def _add_claims(self) -> None:
        """Find the records that the query names, also by newer names, and those that decide its sayings."""
        self._claims.add_names(self._typed.words, self._typed.why)
        for renamed in self._list_renamed_queries():
            self._claims.add_names(renamed.words, Why("old-name", renamed.name), weight="old")
        self._claims.add_sayings(self._typed.words, self.query.words, self._sayings)

    def _count_votes(self) -> dict[int, Vote]:
        """Return the votes of the words for rules, by the positions of the rules.

        A query with a phrase or an excluded word has none: it asks for these words, not for what they mean. Neither has
        one in all editions, as the site would have to load all words of sayings.
        """
        position_of = self._index.position_of
        if not position_of or self.query.phrases or self.query.unwanted:
            return {}
        stop = read_definition().stop
        stems = [stem_of(word) for word in self._scored_words() if word not in stop]
        rarities = {stem: self._index.rarity(stem) for stem in stems}
        votes = count_votes(rarities, self._sayings, self._asked)
        return {position_of[rule]: vote for rule, vote in votes.items() if rule in position_of}

    def _list_renamed_queries(self) -> Iterator[_RenamedQuery]:
        """Yield the words of the query once for each newer name of each old name in it."""
        for old_name in self.old_names:
            for name in old_name.names:
                yield _RenamedQuery(name, self._replace_name(old_name.old, name))

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
        """Return the best passage of each record, by the position of the record."""
        by_record = grouped(
            (self._index.passages[passage.position].record, passage) for passage in self._raise_scores(scores)
        )
        return {record: _choose_best(passages) for record, passages in by_record.items()}

    def _raise_scores(self, scores: Scores) -> Iterator[_RaisedPassage]:
        """Yield the wanted passages in the order of their scores, which are raised if words are close to each other.

        Only the passages with the highest scores are searched for such words, since that is slow.
        """
        wanted = [position for position in scores.best if self._is_wanted(position)]
        wanted.sort(key=lambda position: (-round(scores.best[position].value, DIGITS), position))
        for better_passages, position in enumerate(wanted):
            score = scores.best[position]
            is_among_best = better_passages < self._weights["looked_at"]
            value = score.value * scores.near_factor(position) if is_among_best else score.value
            yield _RaisedPassage(position, value, score)

    def _answer_by_words(self, record: int, best: _BestPassage, vote: Vote | None) -> Found:
        """Return the answer of a record that has words of the query.

        Args:
            record: Position of the record in the index.
            best: The best passage of the record.
            vote: The votes for the record; None if it has none.
        """
        claim = self._claims.of(record)
        found = best.passage
        passage = self._index.passages[found.position]
        field, text = (passage.field, passage.text) if passage.text else self._index.shown(record)
        is_whole = found.score.whole
        value = found.value + self._weights["second"] * best.second
        if vote is not None:
            value += vote.value
        is_by_words = claim.tier == 0  # in the tiers above, the claim alone gives the order
        return Found(
            position=record,
            field=field,
            text=text,
            tier=claim.tier,
            score=round(value + claim.bonus if is_by_words else claim.bonus, DIGITS),
            why=claim.why or self._typed.why or (ALL_WORDS if is_whole else SOME_WORDS),
            stems=frozenset().union(*(word.stems for word in found.score.scored_words)),
            whole=is_whole,
        )

    def _answer_without_words(self, record: int, vote: Vote | None) -> Found:
        """Return the answer of a record that only a name or a saying in the query, or its votes make an answer.

        Args:
            record: Position of the record in the index.
            vote: The votes for the record; None if it has none.
        """
        claim = self._claims.of(record)
        field, text = self._index.shown(record)
        value, why = claim.bonus, claim.why
        if vote is not None and claim.tier == 0:
            value += vote.value
            why = why or Why("similar", vote.text)
        return Found(
            position=record,
            field=field,
            text=text,
            tier=claim.tier,
            score=round(value, DIGITS),
            why=why or self._typed.why or SOME_WORDS,
            stems=frozenset(),
            whole=False,
        )

    def _is_wanted(self, position: int) -> bool:
        """Return whether a passage has the phrases of the query, and none of the words that it excludes.

        Its heading counts with the passage: each phrase must be in one of the two, and an excluded word in neither.
        """
        if not self.query.phrases and not self.query.unwanted:
            return True
        passage = self._index.passages[position]
        stems_of_heading = self._index.own_heading[passage.record]
        unwanted = [stem_of(word) for word in self.query.unwanted]
        if any(stem in passage.stems or stem in stems_of_heading for stem in unwanted):
            return False
        text, heading = fold(passage.text), fold(self._index.records[passage.record].heading)
        return all(phrase_places(text, phrase) or phrase_places(heading, phrase) for phrase in self.query.phrases)


def _choose_best(passages: Sequence[_RaisedPassage]) -> _BestPassage:
    """Return the best of the passages of a record, with the score of the second best; of equal ones the first."""
    best = max(passages, key=lambda passage: passage.value)
    values = sorted((passage.value for passage in passages), reverse=True)
    return _BestPassage(best, second=values[1] if len(values) > 1 else 0.0)
