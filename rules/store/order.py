"""The common order of the records of all editions, from which each document differs by a few moves.

A *document* is the records of one edition in the order in which it prints them. The *rank* of a record is a number by
which the records of a document are sorted. Most ranks follow from the common order, so that they need not be stored.

Records are given by numbers: for the common order those of their keys, for `spread_ranks` their indices in the common
order.
"""

from collections import defaultdict
from collections.abc import Container, Iterable, Sequence
from typing import NamedTuple

from rules.order import find_in_order


class Move(NamedTuple):
    """A record that has another place in a document than in the common order.

    Attributes:
        position: Index of the record in the document.
        rank: Index that the record would have if the document were in the common order.
    """

    position: int
    rank: int


def common_order(documents: Iterable[Sequence[int]]) -> list[int]:
    """Return all keys of some documents in one order.

    The order of the first document is kept. A key that a later document has for the first time is inserted after the
    key that precedes it there: `1 3 5` and `1 2 3 4 5` → `1 2 3 4 5`.
    """
    order: list[int] = []
    placed: set[int] = set()
    for keys in documents:
        newcomers_after = _list_newcomers(keys, placed)
        if newcomers_after:
            order = _insert(order, newcomers_after)
            placed.update(keys)
    return order


def _list_newcomers(keys: Iterable[int], placed: Container[int]) -> dict[int | None, list[int]]:
    """Return placed key → the keys of a document that follow it and are not placed yet; None → those that come first.

    Args:
        keys: The keys of the document, each once.
        placed: The keys of the documents before.
    """
    newcomers_after: dict[int | None, list[int]] = defaultdict(list)
    last_placed: int | None = None
    for key in keys:
        if key in placed:
            last_placed = key
        else:
            newcomers_after[last_placed].append(key)
    return newcomers_after


def _insert(order: Sequence[int], newcomers_after: dict[int | None, list[int]]) -> list[int]:
    """Return an order with newcomers after the keys that they follow; those that follow no key come first."""
    longer_order = list(newcomers_after.get(None, ()))
    for key in order:
        longer_order.append(key)
        longer_order += newcomers_after.get(key, ())
    return longer_order


def moves(ranks: Sequence[int]) -> list[Move]:
    """Return the fewest moves that turn the common order into the order of a document.

    The records that stay are a longest ascending subsequence of the ranks: for `0 3 1 2` only the second record moves.

    Args:
        ranks: For each record, in the order of the document, its index if the document were in the common order: a
            permutation of 0, 1, 2 ….
    """
    staying = set(find_in_order(ranks))
    return [Move(index, rank) for index, rank in enumerate(ranks) if index not in staying]


def spread_ranks(numbers: Sequence[int], step: int) -> list[int]:
    """Return ascending ranks, by which the records of a document are sorted.

    The rank of a record is `step` times its number, so that it is the same in all documents. Only a record that is not
    in the common order gets another rank: that of the record before it, plus 1. With a step of 100, the document
    `5 9 6 7` has the ranks 500, 501, 600 and 700.

    Args:
        numbers: For each record, in the order of the document, its index in the common order.
        step: Difference between the ranks of consecutive numbers.

    Raises:
        ValueError: So many consecutive records are not in the common order that their ranks reach the rank of the next
            record that is in it. These are at least `step` records.
    """
    # For each number its index among the numbers of this document alone, as `moves` takes them.
    index_of = {number: index for index, number in enumerate(sorted(numbers))}
    indices = [index_of[number] for number in numbers]
    moved = {move.position for move in moves(indices)}
    ranks: list[int] = []
    previous_rank = -step  # so that a first record that is not in the common order has a rank below 0
    for position, number in enumerate(numbers):
        rank = previous_rank + 1 if position in moved else number * step
        if rank <= previous_rank:
            raise ValueError(f"more than {step - 1} records in a row stand elsewhere than in the common order")
        ranks.append(rank)
        previous_rank = rank
    return ranks
