"""Answers from a knowledge base: rules by number, editions, and passages of an edition or of all editions.

What players say is searched too, with the numbers of any edition.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property, lru_cache
from itertools import chain, islice

import msgspec

from graph.answers.search import SearchAnswer, SearchResult
from graph.search.index import Index, order_of
from graph.search.rank import Found, OldName, Ranking, names_in_force, old_names, phrase_places
from graph.search.text import EditionRow, Query, fold, places_in, read_definition, read_sayings, stem_of, understand
from rules.grouping import grouped
from rules.numbers import is_number, is_term, kind_of, number_of, without_letters
from rules.store import Store
from rules.store.search import Searched, read_wordings, span_of, vocabulary, words_since


class Searcher:
    """The search in one knowledge base. What a query needs is read once.

    Args:
        store: The knowledge base.
        link: Returns the address of a record's page from its edition and key; by default there are no links.
    """

    def __init__(self, store: Store, link: Callable[[str, str], str] = lambda _edition, _key: "") -> None:
        self._store = store
        self._link = link
        self._definition = read_definition()
        self.index = lru_cache(maxsize=4)(self._read_index)
        self._sayings = lru_cache(maxsize=4)(sayings_of)

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
        here = self._history_index if history else self.index(edition or latest)
        query = understand(typed, self._editions, lambda words: bool(here.called(words)))
        if query.kind == "empty":
            return SearchResult(edition, (), ("Type a number, a term or a question.",))
        if query.time and not query.editions:
            return SearchResult(
                edition, (), (f"No edition of that time is known; the first is {self._editions[0][0]}.",)
            )
        then = (query.editions or (edition or latest,))[0]
        if query.kind == "edition":
            named = query.editions[: self._definition.limits["meanings"]]
            return SearchResult(then, tuple(map(self._edition_answer, named)))
        numbered, missing = self._find_numbered(query, then, latest)
        longest = self._definition.limits["query"]
        notes = [f"Only the first {longest} characters are read."] if len(" ".join(typed.split())) > longest else []
        notes += [f"The edition of {then} has no rule {number}." for number in missing if numbered]
        if query.kind == "number" and not numbered:
            return SearchResult(then, (), (f"No edition has a rule {missing[0]}.",), missing=missing)
        since = words_since(self._store, then) if changed_since else {}
        if changed_since:
            numbered = {
                (key, of): why
                for (key, of), why in numbered.items()
                if of == then and since.get(key, "") >= changed_since
            }
        answers = [self._numbered_answer(query, *one) for one in islice(numbered.items(), limit)]
        names = [] if history else names_in_force(self._old_names, then)
        index = self._history_index if history else self.index(then)
        # A query of nothing but numbers finds what mentions them.
        words = {} if query.kind != "number" or query.words else {"words": query.numbers, "content": query.numbers}
        ranking = Ranking(
            index,
            msgspec.structs.replace(query, **words),
            known=self.known,
            renamed=names,
            sayings={} if history else self._sayings(self._store, then),
            typing=typing,
        )
        have = {(answer.edition, answer.source) for answer in answers}
        for found, *older in _by_lineage(ranking.answers(), index):
            if len(answers) >= limit:
                break
            record = index.records[found.place]
            then_or_last = record.uses[-1].last if record.lineage else then
            if (then_or_last, record.key) not in have and since.get(record.key, "") >= changed_since:
                answers.append(self._answer(index, found, then_or_last, ranking, older))
        for name in ranking.renamed:
            typed_name = query.text.strip('"') if fold(query.text.strip('"')) == name.old else name.old
            notes.append(f"“{typed_name}” is called “{name.names[-1]}” since {name.since}")
        return SearchResult(None if history else then, tuple(answers), tuple(notes), ranking.offer, missing)

    @cached_property
    def _editions(self) -> list[EditionRow]:
        chained = set(self._store.chained())
        return [
            (edition.id, code, name)
            for edition in self._store.editions()
            if edition.id in chained
            for code, name in [(each.code, each.name or "") for each in edition.sets] or [("", "")]
        ]

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

    def _read_index(self, edition: str) -> Index:
        rules = [
            Searched(rule.key, rule.heading or "", "\n".join([rule.text, *rule.notes]), rule.examples)
            for rule in self._store.rules(edition)
        ]
        entries = [Searched(entry.key, entry.term, entry.text, ()) for entry in self._store.glossary(edition)]
        return Index(sorted([*rules, *entries], key=order_of))

    def _find_numbered(
        self, query: Query, then: str, latest: str
    ) -> tuple[dict[tuple[str, str], str], tuple[str, ...]]:
        """Return the key and edition of each rule that the numbers of a query mean, with why, and missing numbers."""
        numbered: dict[tuple[str, str], str] = {}
        missing: list[str] = []
        for number in query.numbers:
            found = [self._meanings(number, edition, latest) for edition in query.editions or (then,)]
            keys = {key for meanings in found for key, _ in meanings}
            if number not in keys:
                missing.append(number)
            above = without_letters(number)
            if not keys and above != number and self._keys(then, above):
                found = [{(above, then): f"there is no {number}"}]
            for one, why in chain.from_iterable(meanings.items() for meanings in found):
                numbered.setdefault(one, why)
        return numbered, tuple(missing)

    def _keys(self, edition: str, number: str) -> list[str]:
        """Return the keys of an edition's rules with a number."""
        query = "SELECT key FROM records WHERE edition = ? AND number = ? ORDER BY ordinal"
        return [key for (key,) in self._store.select(query, edition, number)]

    def _meanings(self, number: str, edition: str, latest: str) -> dict[tuple[str, str], str]:
        """Return the rule with a number in an edition, then what the number means at another time, newest first.

        Returns:
            Key and edition of each, with why it is meant; an edition is only read if its rule is shown.
        """
        meant = {(key, edition): "number" for key in self._keys(edition, number)}
        lineage = self._store.lineage_at(latest, number) if edition != latest else None
        for version in self._store.versions(lineage) if lineage else ():
            if version.first <= edition <= version.last:
                meant.setdefault((version.key, edition), f"{number} today")
        if meant:
            return meant
        rows = """SELECT lineage, max(last_edition) FROM versions WHERE key = ?
                  GROUP BY lineage ORDER BY max(last_edition) DESC, lineage LIMIT ?"""
        for lineage, until in self._store.select(rows, number, self._definition.limits["meanings"]):
            last = self._store.versions(lineage)[-1]
            if last.last == edition:
                meant.setdefault((last.key, edition), f"{number} until {until}")
            else:
                meant.setdefault((number, until), f"last in the edition of {until}")
        return meant

    def _edition_answer(self, edition: str) -> SearchAnswer:
        names = ", ".join(name for date, _, name in self._editions if date == edition and name)
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
            why="edition",
            first=edition,
            last=edition,
            link="",
            score=self._definition.weights["edition"],
        )

    def _numbered_answer(self, query: Query, meant: tuple[str, str], why: str) -> SearchAnswer:
        key, edition = meant
        index = self.index(edition)
        place = index.at[key]
        field, text = index.shown(place)
        tier, stems = self._definition.tiers["number"], frozenset(map(stem_of, query.content))
        found = Found(place, field, text, tier, self._definition.weights["number"], why, stems, whole=True)
        return self._answer(index, found, edition)

    def _answer(
        self, index: Index, found: Found, edition: str, ranking: Ranking | None = None, older: Sequence[Found] = ()
    ) -> SearchAnswer:
        """Return an answer.

        Args:
            index: The index that has it.
            found: What was found; in a search of all editions the newest wording.
            edition: Its edition.
            ranking: What found it; None for a number.
            older: The older wordings that were found.
        """
        record = index.records[found.place]
        if record.lineage:
            wordings = (index.records[one.place] for one in (found, *older))
            first, last = min(its.uses[0].first for its in wordings if its.lineage), edition
        else:
            first, last = span_of(self._store, edition, record.key)
        newest = [name.names[-1] for name in ranking.renamed] if ranking else []
        return SearchAnswer(
            source=record.key,
            number=None if is_term(record.key) else number_of(record.key),
            edition=edition,
            kind=_kind_of(record.key),
            heading=index.title(found.place) or None,
            chapter=index.chapter_title(found.place),
            field=found.field,
            text=found.text,
            marks=marks_in(found.text, found.stems, ranking.query.phrases if ranking else ()),
            why=found.why,
            first=first,
            last=last,
            link=self._link(edition, record.key),
            score=found.score + found.tier * 10000,
            term=next((name for name in newest if found.why.endswith(f"“{name}”")), None),
            wordings=1 + len(older),
        )


