"""Votes by which linked records decide which record of the next edition continues their parent.

A family is a parent with its children, such as 702.40 with 702.40a. Each linked child votes for the parent of the
record that continues it. The record with the most votes is the *successor* of the parent.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from typing import Literal, TypeVar

K = TypeVar("K", int, str)
OWN_VOTE = 1.5
"""Number of votes of a link between the parents themselves. It is more than that of a single child, because a heading
or lead-in that continues is stronger evidence than one moved subrule."""


def family_votes(
    pairs: Iterable[tuple[K, K]],
    parent: Callable[[K], K | None],
    new_parent: Callable[[K], K | None],
    has_children: Callable[[K, K], bool],
) -> dict[K, dict[K, float]]:
    """Return old parent → new record → number of votes for the new record to continue the old parent.

    If `702.40a` is linked with `702.43a` and `702.40` with `702.43`, the result is `{"702.40": {"702.43": 2.5}}`.

    Args:
        pairs: Linked records, as pairs of an old and a new record.
        parent: Returns the parent of an old record, or None.
        new_parent: Returns the parent of a new record, or None.
        has_children: Returns whether the old or the new record of a pair has children.
    """
    votes: dict[K, dict[K, float]] = defaultdict(lambda: defaultdict(float))
    for old, new in pairs:
        # A link between parents is a vote of its own, and every link is a vote of the parents of its records.
        if has_children(old, new):
            votes[old][new] += OWN_VOTE
        voter, elected = parent(old), new_parent(new)
        if voter is not None and elected is not None:
            votes[voter][elected] += 1.0
    return votes


def elect_successor(counts: Mapping[K, float]) -> K:
    """Return the record with the most votes; of several, the one that sorts first.

    Args:
        counts: Record → number of its votes; at least one record.
    """
    return min(counts, key=lambda key: (-counts[key], key))


def family_kind(
    parent: K | None, new_parent: K | None, successors: Mapping[K, K], *, same_number: bool
) -> Literal["kept", "renumbered", "moved"]:
    """Return whether a record kept its number, was renumbered with its family, or moved to another family.

    Suppose that 702.37 is the successor of 502.30. Then 502.30a → 702.37a is `renumbered`, and 502.30a → 702.38a is
    `moved`. A record that has a parent in neither edition, such as a section, is `renumbered`; one that has a parent in
    only one of them is `moved`.

    Records are given by anything that identifies them in their edition: keys or positions.

    Args:
        parent: The parent of the record in the old edition, or None.
        new_parent: The parent of the record in the new edition, or None.
        successors: Old parent → the new record that continues its family (`elect_successor`).
        same_number: Whether the number of the record is the same in both editions.
    """
    if same_number:
        return "kept"
    if parent is None and new_parent is None:
        return "renumbered"
    if parent is None or new_parent is None:
        return "moved"
    return "renumbered" if successors.get(parent) == new_parent else "moved"
