"""`comprules identify` on the sample editions and on pieces of them."""

from __future__ import annotations

import json
import re
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

import comprules
from bench.identification import remove_dates
from comprules.cli.commands.identify import in_one_sentence
from comprules.facts import SAMPLE
from graph.documents.identify import Candidate, Identification, Verdict
from rules.store import open_store
from scraper.archive import load_archive
from tests.comprules.running import run
from tests.graph.lineages.small import link
from tests.rules.histories import write_history

IDS = [entry.edition for entry in load_archive(SAMPLE).entries]
COPIES = [(entry.edition, SAMPLE / copy.file) for entry in load_archive(SAMPLE).entries for copy in entry.copies]
ISSUE = "1999-04-21"


@pytest.mark.parametrize(("edition", "path"), COPIES, ids=[edition for edition, _ in COPIES])
def test_every_sample_edition_is_itself_without_its_date(edition: str, path: Path, tmp_path: Path, ask: Any) -> None:
    cut = tmp_path / "undated.txt"
    cut.write_bytes(remove_dates(path.read_bytes()))
    assert comprules.parse(cut).edition is None
    identification = ask("identify", str(cut))
    assert identification["range"] == [edition, edition]
    assert (identification["verdict"], identification["work"]) == (
        "edition",
        "rulings-summary" if edition == ISSUE else "comprehensive-rules",
    )
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


