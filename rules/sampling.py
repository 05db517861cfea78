"""Samples of long sequences."""

from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")


def spread(items: Sequence[T], most: int) -> Sequence[T]:
    """Return items that are evenly spread over all, beginning with the first; all if there are at most `most`.

    `spread("abcdef", 3)` → `["a", "c", "e"]`.

    Args:
        items: The items.
        most: Maximum number of items to return.
    """
    if len(items) <= most:
        return items
    return [items[step * len(items) // most] for step in range(most)]
