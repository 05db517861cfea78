"""Select the tables and columns that are exported, by their names."""

from collections.abc import Collection, Iterable

from msgspec.structs import replace

from graph.export.table import Table
from graph.export.tables import TABLES
from rules.errors import ComprulesError
from rules.grouping import grouped
from rules.suggestions import suggest


class ExportError(ComprulesError):
    """The selected table or column cannot be exported; the message says which ones can."""


def select_tables(wanted: Iterable[str], *, has_texts: bool) -> list[Table]:
    """Return the selected tables, with their selected columns, in the order of `TABLES`.

    Args:
        wanted: Names of tables ("rules"), or of columns with their table ("rules.number"); empty for all tables. A
            table that is named itself has all columns, even if some of them are named too.
        has_texts: Whether the store has texts. If not, and no tables are named, those that need texts are left out.

    Raises:
        ExportError: There is no such table or column, or a named table needs texts and there are none.
    """
    columns = grouped(map(_split_name, wanted))
    if not columns:
        return [table for table in TABLES if has_texts or not table.needs_texts]
    for name in columns:
        _check_table(name, has_texts=has_texts)
    return [_select_columns(table, columns[table.name]) for table in TABLES if table.name in columns]


def _check_table(name: str, *, has_texts: bool) -> None:
    """Raise an error, as `select_tables` does, unless there is a table of a name that the store can fill."""
    by_name = {table.name: table for table in TABLES}
    if name not in by_name:
        raise ExportError(f"there is no table {name!r}; {suggest(name, by_name, kind='tables')}")
    if by_name[name].needs_texts and not has_texts:
        raise ExportError(
            f"the table {name} needs the texts, which the ledger does not have; make a knowledge base with: "
            "comprules update"
        )


def _split_name(name: str) -> tuple[str, str | None]:
    """Return the table and the column of a name: "rules.number" → "rules", "number"; "rules" → "rules", None."""
    table, dot, column = name.partition(".")
    return table, column if dot else None


def _select_columns(table: Table, wanted: Collection[str | None]) -> Table:
    """Return a table with some of its columns, in its own order.

    Args:
        table: The table.
        wanted: Names of columns; None for all columns.

    Raises:
        ExportError: The table has no such column.
    """
    existing = [column.name for column in table.columns]
    for name in wanted:
        if name is not None and name not in existing:
            raise ExportError(
                f"the table {table.name} has no column {name!r}; {suggest(name, existing, kind='columns')}"
            )
    if None in wanted:
        return table
    return replace(table, columns=tuple(column for column in table.columns if column.name in wanted))
