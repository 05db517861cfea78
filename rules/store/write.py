"""Writing a knowledge base: always a complete new file, which is renamed over the old one.

The bytes depend only on the records: editions are written oldest first, texts get ids in the order of first occurrence,
and nothing in the file depends on the time, the machine or the number of processes. Unchanged editions can be carried
over from an older knowledge base; their keys, texts and lists get new ids as if they were read again.

To *settle* editions or histories is to write their tables: before, they are collected in memory, because the ids of
keys are known only when all editions are (`rules.store.packing`).
"""

import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from hashlib import sha256
from itertools import chain
from pathlib import Path
from types import TracebackType
from typing import Self

from msgspec.structs import astuple

from rules.files import PendingFile
from rules.imprints import imprint
from rules.links import StepRecords, Version
from rules.records import Reading, Text
from rules.store import schema, seal, tables
from rules.store.carried import CarriedEditions
from rules.store.errors import StoreError
from rules.store.packed_history import PackedHistory
from rules.store.packing import PackedEditions
from rules.store.read import EditionCounts, Store
from rules.store.record_table import RecordTable, Row, T, pack

_PRAGMAS = (
    "page_size = 8192",
    # No journal and no syncing: an unfinished temporary file is deleted, never repaired.
    "journal_mode = OFF",
    "synchronous = OFF",
    "locking_mode = EXCLUSIVE",
    "cache_size = -65536",
    f"application_id = {schema.APPLICATION_ID}",
    f"user_version = {schema.SCHEMA_VERSION}",
)


