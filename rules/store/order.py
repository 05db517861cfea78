"""A common order of the records of all editions, from which a document differs by a few moves."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from rules.order import find_in_order


class Move(NamedTuple):
    """A record that is elsewhere in a document than in the common order.

    Attributes:
        position: Its index in its document.
        rank: The index that it would have in its document by the common order.
    """

    position: int
    rank: int


def common_order(documents: Iterable[Sequence[int]]) -> list[int]:
    """Return all keys of some documents in one order: each after the key that precedes it where it first occurs."""
    order: list[int] = []
    placed: set[int] = set()
    for keys in documents:
        newcomers_after: dict[int | None, list[int]] = defaultdict(list)
        last_placed: int | None = None
        for key in keys:
            if key in placed:
                last_placed = key
            else:
                newcomers_after[last_placed].append(key)
                placed.add(key)
        if newcomers_after:
            order = _insert(order, newcomers_after)
    return order


def _insert(order: Sequence[int], newcomers_after: dict[int | None, list[int]]) -> list[int]:
    """Return an order with newcomers after the keys that they follow; those that follow no key come first."""
    longer_order = list(newcomers_after.get(None, ()))
    for key in order:
        longer_order.append(key)
        longer_order += newcomers_after.get(key, ())
    return longer_order


def moves(ranks: Sequence[int]) -> list[Move]:
    """Return the moves that turn the common order into that of a document: as few records as possible.

    The records that stay are a longest ascending subsequence of the ranks.

    Args:
        ranks: For each record of the document, in its order, its index by the common order: a permutation of 0, 1, 2 ….
    """
    staying = set(find_in_order(ranks))
    return [Move(index, rank) for index, rank in enumerate(ranks) if index not in staying]


def spread_ranks(numbers: Sequence[int], step: int) -> list[int]:
    """Return values that rise through a document, and by which its records can be sorted.

    The value of a record is `step` times its number, so that all documents share one scale. The gaps between these
    values have room for moved records: the value of one is that of the record before it plus 1.

    Args:
        numbers: Numbers of the records of a document, in its order: their indices in the common order.
        step: Difference between the values of consecutive numbers.

    Raises:
        ValueError: `step` or more consecutive records are moved.
    """
    sorted_index = {number: index for index, number in enumerate(sorted(numbers))}
    indices = [sorted_index[number] for number in numbers]
    moved = {move.position for move in moves(indices)}
    ranks: list[int] = []
    previous_rank = -step
    for index, number in enumerate(numbers):
        rank = previous_rank + 1 if index in moved else number * step
        if rank <= previous_rank:
            raise ValueError(f"more than {step - 1} records in a row stand elsewhere than in the common order")
        ranks.append(rank)
        previous_rank = rank
    return ranks
