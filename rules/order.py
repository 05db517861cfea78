"""Which keys of a sequence are in order, and how many would have to move for all to be so."""

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from typing import Any


def count_misplaced(keys: Sequence[Any]) -> int:
    """Return how many keys are not where they belong: all but those of the longest subsequence in order.

    Args:
        keys: Keys that can be compared; equal ones are in order.
    """
    return len(keys) - len(find_in_order(keys))


def find_in_order(keys: Iterable[Any]) -> list[int]:
    """Return the indices of the longest subsequence of keys that is in order, found by patience sorting.

    Args:
        keys: Keys that can be compared; equal ones are in order.
    """
    lowest_ends: list[Any] = []  # at index i, the lowest key with which a subsequence of i + 1 keys in order can end
    counts_before: list[int] = []  # for each key, how many keys the longest subsequence that ends with it has before it
    for key in keys:
        count_before = bisect_right(lowest_ends, key)
        if count_before == len(lowest_ends):
            lowest_ends.append(key)
        else:
            lowest_ends[count_before] = key
        counts_before.append(count_before)
    # From the end: before a key of the subsequence, the last one with a count that is lower by 1 also belongs to it.
    in_order: list[int] = []
    wanted_count = len(lowest_ends) - 1
    for index in reversed(range(len(counts_before))):
        if counts_before[index] == wanted_count:
            in_order.append(index)
            wanted_count -= 1
    return in_order[::-1]
