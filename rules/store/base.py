"""An open knowledge base: its file, its edition ids, and raw queries. Other modules of the package read the content."""

from __future__ import annotations

import sqlite3
from functools import cached_property
from typing import TYPE_CHECKING, Any, Self

from rules.records import COMPREHENSIVE_RULES, RETYPED
from rules.store.schema import DamagedStoreError

if TYPE_CHECKING:
    from pathlib import Path
    from types import TracebackType

    from rules.store.codec import RecordTable, T

REMEDY = "make it with: comprules update, or from an archive of yours with: comprules ingest"


class OpenFile:
    """The open SQLite file. Close it, or use it in a `with` statement.

    Attributes:
        has_texts: Whether it holds the text of the editions; otherwise it has only facts about them.
        kind: What messages call it.
    """

    has_texts = True
    kind = "knowledge base"

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        self.path = path
        self._connection = connection

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        self._connection.close()

    def meta(self) -> dict[str, str]:
        """Return the file's metadata: `sample` (`yes` or `no`), `code`, `schema`; see `columns.toml`."""
        rows = self.select("SELECT key, value FROM meta WHERE key != 'seal' ORDER BY key")
        return {str(key): str(value) for key, value in rows}

    @property
    def is_sample(self) -> bool:
        """Return whether the file was made from the sample editions that ship with comprules."""
        return self.meta().get("sample") == "yes"

    @cached_property
    def edition_ids(self) -> tuple[str, ...]:
        """Return the ids of all editions, oldest first."""
        return tuple(row[0] for row in self.select("SELECT id FROM editions ORDER BY id"))

    def editions_of(self, work: str = COMPREHENSIVE_RULES) -> tuple[str, ...]:
        """Return the ids of a work's editions, oldest first."""
        return tuple(edition for edition, its in self.works.items() if its == work)

    def chained(self, work: str = COMPREHENSIVE_RULES) -> tuple[str, ...]:
        """Return the ids of a work's editions that are not retyped, oldest first; all of them if all are."""
        editions = self.editions_of(work)
        return tuple(edition for edition in editions if edition not in self.retyped) or editions

    @cached_property
    def works(self) -> dict[str, str]:
        """Return the work of each edition, by its id, oldest first."""
        return {row[0]: row[1] for row in self.select("SELECT id, work FROM editions ORDER BY id")}

    @cached_property
    def retyped(self) -> frozenset[str]:
        """Return the editions of which no copy is the publisher's text; see `rules.chain`."""
        return frozenset(row[0] for row in self.select("SELECT id FROM editions WHERE condition = ?", RETYPED))

    def select(self, query: str, *values: object) -> list[Any]:
        """Return the rows of an SQL query, for questions that no method answers; `columns.toml` explains the tables."""
        try:
            return self._connection.execute(query, values).fetchall()
        except sqlite3.DatabaseError as error:
            raise self._damage_error(error) from error

    def _read(self, table: RecordTable[T], where: str, *values: object) -> tuple[T, ...]:
        """Return the records of a table's rows for which a condition holds, which may end with an order."""
        return table.records_of(self.select(f"SELECT {table.columns} FROM {table.name} WHERE {where}", *values))  # noqa: S608

    def _check(self, edition: str) -> None:
        if edition not in self.works:
            raise LookupError(f"{self.path}: the {self.kind} has no edition {edition}")

    def _damage_error(self, error: sqlite3.DatabaseError) -> Exception:
        return DamagedStoreError(f"{self.path}: damaged knowledge base ({error}); {REMEDY}")
