"""Select the tables and columns that are exported, by their names."""

from collections.abc import Iterable

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
        wanted: Names of tables, each perhaps with a dot and the name of a column; empty for all tables.
        has_texts: Whether the store has texts. If not, and no tables are named, those that need texts are left out.

    Raises:
        ExportError: There is no such table or column, or a named table needs texts and there are none.
    """
    # "rules.number" becomes the table "rules" with the column "number", and "rules" the table with an empty column.
    columns = grouped(name.partition(".")[::2] for name in wanted)
    by_name = {table.name: table for table in TABLES}
    for name in columns:
        if name not in by_name:
            raise ExportError(f"there is no table {name!r}; {suggest(name, by_name, kind='tables')}")
        if by_name[name].needs_texts and not has_texts:
            raise ExportError(
                f"the table {name} needs the texts, which the ledger does not have; make a knowledge base with: "
                "comprules update"
            )
    if not columns:
        return [table for table in TABLES if has_texts or not table.needs_texts]
    return [_select_columns(table, columns[table.name]) for table in TABLES if table.name in columns]


def _select_columns(table: Table, wanted: Iterable[str]) -> Table:
    """Return a table with some of its columns, in its own order; with all columns if no column is named.

    Args:
        table: The table.
        wanted: Names of columns; an empty one stands for the table as a whole, and names no column.
    """
    names = [name for name in wanted if name]
    existing = [column.name for column in table.columns]
    for name in names:
        if name not in existing:
            raise ExportError(
                f"the table {table.name} has no column {name!r}; {suggest(name, existing, kind='columns')}"
            )
    if not names:
        return table
    return replace(table, columns=tuple(column for column in table.columns if column.name in names))
