"""What changed between two editions: all changes with their words, or only where each number went.

Guarantees: the segments of a change reproduce both sides; records that are unchanged under the same number are left
out; an edition compared with itself has no changes.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import accumulate
from typing import Literal, NamedTuple

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from graph.announcements.answers import AnnouncementAnswer, answer_announcement
from graph.announcements.changes import announced_changes
from graph.announcements.records import Announcement, UnannouncedAnswer
from graph.announcements.unannounced import find_unannounced_steps
from graph.answers.search import Match, Where
from graph.compare.comparison import Comparison, compare
from graph.compare.examples import PassageChange, changes_of, with_moves
from graph.compare.passages import read_passages
from graph.compare.renamed import renamings
from graph.history import History
from rules.change import Passage, Segment, segments, segments_of
from rules.links import CLASSES, ChangeClass, ChangeKind, Group, Place
from rules.numbers import GLOSSARY, chapter_of_key, is_term, term_of

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
MoveKind = ChangeKind | Literal["restated", "unmatched"]
"""What happened to a rule, or in another work: `restated` there, or `unmatched` as far as is known."""
_Side = Sequence[tuple[str, Passage]]
"""The records of a change in one edition: their keys and words."""


class _Changed(NamedTuple):
    """A group that changed, with the words of its records on both sides."""

    group: Group
    olds: _Side
    news: _Side
    examples: tuple[PassageChange, ...]
    notes: tuple[PassageChange, ...]


def order_chapter(chapter: Place, new: str) -> tuple[bool, str, bool]:
    """Return what sorts the chapters of a comparison with edition `new`: the glossary is last.

    A deleted chapter of the other edition is next to the chapter that has its number now.
    """
    return chapter.number == GLOSSARY, chapter.number, chapter.edition != new


class MoveAnswer(Struct, frozen=True, rename={"change": "class"}):
    """Where a number went.

    Attributes:
        old: The number in the edition compared from; null for an addition.
        new: Its numbers in the edition compared to; none if it was deleted, several if it was split.
        kind: What happened to the rule.
        change: How much its words changed; null if they cannot be compared.
        method: How the aligner found it; `steps` if the editions are not consecutive.
        score: Confidence, 0 to 1.
        lineage: Its lineage.
        matches: Where its change has the words that were looked for; only if some were.
    """

    old: str | None
    new: tuple[str, ...]
    kind: MoveKind
    change: ChangeClass | None
    method: str
    score: float
    lineage: str
    matches: tuple[Match, ...] | UnsetType = UNSET


class ChangeCountsAnswer(Struct, frozen=True, rename={"kinds": "kind", "classes": "class"}):
    """How many changes there are; a split or merge is one.

    Attributes:
        same: Records with the same words under the same number.
        changes: All other changes.
        kinds: How many of each kind.
        classes: How many of each class.
    """

    same: int
    changes: int
    kinds: dict[MoveKind, int]
    classes: dict[ChangeClass, int]


class MovesAnswer(Struct, frozen=True, kw_only=True, rename={"old": "from", "new": "to"}):
    """Where each number went from one edition to another; what is not listed is unchanged, under the same number.

    Attributes:
        old: The edition compared from.
        new: The edition compared to.
        summary: How many changes there are.
        in_words: The same, in the words of the comparison page.
        moves: The changes, in the order of the edition compared from.
        left_out: How many moves are not listed.
        link: Address of the comparison's page; empty if no site is configured.
    """

    old: str
    new: str
    summary: ChangeCountsAnswer
    in_words: str = ""
    moves: tuple[MoveAnswer, ...]
    left_out: int = 0
    link: str = ""


class ComparedRecord(Struct, frozen=True):
    """A record in one of the two editions; `text` is its displayed text."""

    number: str
    text: str


class Heading(Struct, frozen=True):
    """A changed heading (or glossary term); None on a side without one."""

    old: str | None
    new: str | None


class ComparedChange(Struct, frozen=True, rename={"change": "class"}):
    """A change: connected records of the two editions, and how their words differ.

    Attributes:
        kind: What happened to the records.
        change: How much their words changed; null for additions, deletions and what is ambiguous.
        lineage: The lineage that continues here; if none does, that of the first record.
        chapter: The chapter under which it is listed, and the edition whose chapter that is.
        old: The records in the edition compared from; several for a merge, none for an addition.
        new: The records in the edition compared to; several for a split, none for a deletion.
        segments: What was kept, deleted and inserted, which rebuilds both texts.
        heading: The change of the heading.
        examples: The examples that changed.
        notes: The notes that changed.
        announced: The publisher's announcements of it.
        matches: Where it has the words that were looked for; only if some were.
    """

    kind: ChangeKind
    change: ChangeClass | None
    lineage: str
    chapter: Place
    old: tuple[ComparedRecord, ...]
    new: tuple[ComparedRecord, ...]
    segments: tuple[Segment, ...]
    heading: Heading | None
    examples: tuple[PassageChange, ...]
    notes: tuple[PassageChange, ...]
    announced: tuple[AnnouncementAnswer, ...]
    matches: tuple[Match, ...] | UnsetType = UNSET

    @property
    def group(self) -> Group:
        """Return the connected records by their keys, without the links between them."""
        old = tuple(record.number for record in self.old)
        new = tuple(record.number for record in self.new)
        return Group(old, new, self.kind, self.change, self.lineage)


class ComparisonAnswer(Struct, frozen=True, rename={"old": "from", "new": "to"}):
    """What changed between two editions.

    Attributes:
        old: The edition compared from.
        new: The edition compared to.
        summary: How many changes there are, listed or not.
        unannounced: The steps between the two of which no announcement is known.
        changes: The changes that were asked for, in the order of the document.
    """

    old: str
    new: str
    summary: ChangeCountsAnswer
    unannounced: tuple[UnannouncedAnswer, ...]
    changes: tuple[ComparedChange, ...]

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


def answer_comparison(
    history: History, old: str, new: str, only: Collection[str] = (), *, grep: str = "", where: Where = "either"
) -> ComparisonAnswer:
    """Return what changed between two editions.

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
    comparison, changes = _compare(history, old, new, only, grep=grep, where=where)
    changed = [group for group in comparison.groups if not group.is_same]
    summary = count_changes(changed, len(comparison.groups) - len(changed), KINDS)
    unannounced = find_unannounced_steps(history.editions, old, new)
    return ComparisonAnswer(old, new, summary, unannounced, tuple(changes.values()))


