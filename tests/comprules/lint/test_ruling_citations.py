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
        assert "restated 403 on 1999-04-23; since 2009-07-11 that is 602 (sure" in found["findings"][0]["message"]


def test_a_comment_lets_one_pass(workdir: Path) -> None:
    text = "Rule A.2.99  # comprules: ignore[CR001] it is made up\n"
    assert check(workdir, text, DECLARED)["findings"] == []


def test_an_issue_is_no_edition_and_the_error_says_what_to_declare(workdir: Path) -> None:
    (workdir / "comprules.toml").write_text('edition = "1999-04-21"\n', encoding="utf-8")
    (workdir / "a.txt").write_text("CR 702.40a", encoding="utf-8")
    assert 'works = ["rulings-summary"]' in read_refusal("check", str(workdir))
