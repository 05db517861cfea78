"""An edition known only from a retyped copy, through the commands: what it dates, and that it is named as such."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from graph.ledger import open_ledger
from graph.ledger.make import ledger_of
from graph.search.changes import search_changes
from rules.store import open_store
from tests.comprules.running import read_output, read_refusal, run
from tests.scraper.archives import write_archive

A, B, C = "2020-03-05", "2020-06-05", "2020-09-05"
TEXT = """These rules are effective as of {day}, 2020.

Contents

1. Flocks
100. General

Glossary

Credits

1. Flocks

100. General

100.1. A flock is a group of at least two lambs that graze on one and the same meadow.

100.2. {second}

100.4. Wool is white, and whoever shears it keeps it.
Example: A lamb's owner shears it.

{third}
Glossary

Lamb
A young sheep.

Credits

The shepherds.
"""
DOG = "The dog watches over the flock in the night while the shepherd is asleep in the hut. See rule 100.1."
RAM = "100.5. A ram guards the gate of the fold as long as nobody else is there to do it.\n"
EDITIONS = {
    A: TEXT.format(day="March 5", second=DOG, third=""),
    B: TEXT.format(day="June 5", second=DOG.replace("flock", "folck"), third=RAM),
    C: TEXT.format(day="September 5", second=DOG, third=RAM),
}


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    root = write_archive(tmp_path / "archive", {day: {"a.txt": text.encode()} for day, text in EDITIONS.items()})
    state(root, condition="retyped", reason="slips of a typist")
    return root


def state(root: Path, **stated: str) -> None:
    """State the condition of the second edition's copy in the manifest."""
    rows = json.loads((root / "manifest.json").read_text())
    copy = rows[1]["copies"][0]
    copy.pop("reason", None)
    rows[1]["copies"][0] = {**copy, **stated}
    (root / "manifest.json").write_text(json.dumps(rows))


def ingest(archive: Path) -> str:
    db = str(archive.parent / "kb.sqlite")
    read_output("ingest", "--archive", str(archive), "--db", db, "--jobs", "1")
    return db


def ask(db: str, *words: str) -> Any:
    result = run(*words, "--json", "--db", db)
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def test_it_dates_what_is_new_and_nothing_else_and_stays_readable(archive: Path) -> None:
    db = ingest(archive)
    assert [(row["condition"], row["reason"]) for row in ask(db, "editions")] == [
        ("good", None),
        ("retyped", "slips of a typist"),
        ("good", None),
    ]
    dog, ram = ask(db, "trace", "100.2"), ask(db, "trace", "100.5")
    assert [(row["edition_first"], row["edition_last"], row["retyped"]) for row in dog["entries"]] == [(A, C, False)]
    assert (ram["lineage"], ram["entries"][0]["edition_first"], ram["entries"][0]["retyped"]) == (f"100.5@{B}", B, True)
    shown = ask(db, "show", "100.2", "--as-of", B)
    assert ("folck" in shown["text"], shown["condition"], shown["since"]) == (True, "retyped", None)
    assert shown["lineage"] == dog["lineage"]
    assert [change["class"] for change in ask(db, "diff", B, C)["changes"]] == ["wording"]
    assert [change["kind"] for change in ask(db, "diff", A, C)["changes"]] == ["added"]
    assert [row["status"] for row in ask(db, "audit", B)] == ["not-examined"]


@pytest.mark.parametrize(
    "words", [("show", "100.2", "--as-of", B), ("diff", B, C), ("blame", "100.2", "--as-of", B), ("refs", "--as-of", B)]
)
def test_answers_about_it_say_what_it_is(archive: Path, words: tuple[str, ...]) -> None:
    result = run(*words, "--db", ingest(archive))
    assert f"{B} is known only from a retyped copy" in result.stderr
    assert "slips of a typist" in result.stderr


@pytest.mark.parametrize(
    "words",
    [
        ("diff", B, C),
        ("diff", A, B),
        ("map", "100.2", "--from", B),
        ("map", "--from", A, "--to", B),
        ("blame", "100.2", "--as-of", B),
        ("blame", "100.5"),
        ("refs", "100.2", "--as-of", B),
        ("refs", "100.2", "--to-edition", B),
        ("refs", "100.2", "--near", "1", "--as-of", B),
        ("refs", "100.1", "--impact", "--as-of", B),
        ("refs", "--most-cited", "--as-of", B),
        ("refs", "--orphans", "--as-of", B),
        ("refs", "--cycles", "--as-of", B),
        ("audit", B),
    ],
)
def test_json_about_it_names_it(archive: Path, words: tuple[str, ...]) -> None:
    answer = ask(ingest(archive), *words)
    rows = answer if isinstance(answer, list) else [answer]
    assert [row["retyped_editions"] for row in rows] == [[B]] * len(rows)
    assert rows


