"""Surveys: the same rows whatever runs them, through killed workers and runs, and clear errors."""

from __future__ import annotations

import os
import random
import signal
import sys
import threading
from datetime import date
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from click.testing import CliRunner
from pyarrow import parquet

from comprules.cli.group import cli
from comprules.survey.cluster import RepositorySurveyor, survey_contents
from comprules.survey.contents import COLUMNS, check_schema, read_contents
from comprules.survey.pool import survey_trees
from comprules.survey.rows import SurveyError
from comprules.survey.surveyor import Surveyor
from graph.ledger import open_ledger
from rules.errors import MissingExtra

NUMBERS = ("702.40a", "603.4", "704.5f", "502.30a", "601.2b", "613.1a", "702.19b", "999.9", "903.10a")
WORDS = ("storm", "trample", "priority", "layers", "attack")


def made_trees(count: int) -> dict[str, dict[str, str]]:
    """Trees with some files each, the same ones for the same count."""
    chance = random.Random(count)
    return {
        f"owner/tree{index:04}": {
            f"src/f{item}.rs": "\n".join(
                f"// CR {chance.choice(NUMBERS)}: {chance.choice(WORDS)}" for _ in range(chance.randrange(12))
            )
            for item in range(1 + index % 3)
        }
        for index in range(count)
    }


def written_contents(folder: Path, trees: dict[str, dict[str, str]]) -> list[Path]:
    """Parquet files of contents, in which the files of a repository do not follow each other."""
    rows = [
        {"repository": tree, "path": path, "content": text}
        for tree, files in trees.items()
        for path, text in files.items()
    ]
    random.Random(1).shuffle(rows)
    parts = [folder / f"{part}.parquet" for part in range(3)]
    for part, file in enumerate(parts):
        parquet.write_table(pa.Table.from_pylist(rows[part::3]), file)
    return parts


def run(*arguments: object) -> Any:
    return CliRunner().invoke(cli, ["survey", *map(str, arguments)])


def rows_of(file: Path) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = parquet.read_table(file).to_pylist()
    return rows


def test_a_tree_has_a_row_for_each_number() -> None:
    text = "// CR 502.30a storm\n// see CR 603.4 and CR 998.1\n"
    rows = Surveyor(open_ledger()).survey("mine", [("b.rs", text.encode()), ("a.bin", b"\0\1CR 603.4")])
    assert [(row.path, row.line, row.number, row.code) for row in rows] == [
        ("b.rs", 1, "502.30a", "CR002"),
        ("b.rs", 2, "603.4", None),
        ("b.rs", 2, "998.1", "CR001"),
    ]
    assert rows[1].rules == ["603.4"]
    assert [row.position for row in rows] == [0, 1, 2]


def test_a_tree_is_dated() -> None:
    old = "".join(
        f"// CR 502.{number}a\n// CR 505.{number}\n// CR 413.2{letter}\n"
        for number, letter in zip(range(2, 9), "abcdefg", strict=True)
    )
    rows = Surveyor(open_ledger()).survey("old", [("old.py", old.encode())])
    editions = {row.edition for row in rows}
    assert len(editions) == 1
    assert editions.pop() < date(2009, 7, 11)  # type: ignore[operator] # None would fail, too


@pytest.mark.parametrize("jobs", [1, 2])
def test_folders_and_contents_give_the_same_rows(tmp_path: Path, jobs: int) -> None:
    trees = made_trees(12)
    for tree, files in trees.items():
        for path, text in files.items():
            file = tmp_path / "trees" / tree / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")
    folders = sorted((tmp_path / "trees" / "owner").iterdir())
    assert run(*folders, "--out", tmp_path / "folders.parquet", "--jobs", jobs).exit_code == 0
    contents = written_contents(tmp_path, trees)
    assert run(*contents, "--out", tmp_path / "contents.parquet", "--jobs", jobs).exit_code == 0
    of_folders = [
        row | {"tree": row["tree"].removeprefix(f"{tmp_path}/trees/")} for row in rows_of(tmp_path / "folders.parquet")
    ]
    assert of_folders == rows_of(tmp_path / "contents.parquet")
    assert {row["tree"] for row in of_folders} == set(trees), "one that cites nothing has a row, too"


class Killer:
    """A task whose survey kills its worker the first time, or always."""

    def __init__(self, marker: Path, *, always: bool) -> None:
        self.marker, self.always = marker, always

    def __iter__(self) -> Any:
        if self.always or not self.marker.exists():
            self.marker.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        yield "a.rs", b"// CR 603.4"


def test_a_killed_worker_ends_nothing(tmp_path: Path) -> None:
    calm = [f"t{index}" for index in range(6)]
    trees: dict[str, Any] = {
        tree: Killer(tmp_path / tree, always=tree == "ever")
        if tree in {"once", "ever"}
        else [("a.rs", b"// CR 702.40a storm")]
        for tree in (calm[0], "once", *calm[1:3], "ever", *calm[3:])
    }
    survey = survey_trees(trees, tmp_path / "out.parquet", 2)
    rows = {row["tree"]: row for row in rows_of(tmp_path / "out.parquet")}
    assert survey.failed == 1
    assert rows["once"]["number"] == "603.4"
    assert "killed" in rows["ever"]["error"]
    assert all(rows[tree]["number"] == "702.40a" for tree in calm)


