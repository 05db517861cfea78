"""The trees of a survey: where they come from, and what it says of each: a row for each number that it cites.

They are folders, or Parquet files with a row for each file of a repository.

The rows follow from the name of the tree and the paths and bytes of its files alone, so that a survey gives the same
rows on one machine and on many. The tree is dated as `comprules init` does it, and judged as if that were declared; its
own configuration is not read.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from itertools import chain
from pathlib import Path
from typing import Any

from msgspec import Struct, structs

from comprules.lint.config import UNKNOWN, FoundConfig, Options, Settings, settings_of
from comprules.lint.coverage import find_rules
from comprules.lint.dating import collect_file_facts, declare
from comprules.lint.files import Notice, Selection, find_files, read_file
from comprules.lint.linter import Linter, ScannedFile, cites_rules
from comprules.lint.texts import DEFAULT_LARGEST, MEGABYTE
from graph.citations.date import date_files
from graph.export.tables import Column
from graph.ledger import open_ledger
from rules.errors import ComprulesError, needing_extra

COLUMNS = ("repository", "path", "content")
"""The columns of a Parquet file of contents."""
_ROOT = Path("/comprules-survey")
"""The folder that patterns of paths are relative to; it does not exist, so no link on this machine counts."""


ROW_ABOUT = "One row a number that a tree cites; one row, without a path, for a tree that cites nothing or failed."
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


class Surveyor:
    """Surveys trees, one after the other; opens the ledger once."""

    def __init__(self) -> None:
        ledger = open_ledger()
        settings = settings_of(Options(), FoundConfig(root=_ROOT), ledger)
        self._settings = structs.replace(settings, root=_ROOT)
        self._linter = Linter(self._settings, ledger)

    def survey(self, tree: str, files: Iterable[tuple[str, bytes]]) -> list[SurveyRow]:
        """Return the rows of a tree, in the order of its paths and of their text; never fails.

        Args:
            tree: Its name.
            files: Path, relative to the tree, and content of each file.
        """
        try:
            scanned, failed = self._scan(tree, files)
            rows = [*failed, *self._judge(tree, scanned)]
        except Exception as error:  # noqa: BLE001 - a bad tree never ends the survey
            rows = [SurveyRow(tree, error=describe_error(error))]
        rows.sort(key=lambda row: (row.path or "", row.line or 0, row.column or 0))
        return [structs.replace(row, position=position) for position, row in enumerate(rows)] or [SurveyRow(tree)]

    def _scan(self, tree: str, files: Iterable[tuple[str, bytes]]) -> tuple[dict[str, ScannedFile], list[SurveyRow]]:
        """Return the files with citations, and a row for each that failed."""
        scanned: dict[str, ScannedFile] = {}
        failed: list[SurveyRow] = []
        for path, data in files:
            try:
                file = self._linter.scan_bytes(str(_ROOT / path), data, named=False)
            except Exception as error:  # noqa: BLE001 - the other files are still surveyed
                failed.append(SurveyRow(tree, path=path, error=describe_error(error)))
                continue
            if file.citations:
                scanned[path] = structs.replace(file, data=b"")
        return scanned, failed

    def _judge(self, tree: str, scanned: dict[str, ScannedFile]) -> Iterator[SurveyRow]:
        """Yield the rows of the files of a tree."""
        settings = self._date(scanned)
        for path, file in scanned.items():
            try:
                yield from self._list_rows(tree, path, file, settings.base_of(file.path))
            except Exception as error:  # noqa: BLE001 - the other files are still surveyed
                yield SurveyRow(tree, path=path, error=describe_error(error))

    def _list_rows(self, tree: str, path: str, file: ScannedFile, base: str | None) -> Sequence[SurveyRow]:
        history, settings = self._linter.history, self._settings
        rows = []
        for citation, meanings in zip(file.citations, self._linter.judge.meanings(file.citations, base), strict=True):
            line, column = file.place(citation.start)
            for meaning in meanings:
                edition = meaning.edition or base
                fault = meaning.fault if meaning.fault and meaning.fault.code in settings.codes else None
                rows.append(
                    SurveyRow(
                        tree=tree,
                        path=path,
                        line=line,
                        column=column,
                        number=meaning.number,
                        edition=date.fromisoformat(edition) if edition else None,
                        rules=list(find_rules(history, meaning, settings.target)),
                        code=fault.code if fault else None,
                        suggestion=", ".join(fault.suggestions) or None if fault else None,
                    )
                )
        return rows

    def _date(self, scanned: dict[str, ScannedFile]) -> Settings:
        """Return settings that declare the editions of a tree, as far as they are known."""
        linter = self._linter
        unstamped = {
            path: [citation for citation in file.citations if citation.stamp is None] for path, file in scanned.items()
        }
        if not cites_rules(chain.from_iterable(unstamped.values())):
            return self._settings
        facts = {path: collect_file_facts(linter.judge, citations) for path, citations in unstamped.items()}
        dated = date_files(facts, linter.history.editions)
        counts = {path: len(citations) for path, citations in unstamped.items()}
        declaration = declare(dated, counts, ["."], cites_rules=False)
        editions = tuple(
            (pattern, None if edition == UNKNOWN else edition) for pattern, edition in declaration.patterns.items()
        )
        return structs.replace(self._settings, edition=declaration.edition, editions=editions)


def describe_error(error: BaseException) -> str:
    """Return an error as one short line."""
    return f"{type(error).__name__}: {error}"[:200]


class SurveyError(ComprulesError):
    """The survey cannot begin or end; the message says what to do."""


def read_folder(folder: Path) -> Iterator[tuple[str, bytes]]:
    """Yield path and content of the files of a folder, as `check` finds them, without its configuration.

    Raises:
        PathError: The folder cannot be read.
    """
    for file in find_files([str(folder)], Selection(folder)).files:
        data = read_file(file, DEFAULT_LARGEST * MEGABYTE)
        if not isinstance(data, Notice):
            yield os.path.relpath(file.path, folder).replace(os.sep, "/"), data


def weigh_folder(folder: Path) -> int:
    """Return roughly how much there is in a folder: the size of git's list of its files, else 0."""
    try:
        return (folder / ".git" / "index").stat().st_size
    except OSError:
        return 0


