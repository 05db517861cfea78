"""`docs/knowledge-base.md` says what is in the file, and nothing else."""

import re
import sqlite3
from pathlib import Path

from rules.store.schema import APPLICATION_ID, INDEXES, TABLES

DOC = Path(__file__).parents[2] / "docs" / "knowledge-base.md"


def documented() -> dict[str, list[str]]:
    text = DOC.read_text(encoding="utf-8").partition("## Tables")[2]
    sections = re.split(r"^### ", text, flags=re.MULTILINE)[1:]
    return {
        section.split("\n", 1)[0]: [
            cell for cell in re.findall(r"^\| (\w+) \|", section, re.MULTILINE) if cell != "column"
        ]
        for section in sections
    }


def test_every_table_and_column_is_documented() -> None:
    connection = sqlite3.connect(":memory:")
    connection.executescript(TABLES + INDEXES)
    tables = [
        name
        for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY rowid")
        if not name.startswith(("search_", "sqlite_"))
    ]
    actual = {table: [column[1] for column in connection.execute(f"PRAGMA table_info({table})")] for table in tables}
    assert documented() == actual
    assert list(documented()) == tables, "the page has the tables in another order"


def test_application_id_is_documented() -> None:
    assert f"0x{APPLICATION_ID:X}" in DOC.read_text(encoding="utf-8")
