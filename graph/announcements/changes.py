"""The announcements of a change, found by the lineages or by the numbers of the rules that changed."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from graph.announcements.file import bulletins
from graph.announcements.records import WHOLE, Announcement
from graph.history import History
from rules.grouping import grouped
from rules.keys import number_of, with_parents
from rules.links import ChangedPassage, Group, Version
from rules.numbers import chapter_of, is_number

_CHAPTER_DIGITS = 3
_Step = tuple[str, str]
"""The editions before and after a change."""


class _AnnouncementIndex(NamedTuple):
    """Announcements by the numbers that they name.

    Without an index, each announcement is checked against each version of each rule, which took a tenth of the time of
    a site build.

    Attributes:
        by_number: Number → the announcements that name it.
        by_chapter: Chapter → the announcements that name a range of numbers which reaches into it.
    """

    by_number: Mapping[str, Sequence[Announcement]]
    by_chapter: Mapping[int, Sequence[Announcement]]

    def find(self, number: str) -> Iterator[Announcement]:
        """Yield the announcements that name a number, a range that contains the number, or a number above it.

        For 702.40a these are the announcements of 702.40a, 702.40, 702 and 7, and of ranges such as 702.38-41.
        """
        if not is_number(number):
            return
        for announcement in self.by_chapter.get(_first_chapter(number), ()):
            if announcement.covers(number):
                yield announcement
        for above in with_parents(number):
            yield from self.by_number.get(above, ())


def _make_index(announcements: Iterable[Announcement]) -> _AnnouncementIndex:
    """Return an index of announcements, without those of the whole document.

    An announcement of a range is listed under each chapter from that of its first number to that of its last one.
    """
    by_number: dict[str, list[Announcement]] = {}
    by_chapter: dict[int, list[Announcement]] = {}
    for announcement in announcements:
        if announcement.rule == WHOLE:
            continue
        first, last = announcement.ends
        if first == last:
            by_number.setdefault(first, []).append(announcement)
            continue
        for chapter in range(_first_chapter(first), _last_chapter(last) + 1):
            by_chapter.setdefault(chapter, []).append(announcement)
    return _AnnouncementIndex(by_number, by_chapter)


def _first_chapter(number: str) -> int:
    """Return the chapter of a number (`702.40a` → 702); for a section, the lowest chapter it can have (`7` → 700)."""
    return int(chapter_of(number).ljust(_CHAPTER_DIGITS, "0"))


def _last_chapter(number: str) -> int:
    """Return the chapter of a number (`702.40a` → 702); for a section, the highest chapter it can have (`7` → 799)."""
    return int(chapter_of(number).ljust(_CHAPTER_DIGITS, "9"))


def announced_changes(
    history: History, old: str, new: str, groups: Iterable[Group]
) -> dict[Group, tuple[Announcement, ...]]:
    """Return the announcements of the changes between two editions, including those of the steps between them.

    Args:
        history: Provides the lineages.
        old: Id of the edition compared from; it may be the later one.
        new: Id of the edition compared to.
        groups: The changes.

    Returns:
        Each group that was announced → its announcements, the oldest first; those of one step with the most specific
        first.
    """
    first, last = min(old, new), max(old, new)
    by_lineage = grouped(_list_lineages(history, _list_between(first, last)))
    if not by_lineage:
        return {}
    old_lineages, new_lineages = history.lineages.of_edition(old), history.lineages.of_edition(new)
    announced: dict[Group, tuple[Announcement, ...]] = {}
    for group in groups:
        if group.is_same:
            continue
        lineages = [old_lineages.get(key, "") for key in group.old]
        lineages += [new_lineages.get(key, "") for key in group.new]
        announcements = _collect(by_lineage, lineages)
        if announcements:
            announced[group] = announcements
    return announced


def _collect(by_lineage: Mapping[str, Iterable[Announcement]], lineages: Iterable[str]) -> tuple[Announcement, ...]:
    """Return the announcements of some lineages in order, each once, although it may cover several of them."""
    announcements: dict[Announcement, None] = {}
    for lineage in lineages:
        announcements |= dict.fromkeys(by_lineage.get(lineage, ()))
    return tuple(sorted(announcements, key=_order))


def _list_between(first: str, last: str) -> list[Announcement]:
    """Return the announcements of the steps between two editions, which are given in their order."""
    announcements = _all_announcements()
    return [announcement for announcement in announcements if first <= announcement.old and announcement.new <= last]


def list_covered_lineages(history: History) -> dict[Announcement, tuple[str, ...]]:
    """Return each announcement about rules → the lineages that it covers.

    The result serves for any two editions: the changes of a lineage between the two are announced by those of its
    announcements whose step lies between them. The announcements of the oldest step come first, and within one step
    those with the longest numbers, as pages list them.

    Args:
        history: Provides the lineages. Announcements of an edition that it lacks are left out.
    """
    lineages: dict[Announcement, set[str]] = {}
    for lineage, announcement in _list_lineages(history, _all_announcements()):
        lineages.setdefault(announcement, set()).add(lineage)
    return {announcement: tuple(sorted(lineages[announcement])) for announcement in sorted(lineages, key=_order)}


def _list_lineages(history: History, announcements: Iterable[Announcement]) -> Iterator[tuple[str, Announcement]]:
    """Yield each lineage that an announcement covers, with the announcement.

    Announcements of missing editions, and of the whole document, are left out.
    """
    of_known = [announcement for announcement in announcements if announcement.edition in history.calendar.work_of]
    index = _make_index(of_known)
    for key in history.lineages.keys_of({announcement.edition for announcement in of_known}):
        for announcement in index.find(number_of(key)):
            lineage = history.lineages.find(announcement.edition, key)
            if lineage is not None:
                yield lineage, announcement


def announcements_of_versions(versions: Sequence[Version]) -> tuple[tuple[Announcement, ...], ...]:
    """Return, for each version of a lineage, the announcements of the change with which it began.

    Args:
        versions: The versions of one lineage, oldest first.

    Returns:
        One tuple for each version, and one more for the end of the lineage. In each, the oldest announcements come
        first; those of one step with the most specific first.
    """
    announced: list[list[Announcement]] = [[] for _ in range(len(versions) + 1)]
    for step in _by_step():
        positions = _find_positions(versions, step)
        if positions:
            old, new = step
            announcements = announcements_of_step(old, new, _list_records(versions, step))
            for position in positions:
                announced[position] += announcements
    return tuple(tuple(sorted(announcements, key=_order)) for announcements in announced)


def _find_positions(versions: Sequence[Version], step: _Step) -> list[int]:
    """Return the indices of the versions that began in a step; the number of versions if the lineage ended in it."""
    old, new = step
    positions = [position for position, version in enumerate(versions) if old < version.first <= new]
    lineage_ended = old <= versions[-1].last < new
    if not positions and lineage_ended:
        return [len(versions)]
    return positions


def _list_records(versions: Iterable[Version], editions: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Yield the edition and the key of each record of a lineage in some editions."""
    editions = tuple(editions)
    for version in versions:
        for edition in editions:
            if version.first <= edition <= version.last:
                yield edition, version.key


