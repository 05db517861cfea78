"""Delta encoding of columns of numbers, which makes them compress better."""

from collections.abc import Sequence
from itertools import pairwise


def encode_deltas(numbers: Sequence[int]) -> list[int]:
    """Return the difference of each number from the one before it, the first one from 0: `[3, 5, 9]` → `[3, 2, 4]`."""
    return [number - before for before, number in pairwise([0, *numbers])]
