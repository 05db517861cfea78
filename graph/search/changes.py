"""The search for words through what each edition inserted and deleted.

A *change* is one passage of one record (its heading, its text, an example or a note) in the step from one edition to
the next. It has one or two *sides*: the text after the change, where words may be inserted, and the text before, where
they may be deleted. Each side is an answer by itself: if `A boat folds.` became `A boat bends.`, a search for `folds`
finds the side before, a search for `bends` the side after, and a search for `boat` neither. The oldest edition counts
as inserting all that it has.

The search has three steps, each with a module of its own: `changed_sides` lists the sides that may have the words,
`match` decides whether the change inserted or deleted the words there, and `periods` finds from when to when the rules
had them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from msgspec import Struct

from graph.announcements.answers import answer_announcement
from graph.announcements.changes import announcements_of_passage
from graph.answers.search import ChangeAnswer, ChangeResult, Marks, Where
from graph.compare.trimming import GAP
from graph.search.changed_sides import ChangedSide, find_candidates, list_changes_of_rule, list_sides
from graph.search.match import Wanted, find_changed, list_changed_places, read_wanted
from graph.search.periods import find_periods
from graph.search.text import fold
from rules.keys import GLOSSARY, is_entry, number_of, term_of
from rules.numbers import chapter_of, without_letters
from rules.store import Store
from rules.store.query import number_in


class ChangeFilter(Struct, frozen=True):
    """The conditions on the changes that are listed.

    Attributes:
        side: `inserted`, `deleted`, or `either` for both.
        only: Classes and kinds of changes, such as `wording` and `moved`, of which one must apply; empty for all.
        chapter: Number of a section, chapter, rule or subrule, as people write it (`702`, `chapter 5`, `rule 702.40`);
            `glossary`, or the name of a glossary entry; empty for all.
        first: The first day of the editions, as an ISO date; empty for the oldest edition.
        last: The last day of the editions, as an ISO date.
    """

    side: Where = "either"
    only: tuple[str, ...] = ()
    chapter: str = ""
    first: str = ""
    last: str = "9999"

    def takes(self, changed: ChangedSide) -> bool:
        """Return whether a side of a change meets the conditions."""
        if self.side not in {"either", changed.side}:
            return False
        if not self.first <= changed.edition <= self.last:
            return False
        if self.chapter and not self._is_in_part(changed.key):
            return False
        passage = changed.passage
        return not self.only or passage.kind in self.only or passage.change in self.only

    def _is_in_part(self, key: str) -> bool:
        """Return whether a record is in the part of the rules that `chapter` names.

        `7` has all rules that begin with 7, `702` all rules of chapter 702, `702.40` also 702.40a, and `702.40a` only
        itself. `glossary` has all glossary entries, and any other name, such as `Storm`, the entry of that name.
        """
        if is_entry(key):
            name = fold(self.chapter)
            return name in {GLOSSARY, fold(term_of(key))}
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
        changed: The side.
        marks: Where its text has the wanted words: begin and end, in code points.
    """

    changed: ChangedSide
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
        typed: What is searched for: words, beginnings of words such as `begin*`, and phrases in double quotes; or a
            number, for the changes of its rule and of the references to it. Nothing is found without any of these.
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
        found = _add_changes_of_rule(store, number, chosen, found)
    found.sort(key=lambda answer: answer.changed.edition, reverse=not oldest_first)
    # For a number, the periods would be those of the references to it, and not those of its rule.
    periods = () if number is not None else find_periods(store, wanted, candidates)
    answers = [_make_answer(store, answer, link) for answer in found[:limit]]
    return ChangeResult(tuple(answers), len(found), periods)


def _add_changes_of_rule(
    store: Store, number: str, chosen: ChangeFilter, citing: Iterable[_FoundChange]
) -> list[_FoundChange]:
    """Return the changes of the rules with a number, then those of the rules that refer to it.

    A change of the rule that also changes a reference to the number itself is listed once.

    Args:
        store: The knowledge base.
        number: The number, which the rule has before a change or after it.
        chosen: The conditions on the changes.
        citing: The changes that inserted or deleted the number itself, in references to it.
    """
    own: list[_FoundChange] = []
    for edition, passage in list_changes_of_rule(store, number):
        chosen_sides = filter(chosen.takes, list_sides(edition, passage))
        own += [_FoundChange(changed, list_changed_places(passage.parts, changed.side)) for changed in chosen_sides]
    own_sides = {found.changed for found in own}
    return [*own, *(found for found in citing if found.changed not in own_sides)]


def _find_changes(
    candidates: Iterable[ChangedSide], wanted: Sequence[Wanted], chosen: ChangeFilter
) -> list[_FoundChange]:
    """Return the sides that meet the conditions and in which the change inserted or deleted the wanted words."""
    found = []
    for changed in candidates:
        if chosen.takes(changed):
            marks = find_changed(changed.match, wanted, changed.passage.parts)
            if marks:
                found.append(_FoundChange(changed, marks))
    return found


def _make_answer(store: Store, found: _FoundChange, link: Callable[[str, str], str]) -> ChangeAnswer:
    """Return a side of a change as an answer.

    Args:
        store: The knowledge base.
        found: The side.
        link: Returns the address of the comparison of two editions.
    """
    changed = found.changed
    edition, passage, side = changed.edition, changed.passage, changed.side
    previous = store.previous(edition)  # None for the oldest edition, which only inserts
    edition_with_key, other_number = edition, passage.old
    if side == "deleted":
        other_number = passage.new
        if previous is not None:
            edition_with_key = previous
    announcements = announcements_of_passage(previous, edition, passage)
    comparison_link = ""
    if previous is not None:
        comparison_link = link(previous, edition)
    return ChangeAnswer(
        edition=edition,
        number=changed.key,
        side=side,
        text=changed.match.text.replace(GAP, " … "),
        class_=passage.change,
        lineage=store.lineage_at(edition_with_key, changed.key),
        announced=tuple(map(answer_announcement, announcements)),
        marks=found.marks,
        kind=passage.kind,
        field=passage.field,
        link=comparison_link,
        changed=list_changed_places(passage.parts, side),
        other_number=other_number or "",
    )
