"""The changes between two editions, with their words.

Guarantees: the segments of a change reproduce both sides; records that are unchanged under the same number are left
out; an edition compared with itself has no changes.
"""

from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from graph.announcements.answers import answer_announcement
from graph.announcements.changes import announced_changes
from graph.announcements.records import Announcement, UnannouncedAnswer
from graph.announcements.unannounced import find_unannounced_steps
from graph.answers.change_counts import KINDS, ChangeCountsAnswer, MoveKind, count_changes
from graph.answers.change_matches import list_matches
from graph.answers.chapters import ChapterPlaces
from graph.answers.compared_changes import ComparedChange, ComparedRecord, Heading
from graph.answers.copies import CopiesAnswer, compare_copies
from graph.answers.retyped import find_retyped
from graph.answers.search import Where
from graph.compare.comparison import Comparison, compare
from graph.compare.examples import PassageChange, compare_examples, with_moves
from graph.compare.passages import PassageAt, RecordWords, read_passages
from graph.compare.renamed import renamings
from graph.history import History
from rules.change import segments_of
from rules.links import ChangeClass, Group, Place

_Side = Sequence[RecordWords]
"""The records of a change in one of the two editions."""


class _Changed(NamedTuple):
    """A group that changed, with the words of its records.

    Attributes:
        group: The group.
        old_records: The words of its records in the edition compared from.
        new_records: The words of its records in the edition compared to.
        examples: The examples that changed.
        notes: The notes that changed.
    """

    group: Group
    old_records: _Side
    new_records: _Side
    examples: tuple[PassageChange, ...]
    notes: tuple[PassageChange, ...]


class ComparisonAnswer(Struct, frozen=True, rename={"old": "from", "new": "to"}):
    """What changed between two editions.

    Attributes:
        old: The edition compared from.
        new: The edition compared to.
        summary: The numbers of changes, listed or not.
        unannounced: The steps between the two for which no announcement is known.
        changes: The changes that were asked for, in the order of the document.
        copies: How the typography of the two copies differs, which is not a change of the rules; null if it doesn't
            differ.
        retyped_editions: The retyped editions that the answer involves; only if there are any.
    """

    old: str
    new: str
    summary: ChangeCountsAnswer
    unannounced: tuple[UnannouncedAnswer, ...]
    changes: tuple[ComparedChange, ...]
    copies: CopiesAnswer | None = None
    retyped_editions: tuple[str, ...] | UnsetType = UNSET

    @property
    def same(self) -> int:
        """Return the number of records that are unchanged under the same number."""
        return self.summary.same

    @property
    def kinds(self) -> tuple[tuple[MoveKind, int], ...]:
        """Return the number of changes of each kind, listed or not, in the order of `KINDS`."""
        return tuple(self.summary.kinds.items())

    @property
    def classes(self) -> tuple[tuple[ChangeClass, int], ...]:
        """Return the same by class, in the order of `CLASSES`, for changes that have a class."""
        return tuple(self.summary.classes.items())


class ComparedWords(NamedTuple):
    """A comparison of two editions with the changes that were asked for.

    Attributes:
        comparison: The comparison, with all groups.
        words: The words of the records of both editions.
        changes: The changes that were asked for by their groups, in the order of the comparison.
    """

    comparison: Comparison
    words: PassageAt
    changes: dict[Group, ComparedChange]


def answer_comparison(
    history: History, old: str, new: str, only: Collection[str] = (), *, grep: str = "", where: Where = "either"
) -> ComparisonAnswer:
    """Return the changes between two editions.

    Args:
        history: The history of a knowledge base.
        old: Id of the edition compared from; it may be the later one.
        new: Id of the edition compared to.
        only: Kinds and classes of the changes to list; by default all.
        grep: List only changes with these words, in any form; `begin*`, `"a phrase"` to the letter.
        where: Where the words must be: in what was `inserted`, `deleted`, or anywhere in `either` text.

    Raises:
        LookupError: There is no such edition.
        NotComparable: They are editions of different works.
    """
    compared = compare_words(history, old, new, only, grep=grep, where=where)
    groups = compared.comparison.groups
    changed = [group for group in groups if not group.is_same]
    return ComparisonAnswer(
        old=old,
        new=new,
        summary=count_changes(changed, len(groups) - len(changed), KINDS),
        unannounced=find_unannounced_steps(history.calendar.editions, old, new),
        changes=tuple(compared.changes.values()),
        copies=compare_copies(history, compared.comparison, compared.words),
        retyped_editions=find_retyped(history.store, old, new),
    )


