"""Changes of the examples (or notes) of linked rules, including moves between rules.

Guarantees: each example of either side is in exactly one `PassageChange`, except unchanged ones, which are left out,
and those that moved to another group, which both groups show.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace
from rapidfuzz import fuzz, process

from rules.change import Passage, Renamings, Segment, classify, segments
from rules.change.renamings import SameRule
from rules.links import ChangeClass
from rules.text import fold, mask

_ALIKE = 60.0
"""Minimum similarity in percent for an example to be a changed old one and not a new one."""
_SAME_ELSEWHERE = 85.0
"""The same for an example in another rule, for which its words are the only evidence."""

Placed = tuple[str, str]
"""Key of the rule, text of the example."""


class PassageChange(Struct, frozen=True, rename={"change": "class"}):
    """A changed example or note.

    Attributes:
        old: Its text in the edition compared from; null if it was added.
        new: Its text in the edition compared to; null if it was removed.
        change: How much it changed; null if it was added or removed.
        segments: What was kept, deleted and inserted, which rebuilds both texts.
        moved_from: The rule that had it, if it came from one that is not continued here.
        moved_to: The rule that has it now, if it went to one that does not continue this one.
        old_number: The rule that had it.
        new_number: The rule that has it.
    """

    old: str | None
    new: str | None
    change: ChangeClass | None
    segments: tuple[Segment, ...]
    moved_from: str | None
    moved_to: str | None
    old_number: str | None
    new_number: str | None


def make_change(
    old: str | None, new: str | None, change: ChangeClass | None, old_number: str | None, new_number: str | None
) -> PassageChange:
    """Return the change of an example that did not move to another rule; the arguments are those of the record."""
    if old is None or new is None:
        parts: tuple[Segment, ...] = (Segment("insert" if old is None else "delete", old or new or ""),)
    else:
        parts = segments(old, new)
    return PassageChange(old, new, change, parts, None, None, old_number, new_number)


def changes_of(
    name: str,
    olds: Iterable[tuple[str, Passage]],
    news: Iterable[tuple[str, Passage]],
    same_rule: SameRule,
    renamed: Renamings,
) -> tuple[PassageChange, ...]:
    """Pair the examples, or notes, of a group of rules: first those with the same words, then the most similar.

    Args:
        name: `examples` or `notes`.
        olds: The rules in the edition compared from: their keys and words.
        news: Those in the edition compared to.
        same_rule: Whether two numbers name the same rule.
        renamed: The terms renamed between the two editions.

    Returns:
        The changed ones in the order of the new side, then the removed ones.
    """
    old, new = ([(key, text) for key, its in side for text in getattr(its, name)] for side in (olds, news))
    pairs = _pair_places(old, new)
    sources = {target: source for source, target in pairs.items()}
    changes: list[PassageChange] = []
    for at, (key, text) in enumerate(new):
        if at not in sources:
            changes.append(make_change(None, text, None, None, key))
            continue
        before_key, before = old[sources[at]]
        if before != text:
            change = classify([Passage(text=before)], [Passage(text=text)], same_rule, renamed)
            changes.append(make_change(before, text, change, before_key, key))
    changes.extend(make_change(text, None, None, key, None) for at, (key, text) in enumerate(old) if at not in pairs)
    return tuple(changes)


def _pair_places(old: Sequence[Placed], new: Sequence[Placed]) -> dict[int, int]:
    """Return place on the old side → place on the new side, for the examples that belong together."""
    pairs: dict[int, int] = {}
    free = dict.fromkeys(range(len(new)))
    for at, (_, text) in enumerate(old):
        same = next((other for other in free if new[other][1] == text), None)
        if same is not None:
            pairs[at] = same
            del free[same]
    left = [at for at in range(len(old)) if at not in pairs]
    if left and free:
        pairs.update(_pair_by_likeness([old[at][1] for at in left], [new[at][1] for at in free], left, [*free], _ALIKE))
    return pairs


def _pair_by_likeness(
    olds: Sequence[str], news: Sequence[str], old_at: Sequence[int], new_at: Sequence[int], least: float
) -> Iterator[tuple[int, int]]:
    """Yield pairs of places in descending order of likeness, each text once; of equal pairs, the first in order."""
    ours = [mask(fold(text)) for text in olds]
    theirs = [mask(fold(text)) for text in news]
    scores = [
        (-score, row, column)
        for row, text in enumerate(ours)
        for _, score, column in process.extract_iter(
            text, theirs, scorer=fuzz.ratio, processor=None, score_cutoff=least
        )
    ]
    done_old: set[int] = set()
    done_new: set[int] = set()
    for _, row, column in sorted(scores):
        if row not in done_old and column not in done_new:
            done_old.add(row)
            done_new.add(column)
            yield old_at[row], new_at[column]


def with_moves(groups: Sequence[Sequence[PassageChange]]) -> list[tuple[PassageChange, ...]]:
    """Return the changes of all groups, with the examples that left one group for another joined on both sides.

    Both groups show such an example: the group that lost it with the rule that it is in now, and the reverse.
    """
    moved = [list(group) for group in groups]
    removed = [(g, i) for g, group in enumerate(moved) for i, change in enumerate(group) if change.new is None]
    added = [(g, i) for g, group in enumerate(moved) for i, change in enumerate(group) if change.old is None]
    if removed and added:
        olds = [moved[g][i].old or "" for g, i in removed]
        news = [moved[g][i].new or "" for g, i in added]
        for source, target in _pair_by_likeness(olds, news, range(len(olds)), range(len(news)), _SAME_ELSEWHERE):
            (g, i), (h, j) = removed[source], added[target]
            lost, won = moved[g][i], moved[h][j]
            change: ChangeClass = "unchanged" if lost.old == won.new else "wording"
            whole = make_change(lost.old, won.new, change, lost.old_number, won.new_number)
            moved[g][i] = replace(whole, moved_to=won.new_number)
            moved[h][j] = replace(whole, moved_from=lost.old_number)
    return [tuple(group) for group in moved]
