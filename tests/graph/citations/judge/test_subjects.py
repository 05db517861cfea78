"""Distinctive terms: which words they are, and what they show."""

from __future__ import annotations

import pytest

from graph.citations.judge.subjects import Balance, Subjects, distinctive_terms


@pytest.fixture
def subjects() -> Subjects:
    common = distinctive_terms("boat harbour")
    filler = {f"rule {number}": common for number in range(400)}
    oars, sails = (common | distinctive_terms(words) for words in ("oars dawn count", "sails dusk mend"))
    return Subjects(filler | {"oars": oars, "sails": sails})


def test_inflections_numbers_and_typography_do_not_count() -> None:
    assert distinctive_terms("The Boats DRIFTED (see rule 100.2)") == distinctive_terms("boat, drifting; see rules")
    assert distinctive_terms("it is of the and 100.2") == frozenset()


def test_words_of_one_speak_for_it_and_common_ones_for_nothing(subjects: Subjects) -> None:
    def balance(words: str) -> Balance:
        return subjects.balance(distinctive_terms(words), subjects.of(["oars"]), subjects.of(["sails"]))

    sails, common = balance("mending the sails of a boat"), balance("a boat in the harbour")
    assert (sails.speaks_for_the_second, sails.leans_to_the_first) == (True, False)
    assert balance("mending oars").speaks_for_the_second is False
    assert (common.ours, common.theirs, common.has_a_rare_word) == (0.0, 0.0, False)
    # one rare word is enough only without a word for the other
    assert (balance("dusk").has_a_rare_word, balance("dusk and dawn").has_a_rare_word) == (True, False)
    assert [subjects.is_rare(distinctive_terms(word)) for word in ("dusk", "boat")] == [True, False]


@pytest.mark.parametrize(
    ("remark", "expected"),
    [
        ("we mend the sails at dusk", True),
        ("mend the sails", False),
        ("count the sails at dusk", True),
        ("count, dawn, dusk: one of each", True),
        ("three boats in three harbours", False),
        ("purple elephants dance", False),
        ("", False),
    ],
)
def test_enough_words_of_one_rule_are_a_subject(subjects: Subjects, remark: str, expected: bool) -> None:
    assert subjects.has_subject(distinctive_terms(remark), lambda _: True) is expected
    assert not subjects.has_subject(distinctive_terms(remark), lambda lineage: lineage not in {"oars", "sails"})
