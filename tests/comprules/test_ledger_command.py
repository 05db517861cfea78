"""`comprules ledger`, and the commands that need no knowledge base."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from comprules.facts import SAMPLE
from rules.store.location import store_path
from scraper.archive import load_archive, write_manifest
from tests.comprules.running import comprules, read_refusal, run


@pytest.fixture
def without_kb(sample_ledger: Path, monkeypatch: pytest.MonkeyPatch, workdir: Path) -> Path:
    """A working folder without a knowledge base; the ledger is that of the sample."""
    monkeypatch.setenv("COMPRULES_LEDGER", str(sample_ledger))
    return workdir


def test_any_archive_will_do(sample_ledger: Path, tmp_path: Path) -> None:
    out = tmp_path / "again.ledger"
    result = run("ledger", "--archive", str(SAMPLE), "--out", str(out), "--jobs", "1")
    assert result.exit_code == 0, result.stderr
    assert out.read_bytes() == sample_ledger.read_bytes(), "the same editions, other bytes"
    assert [path.name for path in tmp_path.iterdir() if path.is_file()] == ["again.ledger"]


def test_an_edition_that_cannot_be_read_leaves_the_old_ledger(tmp_path: Path) -> None:
    archive, out = tmp_path / "archive", tmp_path / "old.ledger"
    shutil.copytree(SAMPLE, archive)
    (damaged,) = (archive / "editions" / "2009-07-11").iterdir()
    damaged.write_text("Nothing of this is a rule.\n", encoding="utf-8")
    out.write_text("old", encoding="utf-8")
    refused = read_refusal("ledger", "--archive", str(archive), "--out", str(out), "--jobs", "1")
    assert "left out (2009-07-11)" in refused
    assert out.read_text(encoding="utf-8") == "old"


def test_the_bytes_do_not_depend_on_the_run(sample_kb: Path, sample_ledger: Path, tmp_path: Path) -> None:
    for seed in ("1", "2"):
        out = tmp_path / f"{seed}.ledger"
        arguments = ("ledger", "--db", str(sample_kb), "--out", str(out))
        completed = comprules(*arguments, environment={"PYTHONHASHSEED": seed})
        assert completed.returncode == 0, completed.stderr
        assert out.read_bytes() == sample_ledger.read_bytes(), seed


def test_check_says_what_differs(sample_kb: Path, sample_ledger: Path, archive: Path) -> None:
    old, entries = sample_ledger.read_bytes(), load_archive(archive).entries
    result = run("ledger", "--db", str(sample_kb), "--out", str(sample_ledger), "--check")
    assert (result.exit_code, result.stdout) == (0, "")
    write_manifest(archive, entries[:-1])
    result = run("ledger", "--archive", str(archive), "--out", str(sample_ledger), "--check", "--jobs", "1")
    assert result.exit_code == 1
    assert f"edition {entries[-1].edition}: it is in the ledger only" in result.stdout.splitlines()
    assert "rebuild it with: comprules ledger" in result.stderr
    assert sample_ledger.read_bytes() == old, "a check writes nothing"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--out", "none.ledger", "--check"], "there is no ledger here"),
        ([], "--out"),  # the sample never takes the place of the real one
        (["--archive", str(SAMPLE)], "not both"),
        (["--out", "no/such.ledger"], "No such file or directory"),
    ],
)
def test_what_is_refused(
    sample_kb: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], words: str
) -> None:
    monkeypatch.chdir(tmp_path)
    assert words in read_refusal("ledger", "--db", str(sample_kb), *arguments)


@pytest.mark.parametrize(
    "arguments",
    [
        ("editions",),
        ("terms",),
        ("terms", "mana", "value"),
        ("map", "--from", "2021-04-22"),  # the next edition; over a longer way texts may disprove what links tell
        ("map", "702.40a", "glossary:storm", "--from", "latest", "--to", "2021-04-22"),
        ("refs", "601.2", "--to", "--by", "rule"),
        ("refs", "113.6", "--as-of", "2021-04-22"),
    ],
)
def test_json_is_the_same_from_either(sample_kb: Path, without_kb: Path, arguments: tuple[str, ...]) -> None:
    with_texts = run(*arguments, "--json", "--db", str(sample_kb))
    without = run(*arguments, "--json")
    assert without.exit_code == with_texts.exit_code == 0, without.stderr
    assert without.stderr == ""
    assert without.stdout == with_texts.stdout


def test_trace_has_hashes_in_place_of_texts(sample_kb: Path, without_kb: Path) -> None:
    with_texts = json.loads(run("trace", "702.40a", "--json", "--db", str(sample_kb)).stdout)
    result = run("trace", "702.40a", "--json")
    assert result.exit_code == 0
    assert result.stderr.splitlines() == [
        "No knowledge base found: answering from the ledger, without texts. To build one, run: comprules update"
    ]
    without = json.loads(result.stdout)
    assert {entry["text"] for entry in without["entries"]} == {None}
    for entry in with_texts["entries"]:
        entry.update(dict.fromkeys(("heading", "text", "examples", "notes")))
    assert without == with_texts
    told = run("trace", "702.40a")
    assert (told.exit_code, told.stderr.count("No knowledge base found")) == (0, 1), "people are told once"
    assert "The rule is in the latest edition." in told.stdout


def test_what_is_not_there_is_said_as_ever(without_kb: Path) -> None:
    message = read_refusal("trace", "702.40z", status=1)
    assert "has no rule '702.40z'" in message
    assert "did you mean 702.40" in message
    assert "(Storm)" in read_refusal("map", "storm", "--from", "latest", "--to", "first", status=1)
    assert "no edition is called" in read_refusal("map", "702.40a", "--from", "the year before")
    assert "'glossary:Storm'" in read_refusal("trace", "glossary:Storn", status=1)


def test_where_a_knowledge_base_is_looked_for(
    sample_kb: Path, without_kb: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for command in (("editions",), ("trace", "702.40a"), ("map", "702.40a", "--from", "first"), ("terms",)):
        assert "there is no knowledge base here" in read_refusal(*command, "--db", str(without_kb / "none.sqlite"))
    for command in (("show", "702.40a"), ("search", "storm"), ("blame", "702.40a")):
        assert "build it with: comprules update" in read_refusal(*command), "what needs texts needs one"
    with monkeypatch.context() as patch:
        patch.setenv("COMPRULES_DB", str(without_kb / "none.sqlite"))
        result = run("editions")
    assert (result.exit_code, "$COMPRULES_DB names this file" in result.stderr) == (0, True)
    (own := store_path()).parent.mkdir(parents=True)
    shutil.copy(sample_kb, own)
    result = run("trace", "702.40a")
    assert (result.exit_code, "No knowledge base" in result.stderr) == (0, False)


def test_a_damaged_ledger_is_said(without_kb: Path, sample_ledger: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    broken = without_kb / "broken.ledger"
    broken.write_bytes(sample_ledger.read_bytes()[:-1])
    monkeypatch.setenv("COMPRULES_LEDGER", str(broken))
    message = read_refusal("editions")
    assert "broken.ledger: damaged ledger" in message
    assert "make one with: comprules ledger" in message
