"""Answers from a knowledge base: rules by number, editions, and passages of an edition or of all editions.

What players say is searched too, with the numbers of any edition.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain, islice
from typing import NamedTuple

from msgspec.structs import replace

from graph.answers.search import SearchAnswer, SearchResult
from graph.answers.why import EDITION, Why
from graph.search.definition import read_definition
from graph.search.index import Index, order_of
from graph.search.marks import marks_in
from graph.search.numbered import Meaning, Numbered, find_numbered
from graph.search.rank import Found, Ranking
from graph.search.renamed import OldName, names_in_force, old_names
from graph.search.sayings import SayingBook
from graph.search.text import fold, stem_of
from graph.search.understand import EditionRow, Query, understand
from rules.caching import cached_property
from rules.numbers import is_number, is_term, kind_of, number_of
from rules.records import COMPREHENSIVE_RULES
from rules.store import Store
from rules.store.search import Searched, read_wordings, span_of, vocabulary, words_since

_TIER_VALUE = 10000
"""What a tier adds to a score, so that scores of all tiers can be compared."""


class _ChangedSince(NamedTuple):
    """Which records are new or were reworded on a day or later.

    Attributes:
        since: For each key of an edition the edition since which its record has its words.
        day: The day; empty for all records.
    """

    since: Mapping[str, str]
    day: str

    def takes(self, key: str) -> bool:
        """Return whether a record of the edition is one of them."""
        return self.since.get(key, "") >= self.day


def _link_nothing(_edition: str, _key: str) -> str:
    return ""


class Searcher:
    """The search in one knowledge base. What a query needs is read once.

    Args:
        store: The knowledge base.
        link: Returns the address of a record's page from its edition and key; by default there are no links.
    """

    def __init__(self, store: Store, link: Callable[[str, str], str] = _link_nothing) -> None:
        self._store = store
        self._link = link
        self._definition = read_definition()
        self.index = lru_cache(maxsize=4)(self._read_index)
        self._sayings = SayingBook(store)

    def search(
        self,
        typed: str,
        edition: str | None = None,
        limit: int = 20,
        *,
        history: bool = False,
        typing: bool = False,
        changed_since: str = "",
    ) -> SearchResult:
        """Return what answers a query, best first.

        Args:
            typed: Words, `"a phrase"`, numbers, `begin*`, `-without`, with or without an edition. No query is an error.
            edition: Id of the edition to search; None for the latest.
            history: Whether to search all editions; each rule is found once, in its newest wording with the words.
            limit: Maximum number of answers.
            typing: Whether the last word may be unfinished.
            changed_since: A day: only records that are new or were reworded on it or later.
        """
        latest = self._store.chained()[-1]
        query = self._understand(typed, edition or latest, history=history)
        refusal = self._refuse(query)
        if refusal:
            return SearchResult(edition, (), (refusal,))
        if query.kind == "edition":
            return self._answer_editions(query)
        then = query.editions[0] if query.editions else edition or latest
        numbered = find_numbered(self._store, query, then, latest)
        missing = numbered.missing
        if query.kind == "number" and not numbered.meanings:
            return SearchResult(then, (), (f"No edition has a rule {missing[0]}.",), missing=missing)
        changed = _ChangedSince(words_since(self._store, then) if changed_since else {}, changed_since)
        answers: list[SearchAnswer] = []
        for meaning, why in islice(_list_meanings(numbered, then, changed), limit):
            answers.append(self._answer_number(query, meaning, why))
        of_numbers = {(answer.edition, answer.source) for answer in answers}

        def is_wanted(found_edition: str, key: str) -> bool:
            return (found_edition, key) not in of_numbers and changed.takes(key)

        index = self._index_of(then, history=history)
        ranking = self._rank(query, index, then, history=history, typing=typing)
        answers += islice(self._answer_words(ranking, index, then, is_wanted), limit - len(answers))
        notes = [*self._describe_numbers(typed, numbered, then), *_describe_names(query, ranking)]
        if history:
            answers += self._search_issues(query, then, limit - len(answers))
        elif not answers:
            # an answer about the rules of a day is never mixed with another work
            notes += _describe_issues(self._search_issues(query, then, limit))
        return SearchResult(None if history else then, tuple(answers), tuple(notes), ranking.offer, missing)

    def _search_issues(self, query: Query, then: str, limit: int) -> tuple[SearchAnswer, ...]:
        """Return what issues of rulings summaries answer, the newest issue first; nothing if one is searched."""
        works = self._store.work_of
        if works[then] != COMPREHENSIVE_RULES or limit <= 0:
            return ()
        issues = [issue for issue, work in works.items() if work != COMPREHENSIVE_RULES]
        found = chain.from_iterable(self._answer_issue(query, issue) for issue in reversed(issues))
        return tuple(islice(found, limit))

    def _answer_issue(self, query: Query, issue: str) -> Iterator[SearchAnswer]:
        index = self._index_of(issue, history=False)
        ranking = self._rank(query, index, issue, history=False, typing=False)
        yield from self._answer_words(ranking, index, issue, lambda _edition, _key: True)

    def _refuse(self, query: Query) -> str:
        """Return why a query can have no answer; empty if it can."""
        if query.kind == "empty":
            return "Type a number, a term or a question."
        if query.time and not query.editions:
            return f"No edition of that time is known; the first is {self._editions[0].date}."
        return ""

    def _understand(self, typed: str, edition: str, *, history: bool) -> Query:
        index = self._index_of(edition, history=history)

        def is_name(words: Sequence[str]) -> bool:
            return bool(index.called(words))

        return understand(typed, self._editions, is_name)

    @cached_property
    def _editions(self) -> list[EditionRow]:
        """Return the sets of the editions, oldest first."""
        chained = frozenset(self._store.chained())
        rows = []
        for edition in self._store.editions():
            if edition.id not in chained:
                continue
            rows += [EditionRow(edition.id, released.code, released.name or "") for released in edition.sets]
            if not edition.sets:
                rows.append(EditionRow(edition.id, "", ""))
        return rows

    @cached_property
    def _old_names(self) -> list[OldName]:
        return old_names(self._store.best_terms())

    @cached_property
    def known(self) -> frozenset[str]:
        """Return the stems of the words of all editions."""
        return frozenset(map(stem_of, vocabulary(self._store)))

    @cached_property
    def _history_index(self) -> Index:
        return Index([*read_wordings(self._store)])

    def _index_of(self, edition: str, *, history: bool) -> Index:
        return self._history_index if history else self.index(edition)

    def _read_index(self, edition: str) -> Index:
        rules = [
            Searched(rule.key, rule.heading or "", "\n".join([rule.text, *rule.notes]), rule.examples)
            for rule in self._store.rules(edition)
        ]
        entries = [Searched(entry.key, entry.term, entry.text, ()) for entry in self._store.glossary(edition)]
        return Index(sorted([*rules, *entries], key=order_of))

    def _rank(self, query: Query, index: Index, edition: str, *, history: bool, typing: bool) -> Ranking:
        """Return the ranking of what answers the words of a query; one of nothing but numbers finds what has them."""
        if query.kind == "number" and not query.words:
            query = replace(query, words=query.numbers, content=query.numbers)
        names: Sequence[OldName] = ()
        sayings: Mapping[str, Sequence[str]] = {}
        if not history:
            names = names_in_force(self._old_names, edition)
            sayings = self._sayings.sayings_of(edition)
        return Ranking(index, query, known_stems=self.known, renamed=names, sayings=sayings, typing=typing)

    def _answer_editions(self, query: Query) -> SearchResult:
        """Return the editions that a query names."""
        editions = query.editions[: self._definition.limits["meanings"]]
        return SearchResult(query.editions[0], tuple(map(self._answer_edition, editions)))

    def _answer_edition(self, edition: str) -> SearchAnswer:
        names = ", ".join(row.name for row in self._editions if row.date == edition and row.name)
        return SearchAnswer(
            source=f"edition:{edition}",
            number=None,
            edition=edition,
            kind="edition",
            heading=names or None,
            chapter="",
            field="",
            text="",
            marks=(),
            why=str(EDITION),
            why_kind=EDITION.kind,
            first=edition,
            last=edition,
            link="",
            score=self._definition.weights["edition"],
        )

    def _answer_number(self, query: Query, meaning: Meaning, why: Why) -> SearchAnswer:
        """Return what a number of a query means."""
        index = self.index(meaning.edition)
        position = index.at[meaning.key]
        field, text = index.shown(position)
        found = Found(
            position=position,
            field=field,
            text=text,
            tier=self._definition.tiers["number"],
            score=self._definition.weights["number"],
            why=why,
            stems=frozenset(map(stem_of, query.content)),
            whole=True,
        )
        first, last = span_of(self._store, meaning.edition, meaning.key)
        return self._make_answer(index, found, edition=meaning.edition, first=first, last=last)

    def _answer_words(
        self, ranking: Ranking, index: Index, edition: str, is_wanted: Callable[[str, str], bool]
    ) -> Iterator[SearchAnswer]:
        """Yield what answers the words of a query, best first.

        Args:
            ranking: The ranking.
            index: What it ranks: one edition, or all.
            edition: The edition, if it is one.
            is_wanted: Tells whether a record, by its edition and key, may be an answer.
        """
        newest_names = [name.names[-1] for name in ranking.renamed]
        for wordings in _group_wordings(ranking.answers(), index):
            newest = wordings[0]
            record = index.records[newest.position]
            shown_edition = record.uses[-1].last if record.lineage else edition
            if not is_wanted(shown_edition, record.key):
                continue
            if record.lineage:
                first = min(index.records[wording.position].uses[0].first for wording in wordings)
                last = shown_edition
            else:
                first, last = span_of(self._store, edition, record.key)
            is_renamed = newest.why.kind == "old-name" and newest.why.name in newest_names
            yield self._make_answer(
                index,
                newest,
                edition=shown_edition,
                first=first,
                last=last,
                phrases=ranking.query.phrases,
                term=newest.why.name if is_renamed else None,
                wordings=len(wordings),
            )

    def _make_answer(
        self,
        index: Index,
        found: Found,
        *,
        edition: str,
        first: str,
        last: str,
        phrases: Sequence[str] = (),
        term: str | None = None,
        wordings: int = 1,
    ) -> SearchAnswer:
        """Return an answer.

        Args:
            index: The index that has it.
            found: What was found; in a search of all editions the newest wording.
            edition: Its edition.
            first: The first edition with the passage.
            last: The last one.
            phrases: Phrases to mark.
            term: Its present name, if the query used an old one.
            wordings: How many wordings of it were found.
        """
        key = index.records[found.position].key
        return SearchAnswer(
            source=key,
            number=None if is_term(key) else number_of(key),
            edition=edition,
            kind=_kind_of(key),
            heading=index.title(found.position) or None,
            chapter=index.chapter_title(found.position),
            field=found.field,
            text=found.text,
            marks=marks_in(found.text, found.stems, phrases),
            why=str(found.why),
            why_kind=found.why.kind,
            why_name=found.why.name,
            first=first,
            last=last,
            link=self._link(edition, key),
            score=found.score + found.tier * _TIER_VALUE,
            term=term,
            wordings=wordings,
        )

    def _describe_numbers(self, typed: str, numbered: Numbered, edition: str) -> Iterator[str]:
        """Yield what was not read of a query, and the numbers that the edition lacks, if others are found."""
        longest = self._definition.limits["query"]
        if len(" ".join(typed.split())) > longest:
            yield f"Only the first {longest} characters are read."
        if numbered.meanings:
            for number in numbered.missing:
                yield f"The edition of {edition} has no rule {number}."


def _list_meanings(numbered: Numbered, edition: str, changed: _ChangedSince) -> Iterator[tuple[Meaning, Why]]:
    """Yield what numbers mean; if only what changed is wanted, rules of the edition alone."""
    for meaning, why in numbered.meanings.items():
        if not changed.day or (meaning.edition == edition and changed.takes(meaning.key)):
            yield meaning, why


def _describe_issues(rulings: Iterable[SearchAnswer]) -> Iterator[str]:
    """Yield in which issues of rulings summaries there are answers."""
    for issue in dict.fromkeys(answer.edition for answer in rulings):
        yield f"The rulings summary of {issue} has it; search that: --as-of {issue}."


def _describe_names(query: Query, ranking: Ranking) -> Iterator[str]:
    """Yield what the old names in a query are called."""
    typed = query.text.strip('"')
    for name in ranking.renamed:
        shown = typed if fold(typed) == name.old else name.old
        yield f"“{shown}” has been called “{name.names[-1]}” since {name.since}"


def _group_wordings(answers: Iterable[Found], index: Index) -> Iterator[list[Found]]:
    """Yield the answers, those of one lineage together: as good as its best in tier and words, the newest first."""
    groups: dict[str, list[Found]] = {}
    for rank, answer in enumerate(answers):
        lineage = index.records[answer.position].lineage or str(rank)
        groups.setdefault(lineage, []).append(answer)
    for group in groups.values():
        best = group[0]
        equal = [answer for answer in group if (answer.tier, answer.whole) == (best.tier, best.whole)]
        yield sorted(equal, key=lambda answer: answer.position)


def _kind_of(key: str) -> str:
    if is_term(key):
        return "glossary"
    number = number_of(key)
    return kind_of(number) if is_number(number) else "ruling"
