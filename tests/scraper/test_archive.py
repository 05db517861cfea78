"""Reading and refusing manifests; fragments in an archive, and how they differ from a reading."""

from __future__ import annotations

import hashlib
import json
import os
from pathlib import Path
from typing import Any

import pytest

from rules.records import COMPREHENSIVE_RULES, GlossaryEntry, ParsedDocument, Rule
from scraper.archive import (
    Archive,
    ArchiveEntry,
    ArchiveError,
    Copy,
    confine_path,
    default_archive_dir,
    load_archive,
    path_problem,
    read_copy,
    write_manifest,
)
from scraper.fragments import fragment_variants, kind_of_variant, load_fragments

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
    copy = Copy("editions/2005-08-01/a.txt", "example.org", 3, SHA)
    assert archive.entries == (ArchiveEntry("2005-08-01", (copy,), "9ED"), ArchiveEntry("2005-10-01", ()))
    assert confine_path(archive.root, archive.entries[0].copies[0].file) == tmp_path / "editions/2005-08-01/a.txt"


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    copy = Copy("editions/2009-07-11/é b.txt", "github.com/x/y", 5, SHA, "p/q", "c" * 40, "http://x", None, ("z:q",))
    entries = (ArchiveEntry("2005-08-01", ()), ArchiveEntry("2009-07-11", (copy,), "M10"))
    write_manifest(tmp_path, reversed(entries))
    first = (tmp_path / "manifest.json").read_bytes()
    assert load_archive(tmp_path).entries == entries
    write_manifest(tmp_path, entries)
    assert (tmp_path / "manifest.json").read_bytes() == first


OUTSIDE = {
    r"`\.\.` part": ("../a.txt", "editions/../../a.txt"),
    "part": ("./a.txt", "editions//a.txt", "editions/"),
    "absolute": ("/etc/passwd", "//host/share/a.txt", "C:/a.txt", "c:a.txt"),
    "backslash": ("..\\a.txt",),
    "empty": ("",),
    "NUL": ("a\0.txt",),
}


@pytest.mark.parametrize("why", OUTSIDE)
def test_paths_that_leave_the_folder_are_refused(tmp_path: Path, why: str) -> None:
    for file in OUTSIDE[why]:
        with pytest.raises(ArchiveError, match=why) as caught:
            load_archive(archive_of(tmp_path, change_entry(file=file)))
        assert "$[0].copies[0].file" in str(caught.value)
        assert "inside the folder" in str(caught.value)
    with pytest.raises(ArchiveError, match="is refused"):
        confine_path(tmp_path, "../x")
    for file in ("a.txt", "editions/2005-08-01/rules raker.txt", "...", "a..b/c", "b/c.txt"):
        assert path_problem(file) is None, file


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
        (change_entry(condition="retyped"), "$[0].copies[0]"),
        (change_entry(condition="retyped", reason=" "), "$[0].copies[0]"),
        (change_entry(condition="splendid", reason="because"), "$[0].copies[0]"),
        (change_entry(condition="good", reason="because"), "$[0].copies[0]"),
        (change_entry(reason="because"), "$[0].copies[0]"),
    ],
)
def test_wrong_types_and_values_name_their_place(tmp_path: Path, row: dict[str, Any], place: str) -> None:
    with pytest.raises(ArchiveError) as caught:
        load_archive(archive_of(tmp_path, row))
    assert str(tmp_path / "manifest.json") in str(caught.value)
    assert f"`{place}`" in str(caught.value).replace("...", "0")


def test_duplicates_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ArchiveError, match=r"is already at \$\[0\]"):
        load_archive(archive_of(tmp_path, ROW, {**ROW, "copies": []}))
    shouting = {**change_entry(file="editions/2005-08-01/A.TXT"), "edition": "2005-10-01"}
    with pytest.raises(ArchiveError, match=r"is already at \$\[0\]\.copies\[0\]"):
        load_archive(archive_of(tmp_path, ROW, shouting))


def test_broken_and_missing_manifests_say_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(ArchiveError, match=r"no such folder; run `comprules fetch --all`"):
        load_archive(tmp_path / "missing")
    with pytest.raises(ArchiveError, match=r"the folder has no manifest\.json"):
        load_archive(tmp_path)
    broken = {b"": 1, b'[\n {\n  "edition": ': 3, b"[\n\n nonsense\n]\n": 3, b"\xff\xfe\x00\x01\x02": 1, b"[]\n[]\n": 2}
    for data, line in broken.items():
        (tmp_path / "manifest.json").write_bytes(data)
        with pytest.raises(ArchiveError, match=rf"manifest\.json:{line}:.*fetch the archive again"):
            load_archive(tmp_path)
    assert default_archive_dir().parts[-2:] == ("comprules", "archive")


def test_copies_are_read_by_way_of_a_link_to_the_archive_and_of_none_that_leads_out(tmp_path: Path) -> None:
    root = tmp_path / "archive"
    (root / "editions/2005-08-01").mkdir(parents=True)
    (tmp_path / "link").symlink_to(root)
    archive = load_archive(archive_of(root, ROW))
    (copy,) = archive.entries[0].copies
    with pytest.raises(ArchiveError, match="run `comprules fetch` to complete"):
        read_copy(archive, copy)
    (root / copy.file).write_bytes(b"abc")
    assert read_copy(load_archive(tmp_path / "link"), copy) == b"abc"
    (root / copy.file).unlink()
    (root / copy.file).mkdir()
    with pytest.raises(ArchiveError, match="cannot be read"):
        read_copy(archive, copy)
    (root / "editions/2009-07-11").symlink_to(tmp_path)
    (tmp_path / "secret.txt").write_text("private")
    led = load_archive(archive_of(root, change_entry(file="editions/2009-07-11/secret.txt")))
    with pytest.raises(ArchiveError, match="symbolic link leads out"):
        read_copy(led, led.entries[0].copies[0])