def compare_words(
    history: History, old: str, new: str, only: Collection[str] = (), *, grep: str = "", where: Where = "either"
) -> ComparedWords:
    """Compare two editions with their words; the arguments are those of `answer_comparison`.

    An example that moved from one group to another is shown in both.
    """
    words = read_passages(history.store)
    comparison = compare(history, old, new, words=words)
    changed = _list_changed(history, comparison, words)
    wanted = [change for change in changed if _is_wanted(change.group, only)]
    announced = announced_changes(history, old, new, [change.group for change in wanted])
    chapters = ChapterPlaces(old, new, comparison.groups)
    changes: dict[Group, ComparedChange] = {}
    for change in wanted:
        group = change.group
        compared = _compare_records(change, chapters.place_of(group), announced.get(group, ()))
        if not grep.strip():
            changes[group] = compared
            continue
        matches = list_matches(compared, grep, where)
        if matches:
            changes[group] = replace(compared, matches=matches)
    return ComparedWords(comparison, words, changes)


def _is_wanted(group: Group, only: Collection[str]) -> bool:
    """Return whether the kind or the class of a group is one of those asked for; without any, all are."""
    return not only or group.kind in only or group.change in only


def _list_changed(history: History, comparison: Comparison, words: PassageAt) -> list[_Changed]:
    """Return all groups that changed, with the words of both sides.

    Groups that nobody asked for are among them, because an example of a wanted group may have moved there.
    """
    renamed = renamings(history.store, comparison.old, comparison.new)
    changed: list[_Changed] = []
    for group in comparison.groups:
        if group.is_same:
            continue
        old_side = _read_records(words, comparison.old, group.old)
        new_side = _read_records(words, comparison.new, group.new)
        examples = compare_examples("examples", old_side, new_side, comparison.same_rule, renamed)
        notes = compare_examples("notes", old_side, new_side, comparison.same_rule, renamed)
        changed.append(_Changed(group, old_side, new_side, examples, notes))
    # Examples that moved are found only when the examples of all groups are known.
    all_examples = with_moves([change.examples for change in changed])
    all_notes = with_moves([change.notes for change in changed])
    return [
        change._replace(examples=examples, notes=notes)
        for change, examples, notes in zip(changed, all_examples, all_notes, strict=True)
    ]


def _read_records(words: PassageAt, edition: str, keys: Iterable[str]) -> _Side:
    """Return the words of some records of an edition."""
    return [RecordWords(key, words(edition, key)) for key in keys]


def _compare_records(change: _Changed, chapter: Place, announced: Sequence[Announcement]) -> ComparedChange:
    """Return the answer for a group, listed under a chapter, with its announcements."""
    old_texts = [record.passage.shown for record in change.old_records]
    new_texts = [record.passage.shown for record in change.new_records]
    group = change.group
    return ComparedChange(
        kind=group.kind,
        change=group.change,
        lineage=group.lineage,
        chapter=chapter,
        old=tuple(map(ComparedRecord, group.old, old_texts)),
        new=tuple(map(ComparedRecord, group.new, new_texts)),
        segments=segments_of(old_texts, new_texts),
        heading=_compare_headings(change.old_records, change.new_records),
        examples=change.examples,
        notes=change.notes,
        announced=tuple(map(answer_announcement, announced)),
    )


def _compare_headings(old_records: _Side, new_records: _Side) -> Heading | None:
    """Return how the heading of the first record changed.

    Returns:
        None if the heading is the same; if it is shown as the text, because the record has no other text on either
        side; and for additions and deletions, which have only one side.
    """
    if not old_records or not new_records:
        return None
    before, after = old_records[0].passage, new_records[0].passage
    if before.heading == after.heading or not (before.text or after.text):
        return None
    return Heading(before.heading, after.heading)
