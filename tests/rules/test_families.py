"""What became of a family, and of a child of it."""

from __future__ import annotations

import pytest

from rules.families import votes_of, whereabouts, winner

PARENTS = {"a1": "a", "a2": "a", "b1": "b", "c1": "c", "c2": "c"}


def test_children_vote_and_a_parents_own_way_counts_a_little_more_than_one() -> None:
    for children, votes, expected in (
        ([("a1", "b1"), ("a2", "c1")], {"b": 2.5, "c": 1.0}, "b"),
        ([("a1", "c1")], {"b": 1.5, "c": 1.0}, "b"),
        ([("a1", "c1"), ("a2", "c2")], {"b": 1.5, "c": 2.0}, "c"),
    ):
        counted = votes_of([("a", "b"), *children], PARENTS.get, PARENTS.get, lambda old, _: old == "a")
        assert (counted, winner(counted["a"])) == ({"a": votes}, expected)
    assert winner({7: 1.0, 3: 1.0}) == 3, "among equals the first"


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
