"""Making the file of a ledger: the tables of a knowledge base without the texts, and what stands for them.

And the differences between two ledgers, for the person who decides which one is right.
"""

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import Any

from msgspec.structs import replace

from graph.ledger.ledger import APPLICATION_ID, Ledger
from graph.ledger.words import ability_word_rows, distinctive_term_rows, fingerprint_rows
from rules.store import SCHEMA_VERSION, Store, schema, seal
from rules.store.tables import PARTIAL_ISSUES
from rules.text import FEW
from rules.workers import map_in_pool

_COPIED = (
    "meta",
    "editions",
    "witnesses",
    "line",
    "keys",
    "packed_texts",
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
    "source_lines": "WHERE 0",
}
"""What is copied of some tables, instead of all rows."""
_EMPTY = {"fingerprint": "''", "label": "''", "tags": "NULL", "passages": "NULL"}
"""Columns that say nothing without the texts or the archive, and what they hold."""
_OF_WORDS: dict[str, tuple[str, Callable[[Store], Sequence[tuple[Any, ...]]]]] = {
    "fingerprints": (
        "mark INTEGER NOT NULL, lineage INTEGER NOT NULL, PRIMARY KEY (mark, lineage)) WITHOUT ROWID",
        fingerprint_rows,
    ),
    "distinctive_terms": ("lineage INTEGER PRIMARY KEY, words BLOB NOT NULL)", distinctive_term_rows),
    "ability_words": (
        "name TEXT NOT NULL, lineage INTEGER NOT NULL, PRIMARY KEY (name, lineage)) WITHOUT ROWID",
        ability_word_rows,
    ),
}
"""Tables made from the texts, each independently; together they take nearly as long as all others."""
_TEXTS = "CREATE VIEW texts AS SELECT id, title, lower(hex(sha256)) AS sha256 FROM packed_texts"


def ledger_of(store: Store, jobs: int = 1) -> bytes:
    """Return the ledger of all editions of a knowledge base. The same version of SQLite gives the same bytes.

    Args:
        store: The knowledge base.
        jobs: Maximum number of worker processes that read the texts; with 1 everything runs in this process.

    Raises:
        WorkerError: A worker process was killed from outside.
    """
    connection = sqlite3.connect(":memory:", isolation_level=None)
    try:
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")
        connection.execute("BEGIN")
        with map_in_pool(_rows_of_words, [(table, store) for table in _OF_WORDS], jobs) as of_words:
            for table in _COPIED:
                _copy(store, connection, table)
            _write_pages(store, connection)
            for (table, (columns, _)), rows in zip(_OF_WORDS.items(), of_words, strict=True):
                connection.execute(f"CREATE TABLE {table} ({columns}")
                _insert(connection, table, rows)
        _insert(connection, "meta", [(seal.KEY, seal.EMPTY)])
        connection.execute("COMMIT")
        connection.executescript(schema.EDITION_INDEXES + schema.HISTORY_INDEXES + schema.VIEWS + _TEXTS)
        ledger = bytearray(connection.serialize())
    finally:
        connection.close()
    seal.seal(ledger)
    return bytes(ledger)


def _rows_of_words(task: tuple[str, Store]) -> Sequence[tuple[Any, ...]]:
    table, store = task
    return _OF_WORDS[table][1](store)


def _copy(store: Store, connection: sqlite3.Connection, table: str) -> None:
    ((statement,),) = store.select("SELECT sql FROM sqlite_master WHERE name = ?", table)
    connection.execute(statement.replace(schema.TEXT_COLUMN, ""))
    names = [name for _, name, *_ in connection.execute(f"PRAGMA table_info({table})")]
    columns = ", ".join(_EMPTY.get(name, name) for name in names)
    _insert(connection, table, store.select(f"SELECT {columns} FROM {table} {_SELECTED.get(table, '')}"))  # noqa: S608


def _write_pages(store: Store, connection: sqlite3.Connection) -> None:
    """Write the pages of issues that the archive has not: numbers, headings, days and links, but no texts."""
    connection.execute(PARTIAL_ISSUES.create)
    rows: list[tuple[Any, ...]] = []
    for position, issue in enumerate(store.partial_issues):
        bare = tuple(replace(rule, text="", examples=(), notes=(), tags=()) for rule in issue.rules)
        rows.append((position, *PARTIAL_ISSUES.row_of(replace(issue, rules=bare))))
    _insert(connection, PARTIAL_ISSUES.name, rows)


