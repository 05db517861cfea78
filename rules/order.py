"""The order of keys: how many of them would have to move for all to be in order."""

from bisect import bisect_right
from collections.abc import Iterable
from typing import Any


def count_misplaced(keys: Iterable[Any]) -> int:
    """Return how many keys are not where they belong: all but those of the longest part that is in order.

    Args:
        keys: Keys that can be compared; equal ones are in order. The part may have gaps (patience sorting).
    """
    total = 0
    last_keys: list[Any] = []
    for key in keys:
        total += 1
        place = bisect_right(last_keys, key)
        last_keys[place : place + 1] = [key]
    return total - len(last_keys)