def _compare(
    history: History, old: str, new: str, only: Collection[str], *, grep: str, where: Where
) -> tuple[Comparison, dict[Group, ComparedChange]]:
    """Return a comparison, and the changes that were asked for.

    An example that moved from one group to another is shown in both.
    """
    words = read_passages(history.store)
    comparison = compare(history, old, new, words=words)
    changed = _list_changed(history, old, new, comparison, words)
    wanted = [change for change in changed if not only or change.group.kind in only or change.group.change in only]
    announced = announced_changes(history, old, new, [change.group for change in wanted])
    chapters = _follow_chapters(comparison)
    changes: dict[Group, ComparedChange] = {}
    for change in wanted:
        chapter = _find_chapter(change.group, old, new, chapters)
        compared = _compare_records(change, chapter, announced.get(change.group, ()))
        if not grep.strip():
            changes[change.group] = compared
            continue
        matches = _match(compared, grep, where)
        if matches:
            changes[change.group] = replace(compared, matches=matches)
    return comparison, changes


def _list_changed(
    history: History, old: str, new: str, comparison: Comparison, words: Callable[[str, str], Passage]
) -> list[_Changed]:
    """Return the groups that changed, with the words of both sides.

    All are compared, because an example may have moved into one that is wanted from one that is not.
    """
    groups = [group for group in comparison.groups if not group.is_same]
    olds = [_read_side(words, old, group.old) for group in groups]
    news = [_read_side(words, new, group.new) for group in groups]
    renamed = renamings(history.store, old, new)
    examples: list[Sequence[PassageChange]] = []
    notes: list[Sequence[PassageChange]] = []
    for before, after in zip(olds, news, strict=True):
        examples.append(changes_of("examples", before, after, comparison.same_rule, renamed))
        notes.append(changes_of("notes", before, after, comparison.same_rule, renamed))
    columns = groups, olds, news, with_moves(examples), with_moves(notes)
    return [_Changed(*row) for row in zip(*columns, strict=True)]


def _read_side(words: Callable[[str, str], Passage], edition: str, keys: Iterable[str]) -> _Side:
    return [(key, words(edition, key)) for key in keys]


def _follow_chapters(comparison: Comparison) -> dict[str, str]:
    """Return the new number of each section and chapter of the old edition that continues."""
    chapters: dict[str, str] = {}
    for group in comparison.groups:
        for link in group.links:
            if link.main and link.new and link.old and "." not in link.old:
                chapters[link.old] = link.new
    return chapters


def _compare_records(change: _Changed, chapter: Place, announced: Sequence[Announcement]) -> ComparedChange:
    """Return a change with its segments, under a chapter, with its announcements."""
    old_texts = [passage.shown for _, passage in change.olds]
    new_texts = [passage.shown for _, passage in change.news]
    group = change.group
    return ComparedChange(
        kind=group.kind,
        change=group.change,
        lineage=group.lineage,
        chapter=chapter,
        old=tuple(map(ComparedRecord, group.old, old_texts)),
        new=tuple(map(ComparedRecord, group.new, new_texts)),
        segments=segments_of(old_texts, new_texts),
        heading=_compare_headings(change.olds, change.news),
        examples=change.examples,
        notes=change.notes,
        announced=tuple(map(answer_announcement, announced)),
    )


