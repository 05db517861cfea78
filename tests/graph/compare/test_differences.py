"""What changed, to be read; and what happened to examples."""

from __future__ import annotations

from itertools import permutations
from pathlib import Path

import pytest
from msgspec.structs import replace

from graph.answers.change_counts import KINDS, ChangeCountsAnswer
from graph.answers.compared_changes import ComparedChange, ComparedRecord
from graph.answers.comparison import answer_comparison
from graph.compare.containment import measure_shared
from graph.compare.examples import PassageChange, compare_examples, make_change, with_moves
from graph.compare.renamed import join_renamings, renamed_between
from graph.history import History
from rules.change import NO_RENAMINGS, Passage
from rules.keys import GLOSSARY
from rules.links import CLASSES, Place, Term
from rules.store import Store, open_store
from tests.graph.compare.histories import EDITIONS, LIGHT, SUMMARY, A, B, C, D
from tests.graph.lineages.small import added, deleted, link
from tests.rules.histories import write_history

WORK = [edition for edition in EDITIONS if edition != SUMMARY]


def of(store: Store, old: str, new: str, number: str) -> ComparedChange:
    (change,) = [
        candidate
        for candidate in answer_comparison(History(store), old, new).changes
        if number in {unit.number for unit in (*candidate.old, *candidate.new)}
    ]
    return change


@pytest.mark.parametrize(("old", "new"), [*permutations(WORK, 2)])
def test_segments_rebuild_both_sides(store: Store, old: str, new: str) -> None:
    changes = answer_comparison(History(store), old, new).changes
    assert changes
    for change in changes:
        before = "".join(text for op, text in change.segments if op != "insert")
        after = "".join(text for op, text in change.segments if op != "delete")
        assert before == "\n".join(unit.text for unit in change.old), change
        assert after == "\n".join(unit.text for unit in change.new), change


@pytest.mark.parametrize(
    "only", [["merged", "added", "returned"], ["wording", "added"], ["split", "wording"], ["deleted"]]
)
def test_counts_are_of_all_and_the_list_of_any_kind_or_class_that_was_asked_for(store: Store, only: list[str]) -> None:
    for old, new in permutations(WORK, 2):
        whole, some = answer_comparison(History(store), old, new), answer_comparison(History(store), old, new, only)
        assert sum(whole.summary.kinds.values()) == len(whole.changes), (old, new)
        assert some.summary == whole.summary, (old, new)
        expected = [change for change in whole.changes if change.kind in only or change.change in only]
        assert list(some.changes) == expected, (old, new)


def test_what_stands_unchanged_is_left_out_and_what_changed_is_told(store: Store) -> None:
    listed = {
        unit.number for change in answer_comparison(History(store), C, D).changes for unit in (*change.old, *change.new)
    }
    assert listed == {"101.1a", "200.1a", "101.6"}
    for edition in WORK:
        same = answer_comparison(History(store), edition, edition)
        assert (same.changes, same.summary) == ((), ChangeCountsAnswer(len(EDITIONS[edition]), 0, {}, {}, {}, {}))
    chapter = of(store, A, C, "200")  # the text of a heading is the heading
    assert (chapter.old, chapter.new) == ((ComparedRecord("100", "Water"),), (ComparedRecord("200", "Water"),))
    assert chapter.heading is None
    entry = of(store, A, C, "glossary:Toll")  # a changed term is told beside the text
    assert entry.heading is not None
    assert (entry.heading.old, entry.heading.new) == ("Toll", "Bridge Toll")
    assert [text for op, text in entry.segments if op != "equal"] == []
    split, back = of(store, A, B, "101.1a"), of(store, B, A, "101.1a")  # a split lists its parts
    assert (split.kind, split.change, [unit.number for unit in split.new]) == (
        "split",
        "unchanged",
        ["101.1", "101.1a"],
    )
    assert (back.kind, [unit.number for unit in back.old]) == ("merged", ["101.1", "101.1a"])


def test_only_confirmed_terms_are_renamed_between(tmp_path: Path) -> None:
    editions = {day: {"1": "The boat returns."} for day in (A, B, C)}
    left = Term("lost", "left", B, "renamed", 5, 0.4)
    for term, expected in (
        (left, False),
        (replace(left, kind="retired", score=0.9), False),
        (replace(left, edition="1999-09-09", score=0.9), False),
        (replace(left, curated=True), True),
        (Term("lose", "leave", B, "split", 5, 0.9, forms=(("lost", "left"),)), True),
    ):
        terms = (Term("boat", "ship", C, "renamed", 5, 0.9), term)
        with open_store(write_history(tmp_path / "kb.sqlite", editions, {}, terms=terms)) as library:
            assert (("lost", "left") in renamed_between(library, A, C)) is expected, term