def _insert(connection: sqlite3.Connection, table: str, rows: Sequence[tuple[Any, ...]]) -> None:
    if rows:
        marks = ", ".join("?" * len(rows[0]))
        connection.executemany(f"INSERT INTO {table} VALUES ({marks})", rows)  # noqa: S608 - fixed words


_OF_EDITION = {
    "the edition itself": (
        "SELECT ?1, * FROM editions LEFT JOIN steps ON edition = editions.id WHERE editions.id = ?1 ORDER BY previous",
        "SELECT ?1, * FROM witnesses WHERE edition = ?1 ORDER BY position",
    ),
    "texts": (
        "SELECT key, sha256 FROM records JOIN texts ON texts.id = text_id WHERE edition = ? ORDER BY records.position",
    ),
    "headings, kinds or parents": (
        """SELECT key, title, kind, parent FROM records JOIN texts ON texts.id = text_id
           WHERE edition = ? AND number IS NOT NULL ORDER BY records.position""",
    ),
    "links": (
        """SELECT coalesce(old, new), old, new, kind, class, method, score, main, previous FROM links
           WHERE edition = ? ORDER BY previous, position""",
    ),
    "references": (
        """SELECT source, field, raw, kind, targets, quoted_title, start_offset, status, found, suggestion FROM refs
           WHERE edition = ? ORDER BY position""",
    ),
}
"""Kind of facts → queries for them; each row is a key followed by its facts."""
_OF_ALL = {
    "versions of lineages": """SELECT lineage, key, first_edition, last_edition, kind, class, method, score, sources
                               FROM versions ORDER BY lineage, position""",
    "terms": "SELECT old, * FROM terms ORDER BY position",
}
"""The same for facts of all editions together."""
_TABLES = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name"


def differing(old: Ledger, new: Ledger) -> Iterator[str]:
    """Yield one line for each sort of facts in each edition that differ, then one for each table that does.

    Rows are compared instead of bytes, because these differ between versions of SQLite.

    Args:
        old: The existing ledger.
        new: The ledger as it should be.
    """
    for edition in sorted({*old.edition_ids} | {*new.edition_ids}):
        if edition not in new.edition_ids:
            yield f"edition {edition}: it is in the ledger only"
        elif edition not in old.edition_ids:
            yield f"edition {edition}: it is not in the ledger"
        else:
            yield from _in_edition(old, new, edition)
    for name, query in _OF_ALL.items():
        yield from _compare_rows(name, old.select(query), new.select(query))
    before = {name for (name,) in old.select(_TABLES)}
    after = {name for (name,) in new.select(_TABLES)}
    missing = before ^ after
    tables = [name for name in before & after if _read_rows(old, name) != _read_rows(new, name)]
    if tables or missing:
        yield f"tables of the file: {_format_names([*missing, *tables])}"


def _in_edition(old: Ledger, new: Ledger, edition: str) -> Iterator[str]:
    for name, queries in _OF_EDITION.items():
        before, after = ([row for query in queries for row in ledger.select(query, edition)] for ledger in (old, new))
        yield from _compare_rows(f"edition {edition}: {name}", before, after)
    yield from _compare_rows(
        f"edition {edition}: lineages", [*old.lineages(edition).items()], [*new.lineages(edition).items()]
    )


def _compare_rows(name: str, before: list[Any], after: list[Any]) -> Iterator[str]:
    """Yield one line if facts differ, or their order does."""
    ours, theirs = set(before), set(after)
    if ours != theirs:
        yield f"{name}: {_format_names(row[0] for row in ours ^ theirs)}"
    elif before != after:
        yield f"{name}: in another order"


def _read_rows(ledger: Ledger, table: str) -> set[tuple[Any, ...]]:
    seal = " WHERE key != 'seal'" if table == "meta" else ""
    return set(ledger.select(f"SELECT * FROM {table}{seal}"))  # noqa: S608 - a table's own name


def _format_names(names: Iterable[str]) -> str:
    different = sorted(set(names))
    more = f" and {len(different) - FEW:,} more" if len(different) > FEW else ""
    return ", ".join(islice(different, FEW)) + more
