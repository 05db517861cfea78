"""Writing the tables as Parquet, JSON Lines or CSV, and graphs as GEXF or GraphML, with checksums beside them."""

from __future__ import annotations

import csv
import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from datetime import date
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, get_args

import msgspec
from msgspec import Struct

from graph.export.tables import Column, Table
from graph.network import as_gexf, as_graphml
from rules.errors import needing_extra
from rules.folders import replacing_folder

if TYPE_CHECKING:
    import networkx as nx
    import pyarrow as pa

    from rules.store import Store

Format = Literal["parquet", "jsonl", "csv"]
GraphFormat = Literal["gexf", "graphml"]
TABLE_FORMATS: tuple[Format, ...] = get_args(Format)
GRAPH_FORMATS: tuple[GraphFormat, ...] = get_args(GraphFormat)
SCHEMA = "datapackage.json"
"""Name of the file that describes the others, as a Data Package (https://specs.frictionlessdata.io)."""
CHECKSUMS = "SHA256SUMS"

ROWS = 50_000
"""Rows written at once, which bounds the memory: the widest table needs about 1 kB a row."""
_SCHEMA_TYPES = {str: "string", int: "integer", float: "number", bool: "boolean", date: "date", list: "array"}

Report = Callable[[int, int, str], None]
"""Called with the number of tables written, their number, and the table that comes next."""
Writer = Callable[[Sequence[tuple[Any, ...]]], None]


class ExportedFile(Struct, frozen=True):
    """A file of an export.

    Attributes:
        name: Its name in the folder.
        rows: How many rows it has; of a graph, how many edges.
        size: How many bytes.
        sha256: The hash of its bytes.
    """

    name: str
    rows: int
    size: int
    sha256: str


def export_tables(
    store: Store, out: Path, selected: Sequence[Table], form: Format, report: Report = lambda _done, _all, _name: None
) -> list[ExportedFile]:
    """Write tables into a folder, whole or not at all, with `datapackage.json` and `SHA256SUMS`.

    The same knowledge base gives the same bytes; those of Parquet depend on the version of pyarrow, too.

    Args:
        store: The knowledge base or the ledger.
        out: The folder; one that an export wrote before is replaced.
        selected: The tables and their columns.
        form: The format.
        report: Told of the progress.

    Raises:
        MissingExtra: pyarrow is not installed, which Parquet needs.
        FolderError: The folder holds something that comprules did not write.
        OSError: It cannot be written.
    """
    opener = _OPENERS[form]
    files: list[ExportedFile] = []
    with replacing_folder(out) as folder:
        folder.fresh.mkdir()
        for done, table in enumerate(selected):
            report(done, len(selected), table.name)
            path = folder.fresh / f"{table.name}.{form}"
            rows = table.rows(store)
            count = 0
            with opener(path, table.columns, table.about) as write:
                while batch := list(islice(rows, ROWS)):
                    write(batch)
                    count += len(batch)
            files.append(_describe_file(path, count))
        _write_schema(folder.fresh / SCHEMA, selected, files, form)
        _write_checksums(folder.fresh)
        folder.commit()
    return files


def export_graphs(graphs: Mapping[str, nx.Graph[str]], out: Path, form: GraphFormat) -> list[ExportedFile]:
    """Write graphs into a folder, whole or not at all, with `SHA256SUMS`.

    Args:
        graphs: The graphs by their names, which become those of the files.
        out: The folder; one that an export wrote before is replaced.
        form: The format.

    Raises:
        FolderError: The folder holds something that comprules did not write.
        OSError: It cannot be written.
    """
    files: list[ExportedFile] = []
    with replacing_folder(out) as folder:
        folder.fresh.mkdir()
        for name, graph in graphs.items():
            path = folder.fresh / f"{name}.{form}"
            with path.open("w", encoding="utf-8") as stream:
                stream.writelines(as_gexf(graph) if form == "gexf" else as_graphml(graph))
            files.append(_describe_file(path, graph.number_of_edges()))
        _write_checksums(folder.fresh)
        folder.commit()
    return files


def _write_checksums(folder: Path) -> None:
    """Write `SHA256SUMS` over all files of a folder, as `sha256sum --check` reads it."""
    names = sorted(path.name for path in folder.iterdir() if path.is_file())
    lines = [f"{_describe_file(folder / name, 0).sha256}  {name}\n" for name in names]
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

        def write(rows: Sequence[tuple[Any, ...]]) -> None:
            columns = [
                pa.array(values, type=field.type) for values, field in zip(zip(*rows, strict=True), schema, strict=True)
            ]
            writer.write_table(pa.Table.from_arrays(columns, schema=schema))

        yield write


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
        pa.field(each.name, kinds[each.kind], nullable=each.nullable, metadata={"description": each.about})
        for each in columns
    ]
    return pa.schema(fields, metadata={"description": about})


@contextmanager
def _open_jsonl(path: Path, columns: Sequence[Column], _about: str) -> Iterator[Writer]:
    names = [column.name for column in columns]
    encoder = msgspec.json.Encoder()
    with path.open("wb") as stream:

        def write(rows: Sequence[tuple[Any, ...]]) -> None:
            stream.write(encoder.encode_lines(dict(zip(names, row, strict=True)) for row in rows))

        yield write


@contextmanager
def _open_csv(path: Path, columns: Sequence[Column], _about: str) -> Iterator[Writer]:
    lists = [index for index, column in enumerate(columns) if column.kind is list]
    with path.open("w", encoding="utf-8", newline="") as stream:
        table = csv.writer(stream, lineterminator="\n")
        table.writerow(column.name for column in columns)

        def write(rows: Sequence[tuple[Any, ...]]) -> None:
            for row in rows:
                cells = list(row)
                for index in lists:
                    cells[index] = json.dumps(cells[index], ensure_ascii=False)
                table.writerow(cells)

        yield write


_OPENERS: dict[Format, Callable[[Path, Sequence[Column], str], AbstractContextManager[Writer]]] = {
    "parquet": open_parquet,
    "jsonl": _open_jsonl,
    "csv": _open_csv,
}


def _describe_file(path: Path, rows: int) -> ExportedFile:
    with path.open("rb") as stream:
        digest = hashlib.file_digest(stream, "sha256").hexdigest()
    return ExportedFile(path.name, rows, path.stat().st_size, digest)


def _write_schema(path: Path, selected: Iterable[Table], files: Iterable[ExportedFile], form: Format) -> None:
    resources = [
        {
            "name": table.name,
            "path": file.name,
            "format": form,
            "description": table.about,
            "rows": file.rows,
            "bytes": file.size,
            "hash": f"sha256:{file.sha256}",
            "schema": {
                "fields": [
                    {
                        "name": column.name,
                        "type": _SCHEMA_TYPES[column.kind],
                        "description": column.about,
                        "constraints": {"required": not column.nullable},
                    }
                    for column in table.columns
                ]
            },
        }
        for table, file in zip(selected, files, strict=True)
    ]
    package = {"name": "comprules", "resources": resources}
    path.write_bytes(msgspec.json.format(msgspec.json.encode(package), indent=2))
