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
    listing(archive, {"file": "fragments/b.txt", "sha256": "0" * 64}, {"file": "fragments/c.txt"})
    fragments, problems = load_fragments(archive)
    assert [copy.file for copy, _ in fragments] == ["fragments/sites/a.html"]
    told = {problem.path: problem for problem in problems}
    assert sorted(told) == ["fragments/b.txt", "fragments/c.txt", "fragments/link.txt"]
    assert [told[f"fragments/{name}.txt"].code for name in "bc"] == ["unreadable-file"] * 2
    assert "SHA-256" in told["fragments/b.txt"].message


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
