"""A table of the export, with its columns."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import date
from functools import cache
from typing import Any

from msgspec import Struct

from rules.conversion import make_decoder
from rules.store import Store

_READERS: dict[Any, Callable[[Any], Any]] = {
    date: cache(date.fromisoformat),  # few different dates are in many rows
    bool: bool,
    list: make_decoder(list[str]),
}
"""Type of a column → the function that makes its values from those of the store; other types need none."""


class Column(Struct, frozen=True):
    """A column of a table.

    Attributes:
        name: The name.
        kind: The Python type; `list` for a list of strings.
        about: The meaning, as documented in the export.
        value: The SQL expression of the value; empty if that is the name.
        nullable: Whether the value may be null.
    """

    name: str
    kind: type
    about: str
    value: str = ""
    nullable: bool = False


class Table(Struct, frozen=True):
    """A table of the export, or some columns of one.

    Attributes:
        name: The name of the table and of its file.
        about: What a row is, in one line.
        source: The SQL that follows `FROM`; empty if `make_rows` makes the rows.
        columns: The columns.
        needs_texts: Whether only a knowledge base has the table, not the ledger.
        make_rows: Yields the rows of a store, each with a value for the name of each column; None if SQL makes them.
    """

    name: str
    about: str
    source: str
    columns: tuple[Column, ...]
    needs_texts: bool = False
    make_rows: Callable[[Store], Iterator[dict[str, Any]]] | None = None

    def rows(self, store: Store) -> Iterator[tuple[Any, ...]]:
        """Yield the rows, each a tuple of the columns in their order.

        Args:
            store: The knowledge base or the ledger.
        """
        if self.make_rows is None:
            yield from self._select_rows(store)
            return
        for named in self.make_rows(store):
            yield tuple(named[column.name] for column in self.columns)

    def _select_rows(self, store: Store) -> Iterator[tuple[Any, ...]]:
        """Yield the rows that SQL makes, with each value in the Python type of its column."""
        readers = [_READERS.get(column.kind) for column in self.columns]
        values = ", ".join(column.value or column.name for column in self.columns)
        for row in store.select(f"SELECT {values} FROM {self.source}"):  # noqa: S608 - fixed words
            yield tuple(value if read is None else read(value) for read, value in zip(readers, row, strict=True))
