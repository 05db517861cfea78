"""Write tables as Parquet, JSON Lines or CSV, or graphs as GEXF or GraphML, into a folder with checksums."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from datetime import date
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, get_args

import msgspec

from graph.export.table import Column, Table
from rules.errors import needing_extra
from rules.files import hash_file
from rules.folders import FolderKind, replacing_folder
from rules.store import Store

if TYPE_CHECKING:
    import pyarrow as pa

    from graph.network.listing import Listing

Format = Literal["parquet", "jsonl", "csv"]
FileFormat = Literal["gexf", "graphml"]
TABLE_FORMATS: tuple[Format, ...] = get_args(Format)
FILE_FORMATS: tuple[FileFormat, ...] = get_args(FileFormat)
"""The formats of graphs that `export` writes; `comprules graph` writes more."""
SCHEMA = "datapackage.json"
"""Name of the file that describes the others, as a Data Package (https://specs.frictionlessdata.io)."""
CHECKSUMS = "SHA256SUMS"

ROWS = 50_000
"""Number of rows written at once, which bounds the memory: the widest table needs about 1 kB for a row."""
_SCHEMA_TYPES = {str: "string", int: "integer", float: "number", bool: "boolean", date: "date", list: "array"}

_TITLES: dict[Format | FileFormat, str] = {
    "parquet": "Parquet",
    "jsonl": "JSON Lines",
    "csv": "CSV",
    "gexf": "GEXF",
    "graphml": "GraphML",
}

Report = Callable[[int, int, str], None]
"""Called with the number of tables written so far, the number of all tables, and the name of the next one."""
Writer = Callable[[Sequence[tuple[Any, ...]]], object]
"""Adds some rows to a file."""


def export_kind(form: Format | FileFormat) -> FolderKind:
    """Return the kind of output folder that an export in a format is: the files that are its own, with its name."""
    return FolderKind(f"{_TITLES[form]} export", (CHECKSUMS, f"*.{form}"))


def export_tables(
    store: Store,
    out: Path,
    selected: Sequence[Table],
    form: Format,
    report: Report = lambda _done, _all, _name: None,
    *,
    tell: Callable[[str], object] = lambda _line: None,
) -> dict[str, int]:
    """Write tables into a folder, whole or not at all, with `datapackage.json` and `SHA256SUMS`.

    The same knowledge base gives the same bytes. The bytes of Parquet depend on the version of pyarrow, too.

    Args:
        store: The knowledge base or the ledger.
        out: The folder. Of an earlier export in this format, what nobody changed is replaced; everything else stays.
        selected: The tables and their columns.
        form: The format.
        report: Called before each table is written.
        tell: Called with a line about the files that stay in the folder.

    Returns:
        The name of each file, with the number of its rows.

    Raises:
        MissingExtra: pyarrow is not installed, which Parquet needs.
        FolderError: The folder holds no export in this format, and something else.
        OSError: It cannot be written.
    """
    files: dict[str, int] = {}
    with replacing_folder(out, export_kind(form), tell) as folder:
        folder.fresh.mkdir()
        for done, table in enumerate(selected):
            report(done, len(selected), table.name)
            path = folder.fresh / f"{table.name}.{form}"
            files[path.name] = _write_table(store, table, path, form)
        _write_schema(folder.fresh, selected, files, form)
        _write_checksums(folder.fresh)
        folder.commit()
    return files


def _write_table(store: Store, table: Table, path: Path, form: Format) -> int:
    """Write a table into a file, some rows at a time, and return the number of its rows."""
    rows = table.rows(store)
    count = 0
    with _OPENERS[form](path, table.columns, table.about) as write_rows:
        while batch := list(islice(rows, ROWS)):
            write_rows(batch)
            count += len(batch)
    return count


def export_graphs(
    graphs: Mapping[str, Listing],
    out: Path,
    form: FileFormat,
    *,
    tell: Callable[[str], object] = lambda _line: None,
) -> dict[str, int]:
    """Write graphs into a folder, whole or not at all, with `SHA256SUMS`.

    Args:
        graphs: The graphs by their names, which become those of the files.
        out: The folder. Of an earlier export in this format, what nobody changed is replaced; everything else stays.
        form: The format.
        tell: Called with a line about the files that stay in the folder.

    Returns:
        The name of each file, with the number of its edges.

    Raises:
        FolderError: The folder holds no export in this format, and something else.
        OSError: It cannot be written.
    """
    from graph.network.formats import write  # noqa: PLC0415 - tables need no graph formats

    files: dict[str, int] = {}
    with replacing_folder(out, export_kind(form), tell) as folder:
        folder.fresh.mkdir()
        for name, graph in graphs.items():
            path = folder.fresh / f"{name}.{form}"
            with path.open("w", encoding="utf-8") as stream:
                stream.writelines(write(graph, form))
            files[path.name] = graph.count_edges()
        _write_checksums(folder.fresh)
        folder.commit()
    return files


def _write_checksums(folder: Path) -> None:
    """Write `SHA256SUMS` over all files of a folder, as `sha256sum --check` reads it."""
    names = sorted(path.name for path in folder.iterdir() if path.is_file())
    lines = [f"{hash_file(folder / name)}  {name}\n" for name in names]
    (folder / CHECKSUMS).write_text("".join(lines), encoding="utf-8")


@contextmanager
def open_parquet(path: Path, columns: Sequence[Column], about: str) -> Iterator[Writer]:
    """Yield the function that adds rows to a new Parquet file.

    Args:
        path: The file.
        columns: Its columns.
        about: What its rows are.

    Raises:
        MissingExtra: pyarrow is not installed.
    """
    schema = arrow_schema(columns, about)
    import pyarrow as pa  # noqa: PLC0415
    from pyarrow import parquet  # noqa: PLC0415

    with parquet.ParquetWriter(path, schema, compression="zstd") as writer:

        def write_rows(rows: Sequence[tuple[Any, ...]]) -> None:
            values_by_column = zip(*rows, strict=True)
            arrays = [pa.array(values, type=field.type) for values, field in zip(values_by_column, schema, strict=True)]
            writer.write_table(pa.Table.from_arrays(arrays, schema=schema))

        yield write_rows


def arrow_schema(columns: Sequence[Column], about: str) -> pa.Schema:
    """Return the Arrow schema of a table.

    Raises:
        MissingExtra: pyarrow is not installed.
    """
    with needing_extra("data"):
        import pyarrow as pa  # noqa: PLC0415

    kinds = {
        str: pa.string(),
        int: pa.int64(),
        float: pa.float64(),
        bool: pa.bool_(),
        date: pa.date32(),
        list: pa.list_(pa.string()),
    }
    fields = [
        pa.field(column.name, kinds[column.kind], nullable=column.nullable, metadata={"description": column.about})
        for column in columns
    ]
    return pa.schema(fields, metadata={"description": about})


@contextmanager
def _open_jsonl(path: Path, columns: Sequence[Column], _about: str) -> Iterator[Writer]:
    """Yield the function that adds rows to a new file of JSON Lines."""
    names = [column.name for column in columns]
    encode = msgspec.json.Encoder().encode_lines
    with path.open("wb") as stream:
        yield lambda rows: stream.write(encode(dict(zip(names, row, strict=True)) for row in rows))


@contextmanager
def _open_csv(path: Path, columns: Sequence[Column], _about: str) -> Iterator[Writer]:
    """Yield the function that adds rows to a new CSV file, whose first line has the names of the columns."""
    with path.open("w", encoding="utf-8", newline="") as stream:
        table = csv.writer(stream, lineterminator="\n")
        table.writerow(column.name for column in columns)
        yield lambda rows: table.writerows(map(_format_cells, rows))


def _format_cells(row: Iterable[Any]) -> list[Any]:
    """Return the cells of a row of CSV, with lists as JSON."""
    return [json.dumps(cell, ensure_ascii=False) if isinstance(cell, list) else cell for cell in row]


_OPENERS: dict[Format, Callable[[Path, Sequence[Column], str], AbstractContextManager[Writer]]] = {
    "parquet": open_parquet,
    "jsonl": _open_jsonl,
    "csv": _open_csv,
}


def _write_schema(folder: Path, selected: Iterable[Table], files: Mapping[str, int], form: Format) -> None:
    """Write `datapackage.json`, which describes the files as a Data Package.

    Args:
        folder: The folder that has the files.
        selected: The tables.
        files: Name and number of rows of each table's file.
        form: The format of the files.
    """
    resources = []
    for table, (name, rows) in zip(selected, files.items(), strict=True):
        described = {
            "name": table.name,
            "path": name,
            "format": form,
            "description": table.about,
            "rows": rows,
            "bytes": (folder / name).stat().st_size,
            "hash": f"sha256:{hash_file(folder / name)}",
            "schema": {"fields": [_describe_column(column) for column in table.columns]},
        }
        resources.append(described)
    package = {"name": "comprules", "resources": resources}
    (folder / SCHEMA).write_bytes(msgspec.json.format(msgspec.json.encode(package), indent=2))


def _describe_column(column: Column) -> dict[str, Any]:
    """Return the description of a column, as a field of a Data Package."""
    return {
        "name": column.name,
        "type": _SCHEMA_TYPES[column.kind],
        "description": column.about,
        "constraints": {"required": not column.nullable},
    }
