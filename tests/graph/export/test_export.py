"""The knowledge base as data: the same rows in every format, the documented queries, and what cannot be exported."""

from __future__ import annotations

import csv
import json
import os
import re
import subprocess
import sys
from datetime import date
from pathlib import Path
from typing import Any

import duckdb
import msgspec
import networkx as nx
import polars
import pytest
from msgspec.structs import replace
from pyarrow import parquet

from graph.export.select import ExportError, select_tables
from graph.export.tables import TABLES
from graph.export.write import arrow_schema, export_graphs, export_tables
from graph.network.parts import graph_of_all_editions
from rules.errors import MissingExtra
from rules.folders import FolderError
from rules.store import Store
from tests.graph.export.conftest import exported

ROOT = Path(__file__).parents[3]
PAGE = ROOT / "docs" / "data.md"
QUERY = re.compile(r"```sql\n-- (?P<question>.*?)\n(?P<query>.*?)```\n\n```text\n(?P<shown>.*?)```\n", re.DOTALL)
ROWS_SHOWN = 3
OF_SUMMARIES = {"provenance", "notes", "restatements", "page_rules"}
"""Tables about rulings summaries, of which the sample has none; `test_ruling_tables.py` has rows of them."""


def test_every_format_has_the_same_rows(sample_store: Store, sample_export: Path, tmp_path: Path) -> None:
    lines = exported(sample_store, tmp_path / "jsonl", "jsonl")
    cells = exported(sample_store, tmp_path / "csv", "csv")
    for table in TABLES:
        rows = parquet.read_table(sample_export / f"{table.name}.parquet").to_pylist()
        types = [(each.name, each.kind | None if each.nullable else each.kind) for each in table.columns]
        decoder = msgspec.json.Decoder(msgspec.defstruct("Row", types))
        read = [msgspec.structs.asdict(decoder.decode(line)) for line in (lines / f"{table.name}.jsonl").open("rb")]
        assert rows == read, "types, too"
        with (cells / f"{table.name}.csv").open(encoding="utf-8", newline="") as stream:
            written = list(csv.DictReader(stream))
        assert rows or table.name in OF_SUMMARIES, table.name
        assert written == [{name: as_cell(value) for name, value in row.items()} for row in rows]
    package = json.loads((sample_export / "datapackage.json").read_text(encoding="utf-8"))
    described = {each["name"]: [field["name"] for field in each["schema"]["fields"]] for each in package["resources"]}
    assert described == {table.name: [column.name for column in table.columns] for table in TABLES}
    subprocess.run(["sha256sum", "--check", "--quiet", "SHA256SUMS"], cwd=sample_export, check=True)


def as_cell(value: Any) -> str:
    return "" if value is None else json.dumps(value, ensure_ascii=False) if isinstance(value, list) else str(value)


def test_the_rows_are_those_of_the_knowledge_base(sample_store: Store, sample_export: Path) -> None:
    rows = parquet.read_table(sample_export / "rules.parquet").to_pylist()
    edition = sample_store.edition_ids[-1]
    of_edition = [row for row in rows if row["edition"] == date.fromisoformat(edition)]
    rules = sample_store.rules(edition)
    assert [(row["key"], row["heading"], row["parent"]) for row in of_edition] == [
        (rule.key, rule.heading, rule.parent) for rule in rules
    ]
    lineages = sample_store.lineages(edition)
    assert [row["lineage"] for row in of_edition] == [lineages[rule.key] for rule in rules]
    texts = {row["sha256"]: row["text"] for row in parquet.read_table(sample_export / "texts.parquet").to_pylist()}
    assert [texts[row["text_sha256"]] for row in of_edition] == [rule.text for rule in rules]