@pytest.mark.parametrize(
    "words",
    [
        ("diff", A, C),
        ("map", "--from", A),
        ("blame", "100.2"),
        ("refs", "100.2"),
        ("refs", "100.2", "--near", "1"),
        ("refs", "--most-cited"),
    ],
)
def test_json_about_other_editions_does_not_name_it(archive: Path, words: tuple[str, ...]) -> None:
    answer = ask(ingest(archive), *words)
    rows = answer if isinstance(answer, list) else [answer]
    assert rows
    assert not any("retyped_editions" in row for row in rows)


def test_references_through_the_editions_name_it_where_they_count_it(archive: Path) -> None:
    db = ingest(archive)
    rows = ask(db, "refs", "100.1", "--through")
    assert [(row["edition"], row.get("retyped_editions")) for row in rows] == [(A, None), (B, [B]), (C, None)]
    assert f"{B} is known only from a retyped copy" in run("refs", "100.1", "--through", "--db", db).stderr


def test_its_first_date_is_the_same_in_every_answer(archive: Path) -> None:
    """Only its beginning: what the next edition deletes or inserts elsewhere is no step of it."""
    db = ingest(archive)
    with open_store(Path(db)) as store:
        found = {words: search_changes(store, words).periods[0].first for words in ("ram guards", '"a ram"', "dog")}
    assert found == {"ram guards": B, '"a ram"': B, "dog": A}
    assert run("search", "--changes", "ram guards", "--db", db).stdout.startswith(f"ram guards: since {B}\n")
    assert ask(db, "trace", "100.5")["entries"][0]["edition_first"] == B
    assert {piece["since"] for piece in ask(db, "blame", "100.5")["tokens"]} == {B}


def test_words_that_it_has_otherwise_are_dated_by_the_next_edition(tmp_path: Path) -> None:
    texts = EDITIONS | {B: EDITIONS[B].replace("guards", "gaurds")}
    root = write_archive(tmp_path / "archive", {day: {"a.txt": text.encode()} for day, text in texts.items()})
    state(root, condition="retyped", reason="slips of a typist")
    with open_store(Path(ingest(root))) as store:
        found = {words: search_changes(store, words).periods[0].first for words in ("ram guards", "gate of the fold")}
    assert found == {"ram guards": C, "gate of the fold": B}


def test_a_phrase_that_it_dates_says_so(archive: Path) -> None:
    result = run("blame", "100.5", "--db", ingest(archive))
    assert f"{B} is known only from a retyped copy" in result.stderr


def test_explain_says_when_it_dates_a_number(archive: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    db = ingest(archive)
    ledger = archive.parent / "comprules.ledger"
    with open_store(Path(db)) as store:
        ledger.write_bytes(ledger_of(store))
    monkeypatch.setattr("comprules.cli.commands.explain.open_ledger", lambda: open_ledger(ledger))
    ram, dog = (json.loads(run("explain", number, "--json").stdout)["owners"][0] for number in ("100.5", "100.2"))
    assert ram["retyped_editions"] == [B]
    assert "retyped_editions" not in dog
    assert f"since {B} ({B} is known only from a retyped copy)" in run("explain", "100.5").stdout


def test_audit_says_that_it_does_not_examine_it(archive: Path) -> None:
    db = ingest(archive)
    sentence = f"{B} was not examined"
    assert sentence in run("audit", B, "--db", db).stdout
    assert sentence in run("audit", "--all", "--db", db).stdout
    assert sentence not in run("audit", C, "--db", db).stdout


def test_the_history_says_what_dates_its_beginning(archive: Path) -> None:
    db = ingest(archive)
    assert f"{B} is known only from a retyped copy" in run("trace", "100.5", "--db", db).stdout
    assert "retyped" not in run("trace", "100.2", "--db", db).stdout


def test_what_it_is_called_decides_and_a_wrong_word_changes_nothing(archive: Path) -> None:
    db = ingest(archive)
    before = Path(db).read_bytes()
    for stated, problem in (
        ({"condition": "retyped"}, "without a reason"),
        ({"condition": "wonderful", "reason": "x"}, "'wonderful' is unknown"),
    ):
        state(archive, **stated)
        refusal = read_refusal("ingest", "--archive", str(archive), "--db", db)
        assert problem in refusal
        assert "manifest.json" in refusal
        assert Path(db).read_bytes() == before
    state(archive, condition="retyped", reason="another reason")
    assert ask(ingest(archive), "editions")[1]["reason"] == "another reason"
    rows = json.loads((archive / "manifest.json").read_text())
    del rows[1]["copies"][0]["condition"], rows[1]["copies"][0]["reason"]
    (archive / "manifest.json").write_text(json.dumps(rows))
    told = ask(ingest(archive), "trace", "100.2")
    steps = [(row["edition_first"], row["class"]) for row in told["entries"]]
    assert steps == [(A, None), (B, "wording"), (C, "wording")]
