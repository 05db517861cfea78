"""Rules that nobody would write, of hundreds of thousands of words or references: read in bounded time, and told."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from graph.ledger.fingerprints import fingerprints
from graph.references import resolve
from graph.references.find import MOST_IN_PASSAGE, find_references
from graph.references.resolve import left_out, resolve_references
from rules.change import Passage, classify
from rules.records import Rule
from rules.text_sizes import LONGEST_PASSAGE
from tests.attack.editions import FILLER, NEW, OLD, edition_text, write_archive
from tests.comprules.running import run
from tests.tiers import leave_to_test_all

SECONDS, KILOBYTES = 10, 500_000
"""Of processor time, after which the system ends a command, and of memory. They take a fifth of it."""


def archive_with(folder: Path, old: str, new: str) -> Path:
    texts = {day: edition_text(day, {"Stones": FILLER, "General": [text]}) for day, text in ((OLD, old), (NEW, new))}
    return write_archive(folder, texts)


def test_references_beyond_the_limits_are_told(tmp_path: Path) -> None:
    many = "See rule 100.1. " * (MOST_IN_PASSAGE + 50)
    assert len(find_references(many)) == MOST_IN_PASSAGE
    folder, store = archive_with(tmp_path, many, many), str(tmp_path / "kb.sqlite")
    result = run("ingest", "--archive", str(folder), "--db", store, "--jobs", "1")
    assert result.exit_code == 0, result.output
    assert f"with {MOST_IN_PASSAGE:,} references or more (101.1) were not searched further" in result.output
    assert " ".join(many.split()) in " ".join(run("show", "101.1", "--db", store).stdout.split()), "the text is whole"


def test_references_of_an_edition(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = [Rule(NEW, f"100.{number}", "rule", text=f"See rule 100.{number + 1}.") for number in range(1, 9)]
    assert left_out(resolve_references(rules, ())) is None
    monkeypatch.setattr(resolve, "MOST_REFERENCES", 3)
    resolutions = resolve_references(rules, ())
    assert [resolution.reference.source for resolution in resolutions] == ["100.1", "100.2", "100.3"]
    assert "3 references up to 100.3" in (left_out(resolutions) or "")


def test_what_is_no_wording_is_compared_as_a_whole() -> None:
    long = "Stone is water. " * (LONGEST_PASSAGE // 10)
    assert fingerprints(long + "Fire is not.") == fingerprints(long)
    cases = {"unchanged": long, "typographic": long.replace("water", "WATER"), "wording": long + "See rule 100.1."}
    for expected, text in cases.items():
        assert classify([Passage(None, long)], [Passage(None, text)], lambda _, __: True) == expected


@pytest.mark.long
@pytest.mark.parametrize("sentence", ["See rule 100.1. ", "Stone is water. "])
def test_cost(tmp_path: Path, sentence: str) -> None:
    if sentence == "Stone is water. ":
        leave_to_test_all()
    folder, store = archive_with(tmp_path, sentence * 45_000, sentence * 45_001), str(tmp_path / "kb.sqlite")
    for command in (
        ("ingest", "--archive", str(folder), "--db", store, "--jobs", "1"),
        ("ledger", "--db", store, "--out", str(tmp_path / "x.ledger")),
        ("show", "101.1", "--db", store),
        ("blame", "101.1", "--db", store),
        ("diff", OLD, NEW, "--db", store),
    ):
        limited = ["sh", "-c", f'ulimit -t {SECONDS}; exec "$@"', "sh", sys.executable, "-m", "comprules", *command]
        child = subprocess.Popen(limited, stdout=subprocess.DEVNULL)
        _, status, used = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        assert child.returncode == 0, command
        assert used.ru_maxrss < KILOBYTES, command
