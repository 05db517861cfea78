"""Imprints: what copies of a passage share."""

from __future__ import annotations

import pytest

from rules.imprint import imprint, strip_passage, without_tags


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("A ring can’t turn.", 'A ring can"t turn.'),
        ("Turn the ring—now.", "turn the ring -- now."),
        ("A broken w ord", "A bro\nken word"),
        ("Pay {2}.", "Pay {o2}."),
        ("A ring turns. [RingRules 1999/04/23]", "A ring turns."),
        ("One. [Ring Weekly #12, Page 3] Two.", "One. Two."),
    ],
)
def test_copies_share_it(first: str, second: str) -> None:
    assert imprint(first) == imprint(second) is not None


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("A ring turns once.", "A ring turns twice."),
        ("Pay {2}.", "Pay {3}."),
        ("It gets +1/+1.", "It gets +1/+2."),
        ("A ring, a stone.", "A ring; a stone."),
        ("Turn it [once].", "Turn it."),
    ],
)
def test_others_do_not(first: str, second: str) -> None:
    assert imprint(first) != imprint(second)


def test_it_is_the_same_everywhere() -> None:
    assert imprint("A ring turns.") == 1182835451917232483


def test_nothing_has_none() -> None:
    assert imprint("") is None
    assert imprint(" — ? ") is None


def test_only_dated_brackets_are_taken_out() -> None:
    assert without_tags("Turn it. [J. Ring 02/03/98] Then [pay].") == "Turn it.  Then [pay]."
    assert strip_passage("Turn “it” – now?") == "turnitnow"
