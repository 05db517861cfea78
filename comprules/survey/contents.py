"""Trees in Parquet files that have a row for each file of a repository."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from comprules.survey.rows import SurveyError
from rules.errors import needing_extra

COLUMNS = ("repository", "path", "content")
"""The columns that a survey needs."""


def as_contents(files: Iterable[tuple[str | None, str | bytes | None]]) -> list[tuple[str, bytes]]:
    """Return the files of a repository from two columns of a Parquet file, by path; rows with a null are left out."""
    contents: list[tuple[str, bytes]] = []
    for path, data in files:
        if path is None or data is None:
            continue
        if isinstance(data, str):
            contents.append((path, data.encode("utf-8", "replace")))
        else:
            contents.append((path, data))
    return sorted(contents)


def read_contents(files: Sequence[Path], names: Mapping[str, str]) -> dict[str, list[tuple[str, bytes]]]:
    """Return the files of each repository of Parquet files; all of them are held in memory.

    Args:
        files: The Parquet files.
        names: For each of `COLUMNS`, the name that it has in them.

    Raises:
        MissingExtra: pyarrow is not installed.
        SurveyError: A file is no Parquet file, or a column is missing or of another type.
    """
    for file in files:
        check_schema(file, names)
    with needing_extra("data"):
        from pyarrow import parquet  # noqa: PLC0415

    by_name: dict[str, list[tuple[str | None, str | bytes | None]]] = {}
    for file in files:
        table = parquet.read_table(file, columns=list(names.values()))
        repositories, paths, contents = (table[names[name]].to_pylist() for name in COLUMNS)
        for repository, path, content in zip(repositories, paths, contents, strict=True):
            by_name.setdefault(repository, []).append((path, content))
    return {name: as_contents(pairs) for name, pairs in by_name.items()}


def check_schema(file: Path, names: Mapping[str, str]) -> None:
    """Check that a Parquet file has the columns that a survey needs.

    Raises:
        MissingExtra: pyarrow is not installed.
        SurveyError: It is no Parquet file, or a column is missing or of another type.
    """
    with needing_extra("data"):
        from pyarrow import ArrowException, parquet, types  # noqa: PLC0415

    try:
        schema = parquet.read_schema(file)
    except (ArrowException, OSError) as error:
        raise SurveyError(f"{file}: not a Parquet file ({str(error).splitlines()[0]})") from error
    for column, name in names.items():
        if name not in schema.names:
            raise SurveyError(
                f"{file}: has no column {name!r}, but {', '.join(schema.names)}; name it with --columns {column}=NAME"
            )
        kind = schema.field(name).type
        is_text = types.is_string(kind) or types.is_large_string(kind)
        is_bytes = types.is_binary(kind) or types.is_large_binary(kind)
        if not is_text and not (column == "content" and is_bytes):
            raise SurveyError(f"{file}: column {name!r} is {kind}, not text; a survey needs {', '.join(COLUMNS)}")
