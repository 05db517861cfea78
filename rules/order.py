"""How far a sequence of keys is out of order: how many of them would have to move for all to be in order."""

from bisect import bisect_right
from collections.abc import Iterable
from typing import Any


def count_misplaced(keys: Iterable[Any]) -> int:
    """Return how many keys are not where they belong.

    Those that do belong where they are make up the longest subsequence in order, found by patience sorting.

    Args:
        keys: Keys that can be compared; equal ones are in order.
    """
    total = 0
    # At index i is the lowest key with which a subsequence of i + 1 keys in order can end.
    lowest_ends: list[Any] = []
    for key in keys:
        total += 1
        index = bisect_right(lowest_ends, key)
        if index == len(lowest_ends):
            lowest_ends.append(key)
        else:
            lowest_ends[index] = key
    return total - len(lowest_ends)
