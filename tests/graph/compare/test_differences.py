"""What changed, to be read."""

from __future__ import annotations

from itertools import permutations
from pathlib import Path
from typing import ClassVar

import pytest

from graph.compare.differences import GLOSSARY, KINDS, Change, ComparedChapter, ComparedRecord, differences
from graph.compare.passages import measure_shared
from graph.compare.renamings import join_renamings, renamed_between
from graph.terms.records import Term
from rules.change import Passage
from rules.links import CLASSES, Link
from rules.store import Store, open_store
from tests.graph.compare.histories import EDITIONS, LIGHT, SUMMARY, A, B, C, D
from tests.graph.lineages.small import added, deleted, link
from tests.rules.histories import write_history

WORK = [edition for edition in EDITIONS if edition != SUMMARY]


def of(store: Store, old: str, new: str, number: str) -> Change:
    (change,) = [
        candidate
        for candidate in differences(store, old, new).changes
        if number in {unit.number for unit in (*candidate.old, *candidate.new)}
    ]
    return change


@pytest.mark.parametrize("edition", WORK)
def test_an_edition_does_not_differ_from_itself(store: Store, edition: str) -> None:
    comparison = differences(store, edition, edition)
    assert (comparison.changes, comparison.kinds, comparison.classes) == ((), (), ())
    assert comparison.same == len(EDITIONS[edition])


@pytest.mark.parametrize(("old", "new"), [*permutations(WORK, 2)])
def test_segments_rebuild_both_sides(store: Store, old: str, new: str) -> None:
    changes = differences(store, old, new).changes
    assert changes
    for change in changes:
        before = "".join(text for op, text in change.segments if op != "insert")
        after = "".join(text for op, text in change.segments if op != "delete")
        assert before == "\n".join(unit.text for unit in change.old)
        assert after == "\n".join(unit.text for unit in change.new)


def test_counts_are_of_all_and_the_list_of_what_was_asked_for(store: Store) -> None:
    whole = differences(store, A, C)
    assert sum(count for _, count in whole.kinds) == len(whole.changes)
    some = differences(store, A, C, ["merged", "added"])
    assert (some.kinds, some.classes, some.same) == (whole.kinds, whole.classes, whole.same)
    assert {change.kind for change in some.changes} == {"merged", "added"}


@pytest.mark.parametrize("only", [["wording", "added"], ["split", "wording"], ["deleted"], ["added", "returned"]])
def test_what_is_of_any_kind_or_class_that_was_asked_for_is_listed(store: Store, only: list[str]) -> None:
    for old, new in permutations(WORK, 2):
        whole = differences(store, old, new)
        expected = [change for change in whole.changes if change.kind in only or change.change in only]
        assert list(differences(store, old, new, only).changes) == expected


def test_what_stands_unchanged_is_left_out(store: Store) -> None:
    listed = {unit.number for change in differences(store, C, D).changes for unit in (*change.old, *change.new)}
    assert listed == {"101.1a", "200.1a", "101.6"}


def test_the_text_of_a_heading_is_the_heading(store: Store) -> None:
    change = of(store, A, C, "200")
    assert (change.old, change.new) == ((ComparedRecord("100", "Water"),), (ComparedRecord("200", "Water"),))
    assert change.heading is None


def test_a_changed_term_is_told_beside_the_text(store: Store) -> None:
    change = of(store, A, C, "glossary:Toll")
    assert change.heading is not None
    assert (change.heading.old, change.heading.new) == ("Toll", "Bridge Toll")
    assert [text for op, text in change.segments if op != "equal"] == []


def test_a_split_lists_its_parts(store: Store) -> None:
    change = of(store, A, B, "101.1a")
    assert [unit.number for unit in change.new] == ["101.1", "101.1a"]
    assert (change.kind, change.change) == ("split", "unchanged")
    back = of(store, B, A, "101.1a")
    assert (back.kind, [unit.number for unit in back.old]) == ("merged", ["101.1", "101.1a"])


