"""What measures the linter in public trees: the truth that dates files, and the laws."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from bench.citation_laws import Laws, try_fixes
from bench.citation_report import Verdict
from bench.dating import FITTED, Judged, Tree, find_meant, fit, measure
from graph.citations.date import Fact
from graph.history import History
from graph.ledger import open_ledger
from tests.comprules.running import ROOT, run


@pytest.fixture(scope="module")
def history() -> Iterator[History]:
    with open_ledger() as ledger:
        yield History(ledger)


@pytest.mark.parametrize(
    ("number", "verdict", "meant", "first", "last"),
    [
        ("702.36e", "stale", "702.37e", "2015-03-27", "2021-02-15"),
        ("702.37e", "right", "", "2021-04-22", None),
        ("702.37e", "wrong", "702.2b", None, None),
        ("702.37e", "unclear", "", None, None),
    ],
)
def test_what_a_number_means_is_known_by_the_reader(
    history: History, number: str, verdict: str, meant: str, first: str | None, last: str | None
) -> None:
    ranks = find_meant(history, Verdict("o/n", "a.c", 1, 1, number, verdict, tuple(filter(None, [meant]))))
    editions = [history.calendar.editions[rank] for rank in ranks]
    assert editions[:1] == ([first] if first else [])
    assert editions[-1:] == ([last or history.calendar.newest] if first else [])


def test_the_fit_finds_parameters_that_are_no_worse() -> None:
    editions = ("2001", "2002", "2003")
    facts = {
        "a.c": frozenset([Fact("1", (("2001", "2001"),), True)]),
        "b.c": frozenset([Fact("2", (("2003", "2003"),), True)]),
    }
    trees = [Tree("o/n", facts, (Judged("a.c", "1", (0,)), Judged("b.c", "2", (2,))))]
    assert measure(trees, editions, fit(trees, editions)) >= measure(trees, editions, FITTED)


def test_fixes_are_written_one_by_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tree = shutil.copytree(ROOT / "tests" / "trees" / "rust", tmp_path / "rust")
    monkeypatch.chdir(tree)
    findings = json.loads(run("check", ".", "--json").stdout)["findings"]
    laws = Laws()
    assert try_fixes(laws, tree, findings) == []
    count = sum(finding["fix"] == "place" for finding in findings)
    assert count > 1
    assert (laws.fixes, laws.files) == ({True: count}, {True: count})
    invented = [dict(finding, suggestion="120.3z") for finding in findings]
    assert len(try_fixes(Laws(), tree, invented)) == count, "a number that never existed is no fix"
