"""Records as rows of a table: the columns, the statement that creates it, and the conversion follow from the type."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property, lru_cache
from types import NoneType
from typing import Any, Generic, TypeVar, get_args, get_origin

import msgspec
from msgspec.structs import astuple, fields

Row = tuple[Any, ...]
T = TypeVar("T", bound=msgspec.Struct)
OF_EDITION = "edition TEXT NOT NULL REFERENCES editions (id), position INTEGER NOT NULL"


class RecordTable(Generic[T]):
    """A table of records: its own columns, which say where a record belongs, and one for each field of the record.

    A field that is a tuple is a JSON array, and a field that may be None is a column that may be NULL.

    Args:
        name: Name of the table.
        record: Type of the records.
        before: Its own columns, as in `CREATE TABLE`.
        key: Names of the columns of the primary key; without one, rows are in the order in which they are written.
        names: Names of columns that differ from those of their fields; one that ends with `_id` is the id of a text.
        forms: Functions that make a text of the value of a field before it is written, and undo that after it is read.
    """

    def __init__(
        self,
        name: str,
        record: type[T],
        *,
        before: str = OF_EDITION,
        key: str = "",
        names: Mapping[str, str] | None = None,
        forms: Mapping[str, tuple[Callable[[Any], Any], Callable[[Any], Any]]] | None = None,
    ) -> None:
        self.name = name
        self.record = record
        self._before = before
        self._key = key
        self._names = names or {}
        self._texts = {field for field, column in self._names.items() if column.endswith("_id")}
        self._forms = forms or {}

    @cached_property
    def columns(self) -> str:
        """Return the columns of a record's fields, in their order, as they stand in a query."""
        return ", ".join(self._names.get(field, field) for field in self.record.__struct_fields__)

    @property
    def create(self) -> str:
        """Return the statement that creates the table."""
        columns = [self._before]
        for field in fields(self.record):
            kind = "TEXT NOT NULL" if field.name in self._forms else _sql_type(field.type)
            if field.name in self._texts:
                kind = "INTEGER NOT NULL REFERENCES packed_texts (id)"
            columns.append(f"{self._names.get(field.name, field.name)} {kind}")
        end = f", PRIMARY KEY ({self._key})) WITHOUT ROWID" if self._key else ")"
        return f"CREATE TABLE {self.name} ({', '.join(columns)}{end}"

    def row_of(self, record: T, text_id: Callable[[tuple[None, str]], int] | None = None) -> Row:
        """Return the columns of a record's fields; `text_id` returns the id of a text, if the table has such ids."""
        values = list(astuple(record))
        for index, field in enumerate(self.record.__struct_fields__):
            if field in self._forms:
                values[index] = self._forms[field][0](values[index])
            if text_id is not None and field in self._texts:
                values[index] = text_id((None, values[index]))
            elif isinstance(values[index], tuple | list):
                values[index] = pack(tuple(values[index]))
        return tuple(values)

    def records_of(self, rows: Iterable[Sequence[Any]]) -> tuple[T, ...]:
        """Return the records of rows of `columns`."""
        records = []
        for row in rows:
            values = list(row)
            for index, read in self._readers:
                values[index] = read(values[index])
            records.append(self.record(*values))
        return tuple(records)

    @cached_property
    def _readers(self) -> list[tuple[int, Callable[[Any], Any]]]:
        """Return the places of the fields that are not as they stand in a row, each with what reads it."""
        readers: list[tuple[int, Callable[[Any], Any]]] = []
        for index, field in enumerate(fields(self.record)):
            if field.name in self._forms:
                readers.append((index, self._forms[field.name][1]))
            elif field.type is bool:
                readers.append((index, bool))
            elif get_origin(field.type) is tuple:
                readers.append((index, lru_cache(1 << 13)(msgspec.json.Decoder(field.type).decode)))
        return readers


def _sql_type(kind: Any) -> str:
    kinds = [kind for kind in get_args(kind) if kind is not NoneType] if NoneType in get_args(kind) else [kind]
    name = "INTEGER" if kinds[0] in {bool, int} else "REAL" if kinds[0] is float else "TEXT"
    return name if NoneType in get_args(kind) else f"{name} NOT NULL"


@lru_cache(1 << 13)
def pack(values: tuple[Any, ...]) -> str:
    """Return values as a JSON array."""
    return msgspec.json.encode(values).decode()


@lru_cache(1 << 13)
def names_from(packed: str) -> tuple[str, ...]:
    """Return the names in a JSON array."""
    return msgspec.json.decode(packed, type=tuple[str, ...])
