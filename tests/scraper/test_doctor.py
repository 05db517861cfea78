"""The doctor finds every sort of defect by itself, from the bytes."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest

from scraper.archive import load_archive
from scraper.doctor import EditionHealth, diagnose
from tests.scraper.test_collate import DESTROYED, GOOD, LOSSY, REWORDED, TRUNCATED

QUOTES = (
    GOOD.replace("“", "?").replace("”", "?").replace("’", "?").replace("—", "--").replace("shears", "doesn?t shear")
)


def archive(folder: Path, **copies: bytes) -> Path:
    rows = []
    for name, data in copies.items():
        file = f"editions/2020-03-05/{name}.txt"
        (folder / file).parent.mkdir(parents=True, exist_ok=True)
        (folder / file).write_bytes(data)
        rows.append(
            {"file": file, "origin": "example.org", "bytes": len(data), "sha256": hashlib.sha256(data).hexdigest()}
        )
    manifest = [{"edition": "2020-03-05", "set": None, "copies": rows}]
    (folder / "manifest.json").write_text(json.dumps(manifest))
    return folder


def health(folder: Path) -> EditionHealth:
    (only,) = diagnose(load_archive(folder), jobs=1).editions
    return only


def test_a_sound_copy_has_no_findings(tmp_path: Path) -> None:
    findings = health(archive(tmp_path, good=GOOD.encode()))
    assert (findings.condition, findings.findings, findings.best) == ("good", (), "editions/2020-03-05/good.txt")


@pytest.mark.parametrize(
    ("bad", "code"),
    [
        (LOSSY.encode(), "lossy-encoding"),
        (TRUNCATED.encode(), "truncated"),
        (DESTROYED.encode(), "destroyed"),
        (QUOTES.encode(), "quotes-lost"),
        (REWORDED.encode(), "witnesses-disagree"),
        (GOOD.replace("March 5", "March 6").encode(), "misdated"),
        (GOOD.encode("mac-roman").decode("cp1252").encode(), "mojibake"),
        (b"A letter without a single number.\n" * 9, "unknown-dialect"),
    ],
)
def test_each_defect_beside_a_sound_copy(tmp_path: Path, bad: bytes, code: str) -> None:
    findings = health(archive(tmp_path, good=GOOD.encode(), zbad=bad))
    assert code in {row.code for row in findings.findings}
    assert all(row.path.endswith("zbad.txt") for row in findings.findings)
    assert findings.best.endswith("good.txt")
    assert findings.condition == "good"


def test_a_wrong_hash(tmp_path: Path) -> None:
    folder = archive(tmp_path, good=GOOD.encode(), tampered=GOOD.encode())
    (folder / "editions/2020-03-05/tampered.txt").write_bytes(GOOD.replace("dog", "cat").encode())
    findings = health(folder)
    assert "wrong-hash" in {row.code for row in findings.findings}
    assert findings.best.endswith("good.txt")


def test_a_missing_file(tmp_path: Path) -> None:
    folder = archive(tmp_path, good=GOOD.encode(), gone=GOOD.encode())
    (folder / "editions/2020-03-05/gone.txt").unlink()
    findings = health(folder)
    assert [row.code for row in findings.findings] == ["unreadable-file"]
    assert findings.best.endswith("good.txt")


def test_nothing_left(tmp_path: Path) -> None:
    findings = health(archive(tmp_path, bad=b"A letter without a number.\n" * 9))
    assert (findings.best, findings.condition) == ("", "destroyed")
    assert "no-usable-witness" in {row.code for row in findings.findings}


def test_the_outcome_does_not_depend_on_the_number_of_processes(tmp_path: Path) -> None:
    folder = archive(tmp_path, good=GOOD.encode(), lossy=LOSSY.encode())
    manifest = json.loads((folder / "manifest.json").read_text())
    manifest.append({**manifest[0], "edition": "2020-03-06", "copies": manifest[0]["copies"][:1]})
    second = folder / "editions/2020-03-06/good.txt"
    second.parent.mkdir()
    second.write_bytes(GOOD.encode())
    manifest[1]["copies"] = [{**manifest[0]["copies"][0], "file": "editions/2020-03-06/good.txt"}]
    (folder / "manifest.json").write_text(json.dumps(manifest))
    seen: list[tuple[int, int, str]] = []
    loaded = load_archive(folder)
    two = diagnose(loaded, jobs=2, progress=lambda count, total, edition: seen.append((count, total, edition)))
    assert two == diagnose(loaded, jobs=1)
    assert seen == [(1, 2, "2020-03-05"), (2, 2, "2020-03-06")]
    assert diagnose(loaded, editions=["2020-03-06"]).editions == two.editions[1:]
