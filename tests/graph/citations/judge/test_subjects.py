"""Distinctive terms: which words they are, and what they show."""

from __future__ import annotations

import pytest

from graph.citations.judge.subjects import Subjects, distinctive_terms


def test_inflections_numbers_and_typography_do_not_count() -> None:
    assert distinctive_terms("The Boats DRIFTED (see rule 100.2)") == distinctive_terms("boat, drifting; see rules")
    assert distinctive_terms("it is of the and 100.2") == frozenset()


@pytest.fixture
def subjects() -> Subjects:
    common = distinctive_terms("boat harbour")
    filler = {f"rule {number}": common for number in range(400)}
    return Subjects(
        filler
        | {
            "oars": common | distinctive_terms("oars dawn count"),
            "sails": common | distinctive_terms("sails dusk mend"),
        }
    )


def test_words_of_one_speak_for_it(subjects: Subjects) -> None:
    sails, oars = subjects.of(["sails"]), subjects.of(["oars"])
    balance = subjects.balance(distinctive_terms("mending the sails of a boat"), oars, sails)
    assert balance.speaks_for_the_second
    assert not balance.leans_to_the_first
    assert subjects.balance(distinctive_terms("mending oars"), oars, sails).speaks_for_the_second is False


def test_common_words_speak_for_nothing(subjects: Subjects) -> None:
    balance = subjects.balance(
        distinctive_terms("a boat in the harbour"), subjects.of(["oars"]), subjects.of(["sails"])
    )
    assert (balance.ours, balance.theirs) == (0.0, 0.0)
    assert not balance.has_a_rare_word


def test_one_rare_word_is_enough_only_without_a_word_for_the_other(subjects: Subjects) -> None:
    oars, sails = subjects.of(["oars"]), subjects.of(["sails"])
    assert subjects.balance(distinctive_terms("dusk"), oars, sails).has_a_rare_word
    assert not subjects.balance(distinctive_terms("dusk and dawn"), oars, sails).has_a_rare_word
    assert subjects.is_rare(distinctive_terms("dusk"))
    assert not subjects.is_rare(distinctive_terms("boat"))


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
