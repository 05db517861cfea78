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
_NAMING_TEXTS = 3
"""Texts of a table that name it."""
_load = lru_cache(maxsize=1)(tomllib.loads)
"""Reading the largest file takes a third of the time of a command that needs two of its lists."""


class CuratedFileError(ComprulesError, ValueError):
    """A file of curated facts is invalid; the message names the file and the fact, and says what is wrong."""


def read_records(
    file: str,
    names: tuple[str, ...],
    text: str | None,
    kind: type[Record],
    *,
    named: Callable[[Record], Hashable],
    prepare: Callable[[dict[str, Any]], dict[str, Any]] = lambda table: table,
) -> tuple[Record, ...]:
    """Return the tables of one name in a curated file as records, in its order.

    Args:
        file: Its name.
        names: The name of the tables (`term` for `[[term]]`), then those of others that the file may have.
        text: Its content; None for that of the file that ships with comprules.
        kind: The type of the records, which checks them.
        named: Returns the key of a record, by which duplicates are found.
        prepare: Returns a table with the fields of the record; by default the table itself.

    Raises:
        CuratedFileError: The text is not valid TOML, has other tables or values, or a record is invalid or a duplicate.
    """
    tables = _read_tables(file, names, text)
    records: dict[Hashable, Record] = {}
    for number, table in enumerate(tables, 1):
        where = f"{file}: {names[0]} {number}"
        try:
            record = convert(prepare(table), kind)
        except msgspec.ValidationError as problem:
            raise CuratedFileError(f"{where} {_name(table)}: {problem}") from problem
        if named(record) in records:
            raise CuratedFileError(f"{where} {_name(table)} is listed twice; keep one")
        records[named(record)] = record
    return tuple(records.values())


def _read_tables(file: str, names: tuple[str, ...], text: str | None) -> list[dict[str, Any]]:
    """Return the tables of the first of some names; a file has no others than those of these names."""
    if text is None:
        text = (FOLDER / file).read_text(encoding="utf-8")
    try:
        document = _load(text)
    except tomllib.TOMLDecodeError as problem:
        raise CuratedFileError(f"{file}: not valid TOML: {problem}") from problem
    for unknown in sorted(document.keys() - {*names}):
        allowed = " or ".join(f"[[{name}]]" for name in names)
        raise CuratedFileError(f"{file}: unknown table {unknown!r}; everything belongs under {allowed}")
    name = names[0]
    tables = document.get(name, [])
    if not isinstance(tables, list) or not all(isinstance(table, dict) for table in tables):
        raise CuratedFileError(f"{file}: {name} must be a list of tables: [[{name}]]")
    return tables


def _name(table: dict[str, Any]) -> str:
    """Return the first texts of a table, by which a reader finds it."""
    texts = [value for value in table.values() if isinstance(value, str)]
    return f"({', '.join(texts[:_NAMING_TEXTS])})"
