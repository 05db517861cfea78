"""Making the file of a ledger from a knowledge base.

A ledger has the facts of a knowledge base, but no sentence of the rules. Most tables are copied without their texts;
five are made from the texts in place of these, such as the fingerprints by which copied sentences are recognised.
"""

import sqlite3
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from msgspec.structs import replace

from graph.ledger.ability_words import ability_word_rows
from graph.ledger.fingerprints import fingerprint_rows
from graph.ledger.ledger import APPLICATION_ID, LEDGER_VERSION
from graph.ledger.remnants import remnant_rows
from graph.ledger.rephrasings import rephrasing_rows
from graph.ledger.words import distinctive_term_rows
from rules.store import Store, schema, seal
from rules.store.tables import PARTIAL_ISSUES
from rules.workers import map_in_pool

_COPIED = (
    "meta",
    "editions",
    "witnesses",
    "line",
    "keys",
    "packed_texts",
    "imprints",
    "runs",
    "source_lines",
    "packed_refs",
    "ref_lists",
    "steps",
    "link_attributes",
    "packed_links",
    "packed_lineages",
    "packed_versions",
    "lineage_aliases",
    "retyped_keys",
    "terms",
    "correspondences",
    "fragments",
)
_SELECTED = {
    "meta": "WHERE key = 'sample'",
    "packed_texts": "WHERE id IN (SELECT text_id FROM runs)",
    "imprints": "WHERE text_id IN (SELECT text_id FROM runs)",
    "source_lines": "WHERE 0",
}
"""Table → the condition on the rows that are copied; of other tables all rows are copied."""
_EMPTY = {"fingerprint": "''", "label": "''", "tags": "NULL", "passages": "NULL"}
"""Columns that mean nothing without the texts or the archive → the SQL of the value that they get instead."""
_TEXTS = "CREATE VIEW texts AS SELECT id, title, lower(hex(sha256)) AS sha256 FROM packed_texts"


class _TableOfWords(NamedTuple):
    """A table made from the texts.

    Attributes:
        definition: Its columns as SQL, in parentheses, and perhaps `WITHOUT ROWID`: that is what the statement that
            creates the table has after the name.
        read_rows: Returns its rows for a knowledge base.
    """

    definition: str
    read_rows: Callable[[Store], Sequence[tuple[Any, ...]]]


_OF_WORDS: dict[str, _TableOfWords] = {
    "fingerprints": _TableOfWords(
        "(mark INTEGER NOT NULL, lineage INTEGER NOT NULL, PRIMARY KEY (mark, lineage)) WITHOUT ROWID",
        fingerprint_rows,
    ),
    "distinctive_terms": _TableOfWords("(lineage INTEGER PRIMARY KEY, words BLOB NOT NULL)", distinctive_term_rows),
    "ability_words": _TableOfWords(
        "(name TEXT NOT NULL, lineage INTEGER NOT NULL, PRIMARY KEY (name, lineage)) WITHOUT ROWID",
        ability_word_rows,
    ),
    "remnants": _TableOfWords(
        (
            "(old INTEGER NOT NULL, old_first INTEGER NOT NULL, new INTEGER NOT NULL, new_first INTEGER NOT NULL, "
            "percent INTEGER NOT NULL, PRIMARY KEY (old, new, old_first, new_first)) WITHOUT ROWID"
        ),
        remnant_rows,
    ),
    "rephrasings": _TableOfWords(
        "(lineage INTEGER NOT NULL, first INTEGER NOT NULL, PRIMARY KEY (lineage, first)) WITHOUT ROWID",
        rephrasing_rows,
    ),
}
"""The tables made from the texts. Each is made by itself, so that workers can share the work: together they take nearly
as long as all other tables."""


def ledger_of(store: Store, jobs: int = 1) -> bytes:
    """Return the ledger of all editions of a knowledge base. The same version of SQLite gives the same bytes.

    The tables of words are computed by worker processes while this one copies the other tables. The seal, a hash of
    all bytes by which a damaged file is recognised, is empty at first, and is written when all other bytes are known.

    Args:
        store: The knowledge base.
        jobs: Maximum number of worker processes that read the texts; with 1 everything runs in this process.

    Raises:
        WorkerError: A worker process was killed from outside.
    """
    connection = sqlite3.connect(":memory:", isolation_level=None)
    try:
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute(f"PRAGMA user_version = {LEDGER_VERSION}")
        connection.execute("BEGIN")
        # The workers read the texts while the other tables are copied.
        with map_in_pool(_read_rows_of_words, [(table, store) for table in _OF_WORDS], jobs) as rows_of_words:
            for table in _COPIED:
                _copy(store, connection, table)
            _write_pages(store, connection)
            for table, rows in zip(_OF_WORDS, rows_of_words, strict=True):
                connection.execute(f"CREATE TABLE {table} {_OF_WORDS[table].definition}")
                _insert(connection, table, rows)
        _insert(connection, "meta", [(seal.KEY, seal.EMPTY)])
        connection.execute("COMMIT")
        connection.executescript(schema.EDITION_INDEXES + schema.HISTORY_INDEXES + schema.VIEWS + _TEXTS)
        ledger = bytearray(connection.serialize())
    finally:
        connection.close()
    seal.seal(ledger)
    return bytes(ledger)


def _read_rows_of_words(task: tuple[str, Store]) -> Sequence[tuple[Any, ...]]:
    """Return the rows of a table made from the texts.

    Args:
        task: The name of the table, and the knowledge base.
    """
    table, store = task
    return _OF_WORDS[table].read_rows(store)


def _copy(store: Store, connection: sqlite3.Connection, table: str) -> None:
    """Make a table as the knowledge base has it, but without the column of texts, and copy its rows.

    Some rows are left out (`_SELECTED`), and some columns are emptied (`_EMPTY`).

    Args:
        store: The knowledge base.
        connection: The ledger.
        table: The name of the table.
    """
    ((statement,),) = store.select("SELECT sql FROM sqlite_master WHERE name = ?", table)
    connection.execute(statement.replace(schema.TEXT_COLUMN, ""))
    # These are the columns of the ledger, so the text of the knowledge base is not among them.
    names = [name for _, name, *_ in connection.execute(f"PRAGMA table_info({table})")]
    columns = ", ".join(_EMPTY.get(name, name) for name in names)
    condition = _SELECTED.get(table, "")
    _insert(connection, table, store.select(f"SELECT {columns} FROM {table} {condition}"))  # noqa: S608 - fixed words


def _write_pages(store: Store, connection: sqlite3.Connection) -> None:
    """Write the pages of issues that the archive lacks: numbers, headings, days and links, but no texts."""
    connection.execute(PARTIAL_ISSUES.create)
    rows: list[tuple[Any, ...]] = []
    for position, issue in enumerate(store.partial_issues):
        bare = tuple(replace(rule, text="", examples=(), notes=(), tags=()) for rule in issue.rules)
        rows.append((position, *PARTIAL_ISSUES.row_of(replace(issue, rules=bare))))
    _insert(connection, PARTIAL_ISSUES.name, rows)


def _insert(connection: sqlite3.Connection, table: str, rows: Sequence[tuple[Any, ...]]) -> None:
    """Write rows, which have a value for each column of a table."""
    if rows:
        placeholders = ", ".join("?" * len(rows[0]))
        connection.executemany(f"INSERT INTO {table} VALUES ({placeholders})", rows)  # noqa: S608 - fixed words