def test_the_documented_queries_give_the_rows_that_the_page_shows(
    sample_export: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With UPDATE_GOLDENS=1 the page is written again."""
    monkeypatch.chdir(sample_export)
    page = PAGE.read_text(encoding="utf-8")
    shown = QUERY.sub(lambda block: block[0].replace(block["shown"], first_rows(block["query"])), page)
    if os.environ.get("UPDATE_GOLDENS"):
        PAGE.write_text(shown, encoding="utf-8")
    assert PAGE.read_text(encoding="utf-8") == shown, "read the diff, then UPDATE_GOLDENS=1"


def first_rows(query: str) -> str:
    """Return the names of the columns and the first rows of a query's answer, as lines; dots stand for more rows."""
    found = duckdb.sql(query)
    assert found is not None
    rows = [*map(str, found.columns)], *([*map(str, row)] for row in found.fetchall())
    assert len(rows) > 1
    widths = [max(map(len, cells)) for cells in zip(*rows[: ROWS_SHOWN + 1], strict=True)]
    lines = ["  ".join(map(str.ljust, row, widths)).rstrip() for row in rows[: ROWS_SHOWN + 1]]
    return "\n".join([*lines, *(["…"] if len(rows) > ROWS_SHOWN + 1 else []), ""])


def test_there_are_ten_queries_and_polars_reads_the_files(sample_export: Path) -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert len(QUERY.findall(page)) == page.count("```sql") == 10
    frame = polars.scan_parquet(sample_export / "versions.parquet")
    with polars.SQLContext(versions=frame) as context:
        longest = context.execute(
            "SELECT lineage, count(*) AS n FROM versions GROUP BY lineage ORDER BY n DESC LIMIT 1"
        )
        assert longest.collect()["n"][0] > 1


@pytest.mark.archive
@pytest.mark.long
def test_a_ledger_has_the_same_facts(whole_ledger: Store, whole_store: Store) -> None:
    """In all columns but that of the phrases that a ruling and a rule share, which a ledger lacks."""
    for table in select_tables((), has_texts=False):
        facts = tuple(column for column in table.columns if column.name != "shared")
        of_facts = replace(table, columns=facts)
        assert list(of_facts.rows(whole_ledger)) == list(of_facts.rows(whole_store)), table.name


@pytest.mark.parametrize(
    ("wanted", "has_texts", "message"),
    [
        (["rulez"], True, "did you mean rules"),
        (["rules.numbr"], True, "did you mean number"),
        (["rules."], True, "the table rules has no column ''"),
        (["texts"], False, "comprules update"),
    ],
)
def test_what_does_not_exist_is_refused(wanted: list[str], has_texts: bool, message: str) -> None:
    with pytest.raises(ExportError, match=message):
        select_tables(wanted, has_texts=has_texts)


def test_a_missing_extra_is_named(sample_store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(MissingExtra, match=r"pyarrow is missing.*comprules\[data\]"):
        exported(sample_store, tmp_path / "out", "parquet")
    with pytest.raises(MissingExtra, match=r"pyarrow is missing.*comprules\[data\]"):
        arrow_schema((), "")
    assert not (tmp_path / "out").exists()
    exported(sample_store, tmp_path / "out", "csv")


def test_a_selection_has_its_columns_only(sample_store: Store, tmp_path: Path) -> None:
    selected = select_tables(["rules.number", "rules.edition"], has_texts=True)
    export_tables(sample_store, tmp_path / "out", selected, "csv")
    with (tmp_path / "out" / "rules.csv").open(encoding="utf-8") as stream:
        assert stream.readline() == "edition,number\n"


@pytest.mark.parametrize("wanted", [["rules", "rules.number"], ["rules.number", "rules"]])
def test_a_table_that_is_named_itself_has_all_columns(wanted: list[str]) -> None:
    assert select_tables(wanted, has_texts=True) == select_tables(["rules"], has_texts=True)


def test_the_same_knowledge_base_gives_the_same_bytes(sample_store: Store, sample_export: Path, tmp_path: Path) -> None:
    again = exported(sample_store, tmp_path / "again", "parquet")
    assert (again / "SHA256SUMS").read_bytes() == (sample_export / "SHA256SUMS").read_bytes()


def test_a_folder_of_others_stays(sample_store: Store, tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("mine", encoding="utf-8")
    with pytest.raises(FolderError, match="name another folder"):
        exported(sample_store, tmp_path, "csv")
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]


def test_graphs_come_back(store: Store, tmp_path: Path) -> None:
    built = graph_of_all_editions(store)
    for form in ("gexf", "graphml"):
        export_graphs({"history": built}, tmp_path / form, form)
    read = nx.read_gexf(tmp_path / "gexf" / "history.gexf")
    assert set(read.nodes) == set(built.nodes)
    assert nx.read_graphml(tmp_path / "graphml" / "history.graphml").number_of_edges() == built.count_edges()