def test_a_stopped_survey_goes_on(tmp_path: Path) -> None:
    out, trees = tmp_path / "out.parquet", {name: [("a.rs", b"// CR 603.4")] for name in "abc"}
    survey_trees(trees, out, 1)
    whole = out.read_bytes()
    out.unlink()

    def stop(done: int, _count: int, _tree: str) -> None:
        if done == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        survey_trees(trees, out, 1, stop)
    assert not out.exists()
    journal = tmp_path / "out.parquet.journal"
    journal.write_bytes(journal.read_bytes() + b'["c", [{"tr')  # a write that was cut
    assert survey_trees(trees, out, 1).resumed == 2
    assert out.read_bytes() == whole
    assert not journal.exists()


def test_a_journal_without_its_last_line_end_loses_only_its_last_tree(tmp_path: Path) -> None:
    out, trees = tmp_path / "out.parquet", {name: [("a.rs", b"// CR 603.4")] for name in "abc"}
    survey_trees(trees, out, 1)
    whole = out.read_bytes()

    def stop(done: int, _count: int, _tree: str) -> None:
        if done == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        survey_trees(trees, out, 1, stop)
    journal = tmp_path / "out.parquet.journal"
    journal.write_bytes(journal.read_bytes().removesuffix(b"\n"))  # the disk was full
    assert survey_trees(trees, out, 1).resumed == 1
    assert out.read_bytes() == whole


def test_rows_of_another_program_are_not_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    trees = {name: [("a.rs", b"// CR 603.4")] for name in "abc"}

    def stop(_done: int, _count: int, _tree: str) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        survey_trees(trees, tmp_path / "out.parquet", 1, stop)
    monkeypatch.setattr("comprules.survey.journal.hash_program", lambda: b"another")
    assert survey_trees(trees, tmp_path / "out.parquet", 1).resumed == 0


class Vanished:
    """The files of a tree that is gone when they are to be read."""

    def __iter__(self) -> Any:
        raise OSError("gone")


def test_what_fails_in_a_tree_is_a_row(tmp_path: Path) -> None:
    rows = Surveyor(open_ledger()).survey("gone", Vanished())
    assert [row.error for row in rows] == ["OSError: gone"]
    result = run(tmp_path / "no-such", "--out", tmp_path / "out.parquet")
    assert (result.exit_code, "does not exist" in result.output) == (2, True)


@pytest.mark.parametrize(
    ("columns", "message"),
    [
        ({"repo": ["a"], "path": ["b"], "content": ["c"]}, "--columns repository=NAME"),
        ({"repository": [1], "path": ["b"], "content": ["c"]}, "is int64, not text"),
        (None, "not a Parquet file"),
    ],
)
def test_contents_of_another_form_are_refused(tmp_path: Path, columns: Any, message: str) -> None:
    file = tmp_path / "contents.parquet"
    if columns is None:
        file.write_text("plain", encoding="utf-8")
    else:
        parquet.write_table(pa.table(columns), file)
    with pytest.raises(SurveyError, match=message):
        check_schema(file, dict(zip(COLUMNS, COLUMNS, strict=True)))
    assert run(file, "--out", tmp_path / "out.parquet").exit_code == 2
    assert [path.name for path in tmp_path.iterdir()] == ["contents.parquet"], "nothing half-written"


def test_a_missing_extra_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    files = written_contents(tmp_path, made_trees(20))
    names = dict(zip(COLUMNS, COLUMNS, strict=True))
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(MissingExtra, match=r"ray is missing.*comprules\[survey\]"):
        survey_contents(files, names, tmp_path / "out.parquet", 1)
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    for survey in (
        lambda: read_contents(files, names),
        lambda: read_contents((), names),
        lambda: survey_contents(files, names, tmp_path / "out.parquet", 1),
        lambda: survey_trees({}, tmp_path / "out.parquet", 1),
    ):
        with pytest.raises(MissingExtra, match=r"pyarrow is missing.*comprules\[data\]"):
            survey()
    with pytest.raises(MissingExtra, match=r"pyarrow is missing.*comprules\[survey\]"):
        RepositorySurveyor(names, open_ledger())(None)


@pytest.mark.long
def test_ray_gives_the_same_bytes_though_a_worker_is_killed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ray = pytest.importorskip("ray")
    monkeypatch.setenv("RAY_USAGE_STATS_ENABLED", "0")
    monkeypatch.setenv("RAY_AUTH_MODE", "disabled")
    trees = made_trees(1000)
    files = written_contents(tmp_path, trees)
    encoded = {tree: [(path, text.encode()) for path, text in of.items()] for tree, of in trees.items()}
    survey_trees(encoded, tmp_path / "local.parquet", 2)
    killed: list[int] = []
    watcher = threading.Thread(target=kill_a_worker, args=(killed,), daemon=True)
    ray.init(num_cpus=4, include_dashboard=False, logging_level="ERROR", log_to_driver=False)
    try:
        watcher.start()
        survey = survey_contents(files, dict(zip(COLUMNS, COLUMNS, strict=True)), tmp_path / "ray.parquet", 2)
    finally:
        ray.shutdown()
    assert killed
    assert survey.trees == 1000
    assert (tmp_path / "ray.parquet").read_bytes() == (tmp_path / "local.parquet").read_bytes()


def kill_a_worker(killed: list[int]) -> None:
    """Kill the first actor of the survey once it is there."""
    while not killed:
        for folder in Path("/proc").glob("[0-9]*"):
            try:
                name = (folder / "cmdline").read_bytes()
            except OSError:
                continue
            if name.startswith(b"ray::MapWorker") or b"RepositorySurveyor" in name:
                os.kill(int(folder.name), signal.SIGKILL)
                killed.append(int(folder.name))
                break
        os.sched_yield()
