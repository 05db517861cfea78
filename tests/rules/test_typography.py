"""The typography of a whole document, and which differences between two documents it explains."""

import pytest

from rules.change import Passage, classify
from rules.typography import MIXED, Typography, count_differing, count_forms, plain_typography, typography_of

CURLY = ["The fox’s den — a “warm” place™.", "See rules 100.1–3."] * 6
STRAIGHT = ['The fox\'s den -- a "warm" place(tm).', "See rules 100.1-3."] * 6


def describe(texts: list[str]) -> Typography:
    return typography_of(count_forms(texts))


def test_a_document_has_the_forms_that_it_uses_throughout() -> None:
    assert describe(CURLY) == Typography("curly", "curly", "em", "en", "signs")
    assert describe(STRAIGHT) == Typography("straight", "straight", "spaced double", "hyphen", "letters")
    assert describe(["The fox’s den."]) == Typography()  # too few to be a habit


def test_a_stray_mark_is_no_form_and_two_halves_are_mixed() -> None:
    assert describe([*(["fox’s"] * 19), "cub's"]).apostrophes == "curly"
    assert describe([*(["fox’s"] * 8), *(["cub's"] * 8)]).apostrophes == MIXED


def test_question_marks_of_sentences_and_addresses_are_no_lost_characters() -> None:
    assert not describe(["Who barks? Dogs. See dens.example/list.asp?fox."] * 9).lost
    assert describe(["The den?s door, a ?warm place."] * 9).lost == "question marks"


def test_documents_of_the_same_forms_differ_in_no_mark() -> None:
    assert count_differing(count_forms(CURLY), count_forms(CURLY)) == 0
    assert count_differing(count_forms(CURLY), count_forms(STRAIGHT)) > count_differing(
        count_forms(CURLY), count_forms([*STRAIGHT[:2], *CURLY[2:]])
    )


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("The fox’s “den” — warm.", 'The fox\'s "den" -- warm.', "unchanged"),
        ("The fox’s den™ is warm.", "The fox's den(tm) is warm.", "unchanged"),
        ("The fox’s den is  warm.", "The fox's den is warm.", "unchanged"),
        ("The fox’s den, warm.", "The fox's den warm.", "typographic"),
        ("The fox’s Den is warm.", "The fox's den is warm.", "typographic"),
        ("The fox’s den is warm.", "The fox's den is cold.", "wording"),
    ],
)
def test_what_the_copies_print_in_other_forms_is_no_change(old: str, new: str, expected: str) -> None:
    make_plain = plain_typography(describe(CURLY).differing(describe(STRAIGHT)))
    change = classify([Passage(text=old)], [Passage(text=new)], str.__eq__, make_plain=make_plain)
    assert change == expected


def test_a_mark_that_differs_in_documents_of_one_form_is_a_change() -> None:
    assert classify([Passage(text="The fox’s den.")], [Passage(text="The fox's den.")], str.__eq__) == "typographic"
