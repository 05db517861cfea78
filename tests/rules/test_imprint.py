"""Imprints: what copies of a passage share."""

from __future__ import annotations

import pytest

from rules.imprints import imprint, strip_passage
from rules.provenance import without_tags


@pytest.mark.parametrize(
    ("first", "second", "alike"),
    [
        ("A ring can’t turn.", 'A ring can"t turn.', True),
        ("Turn the ring—now.", "turn the ring -- now.", True),
        ("A broken w ord", "A bro\nken word", True),
        ("Pay {2}.", "Pay {o2}.", True),
        ("A ring turns. [RingRules 1999/04/23]", "A ring turns.", True),
        ("One. [Ring Weekly #12, Page 3] Two.", "One. Two.", True),
        ("A ring turns once.", "A ring turns twice.", False),
        ("Pay {2}.", "Pay {3}.", False),
        ("It gets +1/+1.", "It gets +1/+2.", False),
        ("A ring, a stone.", "A ring; a stone.", False),
        ("Turn it [once].", "Turn it.", False),
    ],
)
def test_copies_share_it_and_others_do_not(first: str, second: str, alike: bool) -> None:
    assert imprint(first) is not None
    assert (imprint(first) == imprint(second)) is alike


def test_it_is_the_same_everywhere_and_only_dated_brackets_are_taken_out() -> None:
    assert imprint("A ring turns.") == 1182835451917232483
    assert imprint("") is imprint(" — ? ") is None
    assert without_tags("Turn it. [J. Ring 02/03/98] Then [pay].") == "Turn it.  Then [pay]."
    assert strip_passage("Turn “it” – now?") == "turnitnow"
