"""Grouping of values by their keys."""

from collections import defaultdict
from collections.abc import Hashable, Iterable
from typing import TypeVar

K = TypeVar("K", bound="Hashable")
V = TypeVar("V")


def grouped(pairs: Iterable[tuple[K, V]]) -> defaultdict[K, list[V]]:
    """Return key → its values in their order, for pairs of a key and a value.

    The keys are in the order in which they first occur. A key that is missing has no values: it is a `defaultdict`.
    """
    groups: defaultdict[K, list[V]] = defaultdict(list)
    for key, value in pairs:
        groups[key].append(value)
    return groups
