"""Ingest: complete, incremental to the byte, and safe when things go wrong."""

from __future__ import annotations

import json
import os
import resource
import shutil
import signal
import subprocess
import sys
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from filelock import FileLock

from comprules.facts import SAMPLE
from comprules.ingest import IngestError, IngestReport, ingest
from rules.files import temporary_path
from rules.records import ParsedDocument
from rules.store import DamagedStoreError, ForeignFileError, StoreError, open_store
from rules.store.write import StoreWriter
from scraper.archive import ArchiveError
from scraper.layout import UnknownDialect
from scraper.parse import parse_bytes
from tests.comprules.running import ROOT


def manifest(archive: Path) -> list[dict[str, Any]]:
    entries: list[dict[str, Any]] = json.loads((archive / "manifest.json").read_text(encoding="utf-8"))
    return entries


def write_manifest(archive: Path, entries: list[dict[str, Any]]) -> None:
    (archive / "manifest.json").write_text(json.dumps(entries), encoding="utf-8")


def without(archive: Path, edition: str) -> None:
    write_manifest(archive, [entry for entry in manifest(archive) if entry["edition"] != edition])


def codes(report: IngestReport) -> list[str]:
    return [diagnostic.code for diagnostic in report.diagnostics]


def command(archive: Path, path: Path, *options: str) -> list[str]:
    return [sys.executable, "-m", "comprules", "ingest", "--archive", str(archive), "--db", str(path), *options]


def test_sample(sample_kb: Path) -> None:
    with open_store(sample_kb) as store:
        assert store.is_sample
        assert len(store.edition_ids) == 6
        for edition in store.editions_of():
            counts = store.counts()[edition]
            assert all(count > 0 for count in counts), (edition, counts)
        assert len(store.partial_issues) == 1


@pytest.mark.parametrize("jobs", ["1", "2", pytest.param("3", marks=pytest.mark.long)])
def test_bytes_do_not_depend_on_jobs_or_hash_seed(sample_kb: Path, tmp_path: Path, jobs: str) -> None:
    path = tmp_path / "kb.sqlite"
    environment = {**os.environ, "PYTHONHASHSEED": jobs}
    subprocess.run(command(SAMPLE, path, "--jobs", jobs), env=environment, cwd=ROOT, check=True, capture_output=True)
    assert path.read_bytes() == sample_kb.read_bytes()


def test_nothing_changed_nothing_written(archive: Path, base: Path) -> None:
    before, data = base.stat(), base.read_bytes()
    report = ingest(archive, base, jobs=1)
    assert (report.written, report.worked, len(report.carried)) == (False, (), 6)
    assert (base.stat().st_mtime_ns, base.stat().st_ino) == (before.st_mtime_ns, before.st_ino)
    assert len(ingest(archive, base, jobs=1, fresh=True).worked) == 6
    assert base.read_bytes() == data


@pytest.mark.parametrize("index", [0, *(pytest.param(index, marks=pytest.mark.long) for index in (2, 4))])
def test_one_new_edition_gives_the_bytes_of_a_fresh_build(
    sample_kb: Path, archive: Path, tmp_path: Path, index: int
) -> None:
    path = tmp_path / "kb.sqlite"
    whole = manifest(archive)
    without(archive, whole[index]["edition"])
    ingest(archive, path, jobs=1)
    write_manifest(archive, whole)
    report = ingest(archive, path, jobs=1)
    assert report.worked == (whole[index]["edition"],)
    assert path.read_bytes() == sample_kb.read_bytes()


def test_editions_after_a_day_are_left_out(archive: Path, tmp_path: Path) -> None:
    path = tmp_path / "kb.sqlite"
    days = [entry["edition"] for entry in manifest(archive)]
    report = ingest(archive, path, jobs=1, until=days[-2])
    assert report.worked == tuple(days[:-1])
    assert not ingest(archive, path, jobs=1, until=days[-2]).written
    assert ingest(archive, path, jobs=1).worked == (days[-1],)
    with pytest.raises(IngestError, match=r"takes effect after 1990-01-01"):
        ingest(archive, path, jobs=1, until="1990-01-01")


