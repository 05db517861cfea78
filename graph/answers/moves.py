"""The number of each rule of an edition in another edition."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from graph.answers.change_counts import ChangeCountsAnswer, MoveKind, count_changes
from graph.answers.comparison import compare_words
from graph.answers.search import Match, Where
from graph.compare.comparison import Comparison
from graph.history import History
from graph.restatements.restated import RestatedAnswer
from rules.links import ChangeClass, Group

_KINDS_BACK: dict[MoveKind, MoveKind] = {"deleted": "not-yet", "added": "gone"}
"""Kind of a move → the name of this kind in a comparison with an earlier edition."""


class MoveAnswer(Struct, frozen=True, rename={"change": "class"}):
    """The number of a rule in another edition, and what happened to the rule.

    Attributes:
        old: The number in the edition compared from; null for an addition.
        new: Numbers of the rule in the edition compared to; none if it was deleted, several if it was split.
        kind: What happened to the rule. In a comparison with an earlier edition, `not-yet` is a rule that the earlier
            one lacks, and `gone` a rule that only the earlier one has.
        change: How much the words of the rule changed; null if they cannot be compared.
        method: How the aligner found the move; `steps` if there are editions between the two.
        score: Confidence, 0 to 1.
        lineage: Id of the rule's lineage.
        matches: The places in the change where the words of `--grep` occur; only with `--grep`, and only if the change
            has those words.
        retyped_editions: The retyped editions that the answer involves; only if there are any.
    """

    old: str | None
    new: tuple[str, ...]
    kind: MoveKind
    change: ChangeClass | None
    method: str
    score: float
    lineage: str
    matches: tuple[Match, ...] | UnsetType = UNSET
    retyped_editions: tuple[str, ...] | UnsetType = UNSET


def make_unmatched(old: str, lineage: str = "") -> MoveAnswer:
    """Return the move of a number about which nothing is known in the other edition.

    Args:
        old: The number.
        lineage: The lineage of the number; empty if it has none, as a number that only a page has.
    """
    return MoveAnswer(old=old, new=(), kind="unmatched", change=None, method="none", score=0.0, lineage=lineage)


def make_restated(old: str, new: tuple[str, ...], best: RestatedAnswer, lineage: str = "") -> MoveAnswer:
    """Return the move of a number to rules of another work that say the same.

    Args:
        old: The number.
        new: The numbers of these rules.
        best: The restatement with the highest score among them.
        lineage: The lineage of the number; empty if it has none, as a number that only a page has.
    """
    return MoveAnswer(
        old=old, new=new, kind="restated", change=None, method=best.method, score=best.score, lineage=lineage
    )


class MovesAnswer(Struct, frozen=True, kw_only=True, rename={"old": "from", "new": "to"}):
    """Where each number went from one edition to another; what is not listed is unchanged, under the same number.

    Attributes:
        old: The edition compared from.
        new: The edition compared to.
        summary: How many changes there are.
        in_words: The summary in the words of the comparison page.
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


class _PlacedMove(NamedTuple):
    """A move with the position, in the old edition, of the record at which it is listed."""

    position: int
    move: MoveAnswer

    def order(self) -> tuple[int, bool]:
        """Return the sort key of the move: additions come after the moves of the record at the same position."""
        return self.position, self.move.old is None


def answer_map(comparison: Comparison) -> tuple[MoveAnswer, ...]:
    """Return the destination of each record of an edition, in the order of that edition.

    An addition has no place in that edition. It comes after all records of the groups before it.
    """
    placed = sorted(_place_moves(comparison), key=_PlacedMove.order)
    return tuple(placed_move.move for placed_move in placed)


def _place_moves(comparison: Comparison) -> Iterator[_PlacedMove]:
    """Yield the moves of a comparison with the positions at which they are listed.

    The groups are in the order of the edition compared from, with each addition after the group that it follows. So the
    position of an addition is the latest of the groups before it. Example: after groups that begin at the positions 3,
    7 and 5, an addition gets the position 7, and is listed after the record there.
    """
    positions = {key: position for position, key in enumerate(comparison.keys)}
    latest_position = -1  # before the first record
    for group in comparison.groups:
        if group.old:
            latest_position = max(latest_position, positions[group.old[0]])
        for move in list_moves([group]):
            position = latest_position if move.old is None else positions[move.old]
            yield _PlacedMove(position, move)


def answer_moves_back(comparison: Comparison) -> tuple[MoveAnswer, ...]:
    """Return the place of each record of an edition in an earlier one.

    Backwards in time nothing is added or deleted, so these two kinds of moves have other names (`_KINDS_BACK`).
    """
    return tuple(replace(move, kind=_KINDS_BACK.get(move.kind, move.kind)) for move in answer_map(comparison))


def answer_moves(old: str, new: str, groups: Sequence[Group]) -> MovesAnswer:
    """Return the destinations of the numbers of an edition that changed in any way.

    Args:
        old: Id of the edition compared from.
        new: Id of the edition compared to.
        groups: All groups of their comparison.
    """
    changed = [group for group in groups if not group.is_same]
    counts = count_changes(changed, len(groups) - len(changed))
    return MovesAnswer(old=old, new=new, summary=counts, moves=tuple(list_moves(changed)))


def find_moves(history: History, old: str, new: str, words: str, where: Where) -> tuple[MoveAnswer, ...]:
    """Return the moves between two editions whose changes have some words, each with its `matches`.

    Args:
        history: The history of a knowledge base.
        old: Id of the edition compared from.
        new: Id of the edition compared to.
        words: The words, as `graph.answers.comparison.answer_comparison` takes them.
        where: Where the words must be, likewise.
    """
    compared = compare_words(history, old, new, grep=words, where=where)
    moves: list[MoveAnswer] = []
    for group, change in compared.changes.items():
        moves.extend(replace(move, matches=change.matches) for move in list_moves([group]))
    return tuple(moves)


def list_moves(groups: Iterable[Group]) -> Iterator[MoveAnswer]:
    """Yield a move for each old record of some groups, and one with `old` None for each addition."""
    for group in groups:
        old_keys: Sequence[str | None] = group.old or (None,)
        for old in old_keys:
            yield _make_move(old, group)


def _make_move(old: str | None, group: Group) -> MoveAnswer:
    """Return the move of an old record of a group.

    Args:
        old: The key of the record; None if the group is an addition, which has no old record.
        group: The group.
    """
    links = [link for link in group.links if link.old == old]
    first, *_ = links  # the links of a record differ in `new` and `score` only
    return MoveAnswer(
        old=old,
        new=tuple(link.new for link in links if link.new is not None),
        kind=first.kind,
        change=first.change,
        method=first.method,
        score=min(link.score for link in links),
        lineage=group.lineage,
    )
