"""Grouping of values by their keys."""

from collections import defaultdict
from collections.abc import Hashable, Iterable
from typing import TypeVar

K = TypeVar("K", bound="Hashable")
V = TypeVar("V")


def grouped(pairs: Iterable[tuple[K, V]]) -> defaultdict[K, list[V]]:
    """Return key → its values, for pairs of a key and a value.

    `[("a", 1), ("b", 2), ("a", 3)]` → `{"a": [1, 3], "b": [2]}`. Keys and values are in the order in which they first
    occur. Looking up a missing key gives an empty list, because the result is a `defaultdict`.
    """
    groups: defaultdict[K, list[V]] = defaultdict(list)
    for key, value in pairs:
        groups[key].append(value)
    return groups
