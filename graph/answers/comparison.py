"""What changed between two editions: all changes with their words, or only where each number went."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from graph.announcements import UnannouncedAnswer, announced_changes, find_unannounced_steps
from graph.answers.changes import AnnouncementAnswer, Match, answer_announcement
from graph.compare.differences import ComparedRecord, Heading, differences
from graph.compare.examples import PassageChange
from rules.change import Segment
from rules.links import CLASSES, ChangeClass, ChangeKind, Place

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

    from graph.compare import Comparison, Group
    from graph.history import History
    from graph.search.changes import Where


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
    kind: ChangeKind
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
    kinds: dict[ChangeKind, int]
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


def answer_comparison(
    history: History, old: str, new: str, only: Collection[str] = (), *, grep: str = "", where: Where = "either"
) -> ComparisonAnswer:
    """Return what changed between two editions.

    Args:
        history: The history of a knowledge base.
        old: Id of the edition compared from; it may be the later one.
        new: Id of the edition compared to.
        only: Kinds and classes of the changes to list; by default all.
        grep: List only changes with these words; see `graph.search.changes.match_change`.
        where: Where the words must be.

    Raises:
        LookupError: There is no such edition.
        NotComparable: They are editions of different works.
    """
    changes = differences(history, old, new, only)
    matches: Mapping[Group, tuple[Match, ...]] | None = None
    if grep.strip():
        from graph.search.changes import keep_matching  # noqa: PLC0415 - slow to import

        changes, matches = keep_matching(changes, grep, where)
    announced = announced_changes(history, old, new, [change.group for change in changes.changes])
    return ComparisonAnswer(
        old,
        new,
        ChangeCountsAnswer(
            changes.same, sum(count for _, count in changes.kinds), dict(changes.kinds), dict(changes.classes)
        ),
        find_unannounced_steps(history.editions, old, new),
        tuple(
            ComparedChange(
                change.kind,
                change.change,
                change.group.lineage,
                change.chapter,
                change.old,
                change.new,
                change.segments,
                change.heading,
                change.examples,
                change.notes,
                tuple(map(answer_announcement, announced.get(change.group, ()))),
                UNSET if matches is None else matches[change.group],
            )
            for change in changes.changes
        ),
    )


def answer_map(comparison: Comparison) -> tuple[MoveAnswer, ...]:
    """Return where each record of an edition went, in its order; additions come after what they follow."""
    places = {key: place for place, key in enumerate(comparison.keys)}
    rows: list[tuple[int, MoveAnswer]] = []
    last = -1
    for group in comparison.groups:
        last = places[group.old[0]] if group.old else last
        rows.extend((places.get(move.old or "", last), move) for move in list_moves([group]))
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
    from graph.search.changes import keep_matching  # noqa: PLC0415 - slow to import

    changes, matches = keep_matching(differences(history, old, new), words, where)
    return tuple(
        replace(move, matches=matches[change.group])
        for change in changes.changes
        for move in list_moves([change.group])
    )


def count_changes(changed: Sequence[Group], same: int) -> ChangeCountsAnswer:
    """Return how many changes there are of each kind and class; `same` is the number of unchanged records."""
    kinds = Counter(group.kind for group in changed)
    classes = Counter(group.change for group in changed if group.change is not None)
    ordered = {name: classes[name] for name in CLASSES if classes[name]}
    return ChangeCountsAnswer(same, len(changed), {kind: kinds[kind] for kind in sorted(kinds)}, ordered)


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
