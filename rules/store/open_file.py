"""The SQLite file of a knowledge base or ledger, open for reading."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from rules.store import seal
from rules.store.connection import ClosedFileError, ReadConnection, ReplacedFileError
from rules.store.errors import DamagedStoreError, StoreError
from rules.store.record_table import RecordTable, T

REMEDY = "build it with: comprules update, or from your own archive with: comprules ingest"
_DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
"""The kinds of errors of SQLite that always come from a damaged file."""
_PRIMARY_CODE = 0xFF
"""The bits of SQLite's extended error codes that hold the kind of error."""


class OpenFile:
    """An open SQLite file with tables of comprules.

    Close the file, or use this object in a `with` statement. Any thread may use it, and so may a process that was
    forked.

    Args:
        path: The file, as messages name it.
        connection: The connection to it.

    Attributes:
        has_texts: Whether the file has the text of the editions. A ledger has only facts about them.
        kind: What messages call the file: `knowledge base` or `ledger`.
    """

    has_texts = True
    kind = "knowledge base"

    def __init__(self, path: Path, connection: ReadConnection) -> None:
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

    def hold(self) -> bytes:
        """Read the whole file into memory, so that later changes to the file on disk change no answer.

        Other processes, whether forked or sent this object, read the same bytes.

        Returns:
            The bytes of the file.

        Raises:
            DamagedStoreError: The bytes do not match the file's seal (`rules.store.seal`), or there is no seal. A
                ledger raises `LedgerError` instead.
            StoreError: The file was closed, or was replaced before a fork.
        """
        with self._explaining():
            data = self._connection.hold()
        if not seal.is_sealed(data):
            raise self.damage_error(ValueError("the file was changed after it was written"))
        return data

    def meta(self) -> dict[str, str]:
        """Return the file's metadata: `sample` (`yes` or `no`), `code`, `schema`; see `columns.toml`."""
        rows = self.select("SELECT key, value FROM meta WHERE key != 'seal' ORDER BY key")
        return {str(key): str(value) for key, value in rows}

    @property
    def is_sample(self) -> bool:
        """Return whether the file was made from the sample editions that ship with comprules."""
        return self.meta().get("sample") == "yes"

    def select(self, query: str, *values: object) -> list[Any]:
        """Return the rows of an SQL query, for questions that no method answers; `columns.toml` explains the tables.

        Raises:
            StoreError: The query is wrong, or the file is damaged, was closed, or was replaced before a fork.
        """
        with self._explaining():
            return self._connection.fetch(query, *values)

    def damage_error(self, error: Exception) -> Exception:
        """Return the error to raise for content that cannot be read; a ledger has an error of its own."""
        return DamagedStoreError(f"{self.path}: damaged {self.kind} ({error}); {REMEDY}")

    @contextmanager
    def _explaining(self) -> Iterator[None]:
        """Replace the errors of the connection by the errors that the methods of this class document."""
        try:
            yield
        except ClosedFileError as error:
            raise self._make_error(f"the {self.kind} was closed; open it again") from error
        except ReplacedFileError as error:
            raise self._make_error(f"the {self.kind} was replaced before the fork; open it again") from error
        except (sqlite3.Error, UnicodeDecodeError) as error:
            raise self._explain(error) from error

    def _explain(self, error: Exception) -> Exception:
        """Return the error to raise in place of an error of SQLite."""
        if self._shows_damage(error):
            return self.damage_error(error)
        return self._make_error(f"the {self.kind} cannot answer the query ({error})")

    def _shows_damage(self, error: Exception) -> bool:
        """Return whether an error comes from damage to the file, not from the query or the machine."""
        code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & _PRIMARY_CODE
        if code in _DAMAGED:
            return True
        # If SQLite misses a table or a column, the query is wrong, unless the file is not as it was sealed.
        may_be_damage = code == sqlite3.SQLITE_ERROR and self.path.is_file()
        return may_be_damage and not seal.is_file_sealed(self.path)

    def _make_error(self, problem: str) -> Exception:
        return StoreError(f"{self.path}: {problem}")

    def _read(self, table: RecordTable[T], where: str, *values: object) -> tuple[T, ...]:
        """Return the records of some rows of a table.

        Args:
            table: The table.
            where: The condition on the rows in SQL; an `ORDER BY` may follow it.
            values: The values of the question marks in `where`.
        """
        return table.records_of(self.select(f"SELECT {table.columns} FROM {table.name} WHERE {where}", *values))  # noqa: S608
