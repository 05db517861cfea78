"""`comprules archive add`: copies that a user has become an archive, or are refused with the reason."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from comprules.additions import carry_out, list_files, plan_additions, safe_name
from comprules.facts import SAMPLE
from comprules.ingest import ingest
from graph.ledger import Ledger
from scraper.archive import load_archive
from scraper.doctor import diagnose
from tests.comprules.running import read_refusal, run

PATHS = {entry.edition: SAMPLE / entry.copies[0].file for entry in load_archive(SAMPLE).entries}
MAGIC_2010 = PATHS["2009-07-11"]
STATED = b"July 11, 2009"
ISSUE = "1999-04-21"
"""The issue of a rulings summary, which states no date of its own."""


@pytest.fixture(autouse=True)
def _use_sample_ledger(sample_ledger: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COMPRULES_LEDGER", str(sample_ledger))


def add(archive: Path, *arguments: object, status: int = 0) -> list[dict[str, Any]]:
    """The files of the report of `archive add`."""
    result = run("archive", "add", "--json", "--archive", str(archive), *map(str, arguments))
    assert result.exit_code == status, result.output
    report = json.loads(result.stdout)
    assert report["archive"] == str(archive)
    files: list[dict[str, Any]] = report["files"]
    return files


def write(path: Path, data: bytes) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return path


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    return tmp_path / "archive"


def test_a_folder_of_copies_becomes_an_archive_that_can_be_ingested(tmp_path: Path, archive: Path) -> None:
    folder = tmp_path / "copies"
    for edition, path in PATHS.items():
        write(folder / f"rules of {edition}" / "rules (old).txt", path.read_bytes() + b"\n")
    write(folder / ".hidden", b"no copy")
    files = add(archive, folder)
    assert [row["outcome"] for row in files] == ["added"] * len(PATHS)
    assert [row["edition"] for row in files] == list(PATHS)
    assert {row["edition"]: row["basis"] for row in files} == dict.fromkeys(PATHS, "date") | {ISSUE: "text"}
    assert {row["condition"] for row in files} == {"good"}
    entries = load_archive(archive).entries
    assert [entry.edition for entry in entries] == list(PATHS)
    assert [copy.file for entry in entries for copy in entry.copies] == [
        f"editions/{edition}/rules-old-.txt" for edition in PATHS
    ]
    assert {health.condition for health in diagnose(load_archive(archive), jobs=1)} == {"good"}
    report = ingest(archive, tmp_path / "made.sqlite", jobs=1)
    assert (report.worked, report.left_out) == (tuple(PATHS), ())
    assert sorted(path.name for path in folder.iterdir()) == [
        ".hidden",
        *(f"rules of {edition}" for edition in PATHS),
    ]


def test_what_is_wrong_with_a_copy_is_printed_and_a_second_file_names_the_first(tmp_path: Path, archive: Path) -> None:
    data = MAGIC_2010.read_bytes()
    cut = write(tmp_path / "cut.txt", data[: data.index(b"Glossary", len(data) // 2)])
    again = write(tmp_path / "again.txt", cut.read_bytes())
    result = run("archive", "add", "--archive", str(archive), "--dry-run", str(cut), str(again))
    assert result.exit_code == 0
    assert f"{cut}: warning: it has all " in result.stderr
    assert f"{again}: present: {cut} has the same bytes" in result.stderr


def test_a_dry_run_writes_nothing_and_shows_the_same(archive: Path) -> None:
    planned = add(archive, "--dry-run", *PATHS.values())
    assert {row["outcome"] for row in planned} == {"planned"}
    assert not archive.exists()
    added = add(archive, *PATHS.values())
    assert [{**row, "outcome": "planned"} for row in added] == planned
    assert {row["outcome"] for row in add(archive, *PATHS.values())} == {"present"}


def test_people_see_a_table_and_the_next_command(archive: Path) -> None:
    result = run("archive", "add", "--archive", str(archive), str(MAGIC_2010), str(SAMPLE / "manifest.json"))
    assert result.exit_code == 1
    header, row = result.stdout.splitlines()
    assert header.split()[:4] == ["file", "edition", "set", "by"]
    assert row.split()[1:5] == ["2009-07-11", "M10", "date", "good"]
    assert "manifest.json: refused: " in result.stderr
    assert f"{archive}: 1 added, 1 refused" in result.stderr
    assert f"Next: comprules ingest --archive {archive}" in result.stderr


def test_two_files_of_one_name_and_one_file_twice(tmp_path: Path, archive: Path) -> None:
    data = MAGIC_2010.read_bytes()
    first, second = write(tmp_path / "a/rules.txt", data), write(tmp_path / "b/RULES.txt", data + b"\n")
    again = write(tmp_path / "c/other.txt", data)
    files = add(archive, first, second, again)
    assert [(row["outcome"], row["file"]) for row in files] == [
        ("added", "editions/2009-07-11/rules.txt"),
        ("added", "editions/2009-07-11/RULES-2.txt"),
        ("present", "editions/2009-07-11/rules.txt"),
    ]
    assert len(load_archive(archive).entries[0].copies) == 2


def test_a_file_in_its_place_is_only_entered(archive: Path) -> None:
    add(archive, PATHS["2005-08-01"])
    own = write(archive / "editions/2009-07-11/own.txt", MAGIC_2010.read_bytes())
    (row,) = add(archive, own, "--origin", "my shelf")
    assert (row["outcome"], row["file"]) == ("added", "editions/2009-07-11/own.txt")
    copy = load_archive(archive).entries[1].copies[0]
    assert (copy.origin, copy.sha256) == ("my shelf", row["sha256"])
    assert [path.name for path in own.parent.iterdir()] == ["own.txt"]


class TestPlacing:
    def test_a_copy_without_a_date_is_placed_by_its_text(self, tmp_path: Path, archive: Path) -> None:
        undated = write(tmp_path / "undated.txt", MAGIC_2010.read_bytes().replace(STATED, b"some day"))
        (row,) = add(archive, undated)
        assert (row["outcome"], row["edition"], row["basis"]) == ("added", "2009-07-11", "text")

    def test_a_text_that_is_nearly_an_edition_is_not_guessed(self, tmp_path: Path, archive: Path) -> None:
        data = MAGIC_2010.read_bytes().replace(STATED, b"some day").replace(b" player", b" person")
        undated = write(tmp_path / "undated.txt", data)
        (row,) = add(archive, undated, status=1)
        assert (row["outcome"], row["edition"], row["file"]) == ("refused", None, None)
        assert "it states no date; 2009-07-11 has " in row["reason"]
        (row,) = add(archive, undated, "--edition", "M10")
        assert (row["outcome"], row["edition"], row["basis"]) == ("added", "2009-07-11", "named")

    @pytest.mark.parametrize(
        ("stated", "told"),
        [
            ("August 1, 2005", "it states 2005-08-01, which has "),
            ("July 12, 2009", "which is not a known edition, but 2009-07-11 has "),
        ],
    )
    def test_a_date_that_the_text_contradicts(self, stated: str, told: str, tmp_path: Path, archive: Path) -> None:
        wrong = write(tmp_path / "wrong.txt", MAGIC_2010.read_bytes().replace(STATED, stated.encode()))
        (row,) = add(archive, wrong, status=1)
        assert row["outcome"] == "refused"
        assert told in row["reason"]

    def test_an_edition_that_is_not_known_yet(
        self, old_ledger: Path, archive: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("COMPRULES_LEDGER", str(old_ledger))
        newest = list(PATHS)[-1]
        (row,) = add(archive, PATHS[newest])
        assert (row["edition"], row["basis"], row["condition"]) == (newest, "new", "good")
        assert "this edition is not known; " in row["reason"]

    @pytest.mark.parametrize("begin", [0, 0.6])
    def test_a_small_part_is_no_copy(self, begin: float, tmp_path: Path, archive: Path) -> None:
        data = MAGIC_2010.read_bytes()
        start = int(begin * len(data))
        part = write(tmp_path / "part.txt", data[start : start + len(data) // 3])
        (row,) = add(archive, part, "--edition", "M10", status=1)
        assert row["outcome"] == "refused"
        assert "it is only a part of an edition: " in row["reason"]
        assert "fragments" in row["reason"]

    def test_numbers_without_a_known_text_are_no_part(self, tmp_path: Path, archive: Path) -> None:
        lines = (f"{100 + n // 9}.{n % 9 + 1}. Keeper {n} lights the lamp of quay {n}.\n" for n in range(40))
        (row,) = add(archive, write(tmp_path / "lamps.txt", "".join(lines).encode()), status=1)
        assert "no known edition has any of its text" in row["reason"]

    def test_known_bytes_need_nothing_else(
        self, sample_ledger: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        entry = load_archive(SAMPLE).entries[0]
        copy = entry.copies[0]
        monkeypatch.setattr("comprules.additions._list_known", lambda _: [(copy.sha256, entry)])
        path = write(tmp_path / "nameless", (SAMPLE / copy.file).read_bytes())
        with Ledger(sample_ledger) as ledger:
            (addition,) = plan_additions([path], tmp_path / "new", ledger).files
            (other,) = plan_additions([path], tmp_path / "new", ledger, "2009-07-11").files
        assert (addition.edition, addition.basis, addition.file) == (entry.edition, "hash", copy.file)
        assert (other.outcome, other.file) == ("refused", None)
        assert f"a known copy of {entry.edition}" in other.reason


class TestRefusals:
    def test_what_cannot_be_read_hides_nothing(self, tmp_path: Path, archive: Path) -> None:
        os.mkfifo(tmp_path / "pipe")
        letter = write(tmp_path / "letter.txt", b"Dear Anna,\nthe stones have come.\n")
        files = add(archive, tmp_path / "none.txt", tmp_path / "pipe", letter, MAGIC_2010, status=1)
        assert [row["outcome"] for row in files] == ["refused", "refused", "refused", "added"]
        assert all(row["reason"] for row in files[:3])

    def test_a_folder_with_other_files_is_no_archive(self, tmp_path: Path) -> None:
        write(tmp_path / "full/letter.txt", b"mine")
        for dry in ((), ("--dry-run",)):
            told = read_refusal("archive", "add", *dry, "--archive", str(tmp_path / "full"), str(MAGIC_2010))
            assert "contains files but no manifest.json" in told
        assert [path.name for path in (tmp_path / "full").iterdir()] == ["letter.txt"]

    def test_an_edition_that_is_none(self, archive: Path) -> None:
        assert "XYZZY" in read_refusal(
            "archive", "add", "--edition", "XYZZY", "--archive", str(archive), str(MAGIC_2010)
        )
        assert not archive.exists()

    def test_a_file_that_changes_after_the_plan(self, sample_ledger: Path, tmp_path: Path, archive: Path) -> None:
        path = write(tmp_path / "rules.txt", MAGIC_2010.read_bytes())
        with Ledger(sample_ledger) as ledger:
            report = plan_additions(list_files([path]), archive, ledger)
        path.write_bytes(b"changed")
        (addition,) = carry_out(report, "local").files
        assert (addition.outcome, addition.file) == ("refused", None)
        assert "changed" in addition.reason
        assert not (archive / "editions").exists()

    def test_a_link_in_the_archive_leads_nowhere_else(self, tmp_path: Path, archive: Path) -> None:
        add(archive, PATHS["2005-08-01"])
        outside = tmp_path / "outside"
        outside.mkdir()
        (archive / "editions/2009-07-11").symlink_to(outside)
        (row,) = add(archive, MAGIC_2010, status=1)
        assert (row["outcome"], "a symbolic link leads out" in row["reason"]) == ("refused", True)
        assert list(outside.iterdir()) == []


@pytest.mark.parametrize(
    ("name", "safe"),
    [("rules (old).txt", "rules-old-.txt"), ("..", "copy"), (".x", "x"), ("a\\b.txt", "a-b.txt"), ("\udcff", "copy")],
)
def test_names_are_safe_in_a_manifest(name: str, safe: str) -> None:
    assert safe_name(name) == safe
