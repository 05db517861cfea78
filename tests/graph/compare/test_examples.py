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


def test_what_changed() -> None:
    assert compare_examples([SHIP, LAMP], [LAMP, SHIP]) == []
    assert compare_examples([SHIP, LAMP], [LAMP, SHIP_LATER]) == [(SHIP, SHIP_LATER, "wording")]
    curly, straight = LAMP.replace("nine", "“nine”"), LAMP.replace("nine", '"nine"')
    assert compare_examples([curly], [straight]) == [(curly, straight, "typographic")]
    assert compare_examples([SHIP], [LAMP]) == [(None, LAMP, None), (SHIP, None, None)]
    assert compare_examples([SHIP], [SHIP, SHIP]) == [(None, SHIP, None)], "a second copy is one more"


def test_one_that_went_to_another_rule_is_told_of_in_both() -> None:
    lost = changes_of([("100.1", SHIP), ("100.1", LAMP)], [("200.1", LAMP)], str.__eq__, NO_RENAMINGS)
    won, other = (changes_of([], [("300.4", text)], str.__eq__, NO_RENAMINGS) for text in (SHIP_LATER, LAMP))
    moved = PassageChange(SHIP, SHIP_LATER, "wording", "100.1", "300.4", moved=True)
    assert with_moves([lost, (), won]) == [(moved,), (), (moved,)]
    assert with_moves([lost, other]) == [lost, other], "others do not move"


def test_segments_rebuild_both_sides() -> None:
    for old, new in ((SHIP, SHIP_LATER), (None, SHIP), (LAMP, None)):
        segments = PassageChange(old, new, None, "1", "1").segments
        assert "".join(text for op, text in segments if op != "insert") == (old or "")
        assert "".join(text for op, text in segments if op != "delete") == (new or "")
