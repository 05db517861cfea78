"""`comprules identify` on the sample editions and on pieces of them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import comprules
from bench.identification import undated
from comprules.places import SAMPLE
from rules.store import open_store
from scraper.archive import load_archive
from tests.comprules.running import read_refusal, run

COPIES = [(entry.edition, SAMPLE / copy.file) for entry in load_archive(SAMPLE).entries for copy in entry.copies]


@pytest.mark.parametrize(("edition", "path"), COPIES, ids=[edition for edition, _ in COPIES])
def test_every_sample_edition_is_itself_without_its_date(edition: str, path: Path, tmp_path: Path, ask: Any) -> None:
    cut = tmp_path / "undated.txt"
    cut.write_bytes(undated(path.read_bytes()))
    assert comprules.parse(cut).edition is None
    identification = ask("identify", str(cut))
    assert identification["range"] == [edition, edition]
    assert identification["verdict"] == "edition"
    assert identification["work"] == "comprehensive-rules"
    top = identification["candidates"][0]
    assert top["edition"] == edition
    assert top["rules_matched"] == top["rules_total"] == identification["rules_total"] > 20
    assert (
        top["verbatim"] >= identification["rules_total"] - 1
    )  # a rule that quotes the line with the date lost that with it
    assert top["score"] > 0.99
    scores = [candidate["score"] for candidate in identification["candidates"]]
    assert scores == sorted(scores, reverse=True)


def test_the_answer_has_the_fields_of_the_contract(ask: Any) -> None:
    identification = ask("identify", str(COPIES[0][1]))
    assert {"work", "dialect", "candidates", "range"} <= set(identification)
    assert {"edition", "rules_matched", "rules_total", "score"} <= set(identification["candidates"][0])


def test_people_are_told_in_one_sentence_first(tell: Any) -> None:
    edition, path = COPIES[-1]
    result = tell("identify", str(path))
    assert result.exit_code == 0
    first = result.stdout.splitlines()[0]
    assert first.startswith(f"This is the Comprehensive Rules of {edition}: all its ")
    assert first.endswith(" word for word.")


def test_standard_input(sample_store: Path) -> None:
    edition, path = COPIES[0]
    result = run("identify", "-", "--json", "--db", str(sample_store), given=path.read_bytes())
    assert json.loads(result.stdout)["range"] == [edition, edition]


def test_what_is_of_nothing_known_is_status_1(tmp_path: Path, tell: Any) -> None:
    foreign = tmp_path / "fish.txt"
    foreign.write_text("\n".join(f"90{i}.1. Whoever holds card {i} asks the others for it." for i in range(1, 7)))
    result = tell("identify", str(foreign))
    assert result.exit_code == 1
    assert "Nothing in the knowledge base has text of this document" in result.stdout
    nothing = tmp_path / "letter.txt"
    nothing.write_text("Dear Anna,\nthe stones have come.\n")
    result = tell("identify", str(nothing))
    assert result.exit_code == 1
    assert "unknown dialect" in result.stderr


def test_no_knowledge_base_is_status_2(tmp_path: Path) -> None:
    assert "comprules ingest" in read_refusal("identify", str(COPIES[0][1]), "--db", str(tmp_path / "none.sqlite"))


def test_the_api_takes_records_bytes_and_paths(sample_store: Path) -> None:
    edition, path = COPIES[1]
    with open_store(sample_store) as store:
        identification = comprules.identify(store, path)
        assert identification == comprules.identify(store, path.read_bytes())
        assert identification == comprules.identify(store, comprules.parse(path))
    assert identification.range == (edition, edition)
