"""Where real numbers went, as the ledger that ships tells it: facts of the editions, held to the number."""

from __future__ import annotations

import pytest

from graph.citations.renumber.moves import Moves
from graph.ledger import Ledger, open_ledger
from tests.graph.citations.renumber.routes import renumbered_for_real


@pytest.fixture(scope="module")
def ledger() -> Ledger:
    return open_ledger()


@pytest.mark.parametrize(
    ("old", "new", "number", "fate", "heir"),
    [
        ("2008-02-01", "2008-10-01", "403.3", "moved", "403.4"),
        ("2009-05-01", "2009-07-11", "502.7f", "moved", "702.14f"),
        ("2009-05-01", "2009-07-11", "409.1b", "reworded", "601.2b"),
        ("2009-05-01", "2009-07-11", "217.1c", "split", "400.7"),
        ("2018-07-13", "2026-04-17", "119.3a", "moved", "120.3a"),
        ("2018-07-13", "2026-04-17", "702.36e", "moved", "702.37e"),
        ("2026-04-17", "2018-07-13", "120.3a", "moved", "119.3a"),
        ("2009-05-01", "2009-07-11", "605.1c", "absent", None),
        ("2009-05-01", "2009-07-11", "999.9", "absent", None),
        ("2009-05-01", "2009-05-01", "502.7f", "kept", "502.7f"),
        # two rules bear it there, one of which is gone
        ("2004-06-01", "2026-04-17", "502.35b", "ambiguous", None),
    ],
)
def test_facts(ledger: Ledger, old: str, new: str, number: str, fate: str, heir: str | None) -> None:
    destination = Moves(ledger, new).destination(old, number)
    assert (destination.fate, destination.heir) == (fate, heir)


def test_two_rules_that_changed_places(ledger: Ledger) -> None:
    """403.3 and 403.4, in the step to 2008-10-01: no replacement may run into the other."""
    text, before = "CR 403.3, then CR 403.4, then CR 403.3.", ledger.previous("2008-10-01") or ""
    after = renumbered_for_real(ledger, text, before, "2008-10-01")
    assert after == "CR 403.4, then CR 403.3, then CR 403.4."
    assert renumbered_for_real(ledger, after, "2008-10-01", before) == text


def test_every_verbatim_move_has_its_way_back(ledger: Ledger) -> None:
    """Over one step and over many, forwards and backwards, what moved to a number comes back from it."""
    for old, new in (("2009-05-01", "2009-07-11"), ("2019-05-03", "2026-04-17")):
        forward, back = Moves(ledger, new), Moves(ledger, old)
        numbers = [key for key in ledger.lineages(old) if not key.startswith("glossary:")]
        moved = [goes for goes in (forward.destination(old, number) for number in numbers) if goes.fate == "moved"]
        assert len(moved) > 100
        returned = [back.destination(new, goes.heir or "").heir for goes in moved]
        assert returned == [goes.number for goes in moved]
