"""Reading and refusing manifests."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from scraper.archive import (
    Archive,
    ArchiveEntry,
    ArchiveError,
    Copy,
    check_relative,
    default_archive_dir,
    load_archive,
    read_copy,
    write_manifest,
)

SHA = "0123456789abcdef" * 4
ROW: dict[str, Any] = {
    "edition": "2005-08-01",
    "set": "9ED",
    "copies": [{"file": "editions/2005-08-01/a.txt", "origin": "example.org", "bytes": 3, "sha256": SHA}],
}


def archive_of(root: Path, *rows: dict[str, Any]) -> Path:
    (root / "manifest.json").write_text(json.dumps(rows, indent=1))
    return root


def change_entry(**changes: Any) -> dict[str, Any]:
    """`ROW` with changes of its copy."""
    return {**ROW, "copies": [{**ROW["copies"][0], **changes}]}


def test_entries_are_typed_and_sorted(tmp_path: Path) -> None:
    later: dict[str, Any] = {"edition": "2005-10-01", "set": None, "copies": []}
    archive = load_archive(archive_of(tmp_path, later, ROW))
    assert [entry.edition for entry in archive.entries] == ["2005-08-01", "2005-10-01"]
    assert archive.entries[0] == ArchiveEntry(
        "2005-08-01", "9ED", (Copy("editions/2005-08-01/a.txt", "example.org", 3, SHA),)
    )
    assert archive.entries[1].set_code is None
    assert archive.path_of(archive.entries[0].copies[0]) == tmp_path / "editions/2005-08-01/a.txt"


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    copy = Copy("editions/2009-07-11/é b.txt", "github.com/x/y", 5, SHA, "p/q", "c" * 40, "http://x", None, ("z:q",))
    entries = (ArchiveEntry("2005-08-01", None, ()), ArchiveEntry("2009-07-11", "M10", (copy,)))
    write_manifest(tmp_path, reversed(entries))
    first = (tmp_path / "manifest.json").read_bytes()
    assert load_archive(tmp_path).entries == entries
    write_manifest(tmp_path, entries)
    assert (tmp_path / "manifest.json").read_bytes() == first


@pytest.mark.parametrize(
    ("file", "why"),
    [
        ("../a.txt", r"`\.\.` part"),
        ("editions/../../a.txt", r"`\.\.` part"),
        ("./a.txt", "part"),
        ("editions//a.txt", "part"),
        ("editions/", "part"),
        ("/etc/passwd", "absolute"),
        ("//host/share/a.txt", "absolute"),
        ("C:/a.txt", "absolute"),
        ("c:a.txt", "absolute"),
        ("..\\a.txt", "backslash"),
        ("", "empty"),
        ("a\0.txt", "NUL"),
    ],
)
def test_paths_that_leave_the_folder_are_refused(tmp_path: Path, file: str, why: str) -> None:
    with pytest.raises(ArchiveError, match=why) as caught:
        load_archive(archive_of(tmp_path, change_entry(file=file)))
    assert "$[0].copies[0].file" in str(caught.value)
    assert "inside the folder" in str(caught.value)


@pytest.mark.parametrize("file", ["a.txt", "editions/2005-08-01/rules raker.txt", "...", "a..b/c", "a:b/c.txt"[2:]])
def test_plain_paths_are_fine(file: str) -> None:
    assert check_relative(file) is None


@pytest.mark.parametrize(
    ("row", "place"),
    [
        ({**ROW, "edition": 20050801}, "$[0].edition"),
        ({**ROW, "edition": "1 August 2005"}, "$[0].edition"),
        ({**ROW, "edition": "2005-02-30"}, "$[0].edition"),
        ({**ROW, "edition": "2005-W31-1"}, "$[0].edition"),
        ({**ROW, "set": 9}, "$[0].set"),
        ({**ROW, "copies": {}}, "$[0].copies"),
        ({"edition": "2005-08-01"}, "$[0]"),
        (change_entry(bytes="3"), "$[0].copies[0].bytes"),
        (change_entry(bytes=-1), "$[0].copies[0].bytes"),
        (change_entry(bytes=2.5), "$[0].copies[0].bytes"),
        (change_entry(sha256="abc"), "$[0].copies[0].sha256"),
        (change_entry(sha256=SHA.upper()), "$[0].copies[0].sha256"),
        (change_entry(same_text="x"), "$[0].copies[0].same_text"),
        (change_entry(url=["http://x"]), "$[0].copies[0].url"),
        (change_entry(file=None), "$[0].copies[0].file"),
    ],
)
def test_wrong_types_and_values_name_their_place(tmp_path: Path, row: dict[str, Any], place: str) -> None:
    with pytest.raises(ArchiveError) as caught:
        load_archive(archive_of(tmp_path, row))
    assert str(tmp_path / "manifest.json") in str(caught.value)
    assert f"`{place}`" in str(caught.value).replace("...", "0")


def test_duplicates_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ArchiveError, match=r"stands in \$\[0\] already"):
        load_archive(archive_of(tmp_path, ROW, {**ROW, "copies": []}))
    shouting = {**change_entry(file="editions/2005-08-01/A.TXT"), "edition": "2005-10-01"}
    with pytest.raises(ArchiveError, match=r"stands in \$\[0\]\.copies\[0\] already"):
        load_archive(archive_of(tmp_path, ROW, shouting))


@pytest.mark.parametrize(
    ("data", "line"),
    [
        (b"", 1),
        (b'[\n {\n  "edition": ', 3),
        (b"[\n\n nonsense\n]\n", 3),
        (b"\xff\xfe\x00\x01\x02", 1),
        (b"[]\n[]\n", 2),
    ],
)
def test_broken_manifests_name_the_line(tmp_path: Path, data: bytes, line: int) -> None:
    (tmp_path / "manifest.json").write_bytes(data)
    with pytest.raises(ArchiveError, match="fetch the archive again") as caught:
        load_archive(tmp_path)
    assert f"manifest.json:{line}:" in str(caught.value)


def test_no_archive_at_all(tmp_path: Path) -> None:
    with pytest.raises(ArchiveError, match=r"no such folder; run `comprules fetch --all`"):
        load_archive(tmp_path / "missing")
    with pytest.raises(ArchiveError, match=r"no manifest\.json in it"):
        load_archive(tmp_path)


def test_links_that_lead_out_are_refused(tmp_path: Path) -> None:
    root = tmp_path / "archive"
    (root / "editions").mkdir(parents=True)
    (tmp_path / "secret.txt").write_text("private")
    (root / "editions" / "2005-08-01").symlink_to(tmp_path)
    archive = load_archive(archive_of(root, change_entry(file="editions/2005-08-01/secret.txt")))
    with pytest.raises(ArchiveError, match="symbolic link leads it out"):
        read_copy(archive, archive.entries[0].copies[0])


def test_an_archive_behind_a_link_is_fine(tmp_path: Path) -> None:
    root = tmp_path / "archive"
    (root / "editions/2005-08-01").mkdir(parents=True)
    (root / "editions/2005-08-01/a.txt").write_bytes(b"abc")
    archive_of(root, ROW)
    (tmp_path / "link").symlink_to(root)
    archive = load_archive(tmp_path / "link")
    assert read_copy(archive, archive.entries[0].copies[0]) == b"abc"


def test_missing_copies_say_what_to_do(tmp_path: Path) -> None:
    archive = load_archive(archive_of(tmp_path, ROW))
    with pytest.raises(ArchiveError, match="run `comprules fetch` to complete"):
        read_copy(archive, archive.entries[0].copies[0])
    (tmp_path / "editions/2005-08-01/a.txt").mkdir(parents=True)
    with pytest.raises(ArchiveError, match="cannot be read"):
        read_copy(archive, archive.entries[0].copies[0])


def test_a_path_made_by_hand_is_checked_too(tmp_path: Path) -> None:
    with pytest.raises(ArchiveError, match="is refused"):
        Archive(tmp_path, ()).path_of(Copy("../x", "o", 1, SHA))


def test_the_default_folder_is_the_users_own(monkeypatch: pytest.MonkeyPatch) -> None:
    assert default_archive_dir().parts[-2:] == ("comprules", "archive")
