"""A page of an issue that the archive has not: where it is placed, and what is said of it."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from msgspec import UNSET, UnsetType
from msgspec.structs import replace

import comprules
import graph.answers.pages
from comprules.cli.commands.diff import _format_page
from comprules.facts import SAMPLE
from comprules.ingest import IngestReport, ingest
from comprules.mcp import AssistantTools
from graph.answers.owners import answer_number
from graph.answers.pages import answer_page_history, answer_page_rule, find_on_pages, list_pages_with
from graph.answers.partial_comparison import compare_partial
from graph.answers.partial_issues import find_partial
from graph.answers.sightings import SightingAnswer, list_sightings
from graph.history import History
from graph.ledger import Ledger
from graph.ledger.make import ledger_of
from graph.restatements.restated import RestatedAnswer
from rules.records import COMPREHENSIVE_RULES, RULINGS_SUMMARY
from rules.segment import Segment
from rules.store import Store, open_store
from tests.comprules.running import read_output, read_refusal

ISSUE, FIRST = "1999-04-21", "1999-04-23"
PAGE = "fragments/page.html"


def make_archive(root: Path) -> Path:
    """The issue of the rulings summary that the sample has, three of its editions, and its page of another issue."""
    shutil.copytree(SAMPLE, root)
    rows: list[dict[str, Any]] = json.loads((root / "manifest.json").read_text(encoding="utf-8"))
    kept = [row for row in rows if row["edition"] in {ISSUE, FIRST, "2005-08-01", "2009-07-11"}]
    (root / "manifest.json").write_text(json.dumps(kept), encoding="utf-8")
    return root


def replace_page(archive: Path, page: str, text: str) -> None:
    """Put another page into an archive, in place of the one that the sample has."""
    shutil.rmtree(archive / "fragments")
    (archive / page).parent.mkdir()
    (archive / page).write_text(text, encoding="utf-8")


def read_rows(*arguments: str) -> Any:
    """The JSON of a command, below the line that says that its editions are the sample's."""
    lines = read_output(*arguments, "--json").splitlines()
    return json.loads("\n".join(line for line in lines if "sample editions" not in line))


def list_restated(sighting: SightingAnswer) -> tuple[RestatedAnswer, ...]:
    """The rules that a page of a summary restates; only a page of the rules leaves them unset."""
    assert not isinstance(sighting.restated, UnsetType)
    return sighting.restated


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[IngestReport, Path]:
    folder = tmp_path_factory.mktemp("partial")
    archive = make_archive(folder / "archive")
    db = folder / "kb.sqlite"
    return ingest(archive, db, jobs=1), db


def test_a_page_that_cites_what_is_younger_is_of_no_older_issue(made: tuple[IngestReport, Path]) -> None:
    """It has most words of the issue of 1999-04-21, but cites the edition that came two days later."""
    report, db = made
    (told,) = (problem for problem in report.diagnostics if problem.path == PAGE)
    assert (told.code, told.severity) == ("partial-issue", "info")
    with open_store(db) as store:
        assert [witness.file for witness in store.edition(ISSUE).witnesses] == [f"editions/{ISSUE}/sample.txt"]
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
    (restated,) = list_restated(same_number)
    assert (restated.other, restated.numbers, restated.since) == ("403.2", ("602.2",), "2009-07-11")
    changed = {op for op, _ in same_number.segments}
    assert changed == {"equal", "delete", "insert"}


def test_a_comparison_with_a_page_says_nothing_of_what_it_does_not_cover(made: tuple[IngestReport, Path]) -> None:
    db = ("--db", str(made[1]))
    compared = read_rows("diff", ISSUE, PAGE, *db)
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


def test_a_single_change_and_a_single_rule_are_named_in_the_singular(made: tuple[IngestReport, Path]) -> None:
    with open_store(made[1]) as store:
        page = find_partial(store, PAGE)
        assert page is not None
        compared = compare_partial(History(store), ISSUE, page)
    few = replace(compared, changes=compared.changes[:1], not_covered=1)
    head, covered, *_ = _format_page(few, "undated")
    assert f": 1 change, {compared.same:,} unchanged" in head
    assert covered.endswith("; 1 other rule is not on the page")


def test_the_commands_name_the_page_and_its_days(made: tuple[IngestReport, Path]) -> None:
    db = ("--db", str(made[1]))
    for command in ("show", "trace"):
        said = read_output(command, "A.2.4", *db)
        assert f"A.2.3 (renumbered) in {PAGE}, not before 1999-04-23 (it cites that edition)" in said
        assert "in the same words; that rule has been 602.2 since 2009-07-11" in said
    assert PAGE in read_output("list", "pages", *db)
    unrelated = read_refusal("diff", FIRST, PAGE, *db, status=1)
    for filters in (["--grep", "words"], ["--only", "deleted"]):
        assert "need two editions" in read_refusal("diff", ISSUE, PAGE, *filters, *db)
    assert "no known relation" in unrelated


