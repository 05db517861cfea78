"""The reference of the knowledge base: its tables and columns with their types."""

from __future__ import annotations

import sqlite3
import tomllib
from pathlib import Path

import rules.store.schema
from rules.links import CLASSES
from rules.store.schema import TEXT_VIEWS, VIEWS, make_tables

DESCRIPTIONS = Path(rules.store.schema.__file__).with_name("columns.toml")


def columns_of_tables() -> dict[str, list[tuple[str, str]]]:
    """Return name and type of each column, by table or view, in the order of the schema."""
    connection = sqlite3.connect(":memory:")
    connection.executescript(make_tables() + VIEWS + TEXT_VIEWS)
    names = connection.execute("SELECT name, type FROM sqlite_master WHERE type IN ('table', 'view') ORDER BY rowid")
    tables = {name: kind for name, kind in names if not name.startswith(("search_", "sqlite_"))}
    columns = {
        table: [
            (name, f"{kind.lower()}{'' if required or key or not kind or of == 'view' else ', or null'}")
            for _, name, kind, required, _, key in connection.execute(f"PRAGMA table_info({table})")
        ]
        for table, of in tables.items()
    }
    connection.close()
    return columns


def descriptions() -> dict[str, dict[str, str]]:
    """Return the content of `columns.toml`: by table, by column; `about` is the table itself."""
    text = DESCRIPTIONS.read_text(encoding="utf-8").replace("{classes}", ", ".join(f"`{name}`" for name in CLASSES))
    tables: dict[str, dict[str, str]] = tomllib.loads(text)
    return tables


def tables_reference() -> str:
    """Return a section for each table with its columns."""
    said = descriptions()
    common = said["common"]
    parts = []
    for table, columns in columns_of_tables().items():
        rows = [f"| `{name}` | {kind} | {said[table].get(name, common.get(name, ''))} |" for name, kind in columns]
        parts.append(
            "\n".join(
                [f"## {table}", "", said[table]["about"], "", "| column | type | what |", "|---|---|---|", *rows, ""]
            )
        )
    return "\n".join(parts)