def test_half_a_copy_is_called_half_a_copy(tmp_path: Path, ask: Any, tell: Any) -> None:
    edition, path = COPIES[-1]
    whole, half = path.read_bytes(), tmp_path / "half.txt"
    half.write_bytes(whole[: len(whole) // 2])
    identification = ask("identify", str(half))
    extent = identification["extent"]
    assert (identification["condition"], extent["edition"]) == ("truncated", edition)
    assert (extent["rules"]["form"], extent["glossary"]["form"]) == ("beginning", "nothing")
    assert extent["rules"]["present"] < extent["rules"]["total"]
    assert "truncated" in {row["code"] for row in identification["diagnostics"]}
    _, told, condition, *_ = tell("identify", str(half)).stdout.splitlines()
    assert told == f"It has {extent['sentence']}."
    assert condition == "Condition: truncated."
    identification = ask("identify", str(path))
    assert (identification["condition"], identification["extent"]["rules"]["form"]) == ("good", "whole")


LABEL = re.compile(r"\d{3}\.\d+(?:\.|[a-z])\s")


def slip_texts(text: str) -> str:
    """Each rule with the text of the rule after it, as in a table whose columns slipped."""
    lines = text.split("\n")
    rules = [index for index, line in enumerate(lines) if LABEL.match(line)]
    slipped = list(lines)
    for index, following in pairwise(rules):
        label = LABEL.match(lines[index])
        assert label is not None
        slipped[index] = label[0] + LABEL.sub("", lines[following], count=1)
    return "\n".join(slipped)


def test_texts_under_wrong_numbers_are_reported_with_how_many(tmp_path: Path, ask: Any, tell: Any) -> None:
    edition, path = COPIES[-1]
    copy = tmp_path / "slipped.txt"
    copy.write_text(slip_texts(path.read_text()))
    identification = ask("identify", str(copy))
    assert (identification["condition"], identification["editions"]) == ("damaged", [edition])
    (problem,) = [row for row in identification["diagnostics"] if row["code"] == "texts-differ"]
    differing, total = map(int, re.findall(r"(\d+) of its (\d+) texts", problem["message"])[0])
    assert total == identification["rules_total"]
    assert differing == total - identification["candidates"][0]["same_number"] > total / 2
    result = tell("identify", str(copy))
    assert "Condition: damaged." in result.stdout
    assert "texts-differ" in result.stderr


def test_a_copy_with_the_date_of_another_edition_is_not_damaged(tmp_path: Path, ask: Any) -> None:
    dates = [re.search(r"as of ([A-Z]\w+ \d+, \d{4})", path.read_text()) for _, path in COPIES[-2:]]
    assert dates[0] is not None and dates[1] is not None  # noqa: PT018 - for the type
    edition, path = COPIES[-1]
    copy = tmp_path / "misdated.txt"
    copy.write_text(path.read_text().replace(dates[1][1], dates[0][1]))
    identification = ask("identify", str(copy))
    assert identification["editions"] == [edition]
    assert (
        identification["condition"],
        [row["code"] for row in identification["diagnostics"]].count("texts-differ"),
    ) == (
        "good",
        1,
    )


def test_parse_says_how_much_of_the_stated_edition_a_copy_has(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Measured by the ledger that ships with the package; the sample has only parts of the real editions."""
    monkeypatch.setenv("COMPRULES_DB", str(tmp_path / "none.sqlite"))  # a checkout may have one made from the sample
    edition, path = COPIES[-1]
    extent = json.loads(run("parse", str(path), "--json").stdout)["extent"]
    assert extent["edition"] == edition
    assert 0 < extent["rules"]["present"] < extent["rules"]["total"]
    assert f"extent     {extent['sentence']}" in run("parse", str(path)).stdout.splitlines()


def candidate(edition: str, verbatim: int, near: int = 0, unmatched: int = 0) -> Candidate:
    return Candidate(
        edition=edition,
        work="comprehensive-rules",
        rules_matched=verbatim + near,
        rules_total=verbatim + near + unmatched,
        score=1.0,
        verbatim=verbatim,
        near=near,
        unmatched=unmatched,
        same_number=verbatim,
        has_number=verbatim,
        lacking=None,
    )


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
    identification = Identification(work, "official", verdict, total, tuple(found), None, editions)
    with open_store(sample_kb) as store:
        assert told in in_one_sentence(identification, store)


def test_what_is_of_nothing_known_is_status_1(tmp_path: Path, tell: Any) -> None:
    foreign, nothing = tmp_path / "fish.txt", tmp_path / "letter.txt"
    foreign.write_text("\n".join(f"90{i}.1. Whoever holds card {i} asks the others for it." for i in range(1, 7)))
    nothing.write_text("Dear Anna,\nthe stones have come.\n")
    result = tell("identify", str(foreign))
    assert result.exit_code == 1
    assert "No edition in the knowledge base has any text of this document" in result.stdout
    result = tell("identify", str(nothing))
    assert (result.exit_code, "unknown dialect" in result.stderr) == (1, True)


def test_the_api_takes_records_bytes_and_paths_and_the_command_standard_input(sample_kb: Path) -> None:
    edition, path = COPIES[1]
    with open_store(sample_kb) as store:
        identification = comprules.identify(store, path)
        nameless = comprules.identify(store, path.read_bytes())
        assert {row.path for row in nameless.diagnostics} == {"document"}
        assert replace(identification, diagnostics=()) == replace(nameless, diagnostics=())
        assert identification == comprules.identify(store, comprules.parse(path))
    assert identification.range == (edition, edition)
    result = run("identify", "-", "--json", "--db", str(sample_kb), stdin=path.read_bytes())
    assert json.loads(result.stdout)["range"] == [edition, edition]


def test_all_editions_that_fit_equally_are_named_before_others(tmp_path: Path) -> None:
    """A document of eight editions, and a ninth that has almost all of it."""
    days = [f"200{year}-01-01" for year in range(1, 10)]
    same = {f"100.{number}": f"Boat {number} drifts with the wind of the harbour." for number in range(1, 200)}
    editions = {day: {"100": "Boats|", **same} for day in days}
    editions[days[-1]] = {**editions[days[-1]], "100.7": "Boat 7 drifts against the wind of the harbour."}
    links = {day: [link(key, key) for key in editions[day]] for day in days[1:]}
    db = write_history(tmp_path / "kb.sqlite", editions, links)
    document = tmp_path / "page.txt"
    document.write_text("\n\n".join(f"{number}. {text}" for number, text in same.items()), encoding="utf-8")
    *_, sixth, more, other = run("identify", str(document), "--db", str(db)).stdout.splitlines()
    assert sixth.startswith(days[5])
    assert more == f"2 more fit equally: {days[6]}, {days[7]}"
    assert other.startswith(days[8])
    assert "100.00%" in sixth
    assert "100.00%" not in other
