"""What happened to examples."""

from __future__ import annotations

from graph.compare.examples import PassageChange, changes_of, with_moves
from rules.change import NO_RENAMINGS

SHIP = "Ann sails a ship with two masts. It needs a pilot, so she waits."
SHIP_LATER = "Ann sails a ship with three masts. It needs a pilot, so she waits."
LAMP = "The keeper counts nine lamps; the tenth one is broken."


def compare_examples(old: list[str], new: list[str]) -> list[tuple[str | None, str | None, str | None]]:
    changes = changes_of([("100.1", text) for text in old], [("200.1", text) for text in new], str.__eq__, NO_RENAMINGS)
    return [(change.old, change.new, change.change) for change in changes]


def test_unchanged_examples_are_left_out() -> None:
    assert compare_examples([SHIP, LAMP], [LAMP, SHIP]) == []


def test_alike_ones_are_one() -> None:
    assert compare_examples([SHIP, LAMP], [LAMP, SHIP_LATER]) == [(SHIP, SHIP_LATER, "wording")]


def test_typography_is_seen() -> None:
    quoted = LAMP.replace("nine", "“nine”")
    assert compare_examples([quoted], [quoted.replace("“", '"').replace("”", '"')])[0][2] == "typographic"


def test_added_and_removed() -> None:
    assert compare_examples([SHIP], [LAMP]) == [(None, LAMP, None), (SHIP, None, None)]
    assert compare_examples([SHIP], [SHIP, SHIP]) == [(None, SHIP, None)], "a second copy is one more"


def test_one_that_went_to_another_rule_is_told_of_in_both() -> None:
    lost = changes_of([("100.1", SHIP), ("100.1", LAMP)], [("200.1", LAMP)], str.__eq__, NO_RENAMINGS)
    won = changes_of([], [("300.4", SHIP_LATER)], str.__eq__, NO_RENAMINGS)
    moved = PassageChange(SHIP, SHIP_LATER, "wording", "100.1", "300.4", moved=True)
    assert with_moves([lost, (), won]) == [(moved,), (), (moved,)]


def test_others_do_not_move() -> None:
    lost = changes_of([("100.1", SHIP)], [], str.__eq__, NO_RENAMINGS)
    won = changes_of([], [("300.4", LAMP)], str.__eq__, NO_RENAMINGS)
    assert with_moves([lost, won]) == [lost, won]


def test_segments_rebuild_both_sides() -> None:
    for old, new in ((SHIP, SHIP_LATER), (None, SHIP), (LAMP, None)):
        segments = PassageChange(old, new, None, "1", "1").segments
        assert "".join(text for op, text in segments if op != "insert") == (old or "")
        assert "".join(text for op, text in segments if op != "delete") == (new or "")