def test_damage_that_appears_while_editions_are_carried_over_is_told(
    archive: Path, base: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def find_damage(_writer: StoreWriter, edition: str) -> None:
        raise DamagedStoreError(f"{edition} cannot be unpacked")

    monkeypatch.setattr(StoreWriter, "carry", find_damage)
    whole = manifest(archive)
    without(archive, whole[-1]["edition"])
    told: list[str] = []
    report = ingest(archive, base, jobs=1, tell=told.append)
    assert told == [f"{whole[0]['edition']} cannot be unpacked; every edition is read again"]
    assert len(report.worked) == len(whole) - 1


class TestCopiesThatCannotBeUsed:
    def test_wrong_hash_leaves_the_edition_out_and_says_so(self, archive: Path, tmp_path: Path) -> None:
        entry = manifest(archive)[3]
        with (archive / entry["copies"][0]["file"]).open("ab") as file:
            file.write(b"one more line\n")
        report = ingest(archive, tmp_path / "kb.sqlite", jobs=1)
        assert report.left_out == report.damaged == (entry["edition"],)
        assert {"wrong-hash", "no-usable-witness"} <= {*codes(report)}
        (wrong,) = [diagnostic for diagnostic in report.diagnostics if diagnostic.code == "wrong-hash"]
        assert wrong.path == entry["copies"][0]["file"]
        assert f"comprules fetch {entry['edition']}" in wrong.hint
        with open_store(tmp_path / "kb.sqlite") as store:
            assert entry["edition"] not in store.edition_ids
            assert len(store.edition_ids) == 5

    def test_it_is_said_again_and_mended_it_comes_back(self, sample_kb: Path, archive: Path, tmp_path: Path) -> None:
        path, entry = tmp_path / "kb.sqlite", manifest(archive)[3]
        copy = archive / entry["copies"][0]["file"]
        data = copy.read_bytes()
        copy.unlink()
        first, second = ingest(archive, path, jobs=1), ingest(archive, path, jobs=1)
        assert (first.written, second.written) == (True, False)
        assert second.damaged == first.damaged == (entry["edition"],)
        assert "unreadable-file" in codes(second)
        copy.write_bytes(data[: len(data) // 2])
        assert "wrong-hash" in codes(ingest(archive, path, jobs=1))
        copy.write_bytes(data)
        assert ingest(archive, path, jobs=1).left_out == ()
        assert path.read_bytes() == sample_kb.read_bytes()

    def test_another_witness_serves(self, archive: Path, tmp_path: Path) -> None:
        entries = manifest(archive)
        sound = entries[3]["copies"][0]
        broken = {**sound, "file": sound["file"] + ".second", "sha256": "0" * 64}
        shutil.copy(archive / sound["file"], archive / broken["file"])
        entries[3]["copies"] = [broken, sound]
        write_manifest(archive, entries)
        report = ingest(archive, tmp_path / "kb.sqlite", jobs=1)
        assert report.left_out == ()
        assert codes(report).count("wrong-hash") == 1
        with open_store(tmp_path / "kb.sqlite") as store:
            edition = store.edition(entries[3]["edition"])
            assert [witness.file for witness in edition.witnesses] == [sound["file"]]
            assert "wrong-hash" in [diagnostic.code for diagnostic in store.diagnostics(edition.id)]

    def test_no_dialect_is_no_damage(self, archive: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        unknown = manifest(archive)[0]["edition"]

        def parse(data: bytes, name: str) -> ParsedDocument:
            if unknown in name:
                raise UnknownDialect("no dialect", name)
            return parse_bytes(data, name)

        monkeypatch.setattr("comprules.work.parse_bytes", parse)
        report = ingest(archive, tmp_path / "kb.sqlite", jobs=1)
        assert report.left_out == (unknown,)
        assert report.damaged == ()

    def test_none_at_all_leaves_the_old_file(self, archive: Path, base: Path) -> None:
        before = base.read_bytes()
        shutil.rmtree(archive / "editions")
        with pytest.raises(IngestError, match=r"no edition of the archive can be read[\s\S]*missing"):
            ingest(archive, base, jobs=1)
        assert base.read_bytes() == before
        assert not temporary_path(base).exists()


def test_the_file_that_is_there(archive: Path, tmp_path: Path) -> None:
    notes = tmp_path / "notes.txt"
    notes.write_text("my own notes, which nobody else has\n" * 9)
    for fresh in (False, True):
        with pytest.raises(ForeignFileError):
            ingest(archive, notes, jobs=1, fresh=fresh)
    assert notes.read_text().startswith("my own notes")
    path = tmp_path / "kb.sqlite"
    with FileLock(tmp_path / ".kb.sqlite.lock"), pytest.raises(IngestError, match="another run"):
        ingest(archive, path, jobs=1)
    path.mkdir()
    with pytest.raises(StoreError, match="cannot write"):
        ingest(archive, path, jobs=1)


@pytest.mark.parametrize(("content", "message"), [(b"{}", r"manifest\.json"), (b"[]", "lists no edition")])
def test_a_manifest_that_cannot_be_used(archive: Path, tmp_path: Path, content: bytes, message: str) -> None:
    (archive / "manifest.json").write_bytes(content)
    with pytest.raises((ArchiveError, IngestError), match=message):
        ingest(archive, tmp_path / "kb.sqlite", jobs=1)
    assert not (tmp_path / "kb.sqlite").exists()


def test_interrupted(archive: Path, tmp_path: Path) -> None:
    options = ["comprules", "ingest", "--archive", str(archive), "--db", str(tmp_path / "kb"), "--jobs", "1"]
    script = (
        "import sys, comprules.ingest\n"
        "def interrupt(*_): raise KeyboardInterrupt\n"
        "comprules.ingest.EditionWorker.work = interrupt\n"
        f"sys.argv = {options!r}\n"
        "from comprules.cli import main; main()"
    )
    completed = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=False)
    assert completed.returncode == 130
    assert "Traceback" not in completed.stderr
    assert not (tmp_path / "kb").exists()
    assert not temporary_path(tmp_path / "kb").exists()


@pytest.mark.parametrize("room", [1_000, 100_000, 300_000])
def test_full_disk(sample_kb: Path, archive: Path, base: Path, room: int) -> None:
    without(archive, manifest(archive)[2]["edition"])

    def small_files_only() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (room, room))

    called, limits = command(archive, base, "--jobs", "1"), small_files_only
    completed = subprocess.run(called, cwd=ROOT, preexec_fn=limits, capture_output=True, text=True, check=False)
    assert completed.returncode == 2
    assert str(base) in completed.stderr
    assert "disk may be full" in completed.stderr
    assert "Traceback" not in completed.stderr
    assert base.read_bytes() == sample_kb.read_bytes()
    assert not temporary_path(base).exists()


def test_each_copy_is_read_once(archive: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # an edition with several good copies is also compared with the editions before and after it
    entries = manifest(archive)
    copy = entries[1]["copies"][0]
    data = (archive / copy["file"]).read_bytes().replace(b"'", "\N{RIGHT SINGLE QUOTATION MARK}".encode())
    retyped = {**copy, "file": copy["file"] + ".second", "sha256": sha256(data).hexdigest(), "bytes": len(data)}
    (archive / retyped["file"]).write_bytes(data)
    entries[1]["copies"].append(retyped)
    write_manifest(archive, entries)
    names: list[str] = []

    def parse(data: bytes, name: str) -> ParsedDocument:
        names.append(name)
        return parse_bytes(data, name)

    monkeypatch.setattr("comprules.work.parse_bytes", parse)
    ingest(archive, tmp_path / "kb.sqlite", jobs=1)
    assert len(names) == len(set(names))
    assert len(names) == sum(len(entry["copies"]) for entry in entries)
