"""Tables of which each row is a record: the type of the record gives columns, statement and conversion of rows."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from types import NoneType
from typing import Any, Generic, NamedTuple, TypeVar, get_args, get_origin

import msgspec
from msgspec.structs import astuple, fields

from rules.caching import cached_property
from rules.conversion import decode_json, make_decoder

OF_EDITION = "edition TEXT NOT NULL REFERENCES editions (id), position INTEGER NOT NULL"
"""The columns before those of a record that belongs to an edition."""

Row = tuple[Any, ...]
T = TypeVar("T", bound=msgspec.Struct)


class Form(NamedTuple):
    """The conversion of the values of a field for a row and back.

    Attributes:
        write: Returns the value of the column for a value of the field.
        read: Returns the value of the field for a value of the column.
    """

    write: Callable[[Any], Any]
    read: Callable[[Any], Any]


class RecordTable(Generic[T]):
    """A table of records: columns of its own, which say where a record belongs, and a column for each field.

    A field that is a tuple is a JSON array, and a field that may be None is a column that may be NULL.

    Args:
        name: Name of the table.
        record: Type of the records.
        before: The table's own columns, as in `CREATE TABLE`.
        key: Names of the columns of the primary key; without one, rows are in the order in which they are written.
        names: Field → name of its column, if that is another one. A column whose name ends with `_id` has the id of a
            text instead of the text.
        forms: Field → functions that convert its value to text and back.
    """

    def __init__(
        self,
        name: str,
        record: type[T],
        *,
        before: str = OF_EDITION,
        key: str = "",
        names: Mapping[str, str] | None = None,
        forms: Mapping[str, Form] | None = None,
    ) -> None:
        self.name = name
        self.record = record
        self._before = before
        self._key = key
        self._names = names or {}
        self._texts = [field for field, column in self._names.items() if column.endswith("_id")]
        self._given_forms = forms or {}

    @cached_property
    def columns(self) -> str:
        """Return the names of the columns of a record's fields, in their order, for a query."""
        return ", ".join(self._names.get(field, field) for field in self.record.__struct_fields__)

    @property
    def create(self) -> str:
        """Return the statement that creates the table."""
        columns = [self._before]
        for field in fields(self.record):
            kind = "TEXT NOT NULL" if field.name in self._given_forms else _sql_type(field.type)
            if field.name in self._texts:
                kind = "INTEGER NOT NULL REFERENCES packed_texts (id)"
            columns.append(f"{self._names.get(field.name, field.name)} {kind}")
        end = f", PRIMARY KEY ({self._key})) WITHOUT ROWID" if self._key else ")"
        return f"CREATE TABLE {self.name} ({', '.join(columns)}{end}"

    def row_of(self, record: T, text_id: Callable[[tuple[None, str]], int] | None = None) -> Row:
        """Return the values of the columns of a record's fields.

        Args:
            record: The record.
            text_id: Returns the id of a text; needed if the table has columns with ids of texts.
        """
        values = dict(zip(self.record.__struct_fields__, astuple(record), strict=True))
        for field, form in self._forms.items():
            values[field] = form.write(values[field])
        if text_id is not None:
            for field in self._texts:
                values[field] = text_id((None, values[field]))
        return tuple(values.values())

    def records_of(self, rows: Iterable[Sequence[Any]]) -> tuple[T, ...]:
        """Return the records of rows of `columns`."""
        names = self.record.__struct_fields__
        readers = [(names.index(field), form.read) for field, form in self._forms.items()]
        records = []
        for row in rows:
            values = list(row)
            for index, read in readers:
                values[index] = read(values[index])
            records.append(self.record(*values))
        return tuple(records)

    @cached_property
    def _forms(self) -> dict[str, Form]:
        """Return field → its conversion, for the fields whose values are not written as they are."""
        forms = dict(self._given_forms)
        for field in fields(self.record):
            if field.type is bool:
                forms[field.name] = Form(int, bool)
            elif get_origin(field.type) is tuple and field.name not in forms:
                decode = make_decoder(field.type)
                forms[field.name] = Form(pack, lru_cache(1 << 13)(decode))
        return forms


def _sql_type(kind: Any) -> str:
    """Return the type of a column for the type of a field."""
    is_optional = NoneType in get_args(kind)
    if is_optional:  # such as `str | None`
        (kind,) = (option for option in get_args(kind) if option is not NoneType)
    if kind in {bool, int}:
        name = "INTEGER"
    elif kind is float:
        name = "REAL"
    else:
        name = "TEXT"
    return name if is_optional else f"{name} NOT NULL"


@lru_cache(1 << 13)
def pack(values: tuple[Any, ...]) -> str:
    """Return values as a JSON array."""
    return msgspec.json.encode(values).decode()


@lru_cache(1 << 13)
def names_from(packed: str) -> tuple[str, ...]:
    """Return the names in a JSON array."""
    return decode_json(packed, tuple[str, ...])
