"""Reading of files of curated facts: TOML with lists of tables and nothing else, each table a record."""

import tomllib
from collections.abc import Callable, Hashable
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Any, TypeVar

import msgspec
from msgspec import Meta

from rules.conversion import convert
from rules.errors import ComprulesError

Text = Annotated[str, Meta(min_length=1)]
Record = TypeVar("Record", bound=msgspec.Struct)

FOLDER = Path(__file__).resolve().parents[1]
"""The folder of the files that ship with comprules."""
_SHOWN_TEXTS = 3
"""Number of texts of a table that a message shows."""
_load = lru_cache(maxsize=1)(tomllib.loads)
"""Returns the content of a TOML file. The last result is cached, because some commands need two kinds of tables of the
largest file, and reading the file takes a third of their time."""


class CuratedFileError(ComprulesError, ValueError):
    """A file of curated facts is invalid; the message names the file and the fact, and says what is wrong."""


def read_records(
    file: str,
    name: str,
    text: str | None,
    kind: type[Record],
    *,
    key_of: Callable[[Record], Hashable],
    other_names: tuple[str, ...] = (),
    prepare: Callable[[dict[str, Any]], dict[str, Any]] = lambda table: table,
) -> tuple[Record, ...]:
    """Return the tables of one name in a curated file as records, in the order of the file.

    Args:
        file: Name of the file.
        name: Name of the tables: `term` for tables that begin with `[[term]]`.
        text: Content of the file; None for that of the file that ships with comprules.
        kind: The type of the records, which checks them.
        key_of: Returns the key of a record, which no other record of the file may have.
        other_names: Names of other tables that the file may have.
        prepare: Returns a table with the fields of the record; by default the table itself.

    Raises:
        CuratedFileError: The text is not valid TOML, has other tables or values, or a record is invalid or a duplicate.
    """
    tables = _read_tables(file, name, other_names, text)
    records: dict[Hashable, Record] = {}
    for count, table in enumerate(tables, 1):
        where = f"{file}: {name} {count}"
        try:
            record = convert(prepare(table), kind)
        except msgspec.ValidationError as problem:
            raise CuratedFileError(f"{where} {_describe_table(table)}: {problem}") from problem
        key = key_of(record)
        if key in records:
            raise CuratedFileError(f"{where} {_describe_table(table)} is listed twice; keep one")
        records[key] = record
    return tuple(records.values())


def _read_tables(file: str, name: str, other_names: tuple[str, ...], text: str | None) -> list[dict[str, Any]]:
    """Return the tables of one name; the arguments are those of `read_records`.

    Raises:
        CuratedFileError: The text is not valid TOML, or has something else than tables of these names.
    """
    if text is None:
        text = (FOLDER / file).read_text(encoding="utf-8")
    try:
        document = _load(text)
    except tomllib.TOMLDecodeError as problem:
        raise CuratedFileError(f"{file}: not valid TOML: {problem}") from problem
    names = (name, *other_names)
    for unknown in sorted(document.keys() - {*names}):
        allowed = " or ".join(f"[[{allowed_name}]]" for allowed_name in names)
        raise CuratedFileError(f"{file}: unknown table {unknown!r}; everything belongs under {allowed}")
    tables = document.get(name, [])
    if not isinstance(tables, list) or not all(isinstance(table, dict) for table in tables):
        raise CuratedFileError(f"{file}: {name} must be a list of tables: [[{name}]]")
    return tables


def _describe_table(table: dict[str, Any]) -> str:
    """Return the first texts of a table in brackets, by which a reader finds it: `(2009-07-11, 2010-02-01, 702.4a)`."""
    texts = [value for value in table.values() if isinstance(value, str)]
    return f"({', '.join(texts[:_SHOWN_TEXTS])})"
