"""Words in what changed: matched in one change, and searched through the steps of all editions.

A word stands for all words with its stem, `begin*` for all that begin so, a phrase in double quotes for itself. A
change inserts words if all of them are in what it inserts into a passage, or if it makes them stand next to each other
there; it inserts a phrase if it makes the phrase stand there. Likewise it deletes them.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from itertools import chain
from typing import Literal, NamedTuple

from msgspec import Struct

from graph.announcements import Announcement, announcements_of_step
from graph.answers.changes import ChangeAnswer, ChangeResult, Period, Side, answer_announcement
from graph.answers.search import Marks
from graph.compare.changed import GAP, list_first
from graph.search.rank import phrase_places
from graph.search.text import fold, places_in, read_definition, stem_of
from rules.grouping import grouped
from rules.links import ChangedPassage
from rules.numbers import chapter_of_key
from rules.store import Store
from rules.store.search import changes_with

Where = Literal["inserted", "deleted", "either"]
SIDES: tuple[Side, ...] = ("inserted", "deleted")
Part = tuple[str, str]
"""An op (`equal`, `delete`, `insert`) and a text."""
_OPS: dict[Side, str] = {"inserted": "insert", "deleted": "delete"}
_ASCII = re.compile(r"[a-z0-9{}+/.-]+")
_PHRASE = re.compile(r'["“”]([^"“”]*)(?:["“”]|$)')


class Wanted(Struct, frozen=True):
    """What is looked for.

    Attributes:
        words: Stems in the order of the words, or beginnings with a star.
        phrases: Folded phrases.
        typed: The words as typed; a phrase alone in double quotes.
    """

    words: tuple[str, ...]
    phrases: tuple[str, ...]
    typed: str = ""

    def __bool__(self) -> bool:
        """Return whether anything is looked for."""
        return bool(self.words or self.phrases)

    def parts(self) -> list[Wanted]:
        """Return the words in a row, and each phrase, alone."""
        row = [Wanted(self.words, (), self.typed)] if self.words else []
        return [*row, *(Wanted((), (phrase,), f'"{phrase}"') for phrase in self.phrases)]


def read_wanted(typed: str) -> Wanted:
    """Return what a text typed by a user looks for."""
    typed = fold(typed[: read_definition().limits["query"]])
    phrases = (" ".join(phrase.split()) for phrase in _PHRASE.findall(typed))
    rest = _PHRASE.sub(" ", typed)
    words = (f"{word}*" if rest[end : end + 1] == "*" else stem_of(word) for word, _, end in places_in(rest))
    return Wanted(tuple(words), tuple(dict.fromkeys(filter(None, phrases))), " ".join(rest.split()))


class SideText(Struct, frozen=True, dict=True):
    """One side of a passage.

    Attributes:
        text: Its text.
        changed: Where it has what changed, and where only the other side has something.
    """

    text: str
    changed: Marks

    @cached_property
    def words(self) -> list[tuple[str, int, int]]:
        """Return its words and where each begins and ends."""
        return places_in(self.text)

    def is_new(self, begin: int, end: int) -> bool:
        """Return whether a place of the text has a word that changed, or words that something separated before."""
        return any(begin < to and start < end for start, to in self.changed)


def read_side(parts: Iterable[Part], side: Side) -> SideText:
    """Return one side of a passage."""
    pieces: list[str] = []
    changed: list[tuple[int, int]] = []
    at = 0
    for op, text in parts:
        if op == "equal" or op == _OPS[side]:
            pieces.append(text)
            if op != "equal":
                changed.append((at, at + len(text)))
            at += len(text)
        else:
            changed.append((at, at))
    return SideText("".join(pieces), tuple(changed))


def find_changed(here: SideText, wanted: Wanted) -> Marks:
    """Return where a side of a passage has what is wanted, if the change brought it there; else nothing."""
    marks: set[tuple[int, int]] = set()
    for places in (
        *_phrases(here, wanted),
        *((_rows(here, wanted) | _scattered(here, wanted),) if wanted.words else ()),
    ):
        if not places:
            return ()
        marks |= places
    return _merge(marks)


def _merge(marks: Iterable[tuple[int, int]]) -> Marks:
    """Return places in order, those that overlap as one."""
    merged: list[tuple[int, int]] = []
    for begin, end in sorted(marks):
        if merged and begin < merged[-1][1]:
            merged[-1] = merged[-1][0], max(end, merged[-1][1])
        else:
            merged.append((begin, end))
    return tuple(merged)


def find_anywhere(text: str, wanted: Wanted) -> Marks:
    """Return where a text has all that is wanted; else nothing."""
    folded = fold(text)
    words = places_in(text)
    found = [set(phrase_places(folded, phrase)) for phrase in wanted.phrases]
    found += [{(begin, end) for word, begin, end in words if _is_form(word, each)} for each in wanted.words]
    return _merge(set().union(*found)) if all(found) else ()


def _is_form(word: str, wanted: str) -> bool:
    return word.startswith(wanted[:-1]) if wanted.endswith("*") else stem_of(word) == wanted


def _phrases(here: SideText, wanted: Wanted) -> Iterator[set[tuple[int, int]]]:
    """Yield for each phrase where the change made it stand."""
    folded = fold(here.text) if wanted.phrases else ""
    for phrase in wanted.phrases:
        yield {place for place in phrase_places(folded, phrase) if here.is_new(*place)}


def _rows(here: SideText, wanted: Wanted) -> set[tuple[int, int]]:
    """Return where the change made the words stand next to each other."""
    words = here.words
    size = len(wanted.words)
    first, *others = wanted.words
    forms = {word for word in {word for word, _, _ in words} if _is_form(word, first)}
    rows: set[tuple[int, int]] = set()
    for at in range(len(words) - size + 1 if forms else 0):
        if words[at][0] in forms and all(_is_form(words[at + by][0], each) for by, each in enumerate(others, 1)):
            begin, end = words[at][1], words[at + size - 1][2]
            if here.is_new(begin, end) and GAP not in here.text[begin:end]:
                rows.add((begin, end))
    return rows


def _scattered(here: SideText, wanted: Wanted) -> set[tuple[int, int]]:
    """Return all wanted words in what changed, if it has each of them."""
    changed = [(start, to) for start, to in here.changed if start < to]
    found = [
        {
            (begin, end)
            for word, begin, end in here.words
            if _is_form(word, each) and any(begin < to and start < end for start, to in changed)
        }
        for each in wanted.words
    ]
    return set().union(*found) if all(found) else set()


class ChangeFilter(Struct, frozen=True):
    """Which changes are meant.

    Attributes:
        side: What was inserted, what was deleted, or either.
        only: Classes and kinds; empty for all.
        chapter: Number of a chapter, or `glossary`; empty for all.
        first: The first day.
        last: The last day.
    """

    side: Where = "either"
    only: tuple[str, ...] = ()
    chapter: str = ""
    first: str = ""
    last: str = "9999"

    def takes(self, at: ChangedSide) -> bool:
        """Return whether a change is meant."""
        return (
            self.side in {"either", at.side}
            and self.first <= at.edition <= self.last
            and (not self.chapter or chapter_of_key(at.key) == self.chapter)
            and (not self.only or at.passage.kind in self.only or at.passage.change in self.only)
        )


def search_changes(
    store: Store,
    typed: str,
    chosen: ChangeFilter | None = None,
    *,
    oldest_first: bool = False,
    limit: int | None = None,
    link: Callable[[str, str], str] = lambda _old, _new: "",
) -> ChangeResult:
    """Return which editions inserted or deleted words.

    Args:
        store: The knowledge base.
        typed: Words, `begin*`, phrases in double quotes. Without any, nothing is found.
        chosen: Which changes are meant; by default all.
        oldest_first: Whether the oldest edition comes first instead of the newest.
        limit: Maximum number of answers; None for all.
        link: Returns the address of the comparison of two editions.
    """
    chosen = chosen or ChangeFilter()
    wanted = read_wanted(typed)
    if not wanted:
        return ChangeResult((), 0, ())
    candidates = list(_candidates(store, wanted))
    found = [(side, marks) for side in candidates if chosen.takes(side) and (marks := find_changed(side.text, wanted))]
    found.sort(key=lambda row: row[0].edition, reverse=not oldest_first)
    parts = wanted.parts()
    periods = [_find_period(store, part, candidates if len(parts) == 1 else _candidates(store, part)) for part in parts]
    return ChangeResult(tuple(_answer(store, row, link) for row in found[:limit]), len(found), tuple(periods))


class ChangedSide(NamedTuple):
    """One side of a changed passage: who changed it, the key of its record there, and its text."""

    edition: str
    key: str
    side: Side
    passage: ChangedPassage
    text: SideText


def _candidates(store: Store, wanted: Wanted) -> Iterator[ChangedSide]:
    """Yield what may have what is wanted, oldest first: the texts of the oldest edition, then the changes."""
    beginnings = [_beginnings(word) for word in wanted.words]
    beginnings += [(part,) for phrase in wanted.phrases for part in _ASCII.findall(phrase)]
    first = store.chained()[0]
    passages = ((first, passage) for passage in list_first(store.rules(first), store.glossary(first)))
    for edition, passage in chain(passages, changes_with(store, beginnings)):
        for side in SIDES:
            key = passage.new if side == "inserted" else passage.old
            if key is not None:
                text = read_side(passage.parts, side)
                folded = text.text.lower()
                if all(any(beginning in folded for beginning in its) for its in beginnings):
                    yield ChangedSide(edition, key, side, passage, text)


def _beginnings(word: str) -> tuple[str, ...]:
    """Return beginnings of which each word with a stem has one, in letters of ASCII."""
    irregular = [known for known in read_definition().irregular if stem_of(known) == word]
    stems = [word.removesuffix("*"), *([f"{word[:-1]}y"] if word.endswith("i") else [])]
    found = {(_ASCII.match(each) or [""])[0] for each in (*stems, *irregular)}
    return tuple(sorted(each for each in found if not any(other != each and each.startswith(other) for other in found)))


def _find_period(store: Store, part: Wanted, candidates: Iterable[ChangedSide]) -> Period:
    """Return when the rules had words next to each other: what no step touched was there before and is there after."""
    by_edition: dict[str, int] = defaultdict(int)
    for at in candidates:
        places = _rows(at.text, part) if part.words else next(_phrases(at.text, part))
        by_edition[at.edition] += len(places) if at.side == "inserted" else -len(places)
    editions = store.chained()
    count = 0
    first = last = gone = None
    for edition in sorted(by_edition):
        before, count = count, count + by_edition[edition]
        if count > 0:
            first, last, gone = first or edition, editions[-1], None
        elif before > 0:
            last, gone = editions[editions.index(edition) - 1], edition
    return Period(part.typed, first, last, gone)


def list_all_changes(
    store: Store,
) -> Iterator[
    tuple[str, str | None, list[tuple[ChangedPassage, tuple[str | None, str | None], tuple[Announcement, ...]]]]
]:
    """Yield each edition, the one before, and its changed passages with old lineage, new lineage and announcements."""
    editions = store.chained()
    first = editions[0]
    by_edition = grouped(changes_with(store, ()))
    by_edition[first] = list(list_first(store.rules(first), store.glossary(first)))
    lineages: dict[str, str] = {}
    for edition in editions:
        before, lineages = lineages, store.lineages(edition)
        previous = store.previous(edition)
        yield (
            edition,
            previous,
            [
                (
                    passage,
                    (before.get(passage.old or ""), lineages.get(passage.new or "")),
                    _announcements(previous, edition, passage),
                )
                for passage in by_edition.get(edition, ())
            ],
        )


def _announcements(previous: str | None, edition: str, passage: ChangedPassage) -> tuple[Announcement, ...]:
    if previous is None:
        return ()
    records = [(edition, passage.new)] if passage.new else []
    records += [(previous, passage.old)] if passage.old else []
    return announcements_of_step(previous, edition, records)


def _answer(store: Store, found: tuple[ChangedSide, Marks], link: Callable[[str, str], str]) -> ChangeAnswer:
    (edition, key, side, passage, text), marks = found
    before = store.previous(edition)
    return ChangeAnswer(
        edition=edition,
        number=key,
        side=side,
        text=text.text.replace(GAP, " … "),
        class_=passage.change,
        lineage=store.lineage_at(edition if side == "inserted" else before or edition, key),
        announced=tuple(map(answer_announcement, _announcements(before, edition, passage))),
        marks=marks,
        kind=passage.kind,
        field=passage.field,
        link=link(before, edition) if before else "",
    )
