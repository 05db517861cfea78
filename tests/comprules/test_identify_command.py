"""`comprules identify` on the sample editions and on pieces of them, also as fragments among the witnesses."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import comprules
from bench.identification import remove_dates
from comprules.cli.identification import in_one_sentence
from comprules.ingest import ingest
from comprules.places import SAMPLE
from graph.identify import Candidate, Identification
from graph.identify.records import Verdict
from rules.store import open_store
from scraper.archive import load_archive
from tests.comprules.running import run

IDS = [entry.edition for entry in load_archive(SAMPLE).entries]
COPIES = [(entry.edition, SAMPLE / copy.file) for entry in load_archive(SAMPLE).entries for copy in entry.copies]


@pytest.mark.parametrize(("edition", "path"), COPIES, ids=[edition for edition, _ in COPIES])
def test_every_sample_edition_is_itself_without_its_date(edition: str, path: Path, tmp_path: Path, ask: Any) -> None:
    cut = tmp_path / "undated.txt"
    cut.write_bytes(remove_dates(path.read_bytes()))
    assert comprules.parse(cut).edition is None
    identification = ask("identify", str(cut))
    assert identification["range"] == [edition, edition]
    assert (identification["verdict"], identification["work"]) == ("edition", "comprehensive-rules")
    total, top = identification["rules_total"], identification["candidates"][0]
    assert top["edition"] == edition
    assert top["rules_matched"] == top["rules_total"] == total > 20
    assert top["verbatim"] >= total - 1  # a rule that quotes the line with the date lost that with it
    assert top["score"] > 0.99
    scores = [candidate["score"] for candidate in identification["candidates"]]
    assert scores == sorted(scores, reverse=True)
    assert {"work", "dialect", "candidates", "range"} <= set(identification), "the fields of the contract"
    assert {"edition", "rules_matched", "rules_total", "score"} <= set(top)


def test_people_are_told_in_one_sentence_first(tell: Any) -> None:
    edition, path = COPIES[-1]
    result = tell("identify", str(path))
    assert result.exit_code == 0
    first, *_ = result.stdout.splitlines()
    assert first.startswith(f"This is the Comprehensive Rules of {edition}: all its ")
    assert first.endswith(" word for word.")


def candidate(edition: str, verbatim: int, near: int = 0, unmatched: int = 0) -> Candidate:
    return Candidate(edition, "comprehensive-rules", verbatim, near, unmatched, verbatim, None, 1.0)


CR, SUMMARY = "comprehensive-rules", "rulings-summary"
PART, THREE = [candidate(IDS[0], 1, 1, 1)], [candidate(day, 2) for day in IDS[1:4]]


@pytest.mark.parametrize(
    ("verdict", "work", "total", "found", "told"),
    [
        ("none", CR, 0, [], "No rule can be read from this document (official)."),
        ("edition", SUMMARY, 3, [candidate(IDS[0], 3)], "whose text is that of"),
        ("edition", CR, 3, [candidate(IDS[0], 2, 0, 1)], "2 of its 3 rules and glossary entries are there word"),
        ("edition", CR, 3, PART, "2 of its 3 rules and glossary entries are there."),
        ("nearest", CR, 3, PART, f"nearest is the Comprehensive Rules of {IDS[0]}"),
        ("range", CR, 1, [candidate(day, 1) for day in IDS[1:3]], f"of {IDS[1]} and {IDS[2]} equally"),
        ("range", SUMMARY, 2, THREE, f"from {IDS[1]} to {IDS[3]} (3 editions) equally"),
        ("range", CR, 2, [candidate(IDS[1], 2), candidate(IDS[3], 2)], "(2 of the 3 editions) equally"),
    ],
)
def test_each_verdict_is_a_sentence(
    sample_kb: Path, verdict: Verdict, work: str, total: int, found: list[Candidate], told: str
) -> None:
    editions = tuple(edition.edition for edition in found)
    identification = Identification(work, "official", verdict, total, tuple(found), editions)
    with open_store(sample_kb) as store:
        assert told in in_one_sentence(identification, store)


def test_what_is_of_nothing_known_is_status_1(tmp_path: Path, tell: Any) -> None:
    foreign, nothing = tmp_path / "fish.txt", tmp_path / "letter.txt"
    foreign.write_text("\n".join(f"90{i}.1. Whoever holds card {i} asks the others for it." for i in range(1, 7)))
    nothing.write_text("Dear Anna,\nthe stones have come.\n")
    result = tell("identify", str(foreign))
    assert result.exit_code == 1
    assert "Nothing in the knowledge base has text of this document" in result.stdout
    result = tell("identify", str(nothing))
    assert (result.exit_code, "unknown dialect" in result.stderr) == (1, True)


def test_the_api_takes_records_bytes_and_paths_and_the_command_standard_input(sample_kb: Path) -> None:
    edition, path = COPIES[1]
    with open_store(sample_kb) as store:
        identification = comprules.identify(store, path)
        assert identification == comprules.identify(store, path.read_bytes())
        assert identification == comprules.identify(store, comprules.parse(path))
    assert identification.range == (edition, edition)
    result = run("identify", "-", "--json", "--db", str(sample_kb), stdin=path.read_bytes())
    assert json.loads(result.stdout)["range"] == [edition, edition]


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
    assert codes == {"fragments/fish.txt": "fragment-not-placed", "fragments/letter.txt": "unknown-dialect"}
    with open_store(db) as store:
        assert all(witness.condition != "fragment" for edition in store.editions() for witness in edition.witnesses)
