"""The changes between two editions for display: texts, segments, examples, headings; with counts by kind and class.

Guarantees: the segments of a change reproduce both sides; records that are unchanged under the same number are left
out; an edition compared with itself has no changes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from functools import cached_property

from msgspec import Struct

from graph.compare.comparison import Comparison, compare_with
from graph.compare.examples import PassageChange, changes_of, with_moves
from graph.compare.passages import Words
from graph.history import History
from rules.change import Passage, Segment, segments_of
from rules.links import CLASSES, ChangeClass, ChangeKind, Group, Place
from rules.numbers import GLOSSARY, chapter_of_key

KINDS: tuple[ChangeKind, ...] = (
    "kept",
    "renumbered",
    "moved",
    "split",
    "merged",
    "added",
    "returned",
    "deleted",
    "ambiguous",
)
"""All kinds, in the order in which they are listed."""


def order_chapter(chapter: Place, new: str) -> tuple[bool, str, bool]:
    """Return what sorts the chapters of a comparison with edition `new`: the glossary is last.

    A deleted chapter of the other edition is next to the chapter that has its number now.
    """
    return chapter.number == GLOSSARY, chapter.number, chapter.edition != new


class ComparedRecord(Struct, frozen=True):
    """A record in one of the two editions; `text` is its displayed text."""

    number: str
    text: str


class Heading(Struct, frozen=True):
    """A changed heading (or glossary term); None on a side without one."""

    old: str | None
    new: str | None


class Change(Struct, frozen=True, dict=True):
    """One change: connected records and their differences.

    Attributes:
        group: The links between the records.
        chapter: The chapter under which it is listed: that of the new records; for a deletion, the continuation of the
            old chapter, or the old chapter itself if that is gone.
        old: The records in the edition compared from.
        new: The records in the edition compared to.
        heading: The change of the heading, if the texts do not show it; else None.
        examples: Changed, added, removed and moved examples.
        notes: The same for notes.
    """

    group: Group
    chapter: Place
    old: tuple[ComparedRecord, ...]
    new: tuple[ComparedRecord, ...]
    heading: Heading | None
    examples: tuple[PassageChange, ...]
    notes: tuple[PassageChange, ...]

    @property
    def kind(self) -> ChangeKind:
        """Return what happened to the records."""
        return self.group.kind

    @property
    def change(self) -> ChangeClass | None:
        """Return how much the words changed."""
        return self.group.change

    @cached_property
    def segments(self) -> tuple[Segment, ...]:
        """Return the segments between the texts of both sides, each side joined by newlines."""
        if not self.old or not self.new:  # nothing to compare
            text = "\n".join(record.text for record in self.old or self.new)
            return (Segment("delete" if self.old else "insert", text),) if text else ()
        return segments_of([record.text for record in self.old], [compared_record.text for compared_record in self.new])


class Differences(Struct, frozen=True):
    """All that changed between two editions.

    Attributes:
        old: Id of the edition compared from.
        new: Id of the edition compared to.
        same: Number of records that are unchanged under the same number.
        changes: All other changes, or only the requested ones, in document order.
        kinds: Number of changes of each kind, requested or not, in the order of `KINDS`.
        classes: The same by class, in the order of `CLASSES`, for changes that have a class.
    """

    old: str
    new: str
    same: int
    changes: tuple[Change, ...]
    kinds: tuple[tuple[ChangeKind, int], ...]
    classes: tuple[tuple[ChangeClass, int], ...]


def differences(history: History, old: str, new: str, only: Collection[str] = ()) -> Differences:
    """Return what changed between two editions of one work, forwards or backwards.

    Args:
        history: The history of a knowledge base.
        old: Id of the edition compared from.
        new: Id of the edition compared to.
        only: Kinds and classes of the changes to list; a change must have one of them. Empty for all changes.

    Raises:
        LookupError: An edition is not there.
        NotComparable: They are editions of different works.
    """
    words = Words(history.store, min(old, new), max(old, new), alone=False)
    comparison = compare_with(words, history, old, new)
    groups = [group for group in comparison.groups if not group.is_same]
    kinds = Counter(group.kind for group in groups)
    classes = Counter(group.change for group in groups)
    return Differences(
        old,
        new,
        len(comparison.groups) - len(groups),
        tuple(_ListedGroups(words, comparison).changes(groups, only)),
        tuple((kind, kinds[kind]) for kind in KINDS if kinds[kind]),
        tuple((name, classes[name]) for name in CLASSES if classes[name]),
    )


class _ListedGroups:
    """Makes changes from groups and their texts."""

    def __init__(self, words: Words, comparison: Comparison) -> None:
        onward = comparison.old <= comparison.new
        self.comparison = comparison
        self.words = words
        self.before, self.after = (words.older, words.newer) if onward else (words.newer, words.older)
        self.renamed = words.renamed if onward else words.renamed_back

    def changes(self, groups: Sequence[Group], only: Collection[str]) -> list[Change]:
        """Return the wanted groups as changes; an example that moved from one group to another is shown in both."""
        sides = [
            ([(key, self.before[key]) for key in group.old], [(key, self.after[key]) for key in group.new])
            for group in groups
        ]
        # Examples of all groups, because one may have moved here from a group that is not wanted.
        how = self.comparison.same_rule, self.renamed
        examples = with_moves([changes_of("examples", *side, *how) for side in sides])
        notes = with_moves([changes_of("notes", *side, *how) for side in sides])
        return [
            Change(group, self._chapter(group), _units(olds), _units(news), _heading(olds, news), *passages)
            for group, (olds, news), *passages in zip(groups, sides, examples, notes, strict=True)
            if not only or group.kind in only or group.change in only
        ]

    def _chapter(self, group: Group) -> Place:
        if group.new:
            return Place(chapter_of_key(group.new[0]), self.comparison.new)
        number = chapter_of_key(group.old[0])
        successor = number if number == GLOSSARY else self._successors.get(number)
        return Place(number, self.comparison.old) if successor is None else Place(successor, self.comparison.new)

    @cached_property
    def _successors(self) -> dict[str, str]:
        """Return number of a chapter of the old edition → its number in the new one."""
        links = (link for group in self.comparison.groups for link in group.links)
        return {link.old: link.new for link in links if link.main and link.new and link.old and "." not in link.old}


def _units(side: Sequence[tuple[str, Passage]]) -> tuple[ComparedRecord, ...]:
    return tuple(ComparedRecord(key, passage.shown) for key, passage in side)


def _heading(olds: Sequence[tuple[str, Passage]], news: Sequence[tuple[str, Passage]]) -> Heading | None:
    """Return the change of the first heading; None if it is shown as the text or there is only one side."""
    if not olds or not news:
        return None
    before, after = olds[0][1], news[0][1]
    if before.heading == after.heading or not (before.text or after.text):
        return None
    return Heading(before.heading, after.heading)
