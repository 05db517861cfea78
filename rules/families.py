"""What happened to a rule's family, and whether a child with another number stayed in it or left it.

Keys may be anything that identifies a record in its edition: numbers, or positions.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Literal, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    Votes = dict["K", dict["K", float]]

K = TypeVar("K", int, str)

OWN_VOTE = 1.5
"""Votes of a parent's own continuation: more than a single child has, because a heading or lead-in that continues is
stronger evidence than one moved subrule."""


def votes_of(
    pairs: Iterable[tuple[K, K]],
    parent: Callable[[K], K | None],
    adoptive: Callable[[K], K | None],
    has_children: Callable[[K, K], bool],
) -> Votes[K]:
    """Return how many votes each old parent has for each new record that may be what it became.

    Args:
        pairs: Linked records, (old, new).
        parent: Returns the parent of an old record, or None.
        adoptive: Returns the parent of a new record, or None.
        has_children: Whether the old or the new record of a pair has children.
    """
    votes: Votes[K] = defaultdict(lambda: defaultdict(float))
    for old, new in pairs:
        if has_children(old, new):
            votes[old][new] += OWN_VOTE
        old_parent, new_parent = parent(old), adoptive(new)
        if old_parent is not None and new_parent is not None:
            votes[old_parent][new_parent] += 1.0
    return votes


def winner(counts: Mapping[K, float]) -> K:
    """Return the record with the most votes; the first by its key among equals."""
    return min(counts, key=lambda key: (-counts[key], key))


def whereabouts(
    same_number: bool, parent: K | None, adoptive: K | None, images: Mapping[K, K]
) -> Literal["kept", "renumbered", "moved"]:
    """Return whether a record kept its number, changed it with its family, or left its family.

    Args:
        same_number: Whether its number is the same in both editions.
        parent: Its parent in the old edition, or None.
        adoptive: Its parent in the new edition, or None.
        images: For each old parent, the new record that continues its family.
    """
    if same_number:
        return "kept"
    if parent is None or adoptive is None:
        return "renumbered" if parent == adoptive else "moved"
    return "renumbered" if images.get(parent) == adoptive else "moved"
