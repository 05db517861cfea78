"""The parts of the ledger: fingerprints, distinctive terms."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from graph.ledger.fingerprints import fingerprints
from graph.ledger.words import pack_terms, unpack_terms


@given(st.sets(st.integers(0, 2**16 - 1)))
def test_distinctive_terms_come_back(words: set[int]) -> None:
    assert unpack_terms(pack_terms(words)) == tuple(sorted(words))
    assert len(pack_terms(words)) == 2 * len(words)


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
