"""A common order of the keys of all editions, from which the order of each document differs in only a few records."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

Move = tuple[int, int]
"""Index of a record in its document, and the index that it would have there by the common order."""


def common_order(documents: Iterable[Sequence[int]]) -> list[int]:
    """Return all keys of some documents, each after the key that it followed when it first occurred."""
    order: list[int] = []
    known: set[int] = set()
    for keys in documents:
        behind: dict[int | None, list[int]] = defaultdict(list)
        last: int | None = None
        for key in keys:
            if key in known:
                last = key
            else:
                behind[last].append(key)
                known.add(key)
        if behind:
            order = [*behind.pop(None, ()), *(placed for key in order for placed in (key, *behind.get(key, ())))]
    return order


def moves(ranks: Sequence[int]) -> list[Move]:
    """Return the moves that turn the common order into that of a document: as few records as possible.

    Args:
        ranks: For each record of the document, in its order, its index by the common order: a permutation of 0, 1, 2 ….
    """
    ends: list[int] = []  # the lowest last rank of an ascending subsequence of each length
    lengths: list[int] = []
    for rank in ranks:
        length = bisect_left(ends, rank)
        ends[length : length + 1] = [rank]
        lengths.append(length)
    stays: set[int] = set()
    wanted = len(ends) - 1
    for place in reversed(range(len(ranks))):
        if lengths[place] == wanted:
            stays.add(place)
            wanted -= 1
    return [(place, rank) for place, rank in enumerate(ranks) if place not in stays]


def rank_numbers(numbers: Sequence[int], step: int) -> list[int]:
    """Return ranks that rise through a document: `step` times the number, or one more than before if moved.

    Args:
        numbers: Numbers of the records of a document, in its order: their indices in the common order.
        step: Difference between the ranks of consecutive numbers.

    Raises:
        ValueError: `step` or more consecutive records are moved.
    """
    order = {number: rank for rank, number in enumerate(sorted(numbers))}
    elsewhere = {place for place, _ in moves([order[number] for number in numbers])}
    ranks: list[int] = []
    for place, number in enumerate(numbers):
        before = ranks[-1] if ranks else -step
        ranks.append(before + 1 if place in elsewhere else number * step)
        if ranks[-1] <= before:
            raise ValueError(f"more than {step - 1} records in a row stand elsewhere than in the common order")
    return ranks