@pytest.fixture
def archive(tmp_path: Path) -> Archive:
    (tmp_path / "fragments" / "sites").mkdir(parents=True)
    (tmp_path / "fragments" / "b.txt").write_bytes(b"two")
    (tmp_path / "fragments" / "sites" / "a.html").write_bytes(b"one")
    (tmp_path / "fragments" / ".hidden").write_bytes(b"no")
    return Archive(tmp_path, ())


def listing(archive: Archive, *rows: object) -> None:
    (archive.root / "fragments" / "manifest.json").write_text(json.dumps(rows))


def test_all_files_of_the_folder_are_taken(archive: Archive, tmp_path_factory: pytest.TempPathFactory) -> None:
    fragments, problems = load_fragments(archive)
    assert problems == ()
    assert [(copy.file, copy.origin, data) for copy, data in fragments] == [
        ("fragments/b.txt", "unknown", b"two"),
        ("fragments/sites/a.html", "unknown", b"one"),
    ]
    digest = hashlib.sha256(b"two").hexdigest()
    assert fragments[0][0].sha256 == digest
    listing(archive, {"file": "fragments/b.txt", "origin": "example.org", "sha256": digest})
    (first, second), problems = load_fragments(archive)
    assert (first[0].origin, second[0].origin, problems) == ("example.org", "unknown", ())
    assert load_fragments(Archive(tmp_path_factory.mktemp("empty"), ())) == ((), ())


def test_wrong_hashes_missing_files_and_links_out_of_the_archive_are_reported(
    archive: Archive, tmp_path_factory: pytest.TempPathFactory
) -> None:
    secret = tmp_path_factory.mktemp("elsewhere") / "secret.txt"
    secret.write_text("secret")
    (archive.root / "fragments" / "link.txt").symlink_to(secret)
    os.mkfifo(archive.root / "fragments" / "pipe")
    wrong = {"file": "fragments/b.txt", "sha256": "0" * 64}
    listing(archive, wrong, {"file": "fragments/c.txt"}, {"file": "fragments/pipe"})
    fragments, problems = load_fragments(archive)
    assert [copy.file for copy, _ in fragments] == ["fragments/sites/a.html"]
    reported = {problem.path: problem for problem in problems}
    assert sorted(reported) == [f"fragments/{name}" for name in ("b.txt", "c.txt", "link.txt", "pipe")]
    assert {problem.code for problem in problems} == {"unreadable-file"}
    assert "SHA-256" in reported["fragments/b.txt"].message
    assert "not a regular file" in reported["fragments/pipe"].message


def test_the_list_cannot_lead_out_of_the_folder_and_must_be_one(archive: Archive) -> None:
    for file in ("../x.txt", "fragments/../../x", "/etc/passwd", "editions/x.txt", "fragments\\x"):
        listing(archive, {"file": file})
        with pytest.raises(ArchiveError, match="refused"):
            load_fragments(archive)
    (archive.root / "fragments" / "manifest.json").write_text('{"file": 1}')
    with pytest.raises(ArchiveError, match="correct the list of fragments"):
        load_fragments(archive)


READING = 'Whoever wants to turn the ring "Mill" pays <the cost> first; then the heron moves.'


def test_what_was_lost_is_told_from_what_differs() -> None:
    """Only the last passage may break off."""
    kinds = {
        READING.replace('"Mill"', "“Mill”"): "typographic",
        f"{READING} [RingRules 2001/02/03]": "typographic",
        READING.replace('"Mill"', "?Mill?"): "typographic",
        READING.replace(" <the cost>", ""): "damage",
        READING.replace("turn", "tu rn"): "damage",
        READING.replace("first", "later"): "wording",
        READING.partition(" <the cost>")[0]: "wording",
    }
    assert {text: kind_of_variant(READING, text) for text in kinds} == kinds
    assert kind_of_variant(READING, READING[:40], is_last=True) == "damage"
    assert kind_of_variant(READING, READING[:40]) == "wording"
    assert kind_of_variant(READING, READING[:5], is_last=True) == "wording"


def document(*rules: Rule, glossary: tuple[GlossaryEntry, ...] = ()) -> ParsedDocument:
    return ParsedDocument("page", COMPREHENSIVE_RULES, "official", "utf-8", None, "good", rules, glossary, (), (), ())


def rule(number: str, text: str, ordinal: int = 1) -> Rule:
    return Rule("", number, "rule", None, text, ordinal=ordinal)


def test_variants_of_a_fragment_to_which_a_misprinted_number_is_not_another_rule() -> None:
    reading = [rule("1", "One ring."), rule("2", "Two rings."), rule("3", "Three rings turn."), rule("4", "Four.")]
    glossary = (GlossaryEntry("", "Heron’s Notch", "See rule 2."),)
    page = document(
        rule("2", "Two rings."),
        rule("3", "Three rings are turned."),
        rule("9", "Nine rings."),
        glossary=(GlossaryEntry("", "Heron's Notch", "See rule 2."),),
    )
    variants = fragment_variants(page, "page.txt", reading, glossary)
    assert [(variant.key, variant.kind) for variant in variants] == [
        ("3", "wording"),
        ("9", "extra"),
        ("glossary:Heron’s Notch", "typographic"),
    ]
    assert all(variant.witness == "page.txt" and not variant.adopted for variant in variants)
    assert fragment_variants(document(rule("1", "Two rings.")), "page.txt", reading[:2], ()) == ()
