"""Numbers: form, kind, parent, order."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.family_votes import elect_successor, family_kind, family_votes
from rules.keys import chapter_of_key, parent_key, with_parents
from rules.numbers import LETTERS, is_number, kind_of, number_beside, parent_of, sort_key

NUMBERS = st.builds(
    lambda section, chapter, rule, letters: f"{section}{chapter:02d}.{rule}{letters}",
    st.integers(1, 9),
    st.integers(0, 99),
    st.integers(1, 299),
    st.sampled_from(["", *LETTERS, "aa", "ab"]),
)


@pytest.mark.parametrize(
    "text", ["", "0", "70", "7022", "702.", "702.0", "702.04", "702.40A", "702.40abc", "A.2", "702.4000"]
)
def test_not_numbers(text: str) -> None:
    assert not is_number(text)
    for read in (kind_of, sort_key):
        with pytest.raises(ValueError, match="not a rule number"):
            read(text)


def test_order_kind_parent_and_neighbours_are_the_printed_ones() -> None:
    printed = ["7", "702", "702.2", "702.2a", "702.2k", "702.2z", "702.2aa", "702.10", "703", "8"]
    shuffled = [printed[i * 7 % len(printed)] for i in range(len(printed))]
    assert sorted(shuffled, key=sort_key) == printed
    for number, expected in NEIGHBOURS.items():
        beside = (number_beside(number, -1), number_beside(number, 1))
        assert (kind_of(number), parent_of(number), *beside) == expected


# Kind and parent, and the numbers beside it.
NEIGHBOURS = {
    "702.40a": ("subrule", "702.40", None, "702.40b"),
    "702.40m": ("subrule", "702.40", "702.40k", "702.40n"),
    "702.40p": ("subrule", "702.40", "702.40n", "702.40q"),
    "702.40z": ("subrule", "702.40", "702.40y", None),
    "702.40ab": ("subrule", "702.40", None, None),
    "702.40yz": ("subrule", "702.40", None, None),
    "702.1": ("rule", "702", None, "702.2"),
    "702.40": ("rule", "702", "702.39", "702.41"),
    "700": ("chapter", "7", None, "701"),
    "799": ("chapter", "7", "798", None),
    "1": ("section", None, None, "2"),
    "9": ("section", None, "8", None),
}


@pytest.mark.parametrize("key", ["index:Deck", "index:Mr. Toll"])
def test_an_entry_of_an_index_has_no_parent_and_no_chapter(key: str) -> None:
    assert parent_key(key) is None
    assert chapter_of_key(key) == key


@pytest.mark.parametrize(
    ("key", "keys_above"),
    [
        ("502.3.Ruling.1", ["502.3", "502", "5"]),
        ("K.14.Ruling.7#2", ["K.14", "K"]),
        ("A.2.4", ["A.2", "A"]),
    ],
)
def test_a_ruling_is_under_the_rule_that_its_number_names(key: str, keys_above: list[str]) -> None:
    assert [*with_parents(key)] == [key, *keys_above]


@given(NUMBERS, NUMBERS)
def test_the_way_up_ends_at_a_section_and_the_key_tells_numbers_apart(number: str, other: str) -> None:
    steps = [*with_parents(number)]
    assert [*map(parent_of, steps)] == [*steps[1:], None]
    assert [*map(sort_key, reversed(steps))] == sorted(map(sort_key, steps))
    assert steps[0] == number
    assert kind_of(steps[-1]) == "section"
    assert len(steps) == (4 if kind_of(number) == "subrule" else 3)
    assert (sort_key(number) == sort_key(other)) == (number == other)


PARENTS = {"a1": "a", "a2": "a", "b1": "b", "c1": "c", "c2": "c"}


def test_children_vote_and_a_parents_own_way_counts_a_little_more_than_one() -> None:
    for children, votes, expected in (
        ([("a1", "b1"), ("a2", "c1")], {"b": 2.5, "c": 1.0}, "b"),
        ([("a1", "c1")], {"b": 1.5, "c": 1.0}, "b"),
        ([("a1", "c1"), ("a2", "c2")], {"b": 1.5, "c": 2.0}, "c"),
    ):
        counted = family_votes([("a", "b"), *children], PARENTS.get, PARENTS.get, lambda old, _: old == "a")
        assert (counted, elect_successor(counted["a"])) == ({"a": votes}, expected)
    assert elect_successor({7: 1.0, 3: 1.0}) == 3, "among equals the first"


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
def test_a_child_and_its_family(same: bool, parent: str | None, adoptive: str | None, expected: str) -> None:
    assert family_kind(parent, adoptive, {"100": "200"}, same_number=same) == expected
