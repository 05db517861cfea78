"""Writing a knowledge base: always a whole new file, which takes the old one's place by a rename.

Deterministic: the bytes depend on the rows alone. Editions are written oldest first, texts get their ids in the order
in which they are first met, and nothing in the file tells when, where or by how many processes it was made.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import sqlite3
from typing import TYPE_CHECKING, Self

from rules.store.rows import SEARCHED, TEXT_COLUMNS, EditionRows, Row, Text
from rules.store.schema import APPLICATION_ID, INDEXES, PAGE_SIZE, SCHEMA_VERSION, TABLES, StoreError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path
    from types import TracebackType

    from rules.store.read import Store


class StoreWriter:
    """Writes a knowledge base, in a `with` statement; one that is left by an exception writes nothing.

    Only one writer may be at work for a path: the caller holds a lock.

    Example:
        with StoreWriter(path) as writer:
            writer.add(rows_of(reading, resolutions, fingerprint))
            writer.finish({"sample": "no"})

    Raises:
        StoreError: The folder cannot be written, or the disk is full. What stood at the path still stands there.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.temporary = temporary_of(path)
        self._texts: dict[Text, int] = {}
        self._searched: set[int] = set()
        self._last_edition = ""
        self._finished = False
        self._connection: sqlite3.Connection | None = None

    def __enter__(self) -> Self:
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            remove_leftovers(self.path)
            self._connection = connection = sqlite3.connect(self.temporary, isolation_level=None)
            # No journal and no waiting for the disk: an unfinished temporary file is thrown away, never mended.
            for pragma in (
                f"page_size = {PAGE_SIZE}",
                "journal_mode = OFF",
                "synchronous = OFF",
                "locking_mode = EXCLUSIVE",
                "cache_size = -65536",
                f"application_id = {APPLICATION_ID}",
                f"user_version = {SCHEMA_VERSION}",
            ):
                connection.execute(f"PRAGMA {pragma}")
            connection.executescript(TABLES)
            connection.execute("BEGIN")
        except (OSError, sqlite3.Error) as error:
            self._abandon()
            raise self._failure(error) from error
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if not self._finished:
            self._abandon()

    def _abandon(self) -> None:
        if self._connection is not None:
            self._connection.close()
        with contextlib.suppress(NotADirectoryError):
            self.temporary.unlink(missing_ok=True)

    def add(self, rows: EditionRows) -> None:
        """Adds an edition.

        Raises:
            ValueError: Editions do not come oldest first.
        """
        if rows.id <= self._last_edition:
            raise ValueError(f"editions must be added oldest first: {rows.id} after {self._last_edition}")
        self._last_edition = rows.id
        try:
            self._insert("editions", [rows.edition])
            for table, table_rows in rows.tables:
                self._insert(table, list(self._stored(rows.id, table, table_rows)))
        except sqlite3.Error as error:
            raise self._failure(error) from error

    def finish(self, meta: Mapping[str, str]) -> None:
        """Completes the file and puts it in its place.

        Args:
            meta: What the file is to say of itself, beside its schema's version.
        """
        try:
            self._insert("meta", sorted({**meta, "schema": str(SCHEMA_VERSION)}.items()))
            self._insert("texts", [(number, *text, _sha256(text[1])) for text, number in self._texts.items()])
            self._insert(
                "search (rowid, title, text)",
                [(number, *text) for text, number in self._texts.items() if number in self._searched],
            )
            connection = self._open()
            connection.execute("INSERT INTO search (search) VALUES ('optimize')")
            connection.execute("COMMIT")
            connection.executescript(INDEXES)
            connection.close()
            self._put_in_place()
        except (OSError, sqlite3.Error) as error:
            raise self._failure(error) from error
        self._finished = True

    def _stored(self, edition: str, table: str, rows: tuple[Row, ...]) -> Iterator[Row]:
        """The rows as the table holds them: with the edition, and ids in place of texts."""
        columns = TEXT_COLUMNS[table]
        searched = table in SEARCHED
        for row in rows:
            if not columns:
                yield (edition, *row)
                continue
            values = [edition, *row]
            for column in columns:
                number = self._text_id(row[column])
                values[column + 1] = number
                if searched:
                    self._searched.add(number)
            yield tuple(values)

    def _text_id(self, text: Text) -> int:
        return self._texts.setdefault(text, len(self._texts) + 1)

    def _insert(self, table: str, rows: list[Row]) -> None:
        if rows:
            marks = ",".join("?" * len(rows[0]))
            self._open().executemany(f"INSERT INTO {table} VALUES ({marks})", rows)  # noqa: S608 - fixed words

    def _open(self) -> sqlite3.Connection:
        if self._connection is None:
            raise ValueError("a StoreWriter works inside a `with` statement only")
        return self._connection

    def _put_in_place(self) -> None:
        """Makes the file safe on the disk before its name is: after a power cut either file is whole."""
        with self.temporary.open("rb+") as file:
            os.fsync(file.fileno())
        self.temporary.replace(self.path)
        if hasattr(os, "O_DIRECTORY"):
            folder = os.open(self.path.parent, os.O_RDONLY | os.O_DIRECTORY)
            try:
                os.fsync(folder)
            finally:
                os.close(folder)

    def _failure(self, error: Exception) -> StoreError:
        remedy = "is the disk full or the folder read-only? what was there before is untouched"
        return StoreError(f"{self.path}: cannot write the knowledge base ({error}); {remedy}")


class OldEditions:
    """The editions of an existing knowledge base as rows, to be carried over into a new one."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._texts: dict[int, Text] = {
            number: (title, text) for number, title, text in store.select("SELECT id, title, text FROM texts")
        }

    def rows(self, edition: str) -> EditionRows:
        """The rows of an edition, the same that `rows_of` made when it was read."""
        (head,) = self._store.select("SELECT * FROM editions WHERE id = ?", edition)
        return EditionRows(head, tuple((table, tuple(self._table(table, edition))) for table in TEXT_COLUMNS))

    def _table(self, table: str, edition: str) -> Iterator[Row]:
        order = "target, position" if table == "citations" else "position"
        order += ", item" if table in ("examples", "notes") else ""
        columns = TEXT_COLUMNS[table]
        texts = self._texts
        for row in self._store.select(f"SELECT * FROM {table} WHERE edition = ? ORDER BY {order}", edition):  # noqa: S608
            if not columns:
                yield row[1:]
                continue
            values = list(row[1:])
            for column in columns:
                values[column] = texts[values[column]]
            yield tuple(values)


def temporary_of(path: Path) -> Path:
    """Where the new file grows: beside its place, since a rename works within one file system only."""
    return path.with_name(f".{path.name}.partial")


def remove_leftovers(path: Path) -> None:
    """Removes what a killed run left."""
    temporary_of(path).unlink(missing_ok=True)


def _sha256(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8")).hexdigest()
