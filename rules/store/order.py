"""The common order of the records of all editions, from which each document differs by a few moves.

A *document* is the records of one edition in the order in which it prints them. The *common order* is one order of the
records of all documents. The *rank* of a record in a document is a number by which the records of that document are
sorted. Most ranks follow from the common order, so that they need not be stored.

Records are given by numbers: in `common_order` by the ids of their keys, in `spread_ranks` by their indices in the
common order, in `find_moves` by their indices among the records of one document.
"""

from collections import defaultdict
from collections.abc import Container, Iterable, Sequence
from typing import NamedTuple

from rules.order import find_in_order


class Move(NamedTuple):
    """A record that has another index in a document than in the common order.

    Attributes:
        index_in_document: Index of the record in the document.
        index_in_order: Index that the record would have if the document were in the common order.
    """

    index_in_document: int
    index_in_order: int


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
    """Return the keys of a document that are not placed yet, by the placed key before them, or None if there is none.

    Example: of the keys `7 1 8 9 2`, 1 and 2 are placed → `{None: [7], 1: [8, 9]}`.

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
    """Return an order with newcomers after the keys that they follow; those that follow no key come first.

    Example: the order `1 2` with `{None: [7], 1: [8, 9]}` → `7 1 8 9 2`.
    """
    longer_order = list(newcomers_after.get(None, ()))
    for key in order:
        longer_order.append(key)
        longer_order += newcomers_after.get(key, ())
    return longer_order


def find_moves(indices_in_order: Sequence[int]) -> list[Move]:
    """Return the fewest moves that turn the common order into the order of a document.

    The records that stay are a longest ascending subsequence. Example: for `0 3 1 2` they are 0, 1 and 2, so only the
    second record moves: `Move(index_in_document=1, index_in_order=3)`.

    Args:
        indices_in_order: For each record, in the order of the document, the index that it would have if the document
            were in the common order: a permutation of 0, 1, 2 ….
    """
    staying = set(find_in_order(indices_in_order))
    return [
        Move(index, index_in_order) for index, index_in_order in enumerate(indices_in_order) if index not in staying
    ]


def spread_ranks(numbers: Sequence[int], step: int) -> list[int]:
    """Return the ranks of the records of a document, which ascend.

    A record that keeps the common order has the rank `step` times its number, which is the same in all documents. A
    record that moves has the rank of the record before it, plus 1. Example: with a step of 100, the document `5 9 6 7`
    has the ranks 500, 501, 600 and 700, because 9 moves.

    Args:
        numbers: For each record, in the order of the document, its number: its index in the common order.
        step: Difference between the ranks of consecutive numbers.

    Raises:
        ValueError: So many records in a row move that their ranks reach the rank of the record after them. These are at
            least `step` records.
    """
    moving = _find_moving(numbers)
    ranks: list[int] = []
    previous_rank = -step  # so that a first record that moves has a rank below 0
    for index, number in enumerate(numbers):
        rank = previous_rank + 1 if index in moving else number * step
        if rank <= previous_rank:
            raise ValueError(f"more than {step - 1} records in a row stand elsewhere than in the common order")
        ranks.append(rank)
        previous_rank = rank
    return ranks


def _find_moving(numbers: Sequence[int]) -> set[int]:
    """Return the indices, in a document, of the records that move: `5 9 6 7` → `{1}`.

    Args:
        numbers: For each record, in the order of the document, its index in the common order.
    """
    # Moves are found for indices without gaps: `5 9 6 7` → `0 3 1 2`.
    index_of = {number: index for index, number in enumerate(sorted(numbers))}
    indices = [index_of[number] for number in numbers]
    return {move.index_in_document for move in find_moves(indices)}
