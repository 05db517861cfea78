"""The search for words through what each edition inserted and deleted; `match` says when a change has them."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from typing import NamedTuple

from msgspec import Struct

from graph.announcements.answers import answer_announcement
from graph.announcements.changes import announcements_of_step
from graph.announcements.records import Announcement
from graph.answers.search import ChangeAnswer, ChangeResult, Marks, Match, Period, Where
from graph.compare.changed import list_first
from graph.compare.trimming import GAP
from graph.search.dating import find_dated
from graph.search.definition import read_definition
from graph.search.match import SIDES, Wanted, find_changed, find_standing, list_changed_places, read_side, read_wanted
from graph.search.text import inflection_stem_of, places_in
from rules.links import ChangedPassage
from rules.numbers import chapter_of_key
from rules.store import Store
from rules.store.query import number_in
from rules.store.search import changes_of, changes_with

_ASCII = re.compile(r"[a-z0-9{}+/.-]+")


class ChangedSide(NamedTuple):
    """One side of a changed passage: who changed it, the key of its record there, and its text."""

    edition: str
    key: str
    passage: ChangedPassage
    text: Match


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

    def takes(self, changed: ChangedSide) -> bool:
        """Return whether a change is meant."""
        if self.side not in {"either", changed.text.side}:
            return False
        if not self.first <= changed.edition <= self.last:
            return False
        if self.chapter and chapter_of_key(changed.key) != self.chapter:
            return False
        passage = changed.passage
        return not self.only or passage.kind in self.only or passage.change in self.only


class _FoundChange(NamedTuple):
    """One side of a changed passage, and where its text has what is wanted."""

    side: ChangedSide
    marks: Marks


def _link_nothing(_old: str, _new: str) -> str:
    return ""


def search_changes(
    store: Store,
    typed: str,
    chosen: ChangeFilter | None = None,
    *,
    oldest_first: bool = False,
    limit: int | None = None,
    link: Callable[[str, str], str] = _link_nothing,
) -> ChangeResult:
    """Return which editions inserted or deleted words.

    Args:
        store: The knowledge base.
        typed: Words, `begin*`, phrases in double quotes; or a number: the changes of its rule and of references to it.
            Without any, nothing is found.
        chosen: Which changes are meant; by default all.
        oldest_first: Whether the oldest edition comes first instead of the newest.
        limit: Maximum number of answers; None for all.
        link: Returns the address of the comparison of two editions.
    """
    chosen = chosen or ChangeFilter()
    wanted = read_wanted(typed)
    if not wanted:
        return ChangeResult((), 0, ())
    candidates = list(_find_candidates(store, wanted))
    number = number_in(typed)
    found = _find_changes(candidates, wanted, chosen)
    if number is not None:
        found = _find_changes_of_rule(store, number, chosen, found)
    found.sort(key=lambda change: change.side.edition, reverse=not oldest_first)
    # when other rules referred to a number says nothing about its rule
    periods = () if number is not None else _find_periods(store, wanted, candidates)
    answers = [_answer(store, change, link) for change in found[:limit]]
    return ChangeResult(tuple(answers), len(found), periods)


def _find_changes_of_rule(
    store: Store, number: str, chosen: ChangeFilter, found: Iterable[_FoundChange]
) -> list[_FoundChange]:
    """Return the changes of a rule under a number, then the changes of rules that refer to it.

    Args:
        store: The knowledge base.
        number: The number, which the rule has before a change or after it.
        chosen: Which changes are meant.
        found: The changes that insert or delete the number itself.
    """
    own: list[_FoundChange] = []
    for edition, passage in _list_changes_of_rule(store, number):
        sides_taken = filter(chosen.takes, _list_sides(edition, passage))
        own += [_FoundChange(side, list_changed_places(passage.parts, side.text.side)) for side in sides_taken]
    sides = {change.side for change in own}
    return [*own, *(change for change in found if change.side not in sides)]


def _list_changes_of_rule(store: Store, number: str) -> Iterator[tuple[str, ChangedPassage]]:
    first = store.chained()[0]
    rules = [rule for rule in store.rules(first) if rule.number == number]
    return chain(((first, passage) for passage in list_first(rules, ())), changes_of(store, number))


def _find_changes(
    candidates: Iterable[ChangedSide], wanted: Sequence[Wanted], chosen: ChangeFilter
) -> list[_FoundChange]:
    """Return the changes that are meant and have what is wanted."""
    found = []
    for side in candidates:
        if chosen.takes(side):
            marks = find_changed(side.text, wanted, side.passage.parts)
            if marks:
                found.append(_FoundChange(side, marks))
    return found


def _find_candidates(store: Store, wanted: Sequence[Wanted]) -> Iterator[ChangedSide]:
    """Yield what may have what is wanted, oldest first: the texts of the oldest edition, then the changes."""
    beginnings: list[tuple[str, ...]] = []
    for part in wanted:
        beginnings += map(_list_beginnings, part.words)
    for part in wanted:
        beginnings += [(letters,) for letters in _ASCII.findall(part.phrase)]
    for edition, passage in list_changes(store, beginnings):
        for side in _list_sides(edition, passage):
            if _has_all(side.text.text.lower(), beginnings):
                yield side


def _list_sides(edition: str, passage: ChangedPassage) -> Iterator[ChangedSide]:
    """Yield the text of a passage after its change and the one before, as far as there are any."""
    for side in SIDES:
        key = passage.new if side == "inserted" else passage.old
        if key is not None:
            yield ChangedSide(edition, key, passage, read_side(passage.field, passage.parts, side))


def _has_all(text: str, beginnings: Iterable[Sequence[str]]) -> bool:
    """Return whether a text may have each word, by the beginnings of which each of its forms has one."""
    return all(_has_any(text, of_word) for of_word in beginnings)


def _has_any(text: str, beginnings: Iterable[str]) -> bool:
    return any(beginning in text for beginning in beginnings)


def _list_beginnings(word: str) -> tuple[str, ...]:
    """Return beginnings of which each inflection of a word has one, in letters of ASCII."""
    forms = [word.removesuffix("*")]
    if word.endswith("i"):
        forms.append(f"{word.removesuffix('i')}y")
    forms += [form for form in read_definition().irregular if inflection_stem_of(form) == word]
    beginnings: set[str] = set()
    for form in forms:
        match = _ASCII.match(form)
        beginnings.add(match[0] if match else "")
    return tuple(sorted(beginning for beginning in beginnings if not _has_shorter(beginning, beginnings)))


def _has_shorter(beginning: str, beginnings: Iterable[str]) -> bool:
    """Return whether another beginning is one of a beginning too."""
    return any(shorter != beginning and beginning.startswith(shorter) for shorter in beginnings)


def _find_periods(store: Store, wanted: Sequence[Wanted], candidates: Sequence[ChangedSide]) -> tuple[Period, ...]:
    """Return when the rules had the words, and each phrase; the candidates have all of them."""
    if len(wanted) == 1:
        return (_find_period(store, wanted[0], candidates),)
    return tuple(_find_period(store, part, _find_candidates(store, [part])) for part in wanted)


def _find_period(store: Store, part: Wanted, candidates: Iterable[ChangedSide]) -> Period:
    """Return when the rules had words next to each other: what no step touched was there before and is there after."""
    having = _find_having(part, candidates)
    growth: dict[str, int] = defaultdict(int)
    for side, frequency in having:
        growth[side.edition] += frequency if side.text.side == "inserted" else -frequency
    editions = store.chained()
    count = 0
    first = last = gone = None
    for edition in sorted(growth):
        had_words = count > 0
        count += growth[edition]
        if count > 0:
            first, last, gone = first or edition, editions[-1], None
        elif had_words:
            last, gone = editions[editions.index(edition) - 1], edition
    if first is not None:
        inserted = [side for side, _ in having if side.edition == first and side.text.side == "inserted"]
        first = _find_retyped(store, part, inserted) or first
    return Period(part.typed, first, last, gone)


def _find_having(part: Wanted, candidates: Iterable[ChangedSide]) -> list[tuple[ChangedSide, int]]:
    """Return the changes that made words stand next to each other, or ended that, each with how often."""
    having: list[tuple[ChangedSide, int]] = []
    for side in candidates:
        places = find_standing(side.text, places_in(side.text.text), part)
        if places:
            having.append((side, len(places)))
    return having


def _find_retyped(store: Store, part: Wanted, sides: Iterable[ChangedSide]) -> str | None:
    """Return the retyped edition that dates some words; None if none does.

    As for a rule, it is one between the first other edition with them and the one before.

    Args:
        store: The knowledge base.
        part: The words.
        sides: What the first other edition inserted with them.
    """
    for side in sides:
        dated = find_dated(store, side.edition, side.passage)
        if dated is None:
            continue
        whole = Match("inserted", side.text.field, dated.text, ((0, len(dated.text)),))
        if find_standing(whole, places_in(dated.text), part):
            return dated.edition
    return None


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
    records = []
    if passage.new:
        records.append((edition, passage.new))
    if passage.old:
        records.append((previous, passage.old))
    return announcements_of_step(previous, edition, records)


def _answer(store: Store, found: _FoundChange, link: Callable[[str, str], str]) -> ChangeAnswer:
    edition, key, passage, text = found.side
    before = store.previous(edition)
    holder = edition if text.side == "inserted" else before or edition
    announcements = list_announcements(before, edition, passage)
    return ChangeAnswer(
        edition=edition,
        number=key,
        side=text.side,
        text=text.text.replace(GAP, " … "),
        class_=passage.change,
        lineage=store.lineage_at(holder, key),
        announced=tuple(map(answer_announcement, announcements)),
        marks=found.marks,
        kind=passage.kind,
        field=passage.field,
        link=link(before, edition) if before else "",
        changed=list_changed_places(passage.parts, text.side),
    )
