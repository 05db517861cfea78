"""Questions for the history of a number: what Python and the scripts of the site say, on a history told by hand."""

from __future__ import annotations

import re
from datetime import date
from pathlib import Path

import pytest

from graph.search.past_questions import read_past_question
from graph.search.searcher import Searcher
from rules.store import Store, open_store
from tests.browser.conftest import require_assets
from tests.conftest import made_once
from tests.graph.lineages.small import deleted, link, merged
from tests.rules.histories import Retyped, write_history
from tests.site_src.scripts import run_program
from tests.site_src.search.sample_data import SEARCHER, write_data

EDITIONS = {
    "2001-01-01": {
        "300": "Rafts|",
        "300.1": "A raft drifts slowly down the river.",
        "300.1a": "A raft without a pole drifts with the current.",
        "300.2": "A pole steers a raft of any length.",
        "300.3": "Ferries cross at dawn.",
    },
    "2002-02-02": {
        "300": "Rafts|",
        "300.1": "A raft drifts slowly down any river.",
        "300.1a": "A raft without a pole drifts with the current.",
        "300.2": "A pole steers a raft of any length.",
        "300.3": "Ferries cross at dawn.",
    },
    "2002-08-08": Retyped(
        {
            "300": "Rafts|",
            "300.1": "A raft drifts slowly down any river.",
            "300.1a": "A raft without a pole drifts with the current.",
            "300.2": "A pole steers a raft of any length.",
            "300.3": "Ferries cross at dawn.",
        }
    ),
    "2003-03-03": {
        "400": "Rafts|",
        "400.1": "A raft drifts quickly down any river.",
        "400.1a": "A raft without a pole drifts with the stream.",
        "400.2": "Ferries cross at dusk.",
        "300": "Bridges|",
        "300.1": "A bridge spans a river.",
    },
    "2004-04-04": {
        "400": "Rafts|",
        "400.1": "A raft drifts quickly down any river.",
        "400.1a": "A raft without a pole drifts with the stream.",
        "400.1b": "A raft with a pole is steered.",
        "300": "Bridges|",
        "300.1": "A bridge spans a river.",
    },
}
MOVED = [
    link("300", "400"),
    link("300.1", "400.1", "renumbered", "wording"),
    link("300.1a", "400.1a", "renumbered", "wording"),
    link("300.3", "400.2", "renumbered", "wording"),
    *deleted("300.2"),
    link(None, "300", "added"),
    link(None, "300.1", "added"),
]
LINKS = {
    "2002-02-02": [link("300.1", "300.1", "kept", "wording")],
    "2002-02-02..2002-08-08": [],
    "2002-08-08..2003-03-03": MOVED,
    "2003-03-03": MOVED,
    "2004-04-04": [*merged("400.1", "400.1", "400.2", change="unchanged"), link(None, "400.1b", "added")],
}
OLDEST = ", the oldest edition known"
NUMBER = "under this number since 2003-03-03"
DELETED = "it was deleted with the edition of 2003-03-03"
MERGED = "it was merged into another rule with the edition of 2004-04-04"
RAFT = (
    f"400.1 has been in the rules since 2001-01-01{OLDEST}, as 300.1 at first and {NUMBER}.",
    "It has had 3 wordings; its own words changed in the editions of 2002-02-02 and 2003-03-03.",
    "The 2 rules below it today were added or reworded in the editions of 2003-03-03 and 2004-04-04.",
)
RAFTS = (
    f"400 has been in the rules since 2001-01-01{OLDEST}, as 300 at first and {NUMBER}.",
    "No edition changed its own words.",
    "The 3 rules below it today were added or reworded in the editions of 2002-02-02, 2003-03-03 and 2004-04-04.",
)
BRIDGE = (
    "300.1 has been in the rules since 2003-03-03, always under this number.",
    "No edition changed its words.",
)
EXPECTED = {
    # query: notes, and the first answer
    "when was 400.1 changed": (RAFT, "history:400.1"),
    "when was rule 400.1 last changed": (RAFT, "history:400.1"),
    "400.1 history": (RAFT, "history:400.1"),
    "rule 400.1 history": (RAFT, "history:400.1"),
    # with another mark than a point
    "history of 400,1": (RAFT, "history:400.1"),
    "400-1, when was it changed": (RAFT, "history:400.1"),
    # the number of a chapter, with or without a word that says so
    "400 history": (RAFTS, "history:400"),
    "history of 400": (RAFTS, "history:400"),
    "history of rule 400": (RAFTS, "history:400"),
    "when was chapter 400 first added": (RAFTS, "history:400"),
    "since when does 300.1 exist": (
        (*BRIDGE, "In other editions, 300.1 meant another rule: today’s 400.1 (2001-01-01 to 2002-02-02)."),
        "history:300.1",
    ),
    "when was 300.1 removed": (
        (
            *BRIDGE,
            "It is still in the rules.",
            "In other editions, 300.1 meant another rule: today’s 400.1 (2001-01-01 to 2002-02-02).",
        ),
        "history:300.1",
    ),
    "when was 300.1a renumbered": (
        (
            "300.1a is now 400.1a; the rule lost the number 300.1a with the edition of 2003-03-03.",
            f"400.1a has been in the rules since 2001-01-01{OLDEST}, as 300.1a at first and {NUMBER}.",
            "It has had 2 wordings; its words changed in the edition of 2003-03-03.",
            "The edition of 2004-04-04 has no rule 300.1a.",
        ),
        "history:400.1a",
    ),
    "when was 300.2 deleted": (
        (
            f"300.2 was in the rules from 2001-01-01{OLDEST}, to 2002-02-02, always under this number; {DELETED}.",
            "No edition changed its words.",
        ),
        "history:300.2",
    ),
    "what happened to 400.2": (
        (
            f"400.2 was in the rules from 2001-01-01{OLDEST}, to 2003-03-03, as 300.3 at first and {NUMBER}; {MERGED}.",
            "It had 2 wordings; its words changed in the edition of 2003-03-03.",
        ),
        "history:400.2",
    ),
    # each rule has its sentence, even if it is that of another one
    "when was 300.1 300.2 changed": (
        (
            *BRIDGE,
            "In other editions, 300.1 meant another rule: today’s 400.1 (2001-01-01 to 2002-02-02).",
            f"300.2 was in the rules from 2001-01-01{OLDEST}, to 2002-02-02, always under this number; {DELETED}.",
            "No edition changed its words.",
        ),
        "history:300.1",
    ),
    # two numbers of one rule do not say it twice
    "when was 400.1a 300.1a changed": (
        (
            f"400.1a has been in the rules since 2001-01-01{OLDEST}, as 300.1a at first and {NUMBER}.",
            "It has had 2 wordings; its words changed in the edition of 2003-03-03.",
            "300.1a is now 400.1a; the rule lost the number 300.1a with the edition of 2003-03-03.",
            "The edition of 2004-04-04 has no rule 300.1a.",
        ),
        "history:400.1a",
    ),
    "400.1": ((), "400.1"),
}


