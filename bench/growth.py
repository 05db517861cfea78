"""How the cost of some work grows with the size of what it is given; the tests of hostile input ask this."""

from __future__ import annotations

import gc
from collections.abc import Callable
from time import process_time

ATTEMPTS = 6
MEASURABLE = 0.01
"""Seconds of processor time that can be told from the noise of starting and counting."""
LIMIT = 9.0
"""Work in proportion costs four times as much for four times the input, a square sixteen times."""


def cost(work: Callable[[], object], tries: int = 2) -> float:
    """Return the least processor time, in seconds, of a few tries."""
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

    Nothing depends on how fast or how busy the machine is: a ratio that other processes spoil is measured again.

    Args:
        work: Gives the work for an input of a size; what it does before it returns is not measured.
        size: The most that the smaller of the two sizes may be; it is less where less can be measured well.

    Returns:
        False if each of several measurements shows a growth beyond proportion.
    """
    least = max(1, size // 64)
    while least < size and cost(work(least), 1) < MEASURABLE:
        least = min(size, 2 * least)
    small, large = work(least), work(4 * least)
    return any(cost(large, 1) < LIMIT * max(cost(small), MEASURABLE) for _ in range(ATTEMPTS))
