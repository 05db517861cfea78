"""The answers to queries about the past that name no day: since when, until when, what became of a name.

A name is *gone* if the newest edition has nothing of the kind (mana burn), and *given up* if the same thing now has
another name (converted mana cost). Its *life* is the time in which a heading or glossary entry had it. A *saying* is
a phrase that players use, and the rules do not. Names are compared by their *joined stems*: the words without their
endings and without blanks between them (`join_stems`).
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from msgspec import Struct

from graph.answers.why import Why
from graph.search.definition import Aim
from graph.search.gone import GoneName, find_changed, find_gone, list_changed_sayings, list_gone_names
from graph.search.index import Index, join_stems
from graph.search.lives import NameLife, join_name, read_lives, read_lives_of_forms
from graph.search.renamed import OldName, plain_name
from graph.search.text import words_in
from graph.search.understand import Query
from rules.caching import cached_property
from rules.keys import name_of
from rules.links import Term
from rules.sentences import capitalize, join_words
from rules.store import Store

TERM = "term:"
"""The beginning of the source of an answer that is the page of a term."""
_SHOWN = 3
"""Maximum number of the rules of a former edition that are shown for a name that is gone."""


class PastRecord(Struct, frozen=True):
    """A record of a former edition that answers.

    Attributes:
        edition: The edition.
        key: The record.
        why: The reason for which it is an answer.
    """

    edition: str
    key: str
    why: Why


class GivenUpName(NamedTuple):
    """A name that was given up for another.

    Attributes:
        joined_stems: The stems of its words, without blanks between them.
        renaming: The renaming that gave it up.
        newest_name: The name that replaced it everywhere; None if it was replaced in one of its senses only.
    """

    joined_stems: str
    renaming: Term
    newest_name: str | None


class TermPage(Struct, frozen=True):
    """The page of a term.

    Attributes:
        name: The name of the term.
        edition: The edition since which it has been so.
        text: What became of the name, as a sentence.
    """

    name: str
    edition: str
    text: str


class PastAnswer(Struct, frozen=True):
    """The answer to a query about the past; empty for most queries.

    Attributes:
        notes: Sentences about what became of the subject: `The rules have had no “mana burn” since 2009-07-11.`
        first: The pages and records that are listed before all other answers.
        second: The pages and records that are listed after the best passage.
    """

    notes: tuple[str, ...] = ()
    first: tuple[TermPage | PastRecord, ...] = ()
    second: tuple[TermPage | PastRecord, ...] = ()


def _counts_as_used(_name: str) -> bool:
    """Return that a name is used, so that `find_gone` only returns sayings."""
    return True


def _list_parts(words: Sequence[str]) -> Iterator[Sequence[str]]:
    """Yield the parts of some words that may be a name within them, the longest first.

    All the words are no part of themselves. A name of one word must be the first of them.
    """
    for length in range(len(words) - 1, 0, -1):
        starts = range(len(words) - length + 1) if length > 1 else range(1)
        for start in starts:
            yield words[start : start + length]


def _list_last_records(name: GoneName) -> list[PastRecord]:
    """Return the first few of the rules that decided a name last."""
    why = Why("last-edition", edition=name.until)
    return [PastRecord(name.until, key, why) for key in name.rules[:_SHOWN]]


def _answer_changed(name: GoneName) -> PastAnswer:
    """Return when the rules about a saying changed, and the rules that decided it before."""
    records = _list_last_records(name)
    deciding = join_words([name_of(record.key) for record in records])
    note = f"The rules about “{name.name}” changed on {name.gone_since}; until then, see {deciding}."
    return PastAnswer(notes=(note,), first=tuple(records[:1]), second=tuple(records[1:]))


class Past:
    """The answers about the past of one knowledge base.

    Args:
        store: The knowledge base.
        old_names: Names that were given up for others.
    """

    def __init__(self, store: Store, old_names: Sequence[OldName]) -> None:
        self._store = store
        self._old_names = old_names

    @cached_property
    def lives(self) -> dict[str, NameLife]:
        """Return the time in which the rules had each name, by the stems of its words without blanks (`join_stems`)."""
        return read_lives(self._store)

    @cached_property
    def lives_of_forms(self) -> dict[str, NameLife]:
        """Return the time of each name that shares its stems with another name, by its own words without blanks."""
        return read_lives_of_forms(self._store)

    @cached_property
    def gone(self) -> list[GoneName]:
        """Return the names and sayings that the newest edition no longer has."""
        return list_gone_names(self._store, self.lives.values(), (name.old for name in self._old_names))

    @cached_property
    def changed(self) -> list[GoneName]:
        """Return the sayings that former editions decided otherwise."""
        return list_changed_sayings(self._store)

    @cached_property
    def renamings_by_new_name(self) -> dict[str, Term]:
        """Return the renaming that gave each name of today, by the stems of the name.

        Only renamings that a person confirmed count; of several the last one, and of one edition the best supported.
        """
        confirmed = [term for term in self._store.best_terms() if term.curated and term.kind == "renamed"]
        renamings: dict[str, Term] = {}
        for term in sorted(confirmed, key=lambda term: (term.edition, term.support)):
            renamings[join_stems(words_in(term.new or ""))] = term
        return renamings

    @cached_property
    def renamings_by_old_name(self) -> dict[str, Term]:
        """Return the renaming that gave each old name up, by the stems of the name, in each of its forms.

        Only renamings that a person confirmed count, and of several the best one. They include those that gave up one
        sense of a name.
        """
        renamings: dict[str, Term] = {}
        for term in self._store.best_terms():
            if term.curated and term.kind in {"renamed", "split"}:
                old_forms = [term.old, *(old for old, _ in term.forms)]
                for old in old_forms:
                    renamings.setdefault(join_stems(words_in(old)), term)
        return renamings

    def answer(self, query: Query, index: Index) -> PastAnswer:
        """Return the answer to a question about the past; empty for most queries.

        It is empty for a query with numbers, phrases or excluded words (`-plane`). Otherwise the first of these counts:

        1. Something in the query is gone: `mana burn`, `how does mana burn work`.
        2. The query asks what former editions decided otherwise: `the old legend rule`.
        3. The query asks for history (`query.aim`): `since when does storm exist`.
        4. The query is nothing but a name that was given up: `converted mana cost`.

        Args:
            query: The query, which names no edition.
            index: The newest edition.
        """
        if query.kind != "words" or query.unwanted:
            return PastAnswer()

        def is_used(name: str) -> bool:
            return index.uses(plain_name(name))

        name = find_gone(query.words, query.content, self.gone, is_used)
        if name is not None:
            return self._answer_gone(name)
        changed = find_changed(query.words, self.changed, asks_for_change=query.aim == "changed")
        if changed is not None:
            return _answer_changed(changed)
        pages = tuple(self._list_old_pages(join_stems(query.words)))
        if not query.aim:  # the query only has an old name, so what the rules say comes before its page
            return PastAnswer(notes=tuple(page.text for page in pages), second=pages)
        return self._answer_question(query, pages)

    def answer_in_all_editions(self, query: Query) -> PastAnswer:
        """Return the answer to a query, in a search of all editions, that has a saying about something that is gone.

        Names that are gone need no answer here: the search finds the records that had them.
        """
        if query.kind != "words" or query.unwanted:
            return PastAnswer()
        saying = find_gone(query.words, query.content, self.gone, is_used=_counts_as_used)
        return PastAnswer() if saying is None else self._answer_gone(saying)

    def _answer_question(self, query: Query, pages: Sequence[TermPage]) -> PastAnswer:
        """Return the answer to a question such as since when the rules have had a name.

        Args:
            query: The question.
            pages: The pages of its words as an old name. If there are none, and the rules never had these words as a
                name, the page of an old name within the words is taken, or else the answer to a new name within them.
        """
        of_life = self._answer_life(query, query.words)
        if not pages and not of_life.notes:
            pages = tuple(self._list_pages_within(query.words))
        if not pages and not of_life.notes and query.aim == "changed":
            of_life = self._answer_life(query, self._find_new_name_within(query.words))
        notes_of_pages = [page.text for page in pages]
        return PastAnswer(
            notes=(*notes_of_pages, *of_life.notes),
            first=(*pages, *of_life.first),
            second=of_life.second,
        )

    def _answer_gone(self, name: GoneName) -> PastAnswer:
        """Return that something is gone, the page of its term, and what decided it last.

        A retired term may have no rules that decided it; then only its page is an answer.
        """
        deciding = name.rules[:_SHOWN]
        note = f"The rules have had no “{name.name}” since {name.gone_since}"
        if deciding:
            note += f"; until then, see {join_words([*map(name_of, deciding)])}"
        pages: list[TermPage] = []
        if name.term:
            sentence = f"“{capitalize(name.term)}” was retired on {name.gone_since}."
            pages.append(TermPage(name.term, name.gone_since, sentence))
        records = _list_last_records(name)
        return PastAnswer(
            notes=(f"{note}.",),
            first=(*records[:1], *pages),
            second=tuple(records[1:]),
        )

    def list_given_up(self) -> Iterator[GivenUpName]:
        """Yield each form of each name that was given up."""
        newest_names = {name.old: name.names[-1] for name in self._old_names}
        for stems, renaming in self.renamings_by_old_name.items():
            yield GivenUpName(stems, renaming, newest_names.get(plain_name(renaming.old)))

    def _list_old_pages(self, stems: str) -> Iterator[TermPage]:
        """Yield the page of the name with these stems that was given up, if there is one."""
        for name in self.list_given_up():
            if name.joined_stems != stems:
                continue
            term = name.renaming
            if name.newest_name is None:
                sentence = f"“{capitalize(term.old)}” was partly replaced by “{term.new}” on {term.edition}."
            else:
                sentence = f"“{capitalize(term.old)}” has been called “{name.newest_name}” since {term.edition}."
            yield TermPage(term.old, term.edition, sentence)

    def _list_pages_within(self, words: Sequence[str]) -> Iterator[TermPage]:
        """Yield the page of the longest old name that is a part of some words, the first of several equally long ones.

        "type" is no answer to "battle type", but one to "type change"; see `_list_parts`.
        """
        for part in _list_parts(words):
            pages = [*self._list_old_pages(join_stems(part))]
            if pages:
                yield from pages
                return

    def _find_new_name_within(self, words: Sequence[str]) -> Sequence[str]:
        """Return the words of the longest new name that some words have next to each other; empty if they have none.

        "stack" is no answer to "damage on the stack"; see `_list_parts`.
        """
        return next((part for part in _list_parts(words) if join_stems(part) in self.renamings_by_new_name), ())

    def _answer_life(self, query: Query, words: Sequence[str]) -> PastAnswer:
        """Return since when the rules have had a name, the page of its term, and where it was first.

        The page tells since when already, so there is no second note. If no heading or entry ever had the name, the
        answer is its page alone, or empty without a page. To the question how something was called, the last record
        with the old name comes first.

        Args:
            query: The question.
            words: The words of the name.
        """
        stems = join_stems(words)
        life = self.lives_of_forms.get(join_name(" ".join(words))) or self.lives.get(stems)
        page = self._find_page_of_new_name(stems, life)
        pages = () if page is None else (page,)
        notes = tuple(page.text for page in pages)
        if page is not None and query.aim == "changed":
            return PastAnswer(notes=notes, first=(*self._list_last_with_old_name(words), page))
        if life is None:
            return PastAnswer(notes=notes, first=pages)
        if not notes:
            notes = (self._describe_life(life, query.aim),)
        is_gone = life.last < self._store.chained()[-1]
        if query.aim == "until" and is_gone:
            last = PastRecord(life.last, life.last_key, Why("last-edition", edition=life.last))
            return PastAnswer(notes=notes, first=(*pages, last))
        record = PastRecord(life.first, life.first_key, Why("first-edition", edition=life.first))
        if query.aim in {"changed", "until"}:
            # What it is today is asked for as much as what it was, so the record of that time comes second.
            return PastAnswer(notes=notes, first=pages, second=(record,))
        return PastAnswer(notes=notes, first=(*pages, record))

    def _list_last_with_old_name(self, words: Sequence[str]) -> Sequence[PastRecord]:
        """Return the last record that had the old name of what now has a new one; empty if no record had that name.

        No record had the name "removed from the game zone", so for "exile zone" the old name of exile is taken.

        Args:
            words: The words of the new name, or of a longer name that has it; empty for no name.
        """
        if not words:
            return ()
        renaming = self.renamings_by_new_name.get(join_stems(words))
        life = None if renaming is None else self.lives.get(join_stems(words_in(renaming.old)))
        if renaming is None or life is None or life.last >= renaming.edition:
            return self._list_last_with_old_name(self._find_new_name_within(words))
        return (PastRecord(life.last, life.last_key, Why("last-edition", edition=life.last)),)

    def _find_page_of_new_name(self, stems: str, life: NameLife | None) -> TermPage | None:
        """Return the page of the term whose new name has these stems; None if there is none.

        A name that is older than the renaming has none: it only took over what had another name.

        Args:
            stems: The stems of the name.
            life: How long the rules had the name; None if no heading or entry had it.
        """
        renaming = self.renamings_by_new_name.get(stems)
        if renaming is None or (life is not None and life.first < renaming.edition):
            return None
        name = renaming.new or ""
        since = f"“{capitalize(name)}” has been the name since {renaming.edition}"
        return TermPage(name, renaming.edition, f"{since}; before, it was “{renaming.old}”.")

    def _describe_life(self, life: NameLife, aim: Aim) -> str:
        """Return how long the rules had a name, as a sentence; to the aim `until`, it says if they still have it."""
        newest = self._store.chained()[-1]
        if life.last < newest:
            return f"The rules had “{life.name}” from {life.first} to {life.last}."
        still = "; they still do" if aim == "until" else ""
        return f"The rules have had “{life.name}” since {life.first}, first in {name_of(life.first_key)}{still}."
