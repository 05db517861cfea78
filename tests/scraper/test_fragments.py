"""Fragments in an archive, and how they differ from a reading."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest

from rules.records import COMPREHENSIVE_RULES, GlossaryEntry, ParsedDocument, Rule
from scraper.archive import Archive, ArchiveError
from scraper.fragments import fragment_variants, kind_of_variant, load_fragments


@pytest.fixture
def archive(tmp_path: Path) -> Archive:
    (tmp_path / "fragments" / "sites").mkdir(parents=True)
    (tmp_path / "fragments" / "b.txt").write_bytes(b"two")
    (tmp_path / "fragments" / "sites" / "a.html").write_bytes(b"one")
    (tmp_path / "fragments" / ".hidden").write_bytes(b"no")
    return Archive(tmp_path, ())


def listing(archive: Archive, *rows: object) -> None:
    (archive.root / "fragments" / "manifest.json").write_text(json.dumps(rows))


def test_all_files_of_the_folder_are_taken(archive: Archive) -> None:
    fragments, problems = load_fragments(archive)
    assert problems == ()
    assert [(copy.file, copy.origin, data) for copy, data in fragments] == [
        ("fragments/b.txt", "unknown", b"two"),
        ("fragments/sites/a.html", "unknown", b"one"),
    ]
    assert fragments[0][0].sha256 == hashlib.sha256(b"two").hexdigest()


def test_no_folder_no_fragments(tmp_path: Path) -> None:
    assert load_fragments(Archive(tmp_path, ())) == ((), ())


def test_the_list_tells_where_they_were_found(archive: Archive) -> None:
    listing(archive, {"file": "fragments/b.txt", "origin": "example.org", "sha256": hashlib.sha256(b"two").hexdigest()})
    (first, second), problems = load_fragments(archive)
    assert (first[0].origin, second[0].origin, problems) == ("example.org", "unknown", ())


def test_wrong_hashes_and_missing_files_are_reported(archive: Archive) -> None:
    listing(archive, {"file": "fragments/b.txt", "sha256": "0" * 64}, {"file": "fragments/c.txt"})
    fragments, problems = load_fragments(archive)
    assert [copy.file for copy, _ in fragments] == ["fragments/sites/a.html"]
    assert [(problem.code, problem.path) for problem in problems] == [
        ("unreadable-file", "fragments/b.txt"),
        ("unreadable-file", "fragments/c.txt"),
    ]
    assert "SHA-256" in problems[0].message


@pytest.mark.parametrize("file", ["../x.txt", "fragments/../../x", "/etc/passwd", "editions/x.txt", "fragments\\x"])
def test_the_list_cannot_lead_out_of_the_folder(archive: Archive, file: str) -> None:
    listing(archive, {"file": file})
    with pytest.raises(ArchiveError, match="refused"):
        load_fragments(archive)


def test_a_list_that_is_none(archive: Archive) -> None:
    (archive.root / "fragments" / "manifest.json").write_text('{"file": 1}')
    with pytest.raises(ArchiveError, match="correct the list of fragments"):
        load_fragments(archive)


def test_links_out_of_the_archive_are_not_followed(archive: Archive, tmp_path_factory: pytest.TempPathFactory) -> None:
    secret = tmp_path_factory.mktemp("elsewhere") / "secret.txt"
    secret.write_text("secret")
    (archive.root / "fragments" / "link.txt").symlink_to(secret)
    fragments, problems = load_fragments(archive)
    assert all(data != b"secret" for _, data in fragments)
    assert [problem.path for problem in problems] == ["fragments/link.txt"]


READING = 'Whoever wants to turn the ring "Mill" pays <the cost> first; then the heron moves.'


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Whoever wants to turn the ring “Mill” pays <the cost> first; then the heron moves.", "typographic"),
        (f"{READING} [RingRules 2001/02/03]", "typographic"),
        ('Whoever wants to turn the ring "Mill" pays first; then the heron moves.', "damage"),
        ('Whoever wants to tu rn the ring "Mill" pays <the cost> first; then the heron moves.', "damage"),
        ("Whoever wants to turn the ring ?Mill? pays <the cost> first; then the heron moves.", "typographic"),
        ('Whoever wants to turn the ring "Mill" pays <the cost> later; then the heron moves.', "wording"),
        ('Whoever wants to turn the ring "Mill" pays', "wording"),
    ],
)
def test_what_was_lost_is_told_from_what_differs(text: str, kind: str) -> None:
    assert kind_of_variant(READING, text) == kind


def test_only_the_last_passage_may_break_off() -> None:
    assert kind_of_variant(READING, READING[:40], is_last=True) == "damage"
    assert kind_of_variant(READING, READING[:40]) == "wording"
    assert kind_of_variant(READING, READING[:5], is_last=True) == "wording"


def document(*rules: Rule, glossary: tuple[GlossaryEntry, ...] = ()) -> ParsedDocument:
    return ParsedDocument("page", COMPREHENSIVE_RULES, "official", "utf-8", None, "good", rules, glossary, (), (), ())


def rule(number: str, text: str, ordinal: int = 1) -> Rule:
    return Rule("", number, "rule", None, text, ordinal=ordinal)


def test_variants_of_a_fragment() -> None:
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


def test_a_misprinted_number_is_not_another_rule() -> None:
    reading = [rule("1", "One ring."), rule("2", "Two rings.")]
    assert fragment_variants(document(rule("1", "Two rings.")), "page.txt", reading, ()) == ()
