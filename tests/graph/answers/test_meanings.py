"""What a number meant in an edition, by the shipped ledger, which has no texts."""

from __future__ import annotations

import pytest

from graph.answers.rule import answer_meaning
from graph.ledger import open_held_ledger


@pytest.mark.parametrize(
    ("number", "kind", "parent"),
    [("A.2", "chapter", "A"), ("A.2.4", "rule", "A.2"), ("D.18.5", "rule", "D.18")],
)
def test_numbers_of_the_rulings_summary_have_a_kind(number: str, kind: str, parent: str) -> None:
    meaning = answer_meaning(open_held_ledger(), "1999-04-21", number)
    assert (meaning.number, meaning.kind, meaning.parent) == (number, kind, parent)
