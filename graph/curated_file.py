"""Reading of files of curated facts: TOML with one list of tables and nothing else."""

from __future__ import annotations

import tomllib
from functools import lru_cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Collection

    from rules.errors import ComprulesError


_load = lru_cache(maxsize=1)(tomllib.loads)
"""Reading the largest file takes a third of the time of a command that needs two of its lists."""


def read_tables(
    file: str, text: str, name: str, error: type[ComprulesError], others: Collection[str] = ()
) -> list[dict[str, Any]]:
    """Return the tables of one name in a curated file, in its order.

    Args:
        file: Its name in messages.
        text: Its content.
        name: Name of the tables: `term` for `[[term]]`.
        error: Exception class to raise if the text is no TOML, or has anything else.
        others: Names of further tables that the file may have.
    """
    try:
        document = _load(text)
    except tomllib.TOMLDecodeError as problem:
        raise error(f"{file}: not valid TOML: {problem}") from problem
    known = (name, *others)
    unknown = document.keys() - set(known)
    if unknown:
        places = " or ".join(f"[[{table}]]" for table in known)
        raise error(f"{file}: unknown table {min(unknown)!r}; everything belongs under {places}")
    tables = document.get(name, [])
    if not isinstance(tables, list) or not all(isinstance(table, dict) for table in tables):
        raise error(f"{file}: {name} must be a list of tables: [[{name}]]")
    return tables
