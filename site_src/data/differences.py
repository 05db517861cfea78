"""Columns of numbers as their differences, which compress better."""

from collections.abc import Sequence
from itertools import pairwise


def subtract(numbers: Sequence[int]) -> list[int]:
    """Return each number less the one before it; the first stays."""
    return [number - before for before, number in pairwise([0, *numbers])]
