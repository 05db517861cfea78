"""Words in what changed: matched in one change, and searched through the steps of all editions.

A word stands for all words with its stem, `begin*` for all that begin so, a phrase in double quotes for itself. A
change inserts words if all of them are in what it inserts into a passage, or if it makes them stand next to each other
there; it inserts a phrase if it makes the phrase stand there. Likewise it deletes them.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, islice
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from graph.announcements import Announcement, announcements_of_step, answer_announcement
from graph.answers.search import ChangeAnswer, ChangeResult, Marks, Match, Period, Side, Where
from graph.compare.changed import list_first
from graph.compare.trimming import GAP
from graph.compare.typography import list_slight
from graph.search.rank import phrase_places
from graph.search.text import fold, places_in, read_definition, stem_of
from rules.links import ChangedPassage
from rules.numbers import chapter_of_key
from rules.store import Store
from rules.store.search import changes_with

SIDES: tuple[Side, ...] = ("inserted", "deleted")
_Word = tuple[str, int, int]
"""A word of a text, and where it begins and ends."""
Part = tuple[str, str]
"""An op (`equal`, `delete`, `insert`) and a text."""
_OPS: dict[Side, str] = {"inserted": "insert", "deleted": "delete"}
_ASCII = re.compile(r"[a-z0-9{}+/.-]+")
_LINE = re.compile(r"\S(?:.*\S)?")
"""A line without the white space around it."""
_PHRASE = re.compile(r'["“”]([^"“”]*)(?:["“”]|$)')


class Wanted(Struct, frozen=True):
    """Words that are looked for next to each other, or a phrase.

    Attributes:
        typed: As typed.
        words: Stems in the order of the words, or beginnings with a star; none for a phrase.
        phrase: The folded phrase; empty for words.
    """

    typed: str
    words: tuple[str, ...] = ()
    phrase: str = ""


def read_wanted(typed: str) -> tuple[Wanted, ...]:
    """Return what a text typed by a user looks for: its words, if any, and each phrase."""
    typed = fold(typed[: read_definition().limits["query"]])
    phrases = dict.fromkeys(" ".join(phrase.split()) for phrase in _PHRASE.findall(typed))
    rest = _PHRASE.sub(" ", typed)
    words = tuple(f"{word}*" if rest[end : end + 1] == "*" else stem_of(word) for word, _, end in places_in(rest))
    row = [Wanted(" ".join(rest.split()), words)] if words else []
    return (*row, *(Wanted(f'"{phrase}"', phrase=phrase) for phrase in phrases if phrase))


def read_side(field: str, parts: Iterable[Part], side: Side) -> Match:
    """Return one side of a passage; its marks are where it has what changed, and where only the other side has it."""
    text = ""
    changed: list[tuple[int, int]] = []
    for op, words in parts:
        start = len(text)
        text += words if op in {"equal", _OPS[side]} else ""
        if op != "equal":
            changed.append((start, len(text)))
    return Match(side, field, text, tuple(changed))


def list_changed_places(parts: Sequence[Part], side: Side) -> Marks:
    """Return where a side of a passage has inserted or deleted words, as `comprules diff` marks them.

    White space around them is no part of a place, and none goes beyond the end of a line. Typographic changes count
    only if there are no others.
    """
    places: list[tuple[int, int]] = []
    length = 0
    for (op, words), is_slight in zip(parts, list_slight(parts), strict=True):
        if op == _OPS[side] and not is_slight:
            places += [(length + line.start(), length + line.end()) for line in _LINE.finditer(words)]
        if op in {"equal", _OPS[side]}:
            length += len(words)
    return tuple(places)


def find_changed(here: Match, wanted: Sequence[Wanted]) -> Marks:
    """Return where a side of a passage has what is wanted, if the change brought it there; else nothing."""
    words = places_in(here.text)
    return _merge([_find_standing(here, words, part) | _find_scattered(here, words, part) for part in wanted])


def find_anywhere(here: Match, wanted: Sequence[Wanted]) -> Marks:
    """Return where a side of a passage has all that is wanted; else nothing."""
    words, whole = places_in(here.text), replace(here, marks=((0, len(here.text)),))
    return _merge([(_find_scattered if part.words else _find_standing)(whole, words, part) for part in wanted])


def _merge(found: Sequence[set[tuple[int, int]]]) -> Marks:
    """Return places in order, those that overlap as one; nothing if there are none of one kind."""
    merged: list[tuple[int, int]] = []
    for begin, end in sorted(set().union(*found)) if all(found) else ():
        if merged and begin < merged[-1][1]:
            merged[-1] = merged[-1][0], max(end, merged[-1][1])
        else:
            merged.append((begin, end))
    return tuple(merged)


def _is_form(word: str, wanted: str) -> bool:
    return word.startswith(wanted[:-1]) if wanted.endswith("*") else stem_of(word) == wanted


def _is_within(begin: int, end: int, changed: Marks) -> bool:
    """Return whether a place of a text has a word that changed, or words that something separated before."""
    return any(begin < to and start < end for start, to in changed)


def _find_standing(here: Match, words: Sequence[_Word], wanted: Wanted) -> set[tuple[int, int]]:
    """Return where the change made the phrase stand, or the words next to each other."""
    if wanted.phrase:
        return {place for place in phrase_places(fold(here.text), wanted.phrase) if _is_within(*place, here.marks)}
    known = {word for word, _, _ in words}
    forms = [{word for word in known if _is_form(word, each)} for each in wanted.words]
    runs = zip(*(islice(words, at, None) for at in range(len(forms))), strict=False) if all(forms) else ()
    rows = [
        (run[0][1], run[-1][2])
        for run in runs
        if run[0][0] in forms[0] and all(word in its for (word, _, _), its in zip(run, forms, strict=True))
    ]
    return {place for place in rows if _is_within(*place, here.marks) and GAP not in here.text[slice(*place)]}


def _find_scattered(here: Match, words: Sequence[_Word], wanted: Wanted) -> set[tuple[int, int]]:
    """Return all wanted words in what changed, if it has each of them."""
    changed = tuple((start, to) for start, to in here.marks if start < to)
    found = [
        {(begin, end) for word, begin, end in words if _is_form(word, each) and _is_within(begin, end, changed)}
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
            self.side in {"either", at.text.side}
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
    periods = [
        _find_period(store, part, candidates if len(wanted) == 1 else _candidates(store, [part])) for part in wanted
    ]
    return ChangeResult(tuple(_answer(store, row, link) for row in found[:limit]), len(found), tuple(periods))


class ChangedSide(NamedTuple):
    """One side of a changed passage: who changed it, the key of its record there, and its text."""

    edition: str
    key: str
    passage: ChangedPassage
    text: Match


def _candidates(store: Store, wanted: Sequence[Wanted]) -> Iterator[ChangedSide]:
    """Yield what may have what is wanted, oldest first: the texts of the oldest edition, then the changes."""
    beginnings = [_beginnings(word) for part in wanted for word in part.words]
    beginnings += [(letters,) for part in wanted for letters in _ASCII.findall(part.phrase)]
    for edition, passage in list_changes(store, beginnings):
        for side in SIDES:
            key = passage.new if side == "inserted" else passage.old
            if key is not None:
                text = read_side(passage.field, passage.parts, side)
                folded = text.text.lower()
                if all(any(beginning in folded for beginning in its) for its in beginnings):
                    yield ChangedSide(edition, key, passage, text)


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
        places = len(_find_standing(at.text, places_in(at.text.text), part))
        by_edition[at.edition] += places if at.text.side == "inserted" else -places
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


def list_changes(store: Store, beginnings: Iterable[Sequence[str]] = ()) -> Iterator[tuple[str, ChangedPassage]]:
    """Yield the texts of the oldest edition, then what each edition changed, oldest first.

    Args:
        store: The knowledge base.
        beginnings: For each word, beginnings of which a change must have one, in letters of ASCII.
    """
    first = store.chained()[0]
    passages = ((first, passage) for passage in list_first(store.rules(first), store.glossary(first)))
    return chain(passages, changes_with(store, beginnings))


def list_announcements(previous: str | None, edition: str, passage: ChangedPassage) -> tuple[Announcement, ...]:
    """Return the announcements of a change between an edition and the one before."""
    if previous is None:
        return ()
    records = [(edition, passage.new)] if passage.new else []
    records += [(previous, passage.old)] if passage.old else []
    return announcements_of_step(previous, edition, records)


def _answer(store: Store, found: tuple[ChangedSide, Marks], link: Callable[[str, str], str]) -> ChangeAnswer:
    (edition, key, passage, text), marks = found
    before = store.previous(edition)
    return ChangeAnswer(
        edition=edition,
        number=key,
        side=text.side,
        text=text.text.replace(GAP, " … "),
        class_=passage.change,
        lineage=store.lineage_at(edition if text.side == "inserted" else before or edition, key),
        announced=tuple(map(answer_announcement, list_announcements(before, edition, passage))),
        marks=marks,
        kind=passage.kind,
        field=passage.field,
        link=link(before, edition) if before else "",
        changed=list_changed_places(passage.parts, text.side),
    )
