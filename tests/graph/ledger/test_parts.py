"""The parts of the ledger: orders, fingerprints, distinctive terms."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph.ledger.fingerprints import fingerprints
from graph.ledger.order import common_order, moves, rank_numbers
from graph.ledger.words import PackedWords, packed_words


@given(st.sets(st.integers(0, 2**16 - 1)))
def test_distinctive_terms_come_back(words: set[int]) -> None:
    assert dict(PackedWords({"boat": packed_words(words)})) == {"boat": words}
    assert len(packed_words(words)) == 2 * len(words)


@given(st.permutations(range(0, 60, 2)))
def test_ranks_rise_through_the_document(numbers: list[int]) -> None:
    ranks = rank_numbers(numbers, 100)
    assert ranks == sorted(set(ranks))
    elsewhere = len(moves([number // 2 for number in numbers]))
    assert sum(rank != number * 100 for rank, number in zip(ranks, numbers, strict=True)) <= elsewhere


def test_few_records_are_moved_and_too_many_in_a_row_are_refused() -> None:
    assert moves([0, 1, 2, 3]) == []
    assert moves([3, 0, 1, 2]) == [(0, 3)]
    assert len(moves([1, 2, 3, 4, 5, 0])) == 1
    assert rank_numbers([5, 6, 7, 0, 1, 8], 3) == [15, 18, 21, 22, 23, 24]
    with pytest.raises(ValueError, match="more than 1 records in a row"):
        rank_numbers([5, 6, 7, 0, 1, 8], 2)


@given(st.lists(st.lists(st.sampled_from("abcdefgh"), unique=True), max_size=5))
def test_the_common_order_has_every_key_once(documents: list[list[str]]) -> None:
    order = common_order(documents)
    assert sorted(order) == sorted({key for keys in documents for key in keys})
    if documents:
        assert [key for key in order if key in documents[0]] == documents[0]
    assert "".join(common_order(["ace", "abcde", "xe"])) == "xabcde", "new keys stand behind the ones they follow"


_WORDS = st.lists(
    st.sampled_from(["boat", "harbour", "pilot", "lamp", "bell", "arcade", "toll", "bridge"]), max_size=40
)


@given(_WORDS, _WORDS, _WORDS)
def test_five_words_in_a_row_leave_a_trace(before: list[str], shared: list[str], after: list[str]) -> None:
    if len(shared) >= 5:
        part = fingerprints(" ".join(shared))
        assert part
        assert part <= fingerprints(" ".join([*before, *shared, *after]))


def test_typography_and_numbers_do_not_count() -> None:
    plain = fingerprints('see rule 101.2 — the "old" toll of the bridge')
    assert fingerprints("See rule 999.9a - the “old” TOLL of the bridge") == plain
    assert fingerprints("see the old toll of the bridge") != plain
    assert [len(fingerprints(text)) for text in ("only three words", "these are four words")] == [0, 1]
    on_every_machine = {367102790, 1749568675}
    assert fingerprints("every boat waits here for its pilot") == on_every_machine
