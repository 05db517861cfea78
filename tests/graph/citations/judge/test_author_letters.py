"""Whether the letter of a wrong number is kept, or only its rule is suggested."""

from __future__ import annotations

import pytest

from graph.citations.find.finder import find_citations
from graph.citations.judge.judge import Judge
from tests.graph.citations.judge.judged_history import A, C, check, judge_file, judged, make_judge

ROPE = "// drifting: two boats that collide are tied together"
NAME = "// drifting: an open knot between two boats is fastened"


@pytest.fixture(scope="module")
def judge() -> Judge:
    return make_judge()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (f"{ROPE} (CR «700.2b»)", "CR002 700.2b -> 700.3b"),
        (f"{ROPE} (CR «700.2c»)", "CR002 700.2c -> 700.3"),
        (f"{NAME} (CR «700.2c»)", "CR002 700.2c -> 700.3c"),
        (f"{NAME} (CR «700.2a»)", "CR003 700.2a -> 700.3"),
        (f"{ROPE}, {NAME[12:]} and keeps its rudder (CR «700.2a»)", "CR003 700.2a -> 700.3a"),
        ("// drifting (CR «700.2c»)", "CR002 700.2c -> 700.3c"),
        ("// drifting, says the rule of the wharf (CR «700.2c»)", "CR002 700.2c -> 700.3c"),
    ],
    ids=[
        "words of the subrule",
        "words of another subrule",
        "words of the third",
        "words of another subrule than the first",
        "words of several subrules",
        "no words",
        "words of no subrule",
    ],
)
def test_a_letter_is_kept_if_the_words_fit_its_subrule(judge: Judge, text: str, expected: str) -> None:
    check(judge, text, f"{expected} since {C}", base=A)


def test_a_rule_without_its_letter_is_left_to_a_person(judge: Judge) -> None:
    (fault,) = judged(judge, f"{ROPE} (CR 700.2c)", A)
    assert (fault.suggestions, fault.fix) == (("700.3",), "")
    assert "Only 700.3 is suggested" in fault.message


def test_the_words_next_to_all_citations_of_a_number_count_together(judge: Judge) -> None:
    text = f"{ROPE} (CR «700.2c»)\n\n// drifting (CR «700.2c»)"
    check(judge, text, *[f"CR002 700.2c -> 700.3 since {C}"] * 2, base=A)


def test_a_stamp_shows_the_subrule_by_itself(judge: Judge) -> None:
    check(judge, f"{ROPE} (CR «700.2c» @{A})", f"CR002 700.2c -> 700.3c since {C}")


@pytest.mark.parametrize("before", ["", "700.2a Drifting is a word of the sea.\\n"])
def test_own_words_printed_as_in_the_rules_show_no_letter(judge: Judge, before: str) -> None:
    words = "Two boats that collide at night while drifting are, mostly, tied together by their crews."
    *_, citation_faults = judge_file(judge, find_citations(f'"{before}700.2c {words}"', cites_rules=True), A)
    assert [fault.suggestions for fault in citation_faults] == [("700.3",)]


@pytest.mark.parametrize(
    ("words", "suggested"),
    [
        (
            "A knot between two boats is undone unless one openly disobeys another, keeps a rudder, or is tied.",
            "700.3c",
        ),
        (
            "Undo two of the knots between boats unless one openly disobeys another, keeps a rudder, or is tied.",
            "700.3",
        ),
    ],
    ids=["phrases of the subrule", "only its words"],
)
def test_a_shortened_text_of_a_subrule_shows_its_letter(judge: Judge, words: str, suggested: str) -> None:
    check(judge, f'{{"rule": "CR «700.2c»", "note": "{words}"}}', f"CR002 700.2c -> {suggested} since {C}", base=A)


COPIED = "Two drifting boats that collide are tied together."


@pytest.mark.parametrize(
    ("text", "is_quoted"),
    [
        (f"700.2b {COPIED}", True),
        (f"// CR 700.2b: {COPIED}", False),
        ("700.2b Two drifting boats are a sight that nobody in this harbour forgets.", False),
    ],
    ids=["copied with its number", "with a cue", "other words"],
)
def test_the_suggestion_of_a_copied_rule_is_known_to_be_quoted(judge: Judge, text: str, *, is_quoted: bool) -> None:
    (fault,) = judge.find_faults(find_citations(text, cites_rules=True), 0, A)
    assert (fault.suggestion, fault.fix, fault.is_quoted) == ("700.3b", "place", is_quoted)