def _by_lineage(answers: Iterable[Found], index: Index) -> list[list[Found]]:
    """Return the answers, those of one lineage together: as good as its best in tier and words, the newest first."""
    lineages = grouped((index.records[it.place].lineage or str(place), it) for place, it in enumerate(answers))
    return [
        sorted((it for it in found if (it.tier, it.whole) == (found[0].tier, found[0].whole)), key=lambda it: it.place)
        for found in lineages.values()
    ]


def _kind_of(key: str) -> str:
    if is_term(key):
        return "glossary"
    return kind_of(number_of(key)) if is_number(number_of(key)) else "ruling"


def marks_in(text: str, stems: Iterable[str], phrases: Iterable[str] = ()) -> tuple[tuple[int, int], ...]:
    """Return where a text has phrases and words with some stems, in order."""
    folded = fold(text)
    exact = [place for phrase in phrases for place in phrase_places(folded, phrase)]
    stems = frozenset(stems)
    words = [(begin, end) for word, begin, end in places_in(text) if stem_of(word) in stems]
    free = [(begin, end) for begin, end in words if not any(begin < to and start < end for start, to in exact)]
    return tuple(sorted([*exact, *free]))


def sayings_of(store: Store, edition: str) -> dict[str, tuple[str, ...]]:
    """Return the sayings with the numbers that their rules have in an edition; those that have none there are left out.

    The rules are followed along their lineages: to the newest edition, with the ledger if the knowledge base lacks the
    edition whose numbers the table gives, and from there to the edition.
    """
    given, sayings = read_sayings()
    newest = store.chained()[-1]
    if given in store.edition_ids:
        sayings = _carry(store, sayings, given, newest)
    else:
        from graph.ledger import open_ledger  # noqa: PLC0415 - slow to import

        with open_ledger() as ledger:
            before = [edition for edition in ledger.chained() if edition <= newest]
            sayings = _carry(ledger, sayings, given, before[-1]) if before and given in ledger.edition_ids else {}
    return _carry(store, sayings, newest, edition)


def _carry(facts: Store, sayings: dict[str, tuple[str, ...]], old: str, new: str) -> dict[str, tuple[str, ...]]:
    if old == new:
        return sayings
    there = {lineage: key for key, lineage in facts.lineages(new).items()}
    here = facts.lineages(old)
    carried = (
        (saying, tuple(there[here[rule]] for rule in rules if rule in here and here[rule] in there))
        for saying, rules in sayings.items()
    )
    return {saying: rules for saying, rules in carried if rules}