class StoreWriter:
    """Writes a knowledge base, in a `with` statement; if the block ends with an exception, nothing is written.

    Only one writer may be active per path: the caller must hold a lock.

    Args:
        path: Path of the knowledge base.
        old: An older knowledge base, from which `carry` takes editions.
        imprints: Imprints of texts that are already known (`Store.imprints`).

    Example:
        with StoreWriter(path) as writer:
            writer.add(reading)  # all editions, with their references
            writer.settle()  # from now on `writer.temporary` can be opened
            writer.add_step(StepRecords(edition, previous, fingerprint, links, replacements))  # all steps
            writer.add_lineages(versions)
            writer.finish({"sample": "no"})

    Raises:
        StoreError: The folder cannot be written, or the disk is full. The old file at the path is untouched.
    """

    _connection: sqlite3.Connection

    def __init__(self, path: Path, old: Store | None = None, imprints: Mapping[Text, int] | None = None) -> None:
        self.path = path
        self._old = old
        self._carried: CarriedEditions | None = None
        self._known_imprints = imprints or {}
        self._editions = PackedEditions()
        self._steps: list[StepRecords] = []
        self._versions: list[Version] = []
        self._last_edition = ""
        self._settled = False
        self._history_settled = False
        self._pending = PendingFile(path, direct=False)
        self._held = ExitStack()

    @property
    def temporary(self) -> Path:
        """Return the path of the file while it is written."""
        return self._pending.temporary

    def __enter__(self) -> Self:
        # If anything fails here, the stack closes what was opened so far; otherwise `__exit__` does.
        with self._explain_errors(), ExitStack() as held:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            held.enter_context(self._pending)
            self._connection = connection = sqlite3.connect(self.temporary, isolation_level=None)
            held.callback(connection.close)
            for pragma in _PRAGMAS:
                connection.execute(f"PRAGMA {pragma}")
            connection.executescript(schema.make_tables() + schema.VIEWS + schema.TEXT_VIEWS)
            connection.execute("BEGIN")
            self._held = held.pop_all()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._held.close()

    def add(self, reading: Reading) -> None:
        """Add an edition.

        Raises:
            ValueError: The editions are not added oldest first, `settle` was called already, or a record is of another
                edition.
        """
        edition = reading.edition.id
        editions = {rule.edition for rule in reading.rules}.union(entry.edition for entry in reading.glossary)
        foreign = editions - {edition}
        if foreign:
            raise ValueError(f"the reading of {edition} has records of {', '.join(sorted(foreign))}")
        self._check_order(edition)
        self._editions.add(reading)
        counts = EditionCounts(len(reading.rules), len(reading.glossary), len(reading.references))
        self._write_facts(reading, counts)

    def carry(self, edition: str) -> None:
        """Add an edition from the older knowledge base, without its fragments, which are added later.

        Raises:
            ValueError: As for `add`, or there is no older knowledge base.
        """
        if self._old is None:
            raise ValueError(f"there is no older knowledge base to carry {edition} over from")
        self._check_order(edition)
        self._carried = self._carried or CarriedEditions(self._old, self._editions)
        reading = self._old.reading_facts(edition)
        self._editions.add_packed(reading.edition, self._carried.records(edition))
        self._write_facts(reading, self._old.counts()[edition])

    def _check_order(self, edition: str) -> None:
        if self._settled:
            raise ValueError(f"edition {edition} comes after the editions were settled")
        if edition <= self._last_edition:
            raise ValueError(f"editions must be added oldest first: {edition} after {self._last_edition}")
        self._last_edition = edition

    def _write_facts(self, reading: Reading, counts: EditionCounts) -> None:
        """Write the row of an edition, and its matter, witnesses, variants and diagnostics.

        Args:
            reading: The edition.
            counts: The numbers of its rules, of its glossary entries and of its references.
        """
        edition = reading.edition
        row = (
            edition.id,
            edition.work,
            edition.set_code,
            edition.set_name,
            pack(tuple(map(astuple, edition.sets))),
            edition.dialect,
            edition.condition,
            pack(edition.aliases),
            *counts,
            reading.fingerprint,
        )
        self._insert("editions", [row])
        self._insert("matter", self._matter_rows(reading))
        self.add_records(tables.WITNESSES, edition.witnesses, edition.id)
        self.add_records(tables.VARIANTS, reading.variants, edition.id)
        self.add_records(tables.DIAGNOSTICS, reading.diagnostics, edition.id)

    def _matter_rows(self, reading: Reading) -> Iterator[Row]:
        """Yield the rows of `matter`; new texts get ids."""
        for position, matter in enumerate(reading.matter):
            first, last = astuple(matter.span) if matter.span else (None, None)
            text_id = self._editions.texts[None, matter.text]
            yield reading.edition.id, position, matter.name, text_id, first, last

    def settle(self) -> None:
        """Write all editions; none may be added afterwards.

        Until the next call of another method that adds something, `open_store(writer.temporary)` can read the editions,
        in this process and in others.
        """
        self._settled = True
        for table, rows in self._editions.settle():
            self._insert(table, rows)
        self._insert("packed_texts", self._text_rows())
        self._insert("imprints", sorted(self._imprint_rows()))
        self._insert("search (rowid, title, text)", self._searched_texts())
        with self._explain_errors():
            connection = self._connection
            connection.execute("INSERT INTO search (search) VALUES ('optimize')")
            connection.execute("COMMIT")  # so that other connections can read the editions
            connection.executescript(schema.EDITION_INDEXES)
            connection.executescript(schema.TEXT_INDEXES)
            connection.execute("BEGIN")

    def _text_rows(self) -> Iterator[Row]:
        for (title, words), number in self._editions.texts.items():
            yield number, title, words, sha256(words.encode()).digest()

    def _searched_texts(self) -> Iterator[tuple[int, str | None, str]]:
        """Yield id, title and words of the texts that searches find (`PackedEditions.searched`)."""
        for (title, words), number in self._editions.texts.items():
            if number in self._editions.searched:
                yield number, title, words

    def _imprint_rows(self) -> Iterator[tuple[int, int]]:
        """Yield imprint and id of the texts that searches find; a text without words has the imprint of its title."""
        for number, title, words in self._searched_texts():
            known_imprint = self._known_imprints.get((title, words))
            text_imprint = known_imprint or imprint(words or title or "")
            if text_imprint is not None:
                yield text_imprint, number

    def add_step(self, step: StepRecords) -> None:
        """Add the records of a step.

        Raises:
            ValueError: The steps are not added oldest first.
        """
        steps = self._steps
        if steps and (step.edition, step.previous) <= (steps[-1].edition, steps[-1].previous):
            raise ValueError(f"steps must be added oldest first: {step.edition} after {steps[-1].edition}")
        self._insert("steps", [(len(steps), step.edition, step.previous, step.fingerprint)])
        self.add_records(tables.REPLACEMENTS, step.replacements, step.edition, step.previous)
        self.add_records(tables.CHANGES, step.changes, step.edition)
        steps.append(step)

    def add_records(self, table: RecordTable[T], records: Iterable[T], *before: object) -> None:
        """Add records to a table.

        Args:
            table: The table.
            records: The records, which are numbered by `position` in this order.
            before: The values of the columns before `position`, such as the edition.
        """
        text_id = self._editions.texts.__getitem__  # gives a new text a new id
        rows = ((*before, position, *table.row_of(record, text_id)) for position, record in enumerate(records))
        self._insert(table.name, rows)

    def add_lineages(
        self,
        versions: Iterable[Version],
        aliases: Iterable[tuple[str, str]] = (),
        retyped: Iterable[tuple[str, str, str]] = (),
    ) -> None:
        """Add the lineages.

        Args:
            versions: Their versions, those of each lineage oldest first.
            aliases: Pairs of a former id and the lineage's id, sorted.
            retyped: Edition, key and lineage of each record of a retyped edition, sorted.
        """
        self._versions.extend(versions)
        self._insert("lineage_aliases", aliases)
        self._insert("retyped_keys", retyped)

    def settle_history(self) -> None:
        """Write all steps and lineages; none may be added afterwards.

        Until the next call of another method that adds something, `open_store(writer.temporary)` can read the
        histories as well.
        """
        if not self._settled:
            self.settle()
        history = PackedHistory(self._editions.line, self._editions.works, self._editions.key_ids)
        for table, rows in history.list_tables(self._steps, self._versions):
            self._insert(table, rows)
        self._history_settled = True
        with self._explain_errors():
            self._connection.execute("COMMIT")
            self._connection.execute("BEGIN")

    def finish(self, meta: Mapping[str, str]) -> None:
        """Complete the file, seal it and rename it over the old file.

        Args:
            meta: Key → value, for the rows of the table `meta`; schema version and seal are added.
        """
        if not self._history_settled:
            self.settle_history()
        all_meta = {**meta, "schema": str(schema.SCHEMA_VERSION), seal.KEY: seal.EMPTY}
        self._insert("meta", sorted(all_meta.items()))
        with self._explain_errors():
            self._connection.execute("COMMIT")
            self._connection.executescript(schema.HISTORY_INDEXES)
            self._connection.close()
            seal.seal_file(self.temporary)
            self._pending.commit()

    def _insert(self, table: str, rows: Iterable[Row]) -> None:
        """Write rows into a table.

        Args:
            table: Name of the table, which names of columns may follow: `search (rowid, title, text)`.
            rows: The rows.
        """
        remaining_rows = iter(rows)
        first = next(remaining_rows, None)
        if first is None:
            return
        marks = ",".join("?" * len(first))  # the first row shows how many columns there are
        query = f"INSERT INTO {table} VALUES ({marks})"  # noqa: S608 - fixed words
        with self._explain_errors():
            self._connection.executemany(query, chain((first,), remaining_rows))

    @contextmanager
    def _explain_errors(self) -> Iterator[None]:
        """Replace errors of the system and of SQLite by `StoreError`."""
        try:
            yield
        except (OSError, sqlite3.Error) as error:
            remedy = "the disk may be full or the folder read-only; the old file is unchanged"
            raise StoreError(f"{self.path}: cannot write the knowledge base ({error}); {remedy}") from error