def test_a_page_of_a_summary_that_nobody_has_is_kept(tmp_path: Path) -> None:
    """Without any issue to compare it with, what it covers and when it is from is still known."""
    lines = [f"B.7.{i} - Boats of kind {i} hang on rope {i + 3}. [Ada Quill 02/0{i}/98]" for i in range(1, 9)]
    archive = make_archive(tmp_path / "archive")
    replace_page(archive, "fragments/boats.txt", "\n\n".join(["B.7 - Boats", *lines]))
    report = ingest(archive, tmp_path / "kb.sqlite", jobs=1)
    told = [problem.code for problem in report.diagnostics if problem.path == "fragments/boats.txt"]
    assert told == ["partial-issue"]
    with open_store(tmp_path / "kb.sqlite") as store:
        (issue,) = store.partial_issues
    assert (issue.earliest, issue.latest) == ("1998-02-08", None)
    assert issue.earliest_reason == "it cites Ada Quill of that day"
    assert (issue.nearest, issue.links) == (None, ())


ONLY_THERE = "A.2.5"
"""A number that the page has, and no issue."""


def test_a_number_that_only_a_page_has_is_an_answer(made: tuple[IngestReport, Path]) -> None:
    db = ("--db", str(made[1]))
    for command in ("show", "trace"):
        said = read_output(command, ONLY_THERE, *db)
        assert f"A.2.5 (added) in {PAGE}, not before 1999-04-23 (it cites that edition)" in said
        assert "it restated 403.3 of 1999-04-23 in the same words; that rule has been 602.5b since 2009-07-11" in said
    rows = read_rows("map", ONLY_THERE, "A.2.4", "--to", FIRST, *db)
    assert [(row["old"], row["new"], row["kind"]) for row in rows] == [
        (ONLY_THERE, ["403.3"], "restated"),
        ("A.2.4", [], "unmatched"),
    ]
    assert "no reference" in read_output("refs", ONLY_THERE, *db)
    refused = read_refusal("show", "A.2.9", *db, status=1)
    assert PAGE not in refused


def test_a_page_is_named_where_an_edition_is_compared_from(made: tuple[IngestReport, Path]) -> None:
    db = ("--db", str(made[1]))
    rows = read_rows("map", "--from", "page", "--to", FIRST, *db)
    assert [row["old"] for row in rows] == ["A.2", "A.2.1", "A.2.2", "A.2.3", "A.2.4", "A.2.5", "A.2.Ruling.1"]
    to_issue = read_rows("map", "--from", "page", "--to", ISSUE, "A.2.3", ONLY_THERE, *db)
    assert [(row["old"], row["new"], row["kind"]) for row in to_issue] == [
        ("A.2.3", ["A.2.4"], "renumbered"),
        (ONLY_THERE, [], "unmatched"),
    ]
    refused = read_refusal("map", "--from", "page", "--to", FIRST, "A.9", *db, status=1)
    assert f"{PAGE} has no rule 'A.9'; it covers A.2 to A.2.Ruling.1" in refused


def test_python_the_assistant_and_the_ledger_know_such_a_number(made: tuple[IngestReport, Path]) -> None:
    with open_store(made[1]) as store:
        shown = comprules.show(store, ONLY_THERE)
        assert (shown.edition, shown.lineage, shown.parent, shown.title) == (PAGE, None, "A.2", "Activated Abilities")
        assert shown.provenance
        assert shown.provenance[0].date == FIRST
        assert comprules.trace(store, ONLY_THERE).status == "sighted"
        assert [move.new for move in comprules.moves(store, PAGE, "M10", [ONLY_THERE])] == [("602.5b",)]
        below = comprules.show(store, "A.2", tree=True).subrules[0]
        assert isinstance(below, comprules.RuleAnswer)
        (reference,) = below.references
        assert reference.raw == "A.1.1"
        with pytest.raises(LookupError, match="has no rule"):
            comprules.references(store, ONLY_THERE, side="to")
        data = ledger_of(store)
    tools = AssistantTools(made[1], "")
    assert tools.rule(ONLY_THERE).edition == PAGE
    assert tools.follow(ONLY_THERE).sightings
    assert tools.citing(ONLY_THERE).edition == PAGE
    ledger = Ledger(Path("memory"), data)
    known = answer_number(ledger, ONLY_THERE)
    assert known.owners == ()
    assert known.sightings
    (sighting,) = known.sightings
    assert (sighting.file, sighting.text, list_restated(sighting)[0].numbers) == (PAGE, "", ("602.5b",))
    assert b"sticks to the object" not in data


