"""The references of a record together: mostly the same through all editions in which its words stand."""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING

from graph.ledger.columns import Interned, Runs, differences, starts, value_at
from graph.ledger.tables import ReferenceRow, References, target_in
from rules.records import Reference, Resolution

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_Place = tuple[int, int, int]
"""Number of a row, number of a field, offset."""


class Sheaves:
    """Numbers the sheaves, from 1; a record without references has none, which is 0."""

    def __init__(self) -> None:
        self._rows = Interned[ReferenceRow]()
        self._fields = Interned[str]()
        self._sheaves = Interned[tuple[_Place, ...]](())

    def __call__(self, found: Iterable[Resolution]) -> int:
        """The number of the sheaf that these references make."""
        places = [(self._rows(_row(one)), self._fields(one.reference.field), one.reference.start) for one in found]
        return self._sheaves(tuple(places))

    def table(self, of: Runs) -> References:
        """All sheaves; `of` tells which versions have which."""
        sheaves = self._sheaves.values[1:]
        places = [place for sheaf in sheaves for place in sheaf]
        return References(
            self._rows.values,
            self._fields.values,
            [len(sheaf) for sheaf in sheaves],
            differences(row for row, _, _ in places),
            [field for _, field, _ in places],
            [start for _, _, start in places],
            of,
        )


def _row(one: Resolution) -> ReferenceRow:
    reference = one.reference
    if reference.end != reference.start + len(reference.raw):
        raise ValueError(f"{reference.source}: {reference.raw!r} does not end where it should")
    usual = reference.targets == target_in(reference.raw, reference.kind)
    return ReferenceRow(
        reference.raw,
        reference.kind,
        reference.quoted_title,
        one.status,
        None if usual else reference.targets,
        None if one.target == reference.targets else one.target,
        one.suggestion,
    )


class SheafReader:
    """Reads the references of versions."""

    def __init__(self, table: References) -> None:
        self._table = table
        self._starts = starts(table.counts)
        self._rows = list(accumulate(table.row))
        self._of = table.of.by_version()

    def references(self, source: str, version: int, since: int) -> Iterator[Resolution]:
        """The references of a record.

        Args:
            source: Its key.
            version: The version that stands there.
            since: How many editions after the version's first one.
        """
        sheaf = value_at(self._of, version, since)
        if not sheaf:
            return
        for place in range(self._starts[sheaf - 1], self._starts[sheaf]):
            row = self._table.rows[self._rows[place]]
            targets = target_in(row.raw, row.kind) if row.targets is None else row.targets
            start = self._table.start[place]
            end = start + len(row.raw)
            field = self._table.fields[self._table.field[place]]
            reference = Reference(source, field, row.raw, row.kind, targets, row.title, start, end)
            yield Resolution(reference, row.status, targets if row.found is None else row.found, row.suggestion)
