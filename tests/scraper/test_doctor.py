"""The doctor finds every sort of defect by itself, from the bytes."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from scraper.archive import ArchiveEntry, Copy, load_archive, write_manifest
from scraper.doctor import EditionHealth, diagnose
from tests.scraper.test_collate import DESTROYED, GOOD, LOSSY, REWORDED, TRUNCATED

QUOTES = (
    GOOD.replace("“", "?").replace("”", "?").replace("’", "?").replace("—", "--").replace("shears", "doesn?t shear")
)


def archive(folder: Path, **copies: bytes) -> Path:
    return archive_of(folder, {"2020-03-05": copies})


def archive_of(folder: Path, editions: dict[str, dict[str, bytes]]) -> Path:
    entries = []
    for day, copies in editions.items():
        rows = []
        for name, data in copies.items():
            rows.append(Copy(f"editions/{day}/{name}.txt", "example.org", len(data), hashlib.sha256(data).hexdigest()))
            (folder / rows[-1].file).parent.mkdir(parents=True, exist_ok=True)
            (folder / rows[-1].file).write_bytes(data)
        entries.append(ArchiveEntry(day, None, tuple(rows)))
    write_manifest(folder, entries)
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


def test_wrong_hashes_missing_files_and_archives_without_a_usable_copy(tmp_path: Path) -> None:
    folder = archive(tmp_path / "two", good=GOOD.encode(), other=GOOD.encode())
    (folder / "editions/2020-03-05/other.txt").write_bytes(GOOD.replace("dog", "cat").encode())
    tampered = health(folder)
    assert "wrong-hash" in {row.code for row in tampered.findings}
    assert tampered.best.endswith("good.txt")
    (folder / "editions/2020-03-05/other.txt").unlink()
    missing = health(folder)
    assert [row.code for row in missing.findings] == ["unreadable-file"]
    assert missing.best.endswith("good.txt")
    nothing = health(archive(tmp_path / "one", bad=b"A letter without a number.\n" * 9))
    assert (nothing.best, nothing.condition) == ("", "destroyed")
    assert "no-usable-witness" in {row.code for row in nothing.findings}


def test_the_outcome_does_not_depend_on_the_number_of_processes(tmp_path: Path) -> None:
    first = {"good": GOOD.encode(), "lossy": LOSSY.encode()}
    loaded = load_archive(archive_of(tmp_path, {"2020-03-05": first, "2020-03-06": {"good": GOOD.encode()}}))
    seen: list[tuple[int, int, str]] = []
    two = diagnose(loaded, jobs=2, progress=lambda count, total, edition: seen.append((count, total, edition)))
    assert two == diagnose(loaded, jobs=1)
    assert seen == [(1, 2, "2020-03-05"), (2, 2, "2020-03-06")]
    assert diagnose(loaded, editions=["2020-03-06"]).editions == two.editions[1:]
