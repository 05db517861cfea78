"""Where the trees of a survey come from: folders, or Parquet files with a row for each file of a repository."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from comprules.lint.files import Notice, Selection, find_files, read_file
from comprules.lint.texts import DEFAULT_LARGEST, MEGABYTE
from rules.errors import ComprulesError, needing_extra

COLUMNS = ("repository", "path", "content")
"""The columns of a Parquet file of contents."""


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
