"""The longest subsequence of a sequence that is in ascending order."""

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from typing import Any


def count_misplaced(values: Sequence[Any]) -> int:
    """Return the fewest values that must move for all to be in ascending order: 1 for `1 7 2 3`.

    Args:
        values: Values that can be compared; equal ones are in order.
    """
    return len(values) - len(find_in_order(values))


def find_in_order(values: Iterable[Any]) -> list[int]:
    """Return the indices of the longest ascending subsequence, found by patience sorting: `1 7 2 3` → 0, 2, 3.

    Args:
        values: Values that can be compared; equal ones are in order.
    """
    counts_before = _count_before(values)
    # From the end: before a value of the subsequence, the last value whose count is lower by 1 also belongs to it.
    in_order: list[int] = []
    wanted_count = max(counts_before, default=0)
    for index in reversed(range(len(counts_before))):
        if counts_before[index] == wanted_count:
            in_order.append(index)
            wanted_count -= 1
    return in_order[::-1]


def _count_before(values: Iterable[Any]) -> list[int]:
    """Return for each value how many come before it in the longest ascending subsequence that ends with it.

    `1 7 2 3` → 0, 1, 1, 2.
    """
    # At index i, the lowest value with which an ascending subsequence of i + 1 values can end.
    lowest_ends: list[Any] = []
    counts_before: list[int] = []
    for value in values:
        count_before = bisect_right(lowest_ends, value)
        if count_before == len(lowest_ends):
            lowest_ends.append(value)
        else:
            lowest_ends[count_before] = value
        counts_before.append(count_before)
    return counts_before