def as_contents(paths: Iterable[str | None], contents: Iterable[str | bytes | None]) -> list[tuple[str, bytes]]:
    """Return the files of a repository from the two columns of a Parquet file, by path, whole rows only."""
    pairs = zip(paths, contents, strict=True)
    return sorted(
        (path, data.encode("utf-8", "replace") if isinstance(data, str) else data)
        for path, data in pairs
        if path is not None and data is not None
    )


def read_contents(files: Sequence[Path], names: Mapping[str, str]) -> dict[str, list[tuple[str, bytes]]]:
    """Return the files of each repository of Parquet files; all of it is held in memory.

    Args:
        files: The Parquet files.
        names: For each of `COLUMNS`, what it is called in them.

    Raises:
        MissingExtra: pyarrow is not installed.
        SurveyError: A file is no Parquet file, or a column is missing or of another type.
    """
    repositories: dict[str, tuple[list[Any], list[Any]]] = {}
    for file in files:
        check_schema(file, names)
    with needing_extra("data"):
        from pyarrow import parquet  # noqa: PLC0415

    for file in files:
        table = parquet.read_table(file, columns=list(names.values()))
        for repository, path, content in zip(*(table[names[name]].to_pylist() for name in COLUMNS), strict=True):
            paths, contents = repositories.setdefault(repository, ([], []))
            paths.append(path)
            contents.append(content)
    return {name: as_contents(*columns) for name, columns in repositories.items()}


def check_schema(file: Path, names: Mapping[str, str]) -> None:
    """Check that a Parquet file has the columns that a survey needs.

    Raises:
        MissingExtra: pyarrow is not installed.
        SurveyError: It is no Parquet file, or a column is missing or of another type.
    """
    with needing_extra("data"):
        import pyarrow as pa  # noqa: PLC0415
        from pyarrow import parquet  # noqa: PLC0415

    try:
        schema = parquet.read_schema(file)
    except (pa.ArrowException, OSError) as error:
        raise SurveyError(f"{file}: no Parquet file ({str(error).splitlines()[0]})") from error
    for column, name in names.items():
        if name not in schema.names:
            raise SurveyError(
                f"{file}: has no column {name!r}, but {', '.join(schema.names)}; name it with --columns {column}=NAME"
            )
        kind = schema.field(name).type
        text = pa.types.is_string(kind) or pa.types.is_large_string(kind)
        if not text and not (column == "content" and (pa.types.is_binary(kind) or pa.types.is_large_binary(kind))):
            raise SurveyError(f"{file}: column {name!r} is {kind}, not text; a survey needs {', '.join(COLUMNS)}")
