"""Matching announcements to changes by lineage, and changes to announcements.

An announcement names a number of one edition. It announces every lineage that has that number or a number below it
there, and that changed between the announcement's two editions. So a change is found under any number that it has in
the compared editions, and an announcement without a matching change or rule is reported as such.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Literal

from msgspec import Struct

from graph.announcements.records import WHOLE, Announcement, Bulletin, bulletins
from graph.compare import Comparison, Group
from graph.history import History
from rules.grouping import grouped
from rules.links import SLIGHT, Version
from rules.numbers import chapter_of, is_number, is_term, number_of, parent_of

Fit = Literal["change", "slight", "no-change", "no-rule", "no-edition"]
"""Whether an announcement matches a change. `slight`: only typography, references or numbers changed; `no-change`: the
rule and all rules below it are unchanged; `no-rule`: its edition has no such number; `no-edition`: one of its two
editions is not available."""


class AnnouncementMatch(Struct, frozen=True):
    """An announcement and the changes that it matches.

    Attributes:
        announcement: The announcement.
        fit: Whether it matches a change.
        groups: The changes of the rules that it names or covers, in the order of the comparison.
        contradiction: What the links say otherwise of the rules that it names; empty if they agree.
    """

    announcement: Announcement
    fit: Fit
    groups: tuple[Group, ...]
    contradiction: str


def match_bulletin(
    bulletin: Bulletin, comparisons: Mapping[tuple[str, str], Comparison]
) -> tuple[AnnouncementMatch, ...]:
    """Match all announcements of a bulletin, in its order.

    Args:
        bulletin: The bulletin.
        comparisons: The comparison of each pair of editions in `Bulletin.steps`, as far as available.
    """
    return tuple(
        _match(announcement, comparisons.get((announcement.old, announcement.new)))
        for announcement in bulletin.announcements
    )


def _match(announcement: Announcement, comparison: Comparison | None) -> AnnouncementMatch:
    if comparison is None:
        return AnnouncementMatch(announcement, "no-edition", (), "")
    is_new = announcement.side == "new"
    groups = [
        group
        for group in comparison.groups
        if any(not is_term(key) and announcement.covers(number_of(key)) for key in (group.new if is_new else group.old))
    ]
    if not groups:
        return AnnouncementMatch(announcement, "no-rule", (), "")
    contradiction = _find_contradiction(announcement, groups)
    changed = tuple(group for group in groups if not group.is_same)
    if not changed:
        return AnnouncementMatch(announcement, "no-change", (), contradiction)
    # Renumbering alone is slight, unless the announcement is about numbers.
    grave = any(group.change is None or group.change not in SLIGHT or len(group.links) > 1 for group in changed)
    is_about_numbers = announcement.kind in {"renumbered", "moved", "general"}
    fit: Fit = "change" if grave or is_about_numbers else "slight"
    return AnnouncementMatch(announcement, fit, changed, contradiction)


def _find_contradiction(announcement: Announcement, groups: Iterable[Group]) -> str:
    """Return what the links say of the named rules where the announcement says otherwise; empty if they agree.

    What is added or deleted has no counterpart, and what changes, moves or is renumbered has one: where the bulletin
    names it, with that number, or with one above or below.
    """
    is_new = announcement.side == "new"
    counterparts: dict[str, set[str]] = {}
    for link in (link for group in groups for link in group.links):
        here, there = (link.new, link.old) if is_new else (link.old, link.new)
        if here is not None and not is_term(here) and announcement.names(number_of(here)):
            counterparts.setdefault(here, set()).update(() if there is None else (there,))
    linked = [f"{here} to {' and '.join(sorted(there))}" for here, there in counterparts.items() if there]
    if announcement.kind in {"added", "deleted"}:
        return f"linked: {', '.join(linked)}" if linked else ""
    if announcement.kind not in {"changed", "moved", "renumbered"} or not counterparts:
        return ""
    if not linked:
        return f"{', '.join(counterparts)} is linked to nothing"
    astray = [
        f"{here} to {' and '.join(sorted(there)) or 'nothing'}"
        for here, there in counterparts.items()
        if not any(announcement.leads_to(number_of(key)) for key in there if not is_term(key))
    ]
    return f"linked: {', '.join(astray)}" if astray and announcement.kind != "changed" else ""


def _lineages_meant(history: History, announcements: Iterable[Announcement]) -> Iterator[tuple[str, Announcement]]:
    """Yield each lineage that the announcements name or cover, with the announcement.

    Announcements of missing editions, and of the whole document, are left out.
    """
    known = [its for its in announcements if its.rule != WHOLE and its.edition in history.works]
    by_number = _ByNumber(known)
    for key in history.keys_of({announced.edition for announced in known}):
        for announced in by_number.find_about(number_of(key)):
            lineage = history.lineage(announced.edition, key)
            if lineage is not None:
                yield lineage, announced


class _ByNumber:
    """An index of announcements by the numbers that they name or cover.

    Checking each announcement against each version of each rule took a tenth of the time of a site build.
    """

    def __init__(self, announcements: Iterable[Announcement]) -> None:
        ends = [(*announcement.ends, announcement) for announcement in announcements]
        self._named = grouped((first, announcement) for first, last, announcement in ends if first == last)
        self._ranges = grouped(  # by each chapter that they reach
            (chapter, announcement)
            for first, last, announcement in ends
            if first != last
            for chapter in range(_first_chapter(first), int(chapter_of(last).ljust(3, "9")) + 1)
        )

    def find_about(self, number: str) -> Iterator[Announcement]:
        """Yield the announcements that name a number, a range that contains the number, or a number above it."""
        above = number if is_number(number) else None
        if above is not None:
            ranges = self._ranges[_first_chapter(above)]
            yield from (announcement for announcement in ranges if announcement.covers(number))
        while above is not None:
            yield from self._named.get(above, ())
            above = parent_of(above)


def _first_chapter(number: str) -> int:
    """Return the chapter of a number; of a section one before all of its chapters."""
    return int(chapter_of(number).ljust(3, "0"))


def announced_changes(
    history: History, old: str, new: str, groups: Iterable[Group], known: Iterable[Announcement] | None = None
) -> dict[Group, tuple[Announcement, ...]]:
    """Return the announcements of the changes between two editions, including those of the steps between them.

    Args:
        history: Provides the lineages.
        old: Id of the edition compared from; it may be the later one.
        new: Id of the edition compared to.
        groups: The changes.
        known: The announcements to search; None for all that ship with comprules.

    Returns:
        The announced groups, each with its announcements, the oldest first, and of one step the most specific first.
    """
    first, last = min(old, new), max(old, new)
    between = (
        announcement
        for announcement in (_all_announcements() if known is None else known)
        if first <= announcement.old and announcement.new <= last
    )
    by_lineage = grouped(_lineages_meant(history, between))
    if not by_lineage:
        return {}
    olds, news = history.lineages(old), history.lineages(new)
    announced = {}
    for group in groups:
        keys = [*(olds.get(key) for key in group.old), *(news.get(key) for key in group.new)]
        here = {announcement: None for lineage in keys if lineage for announcement in by_lineage.get(lineage, ())}
        if here and not group.is_same:
            announced[group] = tuple(sorted(here, key=_order))
    return announced


def announced_anywhere(history: History) -> dict[Announcement, tuple[str, ...]]:
    """Return all announcements about rules with the lineages that each names or covers.

    The oldest come first, and of one step those with the longest numbers: the order in which pages list them.
    They are enough to find the announcements of the changes between any two editions: those whose step lies between the
    two.

    Args:
        history: Provides the lineages. Announcements of an edition that it lacks are left out.
    """
    lineages: dict[Announcement, set[str]] = defaultdict(set)
    for lineage, announcement in _lineages_meant(history, _all_announcements()):
        lineages[announcement].add(lineage)
    return {announcement: tuple(sorted(lineages[announcement])) for announcement in sorted(lineages, key=_order)}


def announcements_of_versions(
    versions: Sequence[Version], known: Iterable[Announcement] | None = None
) -> tuple[tuple[Announcement, ...], ...]:
    """Return the announcements of each version of a lineage: of the change that made it.

    Args:
        versions: The versions of one lineage, oldest first.
        known: The announcements to search; None for all that ship with comprules.

    Returns:
        One tuple per version, and one more for the end of the lineage; each has the oldest announcements first, and of
        one step the most specific first.
    """
    by_version: list[list[Announcement]] = [[] for _ in range(len(versions) + 1)]
    for (old, new), announcements in _by_step(None if known is None else tuple(known)).items():
        if not versions or versions[-1].last < old or versions[0].first > new:
            continue
        steps = [at for at, version in enumerate(versions) if old < version.first <= new]
        if not steps and old <= versions[-1].last < new:
            steps = [len(versions)]
        if not steps:
            continue
        keys = {
            edition: version.key
            for version in versions
            for edition in (old, new)
            if version.first <= edition <= version.last and not is_term(version.key)
        }
        for edition, key in keys.items():
            if edition in announcements:
                about = tuple(announcements[edition].find_about(number_of(key)))
                for step in steps:
                    by_version[step] += about
    return tuple(tuple(sorted(each, key=_order)) for each in by_version)


def announcements_of_step(old: str, new: str, keys: Iterable[tuple[str, str]]) -> tuple[Announcement, ...]:
    """Return the announcements of a step about records, the most specific first.

    Args:
        old: Id of the edition before the step.
        new: Id of the edition after it.
        keys: The records: their edition, which is one of the two, and their key there.
    """
    announced = _by_step().get((old, new), {})
    about = {
        announcement: None
        for edition, key in keys
        if edition in announced and not is_term(key)
        for announcement in announced[edition].find_about(number_of(key))
    }
    return tuple(sorted(about, key=_order))


@cache
def _by_step(known: tuple[Announcement, ...] | None = None) -> dict[tuple[str, str], dict[str, _ByNumber]]:
    """Return the announcements of numbers, by their step and by the edition whose numbers they are.

    Those that ship with comprules are no argument: they would be hashed at each call.
    """
    numbered = (its for its in (_all_announcements() if known is None else known) if its.rule != WHOLE)
    by_step = grouped(((its.old, its.new), (its.edition, its)) for its in numbered)
    return {
        step: {edition: _ByNumber(its) for edition, its in grouped(by_edition).items()}
        for step, by_edition in by_step.items()
    }


@cache
def _all_announcements() -> tuple[Announcement, ...]:
    return tuple(announcement for bulletin in bulletins() for announcement in bulletin.announcements)


def _order(announcement: Announcement) -> tuple[str, int, str, str]:
    """Return the sorting key of an announcement.

    The oldest come first, and within one step the longest number: 702.40a before 702.40 before 702.
    """
    return announcement.new, -len(announcement.ends[0]), announcement.rule, announcement.subject