def test_where_a_change_is_told(tmp_path: Path) -> None:
    editions = {
        A: {"100": "Water|", "100.1": "Boats wait.", "101": "Land|", "101.1": "Dogs bark.", "102": "Air|"}
        | {"102.1": "Kites rise.", "glossary:Kite": "It flies."},
        B: {"100": "Land|", "101": "Fire|", "101.1": "Embers glow."},
    }
    gone = deleted("100", "100.1", "101.1", "102", "102.1", "glossary:Kite")
    path = write_history(tmp_path / "kb.sqlite", editions, {B: [link("101", "100"), *gone, *added("101", "101.1")]})
    with open_store(path) as library:
        changes = answer_comparison(History(library), A, B).changes
        assert {change.old[0].number: change.chapter for change in changes if change.old} == {
            "100": Place("100", A),
            "100.1": Place("100", A),
            "101": Place("100", B),
            "101.1": Place("100", B),
            "102": Place("102", A),
            "102.1": Place("102", A),
            "glossary:Kite": Place(GLOSSARY, B),
        }
        few = answer_comparison(History(library), A, B, ["deleted"]).changes
        assert list(few) == [change for change in changes if change.kind == "deleted"], "whatever was asked for"
        assert of(library, B, A, "102.1").chapter == Place("102", A)


def test_chains_of_renamings_are_joined_and_shared_is_containment() -> None:
    pairs = [("goes in", "enters the town"), ("coin", "copper"), ("enters the town", "enters")]
    assert set(join_renamings(pairs)) == {*pairs, ("goes in", "enters")}
    around = (("a b", "c d"), ("c d", "a b"))
    assert join_renamings(around) == around, "there and back is no renaming"
    light = Passage(text=LIGHT)
    longer = Passage(text=f"{LIGHT} Ships far out see them through rain, and answer with horns.")
    other = Passage(text="Millers choose their own prices each winter.")
    assert [measure_shared(*two) for two in ((light, longer), (light, other), (Passage(), light))] == [100, 0, 0]
    assert not set(KINDS) & set(CLASSES), "`--only` takes both"


def test_terms_of_a_span(store: Store) -> None:
    assert [term.old for term in store.terms(B, C)] == ["bell rings", "lamps"]
    assert store.terms(C, D) == store.terms(A, B) == ()
    (term, _) = store.terms(A, D)
    assert (term.new, term.edition, term.kind, term.score, term.curated) == ("gong sounds", C, "renamed", 0.9, False)
    assert term.forms == (("bell rings", "gong sounds"),)
    with pytest.raises(LookupError):
        store.terms(A, "1999-09-09")


SHIP = "Ann sails a ship with two masts. It needs a pilot, so she waits."
SHIP_LATER = "Ann sails a ship with three masts. It needs a pilot, so she waits."
LAMP = "The keeper counts nine lamps; the tenth one is broken."


def _change(old: dict[str, list[str]], new: dict[str, list[str]]) -> tuple[PassageChange, ...]:
    before, after = ([(key, Passage(examples=(*its,))) for key, its in side.items()] for side in (old, new))
    return compare_examples("examples", before, after, str.__eq__, NO_RENAMINGS)


def list_example_changes(old: list[str], new: list[str]) -> list[tuple[str | None, str | None, str | None]]:
    changes = _change({"100.1": old}, {"200.1": new})
    return [(change.old, change.new, change.change) for change in changes]


def test_what_changed() -> None:
    assert list_example_changes([SHIP, LAMP], [LAMP, SHIP]) == []
    assert list_example_changes([SHIP, LAMP], [LAMP, SHIP_LATER]) == [(SHIP, SHIP_LATER, "wording")]
    curly, straight = LAMP.replace("nine", "“nine”"), LAMP.replace("nine", '"nine"')
    assert list_example_changes([curly], [straight]) == [(curly, straight, "typographic")]
    assert list_example_changes([SHIP], [LAMP]) == [(None, LAMP, None), (SHIP, None, None)]
    assert list_example_changes([SHIP], [SHIP, SHIP]) == [(None, SHIP, None)], "a second copy is one more"


def test_one_that_went_to_another_rule_is_told_of_in_both() -> None:
    lost = _change({"100.1": [SHIP, LAMP]}, {"200.1": [LAMP]})
    won, other = (_change({}, {"300.4": [text]}) for text in (SHIP_LATER, LAMP))
    moved = make_change(SHIP, SHIP_LATER, "wording", "100.1", "300.4")
    there, here = replace(moved, moved_to="300.4"), replace(moved, moved_from="100.1")
    assert with_moves([lost, (), won]) == [(there,), (), (here,)]
    assert with_moves([lost, other]) == [lost, other], "others do not move"
    for old, new in ((SHIP, SHIP_LATER), (None, SHIP), (LAMP, None)):
        segments = make_change(old, new, None, "1", "1").segments
        assert "".join(text for op, text in segments if op != "insert") == (old or "")
        assert "".join(text for op, text in segments if op != "delete") == (new or "")
