"""Fragments among the witnesses: pieces of the sample editions, put into an archive without a word of what they are."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from comprules.ingest import IngestReport, ingest
from rules.store import open_store
from tests.comprules.running import run

EDITION = "2009-07-11"


def piece(archive: Path, edition: str = EDITION) -> list[str]:
    """The lines of one chapter or two of an edition, from the middle of it."""
    (copy,) = (archive / "editions" / edition).iterdir()
    lines = [line for line in copy.read_text(encoding="utf-8").splitlines() if line.strip()]
    rules = [index for index, line in enumerate(lines) if line[:1].isdigit() and "." in line[:5]]
    middle = rules[len(rules) // 2]
    return lines[middle : middle + 40]


def put(archive: Path, lines: list[str], name: str = "page.txt") -> None:
    (archive / "fragments").mkdir(exist_ok=True)
    (archive / "fragments" / name).write_text("\n\n".join(lines), encoding="utf-8")


@pytest.fixture
def make_base(archive: Path, base: Path) -> Any:
    def make() -> tuple[IngestReport, Path]:
        return ingest(archive, base, jobs=1), base

    return make


def test_a_fragment_witnesses_the_editions_it_fits(archive: Path, base: Path, make_base: Any) -> None:
    with open_store(base) as store:
        before = store.rules(EDITION), store.glossary(EDITION), store.edition(EDITION)
    put(archive, piece(archive))
    _, db = make_base()
    with open_store(db) as store:
        edition = store.edition(EDITION)
        fragment = edition.witnesses[-1]
        assert (fragment.file, fragment.condition, fragment.origin) == ("fragments/page.txt", "fragment", "unknown")
        assert not fragment.chosen
        assert 0 < fragment.rules <= 40
        assert (store.rules(EDITION), store.glossary(EDITION)) == before[:2]
        assert (edition.condition, edition.witnesses[:-1]) == (before[2].condition, before[2].witnesses)
        assert store.editions()[store.edition_ids.index(EDITION)] == edition
        variants = [variant for variant in store.variants(EDITION) if variant.witness == fragment.file]
        assert {variant.kind for variant in variants} <= {"typographic"}
        fitting = [edition.id for edition in store.editions() if edition.witnesses[-1] == fragment]
    assert identify(archive, db)["editions"] == fitting


def identify(archive: Path, db: Path, *options: str) -> Any:
    page = str(archive / "fragments" / "page.txt")
    return json.loads(run("identify", page, *options, "--json", "--db", str(db)).stdout)


def test_its_variants_are_told_by_kind(archive: Path, make_base: Any) -> None:
    lines = piece(archive)
    long = [index for index, line in enumerate(lines) if len(line.split()) > 12]
    words, broken = lines[long[0]].split(), lines[long[1]]
    lines[long[0]] = " ".join([*words[:6], "nevertheless", *words[6:]])
    word = max(broken.split()[2:], key=len)
    lines[long[1]] = broken.replace(word, f"{word[:3]} {word[3:]}", 1)
    put(archive, lines)
    _, db = make_base()
    with open_store(db) as store:
        kinds = {
            variant.key: variant.kind for variant in store.variants(EDITION) if variant.witness == "fragments/page.txt"
        }
    number = words[0].rstrip(".")
    assert (kinds[number], kinds[broken.split()[0].rstrip(".")]) == ("wording", "damage")
    variants = identify(archive, db, "--variants")["variants"]
    (reworded,) = (variant for variant in variants if variant["kind"] == "wording")
    assert reworded["key"] == number
    assert "nevertheless" in reworded["text"]
    assert "nevertheless" not in reworded["reading"]
    output = run("identify", str(archive / "fragments" / "page.txt"), "--variants", "--db", str(db)).stdout
    assert "1 wording" in output
    assert "nevertheless" in output
    assert identify(archive, db)["variants"] is None


@pytest.mark.long
def test_fragments_come_and_go(archive: Path, base: Path, make_base: Any, tmp_path: Path) -> None:
    without = base.read_bytes()
    put(archive, piece(archive))
    report, db = make_base()
    assert (report.written, report.worked) == (True, ())
    whole = db.read_bytes()
    again, _ = make_base()
    assert not again.written
    ingest(archive, tmp_path / "fresh.sqlite", jobs=1)
    assert (tmp_path / "fresh.sqlite").read_bytes() == whole
    (archive / "fragments" / "page.txt").unlink()
    make_base()
    assert db.read_bytes() == without


def test_what_cannot_be_placed_is_said(archive: Path, make_base: Any) -> None:
    fish = [f"90{i}.1. Whoever holds card {i} asks the others for card {i + 1}." for i in range(1, 8)]
    put(archive, fish, "fish.txt")
    put(archive, ["Dear Anna,", "the stones have come."], "letter.txt")
    report, db = make_base()
    codes = {message.path: message.code for message in report.diagnostics if message.path.startswith("fragments/")}
    assert codes == {
        "fragments/fish.txt": "fragment-not-placed",
        "fragments/letter.txt": "unknown-dialect",
        "fragments/page.html": "partial-issue",  # the sample's own
    }
    with open_store(db) as store:
        assert all(witness.condition != "fragment" for edition in store.editions() for witness in edition.witnesses)
