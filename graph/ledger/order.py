"""One order for the keys of all editions, so that the order of each document follows from it but for a few records."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

Move = tuple[int, int]
"""Where a record stands in the document, and where it would stand there by the common order; both count from 0."""


def common_order(documents: Iterable[Sequence[str]]) -> list[str]:
    """Return all keys of some documents, each after the key that it followed when it first occurred."""
    order: list[str] = []
    known: set[str] = set()
    for keys in documents:
        behind: dict[str, list[str]] = defaultdict(list)
        last = ""
        for key in keys:
            if key in known:
                last = key
            else:
                behind[last].append(key)
                known.add(key)
        if behind:
            order = [*behind.pop("", ()), *(placed for key in order for placed in (key, *behind.get(key, ())))]
    return order


def moves(ranks: Sequence[int]) -> list[Move]:
    """Return the moves that turn the common order into that of a document: as few records as possible.

    Args:
        ranks: The places of the document's records, in its order, by the common order: all of 0, 1, 2 ….
    """
    ends: list[int] = []  # the lowest rank with which a rising run of each length can end
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
        numbers: Of the records of a document, their places in the common order.
        step: How many ranks there are from one number to the next.

    Raises:
        ValueError: Too many records in a row are moved: `step` or more.
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
