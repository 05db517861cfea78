"""The answers to queries about the past that name no day: since when, until when, what became of a name."""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from graph.answers.why import Why
from graph.search.definition import Aim
from graph.search.gone import GoneName, find_gone, list_gone_names
from graph.search.index import Index, join_stems
from graph.search.lives import NameLife, read_lives
from graph.search.renamed import OldName, plain_name
from graph.search.text import words_in
from graph.search.understand import Query
from rules.caching import cached_property
from rules.keys import name_of
from rules.links import Term
from rules.sentences import join_words
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
    def gone(self) -> list[GoneName]:
        """Return the names and sayings that the newest edition no longer has."""
        return list_gone_names(self._store, self.lives.values(), (name.old for name in self._old_names))

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

        Args:
            query: The query, which names no edition.
            index: The newest edition.
        """
        if query.kind != "words" or query.unwanted:
            return PastAnswer()

        def is_used(name: str) -> bool:
            return index.uses(plain_name(name))

        gone = find_gone(query.words, query.content, self.gone, is_used)
        if gone is not None:
            return self._answer_gone(gone)
        pages = tuple(self._list_old_pages(join_stems(query.words)))
        if not query.aim:  # the query only has an old name, so what the rules say comes before its page
            return PastAnswer(second=pages)
        return self._answer_question(query, pages)

    def answer_in_all_editions(self, query: Query) -> PastAnswer:
        """Return the answer to a query, in a search of all editions, that has a saying about something that is gone.

        Names that are gone need no answer here: the search finds the records that had them.
        """
        if query.kind != "words" or query.unwanted:
            return PastAnswer()
        gone = find_gone(query.words, query.content, self.gone, is_used=lambda _: True)
        return PastAnswer() if gone is None else self._answer_gone(gone)

    def _answer_question(self, query: Query, pages: Sequence[TermPage]) -> PastAnswer:
        """Return the answer to a question such as since when the rules have had a name.

        Args:
            query: The question.
            pages: The pages of its words as an old name. If there are none, and the rules never had these words as a
                name, the page of an old name within the words is taken.
        """
        life = self._answer_life(query, join_stems(query.words))
        if not pages and not life.notes:
            pages = tuple(self._list_pages_within(query.words))
        notes_of_pages = [page.text for page in pages]
        return PastAnswer(
            notes=(*notes_of_pages, *life.notes),
            first=(*pages, *life.first),
            second=life.second,
        )

    def _answer_gone(self, gone: GoneName) -> PastAnswer:
        """Return that something is gone, the page of its term, and what decided it last."""
        deciding = gone.rules[:_SHOWN]
        note = f"The rules have had no “{gone.name}” since {gone.gone}"
        if deciding:
            note += f"; until then, see {join_words([*map(name_of, deciding)])}"
        pages: list[TermPage] = []
        if gone.term:
            pages.append(TermPage(gone.term, gone.gone, f"“{gone.term}” was retired on {gone.gone}."))
        why = Why("last-edition", edition=gone.until)
        records = [PastRecord(gone.until, key, why) for key in deciding]
        return PastAnswer(
            notes=(f"{note}.",),
            first=(*pages, *records[:1]),
            second=tuple(records[1:]),
        )

    def list_given_up(self) -> Iterator[tuple[str, Term, str | None]]:
        """Yield the stems of each old name and its renaming, with its newest name if that replaced it everywhere.

        The newest name is None if the old one was replaced in one of its senses only.
        """
        newest_names = {name.old: name.names[-1] for name in self._old_names}
        for joined, term in self.renamings_by_old_name.items():
            yield joined, term, newest_names.get(plain_name(term.old))

    def _list_old_pages(self, subject: str) -> Iterator[TermPage]:
        """Yield the page of the old name that has the stems of a subject, if there is one."""
        for joined, term, newest_name in self.list_given_up():
            if joined != subject:
                continue
            if newest_name is None:
                sentence = f"“{term.old}” was partly replaced by “{term.new}” on {term.edition}."
            else:
                sentence = f"“{term.old}” has been called “{newest_name}” since {term.edition}."
            yield TermPage(term.old, term.edition, sentence)

    def _list_pages_within(self, words: Sequence[str]) -> Iterator[TermPage]:
        """Yield the page of the longest old name that is a part of some words, the first of several equally long ones.

        A name of one word must be the first of them: "type" is only a part of "battle type".
        """
        for length in range(len(words) - 1, 0, -1):
            last_start = len(words) - length if length > 1 else 0
            for start in range(last_start + 1):
                pages = [*self._list_old_pages(join_stems(words[start : start + length]))]
                if pages:
                    yield from pages
                    return

    def _answer_life(self, query: Query, subject: str) -> PastAnswer:
        """Return since when the rules have had a name, the page of its term, and where it was first.

        Args:
            query: The question.
            subject: The stems of the words of the name.
        """
        life = self.lives.get(subject)
        page = self._find_page_of_new_name(subject, life)
        pages = () if page is None else (page,)
        notes = tuple(page.text for page in pages)
        if life is None:
            return PastAnswer(notes=notes, first=pages)
        record = PastRecord(life.first, life.first_key, Why("first-edition", edition=life.first))
        if not notes:
            notes = (self._describe_life(life, query.aim),)
        if query.aim == "changed":
            # What it is today is asked for as much as what it was, so the record of that time comes second.
            return PastAnswer(notes=notes, first=pages, second=(record,))
        return PastAnswer(notes=notes, first=(*pages, record))

    def _find_page_of_new_name(self, subject: str, life: NameLife | None) -> TermPage | None:
        """Return the page of the term whose new name has the stems of a subject; None if there is none.

        A name that is older than the renaming has none: it only took over what had another name.

        Args:
            subject: The stems of the words of the name.
            life: How long the rules had the name; None if no heading or entry had it.
        """
        renaming = self.renamings_by_new_name.get(subject)
        if renaming is None or (life is not None and life.first < renaming.edition):
            return None
        sentence = f"“{renaming.new}” has been the name since {renaming.edition}; before, it was “{renaming.old}”."
        return TermPage(renaming.new or "", renaming.edition, sentence)

    def _describe_life(self, life: NameLife, aim: Aim) -> str:
        """Return how long the rules had a name, as a sentence; to the aim `until`, it says if they still have it."""
        newest = self._store.chained()[-1]
        if life.last < newest:
            return f"The rules had “{life.name}” from {life.first} to {life.last}."
        still = "; they still do" if aim == "until" else ""
        return f"The rules have had “{life.name}” since {life.first}, first in {name_of(life.first_key)}{still}."
