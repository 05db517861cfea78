"""The growth of the cost of some work with the size of its input, for the tests with hostile input."""

from __future__ import annotations

import gc
from collections.abc import Callable
from time import process_time

ATTEMPTS = 6
MEASURABLE = 0.01
"""Minimum processor time in seconds that can be distinguished from overhead."""
LIMIT = 9.0
"""Linear work costs four times as much for four times the input, quadratic work sixteen times."""


def cost(work: Callable[[], object], tries: int = 2) -> float:
    """Return the lowest processor time, in seconds, of a few tries."""
    best = float("inf")
    gc.disable()
    try:
        for _ in range(tries):
            start = process_time()
            work()
            best = min(best, process_time() - start)
    finally:
        gc.enable()
    return best


def grows_in_proportion(work: Callable[[int], Callable[[], object]], size: int) -> bool:
    """Return whether four times the input costs about four times the work.

    The speed and load of the machine do not matter: a ratio disturbed by other processes is measured again.

    Args:
        work: Returns the work for an input of a size; the time until it returns is not measured.
        size: Maximum of the smaller of the two sizes; a lower one is used if its cost can be measured.

    Returns:
        False if each of several measurements shows a growth beyond proportion.
    """
    least = max(1, size // 64)
    work(least)()  # the first call may also compile patterns and fill caches
    while least < size and cost(work(least), 1) < MEASURABLE:
        least = min(size, 2 * least)
    small, large = work(least), work(4 * least)
    return any(cost(large, 1) < LIMIT * max(cost(small), MEASURABLE) for _ in range(ATTEMPTS))
