"""The search for words through what each edition inserted and deleted.

A *change* is one passage of one record (its heading, its text, an example or a note) in the step from one edition to
the next. It has one or two *sides*: the text after the change, where words may be inserted, and the text before, where
they may be deleted. Each side is an answer by itself. The oldest edition counts as inserting all that it has.

Sides that may have the words are listed first (`changed_sides`); then `match` decides whether the change inserted or
deleted the words there; `periods` finds from when to when the rules had them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from msgspec import Struct

from graph.announcements.answers import answer_announcement
from graph.announcements.changes import announcements_of_step
from graph.announcements.records import Announcement
from graph.answers.search import ChangeAnswer, ChangeResult, Marks, Where
from graph.compare.trimming import GAP
from graph.search.changed_sides import ChangedSide, find_candidates, list_changes_of_rule, list_sides
from graph.search.match import Wanted, find_changed, list_changed_places, read_wanted
from graph.search.periods import find_periods
from graph.search.text import fold
from rules.keys import GLOSSARY, is_entry, number_of, term_of
from rules.links import ChangedPassage
from rules.numbers import chapter_of, without_letters
from rules.store import Store
from rules.store.query import number_in


class ChangeFilter(Struct, frozen=True):
    """The conditions on the changes to list.

    Attributes:
        side: `inserted`, `deleted`, or `either` for both.
        only: Classes and kinds of changes, of which one must apply; empty for all.
        chapter: Number of a section, chapter, rule or subrule, as people write it (`702`, `chapter 5`, `rule 702.40`);
            `glossary`, or the name of a glossary entry; empty for all.
        first: The first day of the editions, as an ISO date; empty for the oldest edition.
        last: The last day of the editions.
    """

    side: Where = "either"
    only: tuple[str, ...] = ()
    chapter: str = ""
    first: str = ""
    last: str = "9999"

    def takes(self, changed: ChangedSide) -> bool:
        """Return whether a side of a change meets the conditions."""
        if self.side not in {"either", changed.text.side}:
            return False
        if not self.first <= changed.edition <= self.last:
            return False
        if self.chapter and not self._is_in_part(changed.key):
            return False
        passage = changed.passage
        return not self.only or passage.kind in self.only or passage.change in self.only

    def _is_in_part(self, key: str) -> bool:
        """Return whether a record is in the part of the rules, or the entry of that name."""
        if is_entry(key):
            return self.chapter == GLOSSARY or fold(term_of(key)) == fold(self.chapter)
        part = number_in(self.chapter)
        if part is None:
            return False
        is_section = len(part) == 1
        if is_section:
            return key.startswith(part)
        number = number_of(key)
        return part in {chapter_of(number), without_letters(number), number}


class _FoundChange(NamedTuple):
    """A side of a change that is an answer.

    Attributes:
        side: The side.
        marks: Where its text has the wanted words: begin and end, in code points.
    """

    side: ChangedSide
    marks: Marks


def _link_nothing(_old: str, _new: str) -> str:
    """Return no address, for answers without links."""
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
    """Return the changes that inserted or deleted words, and from when to when the rules had the words.

    Args:
        store: The knowledge base.
        typed: Words, `begin*`, phrases in double quotes; or a number, for the changes of its rule and of the references
            to it. Nothing is found if there are none of these.
        chosen: The conditions on the changes; by default none.
        oldest_first: Whether the oldest edition comes first instead of the newest.
        limit: Maximum number of answers; None for all.
        link: Returns the address of the comparison of two editions.
    """
    chosen = chosen or ChangeFilter()
    wanted = read_wanted(typed)
    if not wanted:
        return ChangeResult((), 0, ())
    candidates = list(find_candidates(store, wanted))
    number = number_in(typed)
    found = _find_changes(candidates, wanted, chosen)
    if number is not None:
        found = _find_changes_of_rule(store, number, chosen, found)
    found.sort(key=lambda change: change.side.edition, reverse=not oldest_first)
    # For a number, the period would be that of the references to it, which is not the one of its rule.
    periods = () if number is not None else find_periods(store, wanted, candidates)
    answers = [_answer(store, change, link) for change in found[:limit]]
    return ChangeResult(tuple(answers), len(found), periods)


def _find_changes_of_rule(
    store: Store, number: str, chosen: ChangeFilter, citing: Iterable[_FoundChange]
) -> list[_FoundChange]:
    """Return the changes of the rules with a number, then those of the rules that refer to it.

    Args:
        store: The knowledge base.
        number: The number, which the rule has before a change or after it.
        chosen: The conditions on the changes.
        citing: The changes that inserted or deleted the number itself.
    """
    own: list[_FoundChange] = []
    for edition, passage in list_changes_of_rule(store, number):
        chosen_sides = filter(chosen.takes, list_sides(edition, passage))
        own += [_FoundChange(side, list_changed_places(passage.parts, side.text.side)) for side in chosen_sides]
    own_sides = {change.side for change in own}
    return [*own, *(change for change in citing if change.side not in own_sides)]


def _find_changes(
    candidates: Iterable[ChangedSide], wanted: Sequence[Wanted], chosen: ChangeFilter
) -> list[_FoundChange]:
    """Return the sides that meet the conditions and in which the change inserted or deleted the wanted words."""
    found = []
    for side in candidates:
        if chosen.takes(side):
            marks = find_changed(side.text, wanted, side.passage.parts)
            if marks:
                found.append(_FoundChange(side, marks))
    return found


def list_announcements(previous: str | None, edition: str, passage: ChangedPassage) -> tuple[Announcement, ...]:
    """Return the announcements of a change in bulletins.

    Args:
        previous: The edition before the change; None for the oldest edition, whose texts nobody announced.
        edition: The edition that made the change.
        passage: The change.
    """
    if previous is None:
        return ()
    records = []
    if passage.new:
        records.append((edition, passage.new))
    if passage.old:
        records.append((previous, passage.old))
    return announcements_of_step(previous, edition, records)


def _answer(store: Store, found: _FoundChange, link: Callable[[str, str], str]) -> ChangeAnswer:
    """Return a side of a change as an answer, with the address that `link` returns for the comparison of its step."""
    edition, key, passage, text = found.side
    previous = store.previous(edition)  # None for the oldest edition, which only inserts
    edition_with_key = edition
    if text.side == "deleted" and previous is not None:
        edition_with_key = previous
    announcements = list_announcements(previous, edition, passage)
    return ChangeAnswer(
        edition=edition,
        number=key,
        side=text.side,
        text=text.text.replace(GAP, " … "),
        class_=passage.change,
        lineage=store.lineage_at(edition_with_key, key),
        announced=tuple(map(answer_announcement, announcements)),
        marks=found.marks,
        kind=passage.kind,
        field=passage.field,
        link="" if previous is None else link(previous, edition),
        changed=list_changed_places(passage.parts, text.side),
    )
