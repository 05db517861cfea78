"""What became of a family, and of a child of it."""

from __future__ import annotations

import pytest

from rules.families import votes_of, whereabouts, winner

PARENTS = {"a1": "a", "a2": "a", "b1": "b", "b2": "b", "b3": "b"}


def test_children_vote_and_a_parents_own_way_counts_a_little_more_than_one() -> None:
    pairs = [("a", "b"), ("a1", "b1"), ("a2", "c1")]
    parents = {**PARENTS, "c1": "c"}
    votes = votes_of(pairs, parents.get, parents.get, lambda old, _: old == "a")
    assert votes == {"a": {"b": 2.5, "c": 1.0}}
    assert winner(votes["a"]) == "b"


def test_one_child_does_not_outdo_the_parent_but_two_do() -> None:
    parents = {**PARENTS, "c1": "c", "c2": "c"}
    pairs = [("a", "b"), ("a1", "c1")]
    assert winner(votes_of(pairs, parents.get, parents.get, lambda old, _: old == "a")["a"]) == "b"
    pairs.append(("a2", "c2"))
    assert winner(votes_of(pairs, parents.get, parents.get, lambda old, _: old == "a")["a"]) == "c"


def test_among_equals_the_first_wins() -> None:
    assert winner({7: 1.0, 3: 1.0}) == 3


@pytest.mark.parametrize(
    ("same", "parent", "adoptive", "expected"),
    [
        (True, "100", "200", "kept"),
        (False, "100", "200", "renumbered"),
        (False, "100", "300", "moved"),
        (False, "unknown", "unknown", "moved"),
        (False, None, None, "renumbered"),
        (False, "100", None, "moved"),
        (False, None, "200", "moved"),
    ],
)
def test_whereabouts(same: bool, parent: str | None, adoptive: str | None, expected: str) -> None:
    assert whereabouts(same, parent, adoptive, {"100": "200"}) == expected