@pytest.fixture(scope="module")
def rafts(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with the knowledge base, and with what the scripts read of it."""
    require_assets()

    def make(folder: Path) -> None:
        with open_store(write_history(folder / "kb.sqlite", EDITIONS, LINKS)) as store:
            write_data(store, folder)

    return made_once(tmp_path_factory, "rafts", make)


def answer(store: Store, query: str, edition: str | None = None) -> tuple[tuple[str, ...], str]:
    result = Searcher(store).search(query, edition, limit=3)
    return result.notes, result.answers[0].source


def name_days(note: str) -> str:
    """Return a note with its days as the site writes them."""

    def name_day(match: re.Match[str]) -> str:
        day = date.fromisoformat(match[0])
        return f"{day.day} {day:%B %Y}"

    return re.sub(r"\d{4}-\d\d-\d\d", name_day, note)


def test_the_history_of_a_number_is_the_first_sentence_and_the_first_answer(rafts: Path) -> None:
    with open_store(rafts / "kb.sqlite") as store:
        assert {query: answer(store, query) for query in EXPECTED} == EXPECTED


def test_the_site_says_the_same(rafts: Path) -> None:
    program = f"""{SEARCHER}
        const found = [];
        for (const query of JSON.parse(readFileSync(0, "utf8"))) {{
          const {{ notes, answers }} = await searcher.search(query);
          const {{ key, href }} = structuredClone(answers)[0];
          found.push([notes, key, href]);
        }}
        console.log(JSON.stringify(found));
    """
    found = run_program(program, list(EXPECTED), rafts)
    for (query, (notes, source)), (told, key, href) in zip(EXPECTED.items(), found, strict=True):
        assert (told, key) == ([name_days(note) for note in notes], source), query
        if key.startswith("history:"):
            assert href in {
                "history/300.1/#300.1",
                "history/400/#400",
                "history/400.1/#400.1",
                "history/400.1/#400.1a",
                "history/300.2/#300.2",
                "history/400.2/#400.2",
            }


def test_in_a_former_edition_the_rule_of_that_edition_is_meant(rafts: Path) -> None:
    with open_store(rafts / "kb.sqlite") as store:
        notes, source = answer(store, "when was 300.1 changed", "2002-02-02")
    assert notes[0] == "300.1 is now 400.1; the rule lost the number 300.1 with the edition of 2003-03-03."
    assert source == "history:400.1"


def test_a_number_that_meant_several_rules_and_is_gone_is_not_guessed(tmp_path: Path) -> None:
    editions = {
        "2001-01-01": {"100.1": "A mill grinds.", "100.2": "A barn keeps hay."},
        "2002-02-02": {"100.1": "A mill grinds.", "100.3": "A barn keeps hay.", "100.2": "A loft keeps straw."},
        "2003-03-03": {"100.1": "A mill grinds.", "100.3": "A barn keeps hay."},
    }
    links = {
        "2002-02-02": [link("100.2", "100.3"), link(None, "100.2", "added")],
        "2003-03-03": [*deleted("100.2")],
    }
    with open_store(write_history(tmp_path / "kb.sqlite", editions, links)) as store:
        notes, source = answer(store, "when was 100.2 changed")
    assert notes[0] == (
        "100.2 has meant 2 different rules: a rule that is gone (2002-02-02) and today’s 100.3 (2001-01-01)."
    )
    assert source == "history:100.2"


def test_a_section_counts_the_rules_of_its_chapters(tmp_path: Path) -> None:
    editions = {
        "2001-01-01": {"3": "Harbours|", "300": "Piers|", "300.1": "A pier is long."},
        "2002-02-02": {"3": "Harbours|", "300": "Piers|", "300.1": "A pier is wide."},
    }
    links = {"2002-02-02": [link("300.1", "300.1", "kept", "wording")]}
    with open_store(write_history(tmp_path / "kb.sqlite", editions, links)) as store:
        notes, source = answer(store, "history of 3")
    assert notes[-1] == "The 2 rules below it today were added or reworded in the edition of 2002-02-02."
    assert source == "history:3"


def test_words_around_a_number_are_no_subject() -> None:
    read = {
        words: read_past_question(words.split(), names_number=True)
        for words in ("when was last changed", "since when does exist", "when was storm changed", "storm", "")
    }
    asked = {words: found and (found.aim, found.subject) for words, found in read.items()}
    assert asked == {
        "when was last changed": ("changed", []),
        "since when does exist": ("since", []),
        "when was storm changed": ("changed", ["storm"]),
        "storm": None,
        "": None,
    }
