"""The rows of a survey."""

from collections.abc import Iterable
from datetime import date
from itertools import islice
from pathlib import Path

from msgspec import Struct, structs

from graph.export.table import Column
from graph.export.write import ROWS, open_parquet
from rules.errors import ComprulesError
from rules.files import put_in_place, temporary_path

ROW_ABOUT = "One row per number that a tree cites; one row, without a path, for a tree that cites nothing or failed."
ROW_COLUMNS = (
    Column("tree", str, "the tree: its folder, or the name of its repository"),
    Column("position", int, "order within the tree, from 0"),
    Column("path", str, "the file, relative to the tree", nullable=True),
    Column("line", int, "line of the citation, from 1", nullable=True),
    Column("column", int, "its first character, from 1", nullable=True),
    Column("number", str, "the number in full; a range has a row for each printed one", nullable=True),
    Column("edition", date, "the edition it was written for; null if that is unknown", nullable=True),
    Column("rules", list, "where its rule is in the newest edition; empty if wrong or gone"),
    Column("code", str, "code of the finding about it; null if none", nullable=True),
    Column("suggestion", str, "the number that was probably meant", nullable=True),
    Column("error", str, "why the tree or file could not be surveyed", nullable=True),
)
"""The columns of a survey's table, and what the fields of its rows are."""


class SurveyError(ComprulesError):
    """The survey cannot begin or end; the message says what to do."""


class SurveyRow(Struct, frozen=True):
    """A row of a survey; `ROW_COLUMNS` says what each field is."""

    tree: str
    position: int = 0
    path: str | None = None
    line: int | None = None
    column: int | None = None
    number: str | None = None
    edition: date | None = None
    rules: list[str] = []
    code: str | None = None
    suggestion: str | None = None
    error: str | None = None


class SurveyedTree(Struct, frozen=True, array_like=True):
    """A tree with its rows, as a line of the journal has them.

    Attributes:
        name: The name of the tree.
        rows: Its rows, in their order; at least one.
    """

    name: str
    rows: list[SurveyRow]


def write_rows(out: Path, rows: Iterable[SurveyRow]) -> None:
    """Write the rows of a survey into a Parquet file, whole or not at all.

    Raises:
        MissingExtra: pyarrow is not installed.
        OSError: The file cannot be written.
    """
    temporary = temporary_path(out)
    try:
        with open_parquet(temporary, ROW_COLUMNS, ROW_ABOUT) as write:
            remaining = iter(rows)
            while batch := list(islice(remaining, ROWS)):
                write([structs.astuple(row) for row in batch])
        put_in_place(temporary, out)
    finally:
        temporary.unlink(missing_ok=True)
