"""What rulings summaries say of their sources, and what they restate, as rows and as edges."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from typing import Any

import pytest

from comprules.ingest import ingest
from graph.answers.rulings import answer_rulings
from graph.export.tables import TABLES
from graph.history import History
from graph.network.assemble import assemble
from graph.network.parts import graph_of_all_editions
from rules.store import Store, open_store
from tests.comprules.test_partial_issues import FIRST, ISSUE, PAGE, make_archive


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    folder = tmp_path_factory.mktemp("tables")
    archive = make_archive(folder / "archive")
    ingest(archive, folder / "kb.sqlite", jobs=1)
    with open_store(folder / "kb.sqlite") as store:
        yield store


def rows_of(store: Store, name: str) -> list[dict[str, Any]]:
    (table,) = (table for table in TABLES if table.name == name)
    names = [column.name for column in table.columns]
    return [dict(zip(names, row, strict=True)) for row in table.rows(store)]


def test_a_tag_is_taken_apart(store: Store) -> None:
    rows = rows_of(store, "provenance")
    (magazine,) = (row for row in rows if row["key"] == "A.1.Ruling.1" and row["passage"] == "text")
    assert (magazine["source"], magazine["issue"], magazine["page"]) == ("Lantern Magazine", 12, "26")
    assert magazine["words"] == "A card that lies in a drawer has no abilities, and no friends."
    assert (magazine["edition"], magazine["file"]) == (date.fromisoformat(ISSUE), None)
    (note,) = (row for row in rows if row["passage"] == "note:0")
    assert (note["source"], note["issue"], note["date"]) == ("Ada Quill", None, "1998-05-06")
    (own,) = rows_of(store, "notes")
    assert (own["key"], own["item"]) == ("A.1.Ruling.1", 0)
    assert own["text"].startswith("A box counts as a drawer.")


def test_what_is_restated_is_a_row_and_an_edge(store: Store) -> None:
    rows = rows_of(store, "restatements")
    (row,) = (row for row in rows if row["key"] == "A.2.1" and row["file"] is None)
    assert (row["edition"], row["other_edition"], row["other"]) == (
        date.fromisoformat(ISSUE),
        date.fromisoformat(FIRST),
        "403.1",
    )
    assert (row["numbers"], row["since"], row["certainty"]) == (["602.1"], date(2009, 7, 11), "likely")
    graph = assemble(graph_of_all_editions(store, ["restates"]))
    (edge,) = (
        facts
        for source, target, facts in graph.edges(data=True)
        if (source, target) == (f"A.2.1@{ISSUE}", row["lineage"])
    )
    assert (edge["type"], edge["score"], edge["method"]) == ("restates", row["score"], row["method"])
    assert edge["shared"] == " … ".join(row["shared"])


def test_a_page_of_another_issue_has_rows_with_its_days(store: Store) -> None:
    rows = rows_of(store, "page_rules")
    assert {(row["file"], row["earliest"]) for row in rows} == {(PAGE, date.fromisoformat(FIRST))}
    assert [row["key"] for row in rows if row["kind"] == "ruling"] == ["A.2.Ruling.1"]
    (tag,) = (row for row in rows_of(store, "provenance") if row["file"] == PAGE and row["key"] == "A.2.Ruling.1")
    assert (tag["edition"], tag["source"], tag["issue"], tag["page"]) == (None, "Lantern Magazine", 12, "27")
    (restated,) = (row for row in rows_of(store, "restatements") if row["file"] == PAGE and row["key"] == "A.2.5")
    assert (restated["edition"], restated["other"], restated["numbers"]) == (None, "403.3", ["602.5b"])
    assert restated["shared"]


def test_an_issue_is_an_answer(store: Store) -> None:
    answer = answer_rulings(History(store), ISSUE)
    (magazine,) = (tag for tag in answer.provenance if tag.key == "A.1.Ruling.1" and tag.passage == "text")
    assert (magazine.source, magazine.issue, magazine.page) == ("Lantern Magazine", 12, "26")
    assert [note.key for note in answer.notes] == ["A.1.Ruling.1"]
    assert ("A.2.1", "403.1") in {(restated.key, restated.other) for restated in answer.restated}