def _match(change: ComparedChange, grep: str, where: Where) -> tuple[Match, ...]:
    """Return where a change has some words, passage by passage."""
    from graph.search.match import SIDES, find_anywhere, find_changed, read_side, read_wanted  # noqa: PLC0415 - slow

    wanted = read_wanted(grep)
    find = find_anywhere if where == "either" else find_changed
    matches: list[Match] = []
    for field, field_segments in _list_passages(change):
        for side in SIDES:
            if where not in {"either", side}:
                continue
            passage = read_side(field, field_segments, side)
            marks = find(passage, wanted)
            if marks:
                matches.append(replace(passage, marks=marks))
    return tuple(matches)


def _list_passages(change: ComparedChange) -> Iterator[tuple[str, Sequence[Segment]]]:
    """Yield the field and the segments of each passage."""
    key = (change.new or change.old)[0].number
    if change.heading is not None:
        yield "heading", segments(change.heading.old or "", change.heading.new or "")
    elif is_term(key) and not (change.old and change.new):
        yield "heading", (Segment("delete" if change.old else "insert", term_of(key)),)
    yield "text", change.segments
    for example in change.examples:
        yield "example", example.segments
    for note in change.notes:
        yield "note", note.segments


def _find_chapter(group: Group, old: str, new: str, chapters: Mapping[str, str]) -> Place:
    """Return the chapter of the new records; of a deletion what the old chapter became, or that if it is gone.

    `chapters` has the new number of each chapter of the old edition.
    """
    if group.new:
        return Place(chapter_of_key(group.new[0]), new)
    number = chapter_of_key(group.old[0])
    successor = number if number == GLOSSARY else chapters.get(number)
    return Place(successor, new) if successor else Place(number, old)


def _compare_headings(olds: _Side, news: _Side) -> Heading | None:
    """Return the change of the first heading; None if it is shown as the text or there is only one side."""
    if not olds or not news:
        return None
    before, after = olds[0][1], news[0][1]
    if before.heading == after.heading or not (before.text or after.text):
        return None
    return Heading(before.heading, after.heading)


def answer_map(comparison: Comparison) -> tuple[MoveAnswer, ...]:
    """Return where each record of an edition went, in its order; additions come after what they follow."""
    places = {key: place for place, key in enumerate(comparison.keys)}
    groups = comparison.groups
    starts = accumulate((places[group.old[0]] if group.old else -1 for group in groups), max)
    rows = [
        (places.get(move.old or "", start), move)
        for group, start in zip(groups, starts, strict=True)
        for move in list_moves([group])
    ]
    return tuple(move for _, move in sorted(rows, key=lambda row: (row[0], row[1].old is None)))


def answer_moves(old: str, new: str, groups: Sequence[Group]) -> MovesAnswer:
    """Return where the numbers of an edition went that changed in any way.

    Args:
        old: Id of the edition compared from.
        new: Id of the edition compared to.
        groups: All groups of their comparison.
    """
    changed = [group for group in groups if not group.is_same]
    counts = count_changes(changed, len(groups) - len(changed))
    return MovesAnswer(old=old, new=new, summary=counts, moves=tuple(list_moves(changed)))


def find_moves(history: History, old: str, new: str, words: str, where: Where) -> tuple[MoveAnswer, ...]:
    """Return the moves between two editions whose changes have some words, with where they have them."""
    _, changes = _compare(history, old, new, (), grep=words, where=where)
    return tuple(
        replace(move, matches=change.matches) for group, change in changes.items() for move in list_moves([group])
    )


def count_changes(changed: Sequence[Group], same: int, order: Sequence[ChangeKind] = ()) -> ChangeCountsAnswer:
    """Return how many changes there are of each kind, in an order or by name, and class; `same` records have none."""
    kinds = Counter(group.kind for group in changed)
    classes = Counter(group.change for group in changed)
    return ChangeCountsAnswer(
        same,
        len(changed),
        {kind: kinds[kind] for kind in order or sorted(kinds) if kinds[kind]},
        {name: classes[name] for name in CLASSES if classes[name]},
    )


def list_moves(groups: Iterable[Group]) -> Iterator[MoveAnswer]:
    """Yield a move for each record of some groups; one with `old` None for an addition."""
    for group in groups:
        for old in group.old or (None,):
            links = [link for link in group.links if link.old == old]
            yield MoveAnswer(
                old,
                tuple(link.new for link in links if link.new is not None),
                links[0].kind,
                links[0].change,
                links[0].method,
                min(link.score for link in links),
                group.lineage,
            )
