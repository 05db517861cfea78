"""Terms as rows and as JSON."""

from __future__ import annotations

import sqlite3

from graph.terms import COLUMNS, Sighting, Term, term_from, term_rows, terms_json
from rules.store.schema import TABLES

TERMS = (
    Term(
        "warden",
        "keeper",
        "2003-01-01",
        "renamed",
        9,
        0.9,
        (Sighting("100.1", "2003-01-01"), Sighting("glossary:Keeper", "2003-01-01")),
        (("warden", "keeper"), ("wardens", "keepers")),
        curated=True,
        note="Told by us.",
    ),
    Term("night watch", None, "2004-01-01", "retired", 1, 0.3, (Sighting("100.2", "2003-01-01"),)),
)


def test_rows_come_back_as_terms() -> None:
    connection = sqlite3.connect(":memory:")
    connection.executescript(TABLES)
    connection.executemany("INSERT INTO terms VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", term_rows(TERMS))
    rows = connection.execute(f"SELECT {COLUMNS} FROM terms ORDER BY position").fetchall()
    connection.close()
    assert tuple(map(term_from, rows)) == TERMS


def test_json_is_as_contracted() -> None:
    lineages = {("2003-01-01", "100.1"): "90.1@1999-01-01", ("2003-01-01", "100.2"): "100.2@2003-01-01"}
    first, second = terms_json(TERMS, lambda edition, key: lineages.get((edition, key)))
    assert first == {
        "old": "warden",
        "new": "keeper",
        "edition": "2003-01-01",
        "kind": "renamed",
        "support": 9,
        "evidence": [
            {"lineage": "90.1@1999-01-01", "edition": "2003-01-01"},
            {"lineage": "glossary:Keeper@2003-01-01", "edition": "2003-01-01"},
        ],
    }
    assert second["new"] is None
