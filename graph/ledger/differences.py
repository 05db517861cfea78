"""The differences between two ledgers, for the person who decides which one is right."""

from collections.abc import Iterable, Iterator
from typing import Any

from graph.ledger.ledger import Ledger
from rules.sentences import FEW

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
"""Kind of facts about an edition → the queries for them. The first column of a row says what it is about."""
_OF_ALL = {
    "versions of lineages": """SELECT lineage, key, first_edition, last_edition, kind, class, method, score, sources
                               FROM versions ORDER BY lineage, position""",
    "terms": "SELECT old, * FROM terms ORDER BY position",
}
"""Kind of facts about all editions together → the query for them."""
_TABLES = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name"


def list_differences(existing: Ledger, expected: Ledger) -> Iterator[str]:
    """Yield a line for each kind of facts that differ in an edition, then one about the tables that differ.

    Rows are compared, not bytes, because the bytes of the same rows differ between versions of SQLite.

    Args:
        existing: The ledger that was made earlier.
        expected: The ledger as it should be.
    """
    for edition in sorted({*existing.edition_ids} | {*expected.edition_ids}):
        if edition not in expected.edition_ids:
            yield f"edition {edition}: it is in the ledger only"
        elif edition not in existing.edition_ids:
            yield f"edition {edition}: it is not in the ledger"
        else:
            yield from _compare_edition(existing, expected, edition)
    for name, query in _OF_ALL.items():
        yield from _compare_rows(name, existing.select(query), expected.select(query))
    yield from _compare_tables(existing, expected)


def _compare_edition(existing: Ledger, expected: Ledger, edition: str) -> Iterator[str]:
    """Yield a line for each kind of facts about an edition that differ: `edition 2009-07-11: texts: 702.40a`."""
    for name, queries in _OF_EDITION.items():
        existing_rows = _select_all(existing, queries, edition)
        expected_rows = _select_all(expected, queries, edition)
        yield from _compare_rows(f"edition {edition}: {name}", existing_rows, expected_rows)
    existing_lineages, expected_lineages = existing.lineages(edition), expected.lineages(edition)
    yield from _compare_rows(f"edition {edition}: lineages", [*existing_lineages.items()], [*expected_lineages.items()])


def _compare_tables(existing: Ledger, expected: Ledger) -> Iterator[str]:
    """Yield one line that names the tables that only one ledger has, and those whose rows differ; none if all agree."""
    existing_names = {name for (name,) in existing.select(_TABLES)}
    expected_names = {name for (name,) in expected.select(_TABLES)}
    in_one = existing_names ^ expected_names
    in_both = existing_names & expected_names
    different = [name for name in in_both if _read_rows(existing, name) != _read_rows(expected, name)]
    if in_one or different:
        yield f"tables of the file: {_format_names([*in_one, *different])}"


def _select_all(ledger: Ledger, queries: Iterable[str], edition: str) -> list[Any]:
    """Return the rows of several queries about an edition, one query after the other."""
    rows: list[Any] = []
    for query in queries:
        rows.extend(ledger.select(query, edition))
    return rows


def _compare_rows(name: str, existing: list[Any], expected: list[Any]) -> Iterator[str]:
    """Yield one line if the rows of two ledgers, or only their order, differ; none if they are equal.

    The line names the first column of each row that only one of the ledgers has: `terms: bury, tap`.

    Args:
        name: The kind of the rows, with which the line begins, such as `terms`.
        existing: The rows of the existing ledger.
        expected: The rows of the ledger as it should be.
    """
    in_one = set(existing) ^ set(expected)
    if in_one:
        first_columns = [first_column for first_column, *_ in in_one]
        yield f"{name}: {_format_names(first_columns)}"
    elif existing != expected:
        yield f"{name}: in another order"


def _read_rows(ledger: Ledger, table: str) -> set[tuple[Any, ...]]:
    """Return the rows of a table, without the seal of the file, which is made of the bytes that are not compared."""
    condition = " WHERE key != 'seal'" if table == "meta" else ""
    return set(ledger.select(f"SELECT * FROM {table}{condition}"))  # noqa: S608 - a table's own name


def _format_names(names: Iterable[str]) -> str:
    """Return the first few of some names in their order, and how many more there are."""
    different = sorted(set(names))
    shown = ", ".join(different[:FEW])
    if len(different) > FEW:
        return f"{shown} and {len(different) - FEW:,} more"
    return shown