def test_only_confirmed_terms_are_renamed_between(tmp_path: Path) -> None:
    editions = {day: {"1": "The boat returns."} for day in (A, B, C)}
    ship = Term("boat", "ship", C, "renamed", 5, 0.9)
    for terms, expected in (
        ((ship,), False),
        ((ship, Term("lost", "left", B, "renamed", 5, 0.4)), False),
        ((ship, Term("lost", "left", B, "retired", 5, 0.9)), False),
        ((ship, Term("lost", "left", "1999-09-09", "renamed", 5, 0.9)), False),
        ((ship, Term("lost", "left", B, "renamed", 5, 0.4, curated=True)), True),
        ((ship, Term("lose", "leave", B, "split", 5, 0.9, forms=(("lost", "left"),))), True),
    ):
        with open_store(write_history(tmp_path / "kb.sqlite", editions, {}, terms=terms)) as library:
            assert (("lost", "left") in renamed_between(library, A, C)) is expected, terms


class TestChapters:
    """Where a change is told."""

    EDITIONS: ClassVar[dict[str, dict[str, str]]] = {
        A: {
            "100": "Water|",
            "100.1": "Boats wait.",
            "101": "Land|",
            "101.1": "Dogs bark.",
            "102": "Air|",
            "102.1": "Kites rise.",
            "glossary:Kite": "It flies.",
        },
        B: {"100": "Land|", "101": "Fire|", "101.1": "Embers glow."},
    }
    LINKS: ClassVar[dict[str, list[Link]]] = {
        B: [
            link("101", "100"),
            *deleted("100", "100.1", "101.1", "102", "102.1", "glossary:Kite"),
            *added("101", "101.1"),
        ]
    }

    def test_chapters(self, tmp_path: Path) -> None:
        with open_store(write_history(tmp_path / "kb.sqlite", self.EDITIONS, self.LINKS)) as library:
            chapters = {
                (change.old or change.new)[0].number: change.chapter
                for change in differences(library, A, B).changes
                if change.old
            }
            assert chapters == {
                "100": ComparedChapter("100", A),
                "100.1": ComparedChapter("100", A),
                "101": ComparedChapter("100", B),
                "101.1": ComparedChapter("100", B),
                "102": ComparedChapter("102", A),
                "102.1": ComparedChapter("102", A),
                "glossary:Kite": ComparedChapter(GLOSSARY, B),
            }
            few = differences(library, A, B, ["deleted"]).changes
            assert [change.chapter for change in few] == [chapters[item.old[0].number] for item in few], (
                "whatever was asked for"
            )
            (change,) = [
                item for item in differences(library, B, A).changes if item.new and item.new[0].number == "102.1"
            ]
            assert change.chapter == ComparedChapter("102", A)


def test_kinds_and_classes_have_no_name_in_common() -> None:
    assert not set(KINDS) & set(CLASSES), "`--only` takes both"


def test_chains_of_renamings_are_joined() -> None:
    pairs = [("goes in", "enters the town"), ("coin", "copper"), ("enters the town", "enters")]
    assert set(join_renamings(pairs)) == {*pairs, ("goes in", "enters")}
    assert join_renamings([("a b", "c d"), ("c d", "a b")]) == (("a b", "c d"), ("c d", "a b")), (
        "there and back is no renaming"
    )


def test_shared_is_containment() -> None:
    longer = Passage(text=f"{LIGHT} Ships far out see them through rain, and answer with horns.")
    assert measure_shared(Passage(text=LIGHT), longer) == 100
    assert measure_shared(Passage(text=LIGHT), Passage(text="Millers choose their own prices each winter.")) == 0
    assert measure_shared(Passage(), Passage(text=LIGHT)) == 0


def test_terms_of_a_span(store: Store) -> None:
    assert [term.old for term in store.terms(B, C)] == ["bell rings", "lamps"]
    assert store.terms(C, D) == store.terms(A, B) == ()
    (term, _) = store.terms(A, D)
    assert (term.new, term.edition, term.kind, term.score, term.curated) == ("gong sounds", C, "renamed", 0.9, False)
    assert term.forms == (("bell rings", "gong sounds"),)
    with pytest.raises(LookupError):
        store.terms(A, "1999-09-09")
