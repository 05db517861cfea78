"""Writing a knowledge base: always a complete new file, which is renamed over the old one.

Deterministic: the bytes depend only on the rows. Editions are written oldest first, texts get ids in the order of first
occurrence, and nothing in the file depends on the time, the machine or the number of processes.
"""

from __future__ import annotations

import hashlib
import sqlite3
from contextlib import contextmanager
from typing import TYPE_CHECKING, Self

from rules.files import PendingFile
from rules.imprint import imprint
from rules.store import seal
from rules.store.rows import CHANGE_COLUMNS, SEARCHED, TEXT_COLUMNS, WHOLE_TABLES, EditionRows, Row, StepRows, Text
from rules.store.schema import (
    APPLICATION_ID,
    EDITION_INDEXES,
    HISTORY_INDEXES,
    PAGE_SIZE,
    SCHEMA_VERSION,
    TABLES,
    StoreError,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from pathlib import Path
    from types import TracebackType

    from rules.chain import StepEnds
    from rules.store.read import Store


class StoreWriter:
    """Writes a knowledge base, in a `with` statement; if the block ends with an exception, nothing is written.

    Only one writer may be active per path: the caller must hold a lock.

    Args:
        path: Path of the knowledge base.
        imprints: Imprints of texts that are already known (`OldEditions.imprints`).

    Example:
        with StoreWriter(path) as writer:
            writer.add(rows_of(reading, resolutions, fingerprint))  # all editions
            writer.settle()  # from now on `writer.temporary` can be opened
            writer.add_step(step_rows_of(edition, previous, fingerprint, links, replacements))  # all steps
            writer.add_table("lineages", rows)
            writer.finish({"sample": "no"})

    Raises:
        StoreError: The folder cannot be written, or the disk is full. The old file at the path is untouched.
    """

    def __init__(self, path: Path, imprints: Mapping[Text, int] | None = None) -> None:
        self.path = path
        self._known_imprints = imprints or {}
        self._texts: dict[Text, int] = {}
        self._searched: set[int] = set()
        self._last_edition = ""
        self._last_step = ("", "")
        self._settled = False
        self._connection: sqlite3.Connection | None = None
        self._pending = PendingFile(path, direct=False)

    @property
    def temporary(self) -> Path:
        """Return the path of the file while it is written."""
        return self._pending.temporary

    def __enter__(self) -> Self:
        try:
            with self._explain_errors():
                self.path.parent.mkdir(parents=True, exist_ok=True)
                self._pending.__enter__()
                name = f"{self.temporary.resolve().as_uri()}?mode=rwc"  # a URI, so that ATTACH accepts one too
                self._connection = connection = sqlite3.connect(name, isolation_level=None, uri=True)
                # No journal and no syncing: an unfinished temporary file is deleted, never repaired.
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
        except StoreError:
            self._abandon()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._abandon()

    def _abandon(self) -> None:
        if self._connection is not None:
            self._connection.close()
        self._pending.__exit__(None, None, None)

    def add(self, rows: EditionRows) -> None:
        """Add an edition.

        Raises:
            ValueError: The editions are not added oldest first, or `settle` was called already.
        """
        if self._settled:
            raise ValueError(f"edition {rows.id} comes after the editions were settled")
        if rows.id <= self._last_edition:
            raise ValueError(f"editions must be added oldest first: {rows.id} after {self._last_edition}")
        self._last_edition = rows.id
        with self._explain_errors():
            self._insert("editions", [rows.edition])
            for table, table_rows in rows.tables:
                self._insert(table, list(self._encode_rows(rows.id, table, table_rows)))

    def carry_over(self, old: OldEditions, editions: Sequence[str]) -> None:
        """Copy the first editions of an older knowledge base unchanged, before all others.

        Texts got their ids there in the same order as here, so rows are copied without looking at them.
        """
        if not editions:
            return
        with self._explain_errors():
            connection = self._require_connection()
            connection.execute("ATTACH ? AS older", (f"{old.path.resolve().as_uri()}?mode=ro&immutable=1",))
            for edition in editions:
                connection.execute("INSERT INTO editions SELECT * FROM older.editions WHERE id = ?", (edition,))
                for table in TEXT_COLUMNS:
                    connection.execute(
                        f"INSERT INTO {table} SELECT * FROM older.{table} WHERE edition = ? ORDER BY {_order(table)}",  # noqa: S608
                        (edition,),
                    )
            ids = {name: self._text_ids(name) for name in TEXT_COLUMNS}
        self._last_edition = editions[-1]
        self._texts = old.texts(max(set().union(*ids.values()), default=0))
        self._searched = set().union(*(ids[name] for name in SEARCHED))

    def _text_ids(self, table: str) -> set[int]:
        """Return the ids of all texts that a table of the new file names."""
        names = [row[1] for row in self._require_connection().execute(f"PRAGMA table_info({table})")]
        ids: set[int] = set()
        for column in TEXT_COLUMNS[table]:
            rows = self._require_connection().execute(f"SELECT DISTINCT {names[column + 1]} FROM {table}")  # noqa: S608 - fixed words
            ids.update(number for (number,) in rows)
        return ids

    def settle(self) -> None:
        """End the adding of editions and write them out.

        From here to the next call that adds something, `open_store(writer.temporary)` can read the editions, in this
        process and in others.
        """
        self._settled = True
        with self._explain_errors():
            self._insert("texts", [(number, *text, _hash_text(text[1])) for text, number in self._texts.items()])
            self._insert("imprints", self._make_imprints())
            self._insert(
                "search (rowid, title, text)",
                [(number, *text) for text, number in self._texts.items() if number in self._searched],
            )
            connection = self._require_connection()
            connection.execute("INSERT INTO search (search) VALUES ('optimize')")
            connection.execute("COMMIT")
            connection.executescript(EDITION_INDEXES)
            connection.execute("BEGIN")

    def add_step(self, rows: StepRows) -> None:
        """Add the results of aligning an edition with the one before, after `settle`.

        Raises:
            ValueError: The steps are not added oldest first, or `settle` was not called yet.
        """
        self._after_settling(f"the step to {rows.edition}")
        step = rows.edition, rows.previous
        if step <= self._last_step:
            raise ValueError(f"steps must be added oldest first: {rows.edition} after {self._last_step[0]}")
        self._last_step = step
        with self._explain_errors():
            self._insert("steps", [(rows.edition, rows.previous, rows.fingerprint)])
            for table, table_rows in (("links", rows.links), ("replacements", rows.replacements)):
                self._insert(table, [(*step, position, *row) for position, row in enumerate(table_rows)])
            self._insert("changes", [(rows.edition, position, *row) for position, row in enumerate(rows.changes)])

    def add_table(self, table: str, rows: Iterable[Row]) -> None:
        """Fill a table that is derived from all editions together, after `settle`.

        Args:
            table: One of `WHOLE_TABLES`.
            rows: Its rows, preferably in the order of its primary key; columns as in the schema.
        """
        self._after_settling(f"the table {table}")
        if table not in WHOLE_TABLES:
            raise ValueError(f"{table} is none of {', '.join(WHOLE_TABLES)}")
        with self._explain_errors():
            self._insert(table, list(rows))

    def finish(self, meta: Mapping[str, str]) -> None:
        """Complete the file and put it in its place.

        Args:
            meta: Rows of the table `meta`, without schema version and seal.
        """
        if not self._settled:
            self.settle()
        with self._explain_errors():
            self._insert("meta", sorted({**meta, "schema": str(SCHEMA_VERSION), seal.KEY: seal.EMPTY}.items()))
            connection = self._require_connection()
            connection.execute("COMMIT")
            connection.executescript(HISTORY_INDEXES)
            connection.close()
            seal.seal_file(self.temporary)
            self._pending.commit()

    def _make_imprints(self) -> list[Row]:
        """Return the imprints of all texts of rules and glossary, of the title if a text has nothing else."""
        rows: list[Row] = []
        for text, number in self._texts.items():
            if number not in self._searched:
                continue
            known = self._known_imprints.get(text)
            if known is None:
                known = imprint(text[1] or text[0] or "")
            if known is not None:
                rows.append((known, number))
        return sorted(rows)

    def _after_settling(self, what: str) -> None:
        if not self._settled:
            raise ValueError(f"{what} comes before the editions are settled")

    def _encode_rows(self, edition: str, table: str, rows: tuple[Row, ...]) -> Iterator[Row]:
        """Yield the rows as the table holds them: with the edition, and ids in place of texts."""
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
            self._require_connection().executemany(f"INSERT INTO {table} VALUES ({marks})", rows)  # noqa: S608 - fixed words

    def _require_connection(self) -> sqlite3.Connection:
        if self._connection is None:
            raise ValueError("a StoreWriter works inside a `with` statement only")
        return self._connection

    @contextmanager
    def _explain_errors(self) -> Iterator[None]:
        """Raise failures of the system as `StoreError`."""
        try:
            yield
        except (OSError, sqlite3.Error) as error:
            remedy = "is the disk full or the folder read-only? what was there before is untouched"
            raise StoreError(f"{self.path}: cannot write the knowledge base ({error}); {remedy}") from error


class OldEditions:
    """The editions of an existing knowledge base as rows, to be copied into a new one."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.path = store.path
        self.editions = tuple(edition for (edition,) in store.select("SELECT id FROM editions ORDER BY id"))
        self._texts: dict[int, Text] = {
            number: (title, text) for number, title, text in store.select("SELECT id, title, text FROM texts")
        }

    def texts(self, last: int) -> dict[Text, int]:
        """Return the texts up to an id, with the id of each."""
        return {text: number for number, text in self._texts.items() if number <= last}

    def rows(self, edition: str) -> EditionRows:
        """Return the rows of an edition, the same that `rows_of` made when it was read."""
        (head,) = self._store.select("SELECT * FROM editions WHERE id = ?", edition)
        return EditionRows(head, tuple((table, tuple(self._read_table(table, edition))) for table in TEXT_COLUMNS))

    def imprints(self) -> dict[Text, int]:
        """Return the imprint of each text, because making imprints takes longer than reading them."""
        query = "SELECT text_id, imprint FROM imprints"
        return {self._texts[text]: known for text, known in self._store.select(query)}

    def step_fingerprints(self) -> dict[StepEnds, str]:
        """Return, by the two editions of each step, a hash, as `Store.step_fingerprints` does."""
        return self._store.step_fingerprints()

    def step(self, step: StepEnds) -> StepRows:
        """Return the rows of a step, the same that `step_rows_of` made when it was aligned."""
        links, replacements = (
            tuple(row[3:] for row in self._store.select(query, step.edition, step.previous))
            for query in (
                "SELECT * FROM links WHERE edition = ? AND previous = ? ORDER BY position",
                "SELECT * FROM replacements WHERE edition = ? AND previous = ? ORDER BY position",
            )
        )
        select_changes = f"SELECT {CHANGE_COLUMNS} FROM changes WHERE edition = ? ORDER BY position"  # noqa: S608
        chained = self._store.previous(step.edition) == step.previous and step.edition not in self._store.retyped
        changes = tuple(self._store.select(select_changes, step.edition)) if chained else ()
        return StepRows(step.edition, step.previous, self.step_fingerprints()[step], links, replacements, changes)

    def _read_table(self, table: str, edition: str) -> Iterator[Row]:
        columns = TEXT_COLUMNS[table]
        texts = self._texts
        query = f"SELECT * FROM {table} WHERE edition = ? ORDER BY {_order(table)}"  # noqa: S608 - fixed words
        for row in self._store.select(query, edition):
            if not columns:
                yield row[1:]
                continue
            values = list(row[1:])
            for column in columns:
                values[column] = texts[values[column]]
            yield tuple(values)


def _order(table: str) -> str:
    """Return the columns that order the rows of an edition."""
    order = "target, position" if table == "citations" else "position"
    return f"{order}, item" if table in ("examples", "notes") else order


def _hash_text(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8")).hexdigest()