def announcements_of_step(old: str, new: str, records: Iterable[tuple[str, str]]) -> tuple[Announcement, ...]:
    """Return the announcements of a step about records, the most specific first.

    Args:
        old: Id of the edition before the step.
        new: Id of the edition after it.
        records: The edition of each record, which is one of the two, and its key there.
    """
    index = _by_step().get((old, new))
    if index is None:
        return ()
    found: dict[Announcement, None] = {}  # each announcement once, although it may cover several records
    for edition, key in records:
        for announcement in index.find(number_of(key)):
            if announcement.edition == edition:
                found[announcement] = None
    return tuple(sorted(found, key=_order))


def announcements_of_passage(previous: str | None, edition: str, passage: ChangedPassage) -> tuple[Announcement, ...]:
    """Return the announcements of the change of a passage.

    Args:
        previous: The edition before the change; None for the oldest edition, whose texts nobody announced.
        edition: The edition that made the change.
        passage: The change.
    """
    if previous is None:
        return ()
    records: list[tuple[str, str]] = []
    if passage.new:
        records.append((edition, passage.new))
    if passage.old:
        records.append((previous, passage.old))
    return announcements_of_step(previous, edition, records)


@cache
def _by_step() -> dict[_Step, _AnnouncementIndex]:
    """Return step → its announcements by the numbers that they name."""
    by_step = grouped(((announcement.old, announcement.new), announcement) for announcement in _all_announcements())
    return {step: _make_index(announcements) for step, announcements in by_step.items()}


@cache
def _all_announcements() -> tuple[Announcement, ...]:
    """Return the announcements of all bulletins."""
    return tuple(announcement for bulletin in bulletins() for announcement in bulletin.announcements)


def _order(announcement: Announcement) -> tuple[str, int, str, str]:
    """Return the sorting key of an announcement.

    The oldest come first, and within one step the longest number: 702.40a before 702.40 before 702.
    """
    return announcement.new, -len(announcement.ends.first), announcement.rule, announcement.subject
