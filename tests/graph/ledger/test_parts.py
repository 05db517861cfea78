"""The parts of the format: columns, orders, fingerprints."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from graph.ledger.columns import Interned, Runs, differences, narrow, starts, summed, value_at, widened
from graph.ledger.fingerprints import fingerprints
from graph.ledger.order import common_order, moved, moves


@given(st.lists(st.integers(-(2**40), 2**40)))
def test_differences_sum_up(values: list[int]) -> None:
    assert summed(differences(values)) == values


@given(st.lists(st.integers(0, 2**32 - 1)))
def test_narrow_numbers_come_back(values: list[int]) -> None:
    assert list(widened(narrow(values))) == values
    assert len(narrow(values)) <= 1 + 4 * len(values)


def test_narrow_is_two_bytes_where_that_will_do() -> None:
    assert narrow([1, 0xFFFF]) == b"\x02\x01\x00\xff\xff"
    assert narrow([0x10000]) == b"\x04\x00\x00\x01\x00"


def test_starts() -> None:
    assert starts([2, 0, 3]) == [0, 2, 2, 5]


def test_runs() -> None:
    runs = Runs.of([(3, 0, 7), (3, 2, 0), (9, 4, 1)]).by_version()
    assert [value_at(runs, 3, since) for since in range(4)] == [7, 7, 0, 0]
    assert [value_at(runs, 9, since) for since in (0, 3, 4, 50)] == [0, 0, 1, 1]
    assert value_at(runs, 4, 0) == 0


def test_interned_values_keep_their_numbers() -> None:
    numbers = Interned("a", "b")
    assert [numbers(one) for one in "bcab"] == [1, 2, 0, 1]
    assert numbers.values == ["a", "b", "c"]


@given(st.permutations(range(30)))
def test_moves_lead_to_the_document(ranks: list[int]) -> None:
    records = [100 + rank for rank in range(30)]
    assert moved(records, moves(ranks)) == [100 + rank for rank in ranks]


def test_few_records_are_moved() -> None:
    assert moves([0, 1, 2, 3]) == []
    assert moves([3, 0, 1, 2]) == [(0, 3)]
    assert len(moves([1, 2, 3, 4, 5, 0])) == 1


@given(st.lists(st.lists(st.sampled_from("abcdefgh"), unique=True), max_size=5))
def test_the_common_order_has_every_key_once(documents: list[list[str]]) -> None:
    order = common_order(documents)
    assert sorted(order) == sorted({key for keys in documents for key in keys})
    if documents:
        assert [key for key in order if key in documents[0]] == documents[0]


def test_new_keys_stand_behind_the_ones_they_follow() -> None:
    assert common_order(["ace", "abcde", "xe"]) == ["x", "a", "b", "c", "d", "e"]


_WORDS = st.lists(
    st.sampled_from(["boat", "harbour", "pilot", "lamp", "bell", "bread", "arcade", "toll", "bridge"]), max_size=40
)


@given(_WORDS, _WORDS, _WORDS)
def test_five_words_in_a_row_leave_a_trace(before: list[str], shared: list[str], after: list[str]) -> None:
    if len(shared) >= 5:
        whole = fingerprints(" ".join([*before, *shared, *after]))
        assert fingerprints(" ".join(shared)) <= whole
        assert fingerprints(" ".join(shared))


def test_typography_and_numbers_do_not_count() -> None:
    plain = fingerprints('see rule 101.2 — the "old" toll of the bridge')
    assert fingerprints("See rule 999.9a - the “old” TOLL of the bridge") == plain
    assert fingerprints("see the old toll of the bridge") != plain
    assert fingerprints("only three words") == frozenset()
    assert len(fingerprints("these are four words")) == 1


def test_fingerprints_are_the_same_on_every_machine() -> None:
    assert fingerprints("every boat waits here for its pilot") == {367102790, 1749568675}
