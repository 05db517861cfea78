"""Answers from a knowledge base: rules by number, editions, and passages of an edition or of all editions.

What players say is searched too, with the numbers of any edition.
"""

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain, islice
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from graph.announcements.file import bulletins
from graph.announcements.records import Bulletin
from graph.answers.search import SearchAnswer, SearchResult
from graph.answers.why import EDITION, Why
from graph.search.comparisons import ComparedPart, find_part, list_pages
from graph.search.definition import read_definition
from graph.search.index import Index, order_of
from graph.search.marks import marks_in
from graph.search.numbered import NUMBER_PAGE, Meaning, Numbered, find_numbered
from graph.search.past import TERM, Past, PastAnswer, PastRecord, TermPage
from graph.search.rank import Found, Ranking
from graph.search.renamed import OldName, names_not_in_force, old_names, plain_name
from graph.search.sayings import SayingBook
from graph.search.sayings_file import read_sayings
from graph.search.sets import EditionRow
from graph.search.text import content_words, fold, stem_of, stems_of_saying, words_in
from graph.search.understand import Query, drop_quotes, is_more_than_phrases, understand
from rules.caching import cached_property
from rules.keys import is_entry, number_of
from rules.numbers import is_number, kind_of
from rules.records import COMPREHENSIVE_RULES
from rules.sets_without_edition import list_sets_in_force
from rules.store import Store
from rules.store.search import Searched, read_wordings, span_of, vocabulary, words_since

BULLETIN = "bulletin:"
"""The beginning of the source of an answer that is a bulletin."""
NO_PHRASE = "No passage has the quoted words in this order."
"""The remark if the words of a question are searched although it has them in quotes."""
_TIER_VALUE = 10000
"""The value of each tier in the score that is shown, so that the scores of all tiers can be compared."""


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
    """A search for the words of a query.

    Attributes:
        query: The query.
        edition: The edition that is searched, or of all editions the one that numbers are looked up in.
        index: The records that are searched.
        ranking: The ranking of these records.
        changed: Which of them may be answers.
        in_history: Whether all editions are searched.
    """

    query: Query
    edition: str
    index: Index
    ranking: Ranking
    changed: _ChangedSince
    in_history: bool

    @property
    def has_whole_edition(self) -> bool:
        """Return whether all records of one edition are searched, and nothing else."""
        return not self.in_history and not self.changed.day


def _link_nothing(_edition: str, _key: str) -> str:
    return ""


