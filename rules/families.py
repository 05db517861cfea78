"""What became of a rule's family, and so whether a child that has another number stayed with it or left it.

Keys may be anything that names a record in its edition: numbers, or positions.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Literal, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    Votes = dict["K", dict["K", float]]

K = TypeVar("K", int, str)

OWN_VOTE = 1.5
"""Votes of a parent's own continuation: one more than any child could outdo alone, since a heading or lead-in that
stands unchanged says more than one moved subrule."""


def votes_of(
    pairs: Iterable[tuple[K, K]],
    parent: Callable[[K], K | None],
    adoptive: Callable[[K], K | None],
    has_children: Callable[[K, K], bool],
) -> Votes[K]:
    """Return how many votes each old parent has for each new record that may be what it became.

    Args:
        pairs: Records that continue each other, (old, new).
        parent: The parent of an old record, None for one that has none.
        adoptive: The same for new records.
        has_children: Whether the old or the new one of a pair has children.
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
        parent: What it hung under.
        adoptive: What it hangs under now.
        images: What each old parent became.
    """
    if same_number:
        return "kept"
    if parent is None or adoptive is None:
        return "renumbered" if parent == adoptive else "moved"
    return "renumbered" if images.get(parent) == adoptive else "moved"
