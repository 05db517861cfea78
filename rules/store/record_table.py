"""Tables of which each row is a record; the columns follow from the type of the record.

A record with the fields `code: str` and `tags: tuple[str, ...]` has a row such as `("CR001", '["a","b"]')`.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from types import NoneType
from typing import Any, Generic, NamedTuple, TypeVar, get_args, get_origin

import msgspec
from msgspec.structs import astuple, fields

from rules.caching import cached_property
from rules.conversion import decode_json, make_decoder

OF_EDITION = "edition TEXT NOT NULL REFERENCES editions (id), position INTEGER NOT NULL"
"""SQL for the columns before those of a record that belongs to an edition."""

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
    """A table of records: first columns that say where a record belongs, then a column for each field.

    The column of a field that is a tuple has a JSON array, and that of a field that may be None may be NULL.

    Args:
        name: Name of the table.
        record: Type of the records.
        before: The columns before those of the fields, as in `CREATE TABLE`.
        key: Names of the columns of the primary key, as in `PRIMARY KEY (…)`; without one, rows are in the order in
            which they are written.
        names: Field → name of its column, for fields whose column has another name. If the name ends with `_id`, the
            column has the id of a text in `packed_texts` instead of the text.
        forms: Field → conversion of its values to text and back.
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
        """Return the names of the fields' columns, in the order of the fields, separated by commas for a query."""
        return ", ".join(self._names.get(field, field) for field in self.record.__struct_fields__)

    @property
    def create(self) -> str:
        """Return the statement that creates the table."""
        columns = [self._before]
        for field in fields(self.record):
            if field.name in self._texts:
                kind = "INTEGER NOT NULL REFERENCES packed_texts (id)"
            elif field.name in self._given_forms:
                kind = "TEXT NOT NULL"
            else:
                kind = _sql_type(field.type)
            columns.append(f"{self._names.get(field.name, field.name)} {kind}")
        end = f", PRIMARY KEY ({self._key})) WITHOUT ROWID" if self._key else ")"
        return f"CREATE TABLE {self.name} ({', '.join(columns)}{end}"

    def row_of(self, record: T, text_id: Callable[[tuple[None, str]], int] | None = None) -> Row:
        """Return the values of a record in `columns`.

        Args:
            record: The record.
            text_id: Returns the id of a title (None) and a text; needed if columns have ids of texts.
        """
        values = dict(zip(self.record.__struct_fields__, astuple(record), strict=True))
        for field, form in self._forms.items():
            values[field] = form.write(values[field])
        if text_id is not None:
            for field in self._texts:
                values[field] = text_id((None, values[field]))
        return tuple(values.values())

    def records_of(self, rows: Iterable[Sequence[Any]]) -> tuple[T, ...]:
        """Return the records of rows with the values of `columns`."""
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
    """Return the SQL type of a column for the type of a field: `int` → `INTEGER NOT NULL`, `str | None` → `TEXT`."""
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
    """Return values as a JSON array: `("702.40a", "702.40b")` → `["702.40a","702.40b"]`."""
    return encode_array(values)


def encode_array(values: Sequence[Any]) -> str:
    """Return values as a JSON array, as `pack` does, without keeping it: for long arrays that a query gets."""
    return msgspec.json.encode(values).decode()


@lru_cache(1 << 13)
def names_from(packed: str) -> tuple[str, ...]:
    """Return the strings in a JSON array, the reverse of `pack`."""
    return decode_json(packed, tuple[str, ...])
