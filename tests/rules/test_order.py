"""Which keys are in order, and how many are not."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.order import count_misplaced, find_in_order


@pytest.mark.parametrize(
    ("keys", "misplaced"),
    [([], 0), ([1, 2, 2, 3], 0), ([2, 1], 1), ([1, 5, 6, 2, 3, 4, 7], 2), ([3, 2, 1], 2), ([(1, "b"), (1, "a")], 1)],
)
def test_those_outside_of_the_longest_ordered_part_are_counted(keys: list[object], misplaced: int) -> None:
    assert count_misplaced(keys) == misplaced


@given(st.lists(st.integers(0, 9), max_size=8))
def test_no_longer_part_is_in_order(keys: list[int]) -> None:
    indices = find_in_order(keys)
    assert indices == sorted(set(indices))
    in_order = [keys[index] for index in indices]
    assert in_order == sorted(in_order)
    assert len(indices) == len(keys) - count_misplaced(keys)
    assert not any(sorted(part) == list(part) for part in combinations(keys, len(indices) + 1))