class Searcher:
    """The search in one knowledge base. What a query needs is read once.

    Args:
        store: The knowledge base.
        link: Returns the address of a record's page from its edition and key; by default there are no links.

    Attributes:
        index: Returns the index of an edition. Those of the last four editions are kept in memory.
        past: The answers about the past.
    """

    def __init__(self, store: Store, link: Callable[[str, str], str] = _link_nothing) -> None:
        self._store = store
        self._link = link
        self._definition = read_definition()
        self.index = lru_cache(maxsize=4)(self._read_index)
        self._sayings = SayingBook(store)
        self.past = Past(store, self._old_names)

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
            typed: Words, `"a phrase"`, numbers, `begin*`, `-without`, with or without an edition. No query is an error.
            edition: Id of the edition to search; None for the latest.
            limit: Maximum number of answers.
            history: Whether to search all editions; each rule is listed once, with the newest wording that matches.
            typing: Whether the last word may be unfinished.
            changed_since: A day: only records that are new or were reworded on it or later.
        """
        latest = self._store.chained()[-1]
        query = self._understand(typed, edition or latest, history=history)
        at_once = self._answer_at_once(query, edition)
        if at_once is not None:
            return at_once
        searched = query.edition or edition or latest
        numbered = find_numbered(self._store, query, searched, latest)
        missing = numbered.missing
        if query.kind == "number" and not numbered.meanings:
            return SearchResult(searched, (), (f"No edition has a rule {missing[0]}.",), missing=missing)
        changed = _ChangedSince(words_since(self._store, searched) if changed_since else {}, changed_since)
        index = self._index_of(searched, history=history)
        ranking = self._rank(query, index, searched, history=history, typing=typing)
        search = _Search(query, searched, index, ranking, changed, in_history=history)
        is_of_today = searched == latest and search.has_whole_edition
        past = self.past.answer(query, index) if is_of_today else PastAnswer()
        answers = self._answer_what_is_named(search, numbered, past, limit)
        answers += self._answer_what_is_described(search, past, answers, max(0, limit - len(answers)))
        if query.kind == "phrase" and not answers and is_more_than_phrases(typed):
            # A question that quotes a card asks about its words, which the rules have in another order. A phrase alone
            # is searched as it is: whoever types only that wants to know whether the edition has it.
            of_words = self.search(
                drop_quotes(typed), edition, limit, history=history, typing=typing, changed_since=changed_since
            )
            if of_words.answers:
                return replace(of_words, notes=(NO_PHRASE, *of_words.notes))
        notes = [*self._describe_numbers(typed, numbered, searched), *_describe_past(past, query, ranking)]
        if history:
            answers += self._search_issues(query, searched, limit - len(answers))
        elif not answers:
            # Answers about the rules of a day are never mixed with those of other works.
            notes += _describe_issues(self._search_issues(query, searched, limit))
        return SearchResult(None if history else searched, tuple(answers), tuple(notes), ranking.offer, missing)

    def _answer_what_is_named(
        self, search: _Search, numbered: Numbered, past: PastAnswer, limit: int
    ) -> list[SearchAnswer]:
        """Return the editions, the comparison and the numbers that a query names, then the past that it asks about.

        Args:
            search: The search.
            numbered: The meanings of the numbers in the query.
            past: The answers about the past.
            limit: Maximum number of answers to the numbers.
        """
        meanings = _list_meanings(numbered, search.edition, search.changed)
        return [
            *self._answer_editions(search.query),
            *self._answer_changes(search),
            *islice(self._answer_numbers(search.query, meanings), limit),
            *(self._answer_past(search.query, found) for found in past.first),
        ]

    def _answer_what_is_described(
        self, search: _Search, past: PastAnswer, answered: Iterable[SearchAnswer], limit: int
    ) -> list[SearchAnswer]:
        """Return the passages that answer the words of a query, with the rest about the past after the best one.

        Args:
            search: The search.
            past: The answers about the past.
            answered: The answers so far, whose passages are left out.
            limit: Maximum number of answers.
        """
        left_out = {(answer.edition, answer.source) for answer in answered}

        def is_wanted(edition: str, key: str) -> bool:
            return (edition, key) not in left_out and search.changed.takes(key)

        of_words = self._answer_words(search.ranking, search.index, search.edition, is_wanted)
        passages = list(islice(of_words, limit))
        rest_of_past = [self._answer_past(search.query, found) for found in past.second]
        answers = [*passages[:1], *rest_of_past, *passages[1:]]
        return answers[:limit]

    def _answer_at_once(self, query: Query, edition: str | None) -> SearchResult | None:
        """Return the result of a query that can have no answer, or asks for nothing but editions or a comparison.

        Args:
            query: What is asked.
            edition: The edition that is searched; None for the latest.

        Returns:
            None for any other query.
        """
        refusal = self._refuse(query)
        if refusal:
            return SearchResult(edition, (), (refusal,))
        if query.kind == "edition" and not query.is_named_in_part:
            notes = tuple(self._describe_sets(query))
            return SearchResult(query.editions[0], tuple(self._answer_editions(query)), notes)
        if query.kind == "changes":
            return SearchResult(query.editions[0], tuple(self._make_changes_pages(query, ComparedPart())))
        return None

    def _search_issues(self, query: Query, searched: str, limit: int) -> tuple[SearchAnswer, ...]:
        """Return the answers from issues of rulings summaries, the newest issue first; none if an issue is searched."""
        works = self._store.work_of
        if works[searched] != COMPREHENSIVE_RULES or limit <= 0:
            return ()
        issues = [issue for issue, work in works.items() if work != COMPREHENSIVE_RULES]
        found = chain.from_iterable(self._answer_issue(query, issue) for issue in reversed(issues))
        return tuple(islice(found, limit))

    def _answer_issue(self, query: Query, issue: str) -> Iterator[SearchAnswer]:
        """Yield the answers from an issue of a rulings summary, best first."""
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
        """Return what a query means; the words of an edition, or of all editions, decide which words are no set."""
        index = self._index_of(edition, history=history)

        def is_name(words: Sequence[str]) -> bool:
            return bool(index.called(words))

        def is_common(words: Sequence[str]) -> bool:
            return self._is_common(index, words)

        return understand(typed, self._editions, is_name, is_common)

    def _is_common(self, index: Index, words: Sequence[str]) -> bool:
        """Return whether words say or name something in the rules, or are often used there."""
        stems = frozenset(map(stem_of, content_words(words)))
        if any(stems_of_saying(saying) == stems for saying in read_sayings().rules):
            return True
        if any(name.old == plain_name(" ".join(words)) for name in self._old_names):
            return True
        using = set.intersection(*(set(index.having(stem)) for stem in stems))
        return len(using) > self._definition.limits["set_uses"]

    @cached_property
    def _editions(self) -> list[EditionRow]:
        """Return the sets of the editions, oldest first; of an edition, first those that it was published with."""
        chained = frozenset(self._store.chained())
        rows = []
        for edition in self._store.editions():
            if edition.id not in chained:
                continue
            rows += [EditionRow(edition.id, released.code, released.name or "") for released in edition.sets]
            if not edition.sets:
                rows.append(EditionRow(edition.id, "", ""))
        for date, card_set in list_sets_in_force(self._store.chained()):
            rows.append(EditionRow(date, card_set.code, card_set.name, card_set.released))
        return sorted(rows, key=lambda row: row.date)

    def _describe_sets(self, query: Query) -> Iterator[str]:
        """Yield a sentence about the set that a query names if no edition was published with it."""
        for row in self._editions:
            if row.released and row.date in query.editions and fold(query.whole) in (fold(row.code), fold(row.name)):
                yield (
                    f"{row.name} ({row.code}) was released on {row.released} without an edition of its own; "
                    f"that of {row.date} was in force."
                )

    @cached_property
    def _old_names(self) -> list[OldName]:
        return old_names(self._store.best_terms())

    @cached_property
    def known(self) -> frozenset[str]:
        """Return the stems of the words of all editions."""
        return frozenset(map(stem_of, vocabulary(self._store)))

    @cached_property
    def _history_index(self) -> Index:
        """Return the index of all wordings of all editions."""
        return Index([*read_wordings(self._store)])

    def _index_of(self, edition: str, *, history: bool) -> Index:
        return self._history_index if history else self.index(edition)

    def _read_index(self, edition: str) -> Index:
        """Return the index of the rules and glossary entries of an edition."""
        rules = [
            Searched(rule.key, rule.heading or "", "\n".join([rule.text, *rule.notes]), rule.examples)
            for rule in self._store.rules(edition)
        ]
        entries = [Searched(entry.key, entry.term, entry.text, ()) for entry in self._store.glossary(edition)]
        return Index(sorted([*rules, *entries], key=order_of))

    def _rank(self, query: Query, index: Index, edition: str, *, history: bool, typing: bool) -> Ranking:
        """Return the ranking of the records that answer the words of a query.

        A query of nothing but numbers is ranked by these numbers, as if they were its words.
        """
        if query.kind == "number" and not query.words:
            query = replace(query, words=query.numbers, content=query.numbers)
        names: Sequence[OldName] = ()
        sayings: Mapping[str, Sequence[str]] = {}
        if not history:
            names = names_not_in_force(self._old_names, edition)
            sayings = self._sayings.sayings_of(edition)
        return Ranking(index, query, known_stems=self.known, old_names=names, sayings=sayings, typing=typing)

    def _answer_editions(self, query: Query) -> Iterator[SearchAnswer]:
        """Yield the editions that a query names, and the bulletins for them if it asks what was announced."""
        if query.kind != "edition":
            return
        editions = query.editions[: self._definition.limits["meanings"]]
        found = list(map(self._answer_edition, editions))
        if not query.wants_bulletins:
            yield from found
            return
        announced = [self._answer_bulletin(bulletin) for bulletin in bulletins() if _is_about(bulletin, editions)]
        asks_for_them = not self._definition.bulletin.isdisjoint(words_in(query.whole))
        yield from [*announced, *found] if asks_for_them else [*found, *announced]

    def _answer_changes(self, search: _Search) -> Iterator[SearchAnswer]:
        """Yield the comparison that a query asks for, and the search through changes; nothing of most queries.

        A search of all editions, or of records that changed since a day, has no such answers.
        """
        changes = search.query.changes
        if changes and search.has_whole_edition:
            part = find_part(changes.subject, search.index, search.ranking.answers())
            yield from self._make_changes_pages(search.query, part)

    def _make_changes_pages(self, query: Query, part: ComparedPart) -> Iterator[SearchAnswer]:
        """Yield the pages about the changes in a part of the rules, as answers to a query that asks for changes."""
        if query.changes is None:
            return
        editions = self._store.chained()
        following = editions[editions.index(query.changes.first) + 1]
        for page in list_pages(query.changes, part, following):
            yield self._make_page_answer(page.source, query.changes.last, page.heading, page.text, Why("changes"))

    def _answer_edition(self, edition: str) -> SearchAnswer:
        names = ", ".join(row.name for row in self._editions if row.date == edition and row.name and not row.released)
        return self._make_page_answer(f"edition:{edition}", edition, names, "", EDITION)

    def _answer_numbers(self, query: Query, meanings: Iterable[tuple[Meaning, Why]]) -> Iterator[SearchAnswer]:
        """Yield the answers to the numbers of a query; an edition is only read if its rule is shown.

        Of several editions that have a rule in the same words, as those of a year may have, the first one answers.
        """
        answered: set[tuple[str, str]] = set()
        for meaning, why in meanings:
            if meaning.key.startswith(NUMBER_PAGE):
                yield self._make_page_answer(
                    meaning.key, meaning.edition, meaning.key.removeprefix(NUMBER_PAGE), "", why
                )
                continue
            answer = self._answer_number(query, meaning, why)
            words = answer.source, fold(answer.text) or answer.edition
            if words not in answered:
                answered.add(words)
                yield answer

    def _answer_bulletin(self, bulletin: Bulletin) -> SearchAnswer:
        _, edition = bulletin.steps[-1]
        return self._make_page_answer(f"{BULLETIN}{bulletin.id}", edition, bulletin.title, "", Why("bulletin"))

    def _answer_past(self, query: Query, found: TermPage | PastRecord) -> SearchAnswer:
        """Return a record of a former edition, or the page of a term, as an answer."""
        if isinstance(found, PastRecord):
            return self._answer_number(query, Meaning(found.key, found.edition), found.why)
        return self._make_page_answer(f"{TERM}{found.name}", found.edition, found.name, found.text, Why("term"))

    def _make_page_answer(self, source: str, edition: str, heading: str, text: str, why: Why) -> SearchAnswer:
        """Return a page that is no record as an answer.

        Args:
            source: The kind of page, with its name: `edition:2009-07-11`.
            edition: The edition that it is about.
            heading: Its title.
            text: A sentence about its content; may be empty.
            why: Why it is an answer.
        """
        return SearchAnswer(
            source=source,
            number=None,
            edition=edition,
            kind=source.partition(":")[0],
            heading=heading or None,
            chapter="",
            field="",
            text=text,
            marks=(),
            why=str(why),
            why_kind=why.kind,
            why_name=why.name,
            first=edition,
            last=edition,
            link=self._link(edition, source),
            score=self._definition.weights["edition"],
        )

    def _answer_number(self, query: Query, meaning: Meaning, why: Why) -> SearchAnswer:
        """Return the rule that a number of a query means as an answer."""
        index = self.index(meaning.edition)
        position = index.position_of[meaning.key]
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
        newest_names = [name.names[-1] for name in ranking.old_names]
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
            number=None if is_entry(key) else number_of(key),
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
        """Yield a sentence if a query was cut, and one for each number that the edition lacks if others are found."""
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


def _is_about(bulletin: Bulletin, editions: Container[str]) -> bool:
    return any(new in editions for _, new in bulletin.steps)


def _describe_past(past: PastAnswer, query: Query, ranking: Ranking) -> Iterator[str]:
    """Yield what became of what a query asks for, then what the old names in it are called."""
    yield from past.notes
    for note in _describe_names(query, ranking):
        if f"{note}." not in past.notes:
            yield note


def _describe_names(query: Query, ranking: Ranking) -> Iterator[str]:
    """Yield what the old names in a query are called."""
    typed = query.text.strip('"')
    for name in ranking.old_names:
        shown = typed if fold(typed) == name.old else name.old
        yield f"“{shown}” has been called “{name.names[-1]}” since {name.since}"


def _group_wordings(answers: Iterable[Found], index: Index) -> Iterator[list[Found]]:
    """Yield the answers as groups of wordings of one lineage, the newest wording first.

    A wording that is worse than the best one of its lineage, by its tier or because words are missing, is left out. In
    one edition, where records have no lineage, each answer is a group of its own.
    """
    groups: dict[str, list[Found]] = {}
    for number, answer in enumerate(answers):
        lineage = index.records[answer.position].lineage or str(number)
        groups.setdefault(lineage, []).append(answer)
    for group in groups.values():
        best = group[0]
        equal = [answer for answer in group if (answer.tier, answer.whole) == (best.tier, best.whole)]
        yield sorted(equal, key=lambda answer: answer.position)


def _kind_of(key: str) -> str:
    if is_entry(key):
        return "glossary"
    number = number_of(key)
    return kind_of(number) if is_number(number) else "ruling"
