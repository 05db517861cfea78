"""The common order of all documents, and the ranks of the records that an edition has elsewhere."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.store.order import common_order, find_moves, spread_ranks


@given(st.permutations(range(0, 60, 2)))
def test_ranks_rise_through_the_document(numbers: list[int]) -> None:
    ranks = spread_ranks(numbers, 100)
    assert ranks == sorted(set(ranks))
    elsewhere = len(find_moves([number // 2 for number in numbers]))
    assert sum(rank != number * 100 for rank, number in zip(ranks, numbers, strict=True)) <= elsewhere


def test_few_records_are_moved_and_too_many_in_a_row_are_refused() -> None:
    assert find_moves([0, 1, 2, 3]) == []
    assert find_moves([3, 0, 1, 2]) == [(0, 3)]
    assert len(find_moves([1, 2, 3, 4, 5, 0])) == 1
    assert spread_ranks([5, 6, 7, 0, 1, 8], 3) == [15, 18, 21, 22, 23, 24]
    with pytest.raises(ValueError, match="more than 1 records in a row"):
        spread_ranks([5, 6, 7, 0, 1, 8], 2)


@given(st.lists(st.lists(st.sampled_from(range(8)), unique=True), max_size=5))
def test_the_common_order_has_every_key_once(documents: list[list[int]]) -> None:
    order = common_order(documents)
    assert sorted(order) == sorted({key for keys in documents for key in keys})
    if documents:
        assert [key for key in order if key in documents[0]] == documents[0]
    assert common_order([[1, 3, 5], [1, 2, 3, 4, 5], [9, 5]]) == [9, 1, 2, 3, 4, 5], "new keys follow the same ones"
