"""The answering of one query: from the text that was typed to the list of answers.

An answer is *named* by a query, such as an edition, a comparison of two editions or the rule of a number, or it is
*described* by the words of the query, as passages are. *History* stands for a search of all editions.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from graph.answers.search import SearchAnswer, SearchResult
from graph.answers.why import Why
from graph.search.answer_maker import AnswerMaker, Link
from graph.search.comparisons import ComparedPart, find_part
from graph.search.definition import read_definition
from graph.search.index import Index
from graph.search.issues import IssueSearch
from graph.search.named_answers import NamedAnswers
from graph.search.notes import (
    describe_issues,
    describe_numbers,
    describe_past,
    describe_sets,
    describe_time,
    describe_unknown,
)
from graph.search.number_history import NumberHistories, NumberHistory
from graph.search.numbered import Numbered, NumberMeaning, find_numbered
from graph.search.past import PastAnswer
from graph.search.rank import Ranking
from graph.search.renamed import plain_name
from graph.search.searchable import SearchableStore
from graph.search.text import content_words, stem_of
from graph.search.understand import Query, drop_quotes, is_more_than_phrases, understand
from graph.search.word_answers import WordAnswers
from rules.store import Store
from rules.store.search import words_since

NO_PHRASE = "No passage has the quoted words in this order."
"""The remark if the words of a question are searched although it has them in quotes."""


class _Request(Struct, frozen=True):
    """The arguments of `Searcher.search`."""

    typed: str
    edition: str | None
    limit: int
    history: bool
    typing: bool
    changed_since: str


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


class _Search(Struct, frozen=True):
    """A query, with all that is looked up for it before the answers are listed.

    Attributes:
        query: The query.
        edition: The edition that is searched, or of all editions the one that numbers are looked up in.
        index: The records that are searched.
        ranking: The ranking of these records.
        changed_since: Which of them may be answers.
        in_history: Whether all editions are searched.
        numbered: The meanings of the numbers in the query.
        past: The answers about the past; empty if a former edition is searched, or only what changed since a day.
        histories: The histories of its numbers; empty unless the query asks for them, and of all rules.
    """

    query: Query
    edition: str
    index: Index
    ranking: Ranking
    changed_since: _ChangedSince
    in_history: bool
    numbered: Numbered
    past: PastAnswer = PastAnswer()
    histories: NumberHistory = NumberHistory()

    @property
    def has_whole_edition(self) -> bool:
        """Return whether all records of one edition are searched, and nothing else."""
        return not self.in_history and not self.changed_since.day


def _link_nothing(_edition: str, _key: str) -> str:
    return ""


class Searcher:
    """The search in one knowledge base. What a query needs is read once.

    Args:
        store: The knowledge base.
        link: Returns the address of a record's page from its edition and key; by default there are no links.

    Attributes:
        index: Returns the index of an edition. Those of the last four editions are kept in memory.
    """

    def __init__(self, store: Store, link: Link = _link_nothing) -> None:
        self._store = store
        self._searchable = SearchableStore(store)
        self.index = self._searchable.index
        self._maker = AnswerMaker(self._searchable, link)
        self._named = NamedAnswers(store, self._maker)
        self._issues = IssueSearch(self._searchable, self._maker)
        self._histories = NumberHistories(store)

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
        """Return the answers to a query, best first.

        Issues of rulings summaries are searched for themselves (`edition`), or with all editions (`history`). Any other
        search only names the issues in a note, and only if it finds nothing else.

        Args:
            typed: Words, `"a phrase"`, numbers, `begin*`, `-without`, with or without an edition. A query that
                makes no sense is no error: its result has no answers, and a note that says why.
            edition: Id of the edition to search; None for the latest.
            limit: Maximum number of answers. The editions, the comparison and the past that a query names are returned
                even if they are more.
            history: Whether to search all editions; each rule is listed once, with the newest wording that matches.
            typing: Whether the last word may be unfinished.
            changed_since: A day: only records that are new or were reworded on it or later.
        """
        return self._answer(_Request(typed, edition, limit, history, typing, changed_since))

    def _answer(self, request: _Request) -> SearchResult:
        """Return the answers to a query: at once if no passages are needed for them, else those of a search.

        A query whose only number no edition has gets a note. A question with a phrase in quotes that nothing has is
        searched again without the quotes.
        """
        latest = self._searchable.latest
        query = self._understand(request.typed, request.edition or latest, history=request.history)
        at_once = self._answer_at_once(query, request.edition)
        if at_once is not None:
            return at_once
        searched = query.edition or request.edition or latest
        numbered = find_numbered(self._store, query, searched, latest)
        if query.kind == "number" and not numbered.meanings:
            note = f"No edition has a rule {numbered.missing[0]}."
            return SearchResult(searched, (), (note,), missing=numbered.missing)
        search = self._start_search(request, query, searched, numbered)
        answers = self._list_answers(search, request.limit)
        if not answers and query.kind == "phrase":
            of_words = self._search_without_quotes(request)
            if of_words is not None:
                return of_words
        return self._add_notes_and_issues(request, search, answers)

    def _search_without_quotes(self, request: _Request) -> SearchResult | None:
        """Return the result of a query for its words, without the quotes around some of them.

        A question that quotes a card asks about its words, which the rules have in another order. A phrase alone is
        searched as it is: whoever types only that wants to know whether the edition has it.

        Returns:
            None for a query that is nothing but phrases, and if nothing is found without the quotes either.
        """
        if not is_more_than_phrases(request.typed):
            return None
        of_words = self._answer(replace(request, typed=drop_quotes(request.typed)))
        if not of_words.answers:
            return None
        return replace(of_words, notes=(NO_PHRASE, *of_words.notes))

    def _start_search(self, request: _Request, query: Query, searched: str, numbered: Numbered) -> _Search:
        """Return the search for the words of a query.

        Args:
            request: What was asked.
            query: The meaning of the query.
            searched: The edition that is searched.
            numbered: The meanings of its numbers.
        """
        history, day = request.history, request.changed_since
        search = _Search(
            query=query,
            edition=searched,
            index=self._searchable.index_of(searched, history=history),
            ranking=self._searchable.rank(query, searched, history=history, typing=request.typing),
            changed_since=_ChangedSince(words_since(self._store, searched) if day else {}, day),
            in_history=history,
            numbered=numbered,
        )
        histories = NumberHistory() if day else self._histories.answer(query, searched)
        return replace(search, past=self._find_past(search), histories=histories)

    def _find_past(self, search: _Search) -> PastAnswer:
        """Return the answers about the past to a query that names no edition; none if only what changed is searched."""
        if search.changed_since.day or search.edition != self._searchable.latest:
            return PastAnswer()
        if search.in_history:
            return self._searchable.past.answer_in_all_editions(search.query)
        return self._searchable.past.answer(search.query, search.index)

    def _list_answers(self, search: _Search, limit: int) -> list[SearchAnswer]:
        """Return what a query names, then what it describes.

        Args:
            search: The search.
            limit: Maximum number of answers. All that the query names takes its places first, and the passages get the
                rest: with a limit of 3, two editions and a comparison leave no place for a passage. Only the rules of
                its numbers, with the pages about these, never exceed the limit.
        """
        named = self._list_named(search, limit)
        return [*named, *self._list_described(search, named, max(0, limit - len(named)))]

    def _list_named(self, search: _Search, limit: int) -> list[SearchAnswer]:
        """Return what a query names, such as editions, histories and numbers, then the past that it asks about.

        Args:
            search: The search.
            limit: Maximum number of answers to the numbers, with the pages of their histories and references.
        """
        query = search.query
        pages_of_numbers = [
            *map(self._maker.answer_history_page, search.histories.pages),
            *self._list_references(search),
        ]
        room_for_numbers = max(0, limit - len(pages_of_numbers))
        return [
            *self._named.list_editions(query),
            *self._list_changes(search),
            *pages_of_numbers,
            *islice(self._named.list_numbers(query, _list_meanings(search)), room_for_numbers),
            *(self._maker.answer_past(query, found) for found in search.past.first),
        ]

    def _list_references(self, search: _Search) -> Iterator[SearchAnswer]:
        """Return the pages of references that a query asks for; none if only what changed is searched."""
        if search.changed_since.day:
            return iter(())
        return self._named.list_references(search.query, search.numbered.meanings.items())

    def _list_changes(self, search: _Search) -> Iterator[SearchAnswer]:
        """Yield links to the pages about the changes that a query asks for; most queries ask for none.

        They are the comparison of two editions and, if the query has a subject, the page of all changes with its words:
        `changes to layers since 2019`. A search of all editions, or of records that changed since a day, has none.
        """
        changes = search.query.changes
        if changes and search.has_whole_edition:
            part = find_part(changes.subject, search.index, search.ranking.answers())
            yield from self._named.list_changes(search.query, part)

    def _list_described(self, search: _Search, named: Sequence[SearchAnswer], limit: int) -> list[SearchAnswer]:
        """Return the passages that answer the words of a query, with the rest about the past after the best one.

        Args:
            search: The search.
            named: The answers that the query names, whose passages are left out here.
            limit: Maximum number of answers.
        """
        left_out = {(answer.edition, answer.source) for answer in named}

        def is_wanted(edition: str, key: str) -> bool:
            return (edition, key) not in left_out and search.changed_since.takes(key)

        of_words = WordAnswers(self._store, self._maker, search.index, search.ranking, search.edition)
        passages = list(islice(of_words.list_wanted(is_wanted), limit))
        rest_of_past = [self._maker.answer_past(search.query, found) for found in search.past.second]
        answers = [*passages[:1], *rest_of_past, *passages[1:]]
        return answers[:limit]

    def _add_notes_and_issues(
        self, request: _Request, search: _Search, answers: Sequence[SearchAnswer]
    ) -> SearchResult:
        """Return the result of a search: its answers, with notes, and with answers from issues of rulings summaries.

        In a search of all editions, the answers from issues come last; if the limit leaves no room for them, a note
        names the issues. Answers about the rules of a day are never mixed with those of other works, so a search of one
        edition only names the issues in a note, if it has no answers.
        """
        query, edition = search.query, search.edition
        of_issues: tuple[SearchAnswer, ...] = ()
        if request.history:
            of_issues = self._issues.search(query, edition, request.limit - len(answers))
        has_no_room = request.history and len(answers) >= request.limit
        notes = [
            *search.histories.notes,
            *describe_time(query, self._searchable.edition_rows),
            *describe_numbers(request.typed, search.numbered, edition),
            *describe_past(search.past, query, search.ranking, edition),
        ]
        if has_no_room:
            notes += describe_issues(self._issues.search(query, edition, request.limit))
        if not request.history:
            notes += describe_unknown(search.ranking.unknown_words, has_answers=bool(answers))
            if not answers:
                notes += describe_issues(self._issues.search(query, edition, request.limit))
        return SearchResult(
            edition=None if request.history else edition,
            answers=(*answers, *of_issues),
            notes=tuple(notes),
            offer=search.ranking.offer,
            missing=search.numbered.missing,
        )

    def _answer_at_once(self, query: Query, edition: str | None) -> SearchResult | None:
        """Return the result of a query that can have no answer, or asks for nothing but editions or a comparison.

        Args:
            query: What is asked.
            edition: The edition that is searched; None for the latest.

        Returns:
            None for any other query, and for one such as `ravnica`, which is only a part of the names of sets.
        """
        refusal = self._refuse(query)
        if refusal:
            return SearchResult(edition, (), (refusal,))
        if query.kind == "edition" and not query.is_named_in_part:
            notes = describe_sets(query, self._searchable.edition_rows)
            return SearchResult(query.editions[0], tuple(self._named.list_editions(query)), tuple(notes))
        if query.kind == "changes":
            whole = ComparedPart()
            return SearchResult(query.editions[0], tuple(self._named.list_changes(query, whole)))
        return None

    def _refuse(self, query: Query) -> str:
        """Return why a query can have no answer; empty if it can."""
        if query.kind == "empty":
            return "Type a number, a term or a question."
        if query.kind == "edition" and not query.editions:
            return describe_time(query, self._searchable.edition_rows)[0]
        return ""

    def understand(self, typed: str) -> Query:
        """Return what a query means in the latest edition."""
        return self._understand(typed, self._searchable.latest, history=False)

    def _understand(self, typed: str, edition: str, *, history: bool) -> Query:
        """Return what a query means.

        Words that name or say something in the edition, or are common there, are not taken for the name of a set.
        """
        index = self._searchable.index_of(edition, history=history)

        def is_name(words: Sequence[str]) -> bool:
            return bool(index.called(words)) or self._searchable.is_saying(words)

        def is_common(words: Sequence[str]) -> bool:
            return self._is_common(index, words)

        return understand(typed, self._searchable.edition_rows, is_name, is_common)

    def _is_common(self, index: Index, words: Sequence[str]) -> bool:
        """Return whether words mean too much in the rules to be a part of a set's name.

        They do if they are a saying or a former name, or if more records have all of them than the limit `set_uses`.
        """
        if self._searchable.is_saying(words):
            return True
        if any(name.old == plain_name(" ".join(words)) for name in self._searchable.old_names):
            return True
        stems = frozenset(map(stem_of, content_words(words)))
        using = set.intersection(*(set(index.having(stem)) for stem in stems))
        return len(using) > read_definition().limits["set_uses"]


def _list_meanings(search: _Search) -> Iterator[tuple[NumberMeaning, Why]]:
    """Yield what the numbers of a query mean; if only what changed is wanted, rules of the edition alone."""
    changed_since = search.changed_since
    for meaning, why in search.numbered.meanings.items():
        if not changed_since.day or (meaning.edition == search.edition and changed_since.takes(meaning.key)):
            yield meaning, why