def test_what_a_page_restates_is_looked_up_in_an_edition_of_the_rules(made: tuple[IngestReport, Path]) -> None:
    """An issue of the summary has no such rules, so the newest edition takes its place if the user names the issue."""
    sentence = "it restated 403.3 of 1999-04-23 in the same words; that rule has been 602.5b since 2009-07-11"
    assert sentence in read_output("show", ONLY_THERE, "--as-of", ISSUE, "--db", str(made[1]))
    assert sentence in AssistantTools(made[1], "").rule(ONLY_THERE, ISSUE).standing


def test_a_tree_of_a_page_is_made_with_one_history(
    made: tuple[IngestReport, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    histories: list[History] = []

    def make_counted(store: Store) -> History:
        histories.append(History(store))
        return histories[-1]

    monkeypatch.setattr(graph.answers.pages, "History", make_counted)
    with open_store(made[1]) as store:
        shown = answer_page_rule(store, list_pages_with(store, "A.2"), tree=True)
    assert len(shown.subrules) > 1
    assert len(histories) == 1


NEWER = """502.30. Storm

502.30a Storm triggers when you play the spell it is on: count the spells played earlier this turn and copy it as
often. You may aim the copies elsewhere.

502.30b A second storm on the spell triggers on its own.

502.31. Affinity

502.31a "Affinity for [things]" makes the spell {1} cheaper for each of those things that you control. See rule 409.1f.

502.31b A spell never becomes cheaper than nothing by its affinity.

502.32. Entwine

502.32a Pay the entwine price and a modal spell does everything on its list. The price is added as in rules 409.1b and
409.1f-h.
"""


def test_a_page_of_the_rules_is_placed_between_two_editions(tmp_path: Path) -> None:
    """It has nearly all of an edition's words, but one rule in others, and one more."""
    archive = make_archive(tmp_path / "archive")
    page = "fragments/keywords.txt"
    replace_page(archive, page, NEWER)
    db = tmp_path / "kb.sqlite"
    report = ingest(archive, db, jobs=1)
    assert [problem.code for problem in report.diagnostics if problem.path == page] == ["partial-issue"]
    with open_store(db) as store:
        (issue,) = store.partial_issues
    assert (issue.work, issue.nearest) == (COMPREHENSIVE_RULES, "2005-08-01")
    assert (issue.earliest, issue.latest) == (FIRST, "2009-07-10")
    assert [(stretch.first, stretch.last) for stretch in issue.covers] == [("502.30", "502.32a")]
    named = ("--db", str(db))
    said = read_output("show", "502.31b", *named)
    assert f"502.31b (added) in {page}, not before {FIRST} (presumably" in said
    assert "a page of another issue" not in read_output("show", "502.31a", "--as-of", "2005-08-01", *named)
    said = read_output("show", "502.30a", "--as-of", "2005-08-01", *named)
    assert "copy [-the spell that-]{+it as+} often" in said
    compared = read_rows("diff", "2005-08-01", page, *named)
    assert [(change["kind"], change["old"], change["new"]) for change in compared["changes"]] == [
        ("kept", "502.30a", "502.30a"),
        ("added", None, "502.31b"),
    ]


def test_a_heading_that_only_a_page_numbers_is_compared_with_that_of_the_edition(tmp_path: Path) -> None:
    """One rule with a heading alone is seen from the number on the page and from that in the edition."""
    archive = make_archive(tmp_path / "archive")
    renumbered = NEWER.replace("502.31", "502.39").replace("502.32", "502.31")
    replace_page(archive, "fragments/keywords.txt", renumbered)
    db = tmp_path / "kb.sqlite"
    ingest(archive, db, jobs=1)
    same_words = (Segment("equal", "Affinity"),)
    with open_store(db) as store:
        found = answer_page_history(store, find_on_pages(store, "502.39")).sightings
        assert not isinstance(found, UnsetType)
        (from_page,) = found
        from_edition = list_sightings(History(store), "2005-08-01", "502.31")[0]
    assert (from_page.segments, from_edition.segments) == (same_words, same_words)
    assert (from_page.restated, from_edition.restated) == (UNSET, UNSET), "the rules restate nothing"
    for command in ("show", "trace"):
        said = read_output(command, "502.39a", "--db", str(db))
        assert "502.39a (renumbered)" in said
        assert "no rule of the Comprehensive Rules is known" not in said, "it is one of them"
        assert "restated" not in read_rows(command, "502.39a", "--db", str(db))["sightings"][0]
