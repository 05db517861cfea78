"""Columns of numbers: written as differences, which are small, and read again without a loop in Python."""

from __future__ import annotations

import sys
from array import array
from itertools import accumulate
from typing import TYPE_CHECKING, Generic, TypeVar

import msgspec

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Sequence

T = TypeVar("T", bound="Hashable")


def differences(values: Iterable[int]) -> list[int]:
    """Each value less the one before it; msgpack has a single byte for -32 to 127."""
    found: list[int] = []
    before = 0
    for value in values:
        found.append(value - before)
        before = value
    return found


def summed(values: Iterable[int]) -> list[int]:
    """The values whose `differences` these are."""
    return list(accumulate(values))


def starts(counts: Sequence[int]) -> list[int]:
    """Where each of several runs of these lengths starts, and where the last one ends."""
    return list(accumulate(counts, initial=0))


class Runs(msgspec.Struct, array_like=True, frozen=True):
    """What versions of rules have, each from an edition on until it has something else.

    Attributes:
        at: Differences of the places of the versions in the table of versions, in its order.
        since: How many editions after the version's first one.
        value: Differences of what it has from then on; 0 stands for nothing.
    """

    at: list[int]
    since: list[int]
    value: list[int]

    @classmethod
    def of(cls, runs: Iterable[tuple[int, int, int]]) -> Runs:
        """Runs of (version, editions after its first, value), sorted."""
        found = list(runs)
        return cls(
            differences(version for version, _, _ in found),
            [since for _, since, _ in found],
            differences(value for _, _, value in found),
        )

    def by_version(self) -> dict[int, list[tuple[int, int]]]:
        """Version to its runs of (editions after its first, value)."""
        found: dict[int, list[tuple[int, int]]] = {}
        for version, since, value in zip(accumulate(self.at), self.since, accumulate(self.value), strict=True):
            found.setdefault(version, []).append((since, value))
        return found


def value_at(runs: dict[int, list[tuple[int, int]]], version: int, since: int) -> int:
    """What a version has so many editions after its first one; 0 for nothing."""
    found = 0
    for start, value in runs.get(version, ()):
        if start > since:
            break
        found = value
    return found


class Interned(Generic[T]):
    """Gives every distinct value a number, in the order in which they come."""

    def __init__(self, *known: T) -> None:
        self.numbers: dict[T, int] = {value: number for number, value in enumerate(known)}

    def __call__(self, value: T) -> int:
        """The number of a value."""
        return self.numbers.setdefault(value, len(self.numbers))

    @property
    def values(self) -> list[T]:
        """The values by their numbers."""
        return list(self.numbers)


def narrow(values: Sequence[int]) -> bytes:
    """Numbers from 0 in two bytes each where they all fit, else in four; the first byte tells the width."""
    wide = bool(values) and max(values) >= 1 << 16
    found = array("I" if wide else "H", values)
    if sys.byteorder == "big":
        found.byteswap()
    return bytes([found.itemsize]) + found.tobytes()


def widened(data: bytes) -> Sequence[int]:
    """The numbers that `narrow` wrote."""
    found = array("I" if data[:1] == b"\x04" else "H")
    found.frombytes(data[1:])
    if sys.byteorder == "big":
        found.byteswap()
    return found
