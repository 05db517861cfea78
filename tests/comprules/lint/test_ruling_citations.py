"""Citations of a rulings summary: found only where they are declared, and judged by the ledger."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from graph.citations.rulings import find_rulings
from tests.comprules.running import read_refusal, run

TEXT = "See Rule A.2.4, K.21.3 and A.2.Ruling.1; rule A.2 says so. Not A.2 alone, v1.A.2.3, A.2.3.4 nor A.2.3b.\n"
DECLARED = 'works = ["rulings-summary"]\n'


def test_what_is_a_citation() -> None:
    assert [citation.number for citation in find_rulings(TEXT)] == ["A.2.4", "K.21.3", "A.2.Ruling.1", "A.2"]
    for citation in find_rulings(TEXT):
        assert TEXT[citation.start : citation.end] == citation.number


def check(folder: Path, text: str, config: str) -> dict[str, Any]:
    (folder / "comprules.toml").write_text(config, encoding="utf-8")
    (folder / "rules.txt").write_text(text, encoding="utf-8")
    answer: dict[str, Any] = json.loads(run("check", str(folder), "--format", "json").stdout)
    return answer


def test_only_a_declared_file_has_them(workdir: Path) -> None:
    assert check(workdir, "Rule A.2.99 and CR 702.40a\n", "")["citations"] == 1
    found = check(workdir, "Rule A.2.99 and CR 702.40a\n", DECLARED)
    assert found["citations"] == 2
    (fault,) = found["findings"]
    assert (fault["code"], fault["number"], fault["column"]) == ("CR001", "A.2.99", 6)


@pytest.mark.parametrize(("number", "codes"), [("A.2", ["CR002"]), ("A.1.2", []), ("Z.88.1", ["CR001"])])
def test_a_number_is_judged_by_what_restates_it(workdir: Path, number: str, codes: list[str]) -> None:
    found = check(workdir, f"As rule {number} says.\n", DECLARED)
    assert [fault["code"] for fault in found["findings"]] == codes
    if codes == ["CR002"]:
        assert "; that rule has been 602 since 2009-07-11" in found["findings"][0]["message"]


def test_a_comment_lets_one_pass(workdir: Path) -> None:
    text = "Rule A.2.99  # comprules: ignore[CR001] it is made up\n"
    assert check(workdir, text, DECLARED)["findings"] == []


ISSUE = 'edition = "1999-04-21"\n'


def test_an_issue_declares_that_files_cite_it(workdir: Path) -> None:
    found = check(workdir, "Rule A.2.99, rule A.2 and CR 702.40a.\n", ISSUE)
    assert found["citations"] == 3
    missing, restated = found["findings"]
    assert (missing["code"], missing["number"], missing["suggestion"]) == ("CR001", "A.2.99", None)
    assert (restated["code"], restated["number"], restated["suggestion"]) == ("CR002", "A.2", "602")
    assert "; that rule has been 602 since 2009-07-11" in restated["message"]


def test_an_issue_of_some_files_touches_no_others(workdir: Path) -> None:
    for folder in ("old", "new"):
        (workdir / folder).mkdir()
        (workdir / folder / "rules.txt").write_text("Rule A.2.99 and CR 702.37a.\n", encoding="utf-8")
    config = 'edition = "2009-07-11"\n[editions]\n"old/" = "1999-04-21"\n'
    (workdir / "comprules.toml").write_text(config, encoding="utf-8")
    found = json.loads(run("check", str(workdir), "--format", "json").stdout)
    assert [(fault["path"][-13:], fault["code"]) for fault in found["findings"]] == [
        ("new/rules.txt", "CR003"),
        ("old/rules.txt", "CR001"),
    ]


def test_only_edition_and_editions_name_an_issue(workdir: Path) -> None:
    (workdir / "a.txt").write_text("CR 702.40a", encoding="utf-8")
    (workdir / "comprules.toml").write_text('target = "1999-04-21"\n', encoding="utf-8")
    assert "Only `edition` and `[editions]` may name an issue" in read_refusal("check", str(workdir))
    refused = read_refusal("check", str(workdir), "--since", "1999-04-21")
    assert "Only `edition` and `[editions]` may name an issue" in refused


def test_a_suggestion_is_of_another_work_so_no_fix_is_offered(workdir: Path) -> None:
    check(workdir, "Rule A.2 says so.\n", ISSUE)
    sarif = json.loads(run("check", str(workdir), "--format", "sarif").stdout)
    (result,) = sarif["runs"][0]["results"]
    assert "fixes" not in result


@pytest.mark.parametrize(
    "config", [ISSUE, DECLARED + 'edition = "2009-07-11"\n', '[editions]\n"*.txt" = "1999-04-21"\n']
)
def test_upgrade_leaves_them_and_their_declaration(workdir: Path, config: str) -> None:
    """A summary corresponds to the rules; it is never renumbered into them."""
    before = check(workdir, "Rule A.2 and rule A.2.99.\n", config)
    upgraded = json.loads(run("upgrade", str(workdir), "--write", "--json").stdout)
    assert (workdir / "rules.txt").read_text(encoding="utf-8") == "Rule A.2 and rule A.2.99.\n"
    assert [(row["old"], row["status"], row["causes"]) for row in upgraded["citations"]] == [
        ("A.2", "left", ["another-work"]),
        ("A.2.99", "left", ["another-work"]),
    ]
    assert upgraded["citations"][0]["numbers"] == [{"old": "A.2", "fate": "restated", "new": None, "in": ["602"]}]
    assert "it restated 403 of 1999-04-23" in upgraded["citations"][0]["reason"]
    after = json.loads(run("check", str(workdir), "--format", "json").stdout)
    assert [fault["message"] for fault in after["findings"]] == [fault["message"] for fault in before["findings"]]


def test_upgrade_moves_other_files_and_keeps_the_issue_declared(workdir: Path) -> None:
    for folder, text in (("old", "Rule A.2 says so.\n"), ("new", "CR 702.37b.\n")):
        (workdir / folder).mkdir()
        (workdir / folder / "rules.txt").write_text(text, encoding="utf-8")
    config = 'edition = "2009-07-11"\n[editions]\n"old/" = "1999-04-21"\n'
    (workdir / "comprules.toml").write_text(config, encoding="utf-8")
    run("upgrade", str(workdir), "--write")
    assert "702.40b" in (workdir / "new" / "rules.txt").read_text(encoding="utf-8")
    declared = (workdir / "comprules.toml").read_text(encoding="utf-8")
    assert '"old/" = "1999-04-21"' in declared
    assert 'edition = "2009-07-11"' not in declared
    found = json.loads(run("check", str(workdir), "--format", "json").stdout)
    assert [(fault["code"], fault["number"]) for fault in found["findings"]] == [("CR002", "A.2")]


def test_coverage_counts_what_a_ruling_restates(workdir: Path) -> None:
    check(workdir, "Rule A.2, rule A.1.2 and rule A.2.99.\n", ISSUE)
    covered = json.loads(run("coverage", str(workdir), "--json").stdout)
    assert covered["summary"]["citations"] == 3
    assert [rule["number"] for rule in covered["rules"] if rule["documents"]] == ["602"]
    assert [(wrong["number"], wrong["code"]) for wrong in covered["summary"]["wrong"]] == [("A.2.99", "CR001")]


def test_coverage_counts_a_ruling_in_the_name_of_a_test_for_tests(workdir: Path) -> None:
    (workdir / "a.js").write_text('it("follows rule A.2", () => {})\nfollow("rule A.2")\n', encoding="utf-8")
    (workdir / "comprules.toml").write_text(ISSUE, encoding="utf-8")
    covered = json.loads(run("coverage", str(workdir), "--json").stdout)
    (cited,) = (rule for rule in covered["rules"] if rule["code"] or rule["tests"])
    assert [[place["line"] for place in cited[role]] for role in ("tests", "code")] == [[1], [2]]
