"""The changes of an edition in sentences."""

from __future__ import annotations

from pathlib import Path

from graph.compare.comparison import compare
from graph.history import History
from rules.store import open_store
from site_src.markup.steps import describe_step
from tests.graph.lineages.small import deleted, link
from tests.rules.histories import write_history

A, B, C = "2001-01-01", "2002-02-02", "2003-03-03"
EDITIONS = {
    A: {"100": "Rafts|", "100.1": "A raft drifts.", "200": "Poles|", "200.1": "A pole steers.", "200.2": "Rest."},
    B: {
        "100": "Rafts|",
        "100.1": "A raft drifts slowly.",
        "100.2": "A raft may sink.",
        "200": "Poles|",
        "200.1": "A pole steers.",
    },
    C: {
        "100": "Rafts|",
        "100.1": "A raft drifts slowly.",
        "100.3": "A raft may sink.",
        "200": "Poles|",
        "200.1": "A pole steers.",
    },
}
LINKS = {
    B: [link("100.1", "100.1", "kept", "wording"), *deleted("200.2"), link(None, "100.2", "added")],
    C: [link("100.2", "100.3")],
}


def test_an_edition_is_told_in_sentences(tmp_path: Path) -> None:
    with open_store(write_history(tmp_path / "kb.sqlite", EDITIONS, LINKS)) as store:
        told = {
            step: describe_step(store, *step, compare(History(store), *step).groups)
            for step in ((A, B), (B, C), (A, C))
        }
    figures = "added 1 rule, deleted 1 and reworded 1"
    chapter = "Of these changes, 2 are in chapter 100, Rafts, more than in any other."
    assert told == {
        (A, B): f"The edition of 2 February 2002 {figures}. {chapter}",
        (B, C): ("The edition of 3 March 2003 added, deleted and reworded no rule. 1 rule only got a new number."),
        (A, C): f"The edition of 3 March 2003, compared with the edition of 1 January 2001, {figures}. {chapter}",
    }


def test_of_chapters_with_as_many_changes_none_is_named(tmp_path: Path) -> None:
    editions = {A: {"100": "Rafts|", "200": "Poles|"}, B: {"100": "Rafts|", "200": "Poles|"}}
    for chapter in ("100", "200"):
        editions[B] |= {f"{chapter}.1": f"Rule one of {chapter}.", f"{chapter}.2": f"Rule two of {chapter}."}
    links = {B: [link(None, key, "added") for key in ("100.1", "100.2", "200.1", "200.2")]}
    with open_store(write_history(tmp_path / "kb.sqlite", editions, links)) as store:
        told = describe_step(store, A, B, compare(History(store), A, B).groups)
    assert told == "The edition of 2 February 2002 added 4 rules."


def test_a_single_rule_with_a_new_number_is_not_counted(tmp_path: Path) -> None:
    editions = {
        A: {"100": "Rafts|", "100.1": "A raft drifts."},
        B: {"100": "Rafts|", "100.1": "A raft may sink.", "100.2": "A raft drifts."},
    }
    links = {B: [link("100.1", "100.2"), link(None, "100.1", "added")]}
    with open_store(write_history(tmp_path / "kb.sqlite", editions, links)) as store:
        told = describe_step(store, A, B, compare(History(store), A, B).groups)
    assert told == "The edition of 2 February 2002 added 1 rule. Another rule only got a new number."
