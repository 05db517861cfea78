"""A page of an issue that the archive has not: where it is placed, and what is said of it."""

from __future__ import annotations

import json
import shutil
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from comprules.facts import SAMPLE
from comprules.ingest import IngestReport, ingest
from graph.answers.sightings import list_sightings
from graph.history import History
from rules.records import RULINGS_SUMMARY
from rules.store import open_store
from tests.comprules.running import read_output, read_refusal

HERE = Path(__file__).with_name("summary")
ISSUE, FIRST = "1999-04-21", "1999-04-23"
PAGE = "fragments/page.html"


def make_archive(root: Path, page: str) -> Path:
    """The first two editions of the sample, an issue of a summary of them, and a page of another issue."""
    shutil.copytree(SAMPLE, root)
    rows: list[dict[str, Any]] = json.loads((root / "manifest.json").read_text(encoding="utf-8"))
    data = (HERE / "issue.txt").read_bytes()
    file = f"editions/{ISSUE}/issue.txt"
    (root / file).parent.mkdir()
    (root / file).write_bytes(data)
    kept = [row for row in rows if row["edition"] in {FIRST, "2005-08-01", "2009-07-11"}]
    first = json.loads(json.dumps(kept[0]))
    first |= {"edition": ISSUE, "set": None}
    first["copies"][0] |= {"file": file, "bytes": len(data), "sha256": sha256(data).hexdigest()}
    first["copies"][0]["effective_phrase"] = None
    (root / "manifest.json").write_text(json.dumps([first, *kept]), encoding="utf-8")
    (root / "fragments").mkdir()
    (root / PAGE).write_text(page, encoding="utf-8")
    return root


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[IngestReport, Path]:
    folder = tmp_path_factory.mktemp("partial")
    archive = make_archive(folder / "archive", (HERE / "page.html").read_text(encoding="utf-8"))
    db = folder / "kb.sqlite"
    return ingest(archive, db, jobs=1), db


def test_a_page_that_cites_what_is_younger_is_of_no_older_issue(made: tuple[IngestReport, Path]) -> None:
    """It has most words of the issue of 1999-04-21, but cites the edition that came two days later."""
    report, db = made
    (told,) = (problem for problem in report.diagnostics if problem.path == PAGE)
    assert (told.code, told.severity) == ("partial-issue", "info")
    with open_store(db) as store:
        assert [witness.file for witness in store.edition(ISSUE).witnesses] == [f"editions/{ISSUE}/issue.txt"]
        (issue,) = store.partial_issues
    assert (issue.work, issue.nearest, issue.condition) == (RULINGS_SUMMARY, ISSUE, "good")
    assert [(stretch.first, stretch.last) for stretch in issue.covers] == [("A.2", "A.2.Ruling.1")]
    assert (issue.earliest, issue.latest) == ("1999-04-23", "2005-07-31")
    assert issue.earliest_reason == "it cites that edition"
    assert issue.latest_reason.startswith("presumably: ")


def test_a_page_is_a_version_between_the_editions(made: tuple[IngestReport, Path]) -> None:
    with open_store(made[1]) as store:
        moved, same_number = list_sightings(History(store), ISSUE, "A.2.4")
    assert (moved.number, moved.kind, moved.change) == ("A.2.3", "renumbered", "unchanged")
    assert (same_number.number, same_number.kind) == ("A.2.4", None)
    (restated,) = same_number.restated
    assert (restated.other, restated.numbers, restated.since) == ("403.2", ("602.2",), "2009-07-11")
    changed = {op for op, _ in same_number.segments}
    assert changed == {"equal", "delete", "insert"}


def test_a_comparison_with_a_page_says_nothing_of_what_it_does_not_cover(made: tuple[IngestReport, Path]) -> None:
    db = ("--db", str(made[1]))
    text = read_output("diff", ISSUE, PAGE, "--json", *db)
    compared = json.loads(text[text.index("{") :])
    assert compared["covers"] == [{"first": "A.2", "last": "A.2.Ruling.1"}]
    numbers = {number for change in compared["changes"] for number in (change["old"], change["new"]) if number}
    assert numbers
    assert all(number.startswith("A.2") for number in numbers)
    deleted = [change["old"] for change in compared["changes"] if change["kind"] == "deleted"]
    assert deleted == ["A.2.3"]
    with open_store(made[1]) as store:
        assert compared["not_covered"] + compared["same"] + len(
            [change for change in compared["changes"] if change["old"]]
        ) == len(store.rules(ISSUE))


def test_the_commands_name_the_page_and_its_days(made: tuple[IngestReport, Path]) -> None:
    db = ("--db", str(made[1]))
    for command in ("show", "trace"):
        said = read_output(command, "A.2.4", *db)
        assert f"A.2.3 (renumbered) in {PAGE}, not before 1999-04-23 (it cites that edition)" in said
        assert "since 2009-07-11 that is 602.2 (sure, in the same words)" in said
    assert PAGE in read_output("list", "pages", *db)
    refused = read_refusal("show", "A.2.5", *db, status=1)
    assert f"{PAGE} has it, a page of another issue" in refused
    unrelated = read_refusal("diff", FIRST, PAGE, *db, status=1)
    assert "no known relation" in unrelated


def test_a_page_of_a_summary_that_nobody_has_is_kept(tmp_path: Path) -> None:
    """Without any issue to compare it with, what it covers and when it is from is still known."""
    lines = [f"B.7.{i} - Boats of kind {i} hang on rope {i + 3}. [Ada Quill 02/0{i}/98]" for i in range(1, 9)]
    archive = make_archive(tmp_path / "archive", "x")
    (archive / PAGE).unlink()
    (archive / "fragments" / "boats.txt").write_text("\n\n".join(["B.7 - Boats", *lines]), encoding="utf-8")
    report = ingest(archive, tmp_path / "kb.sqlite", jobs=1)
    told = [problem.code for problem in report.diagnostics if problem.path == "fragments/boats.txt"]
    assert told == ["partial-issue"]
    with open_store(tmp_path / "kb.sqlite") as store:
        (issue,) = store.partial_issues
    assert (issue.earliest, issue.latest) == ("1998-02-08", None)
    assert issue.earliest_reason == "it cites Ada Quill of that day"
    assert (issue.nearest, issue.links) == (None, ())
