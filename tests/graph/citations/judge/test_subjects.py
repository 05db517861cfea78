"""The keyword that a clause is about, if it names several, or if a word next to its number is only like a title."""

from __future__ import annotations

import pytest

from graph.citations.judge.judge import Judge
from graph.citations.records import Fault
from graph.history import History
from graph.ledger import open_ledger
from tests.graph.citations.judge.judged_history import judged

NEWEST = "2026-04-17"
"""The edition against which these are judged; a later one may move the numbers again."""


@pytest.fixture(scope="module")
def judge() -> Judge:
    return Judge(History(open_ledger()), NEWEST)


def judge_one(judge: Judge, text: str, base: str | None = None) -> Fault:
    (fault,) = judged(judge, text, base)
    return fault


@pytest.mark.parametrize(
    ("text", "suggestions"),
    [
        ("# it gains haste because of blitz (CR 702.150a)", ("702.152a",)),
        ("# blitz: it gains haste (CR 702.150a)", ("702.152a",)),
        ("# it gains haste (CR 702.150a)", ("702.10a",)),
        ("# CR 702.150a: it gains haste until dusk", ()),
    ],
    ids=["another keyword after it", "another keyword before it", "next to the number", "alone in the clause"],
)
def test_a_keyword_that_something_gains_is_not_the_subject(
    judge: Judge, text: str, suggestions: tuple[str, ...]
) -> None:
    assert judge_one(judge, text).suggestions == suggestions


@pytest.mark.parametrize(
    ("text", "suggestion"),
    [
        ("# Regenerate Keyword (CR 701.15)", "701.19"),
        ("# Blitz Abilities (CR 702.150)", "702.152"),
        ("# Blitz-specific (CR 702.150)", "702.152"),
    ],
)
def test_a_word_for_the_kind_of_a_rule_is_no_part_of_a_name(judge: Judge, text: str, suggestion: str) -> None:
    assert judge_one(judge, text).suggestions == (suggestion,)


def test_each_of_the_names_that_a_title_joins_has_a_subrule_of_its_own(judge: Judge) -> None:
    assert judge_one(judge, "# untap the boat (CR 701.21b)").suggestions == ("701.26b",)
    assert judge_one(judge, "# untap the boat (CR 701.21a)").suggestions == ("701.26",)


@pytest.mark.parametrize("text", ["# Blitz Haulers (CR 702.150)", "# Blitz-like towing (CR 702.150)"])
def test_other_words_after_a_title_are(judge: Judge, text: str) -> None:
    assert not judged(judge, text)


@pytest.mark.parametrize(
    ("text", "suggestions"),
    [
        ("# look first; then mill the card (CR 701.42)", ()),
        ("# mill (CR 701.42)", ("701.17",)),
        ("# mill N (CR 701.42)", ("701.17",)),
    ],
    ids=["a verb with its object", "a label", "a label with its number"],
)
def test_a_verb_may_tell_an_action_of_a_former_keyword(judge: Judge, text: str, suggestions: tuple[str, ...]) -> None:
    assert judge_one(judge, text).suggestions == suggestions


@pytest.mark.parametrize(
    ("text", "suggestions"),
    [
        ('| CR 701.7 | "Destroy" sinks a boat for good. |', ["701.8"]),
        ('| CR 701.8 | "Destroy" sinks a boat for good. |', []),
        ("| CR 701.7 | Destroyer of boats. |", []),
    ],
    ids=["another title", "its own title", "another word without quotes"],
)
def test_a_title_in_quotes_begins_the_next_cell(judge: Judge, text: str, suggestions: list[str]) -> None:
    assert [fault.suggestion for fault in judged(judge, text)] == suggestions


def test_a_title_after_each_number_of_a_list_is_its_own(judge: Judge) -> None:
    text = "# CR 112 - Card Types, CR 113 - Abilities, CR 608 - Resolving\n\n# CR 702.9a"
    assert [fault.number for fault in judged(judge, text)] == ["112"]


@pytest.mark.parametrize(
    ("text", "base", "suggestions"),
    [
        ("# CR 118 pay N life", NEWEST, []),
        ("# CR 118 sail with N life", NEWEST, ["119"]),
        ("# CR 118 pay N life", None, ["119"]),
        ("# CR 118 pay N life", "2018-01-19", ["119"]),
    ],
    ids=["a word of the chapter", "no word of the chapter", "no declaration", "declared as the other chapter"],
)
def test_one_word_of_another_chapter_does_not_outweigh_the_declared_one(
    judge: Judge, text: str, base: str | None, suggestions: list[str]
) -> None:
    assert [fault.suggestion for fault in judged(judge, f"{text}\n\n# CR 702.9a", base)] == suggestions


def test_words_of_another_rule_leave_out_the_history_of_a_retired_number(judge: Judge) -> None:
    fault = judge_one(judge, "# the boat is towed with flashback (CR 702.34d)")
    assert fault.message.startswith("702.34d is no longer in use; 702.34 has ")
    assert fault.message.endswith('The words next to it fit 702.34, "Flashback".')


@pytest.mark.parametrize(
    ("text", "suggestions"),
    [
        ("# a red boat can pay for one pip (CR 702.93b)", ()),
        ("# a red miracle of pips (CR 702.93b)", ("702.94b",)),
        ("# (CR 702.93b)", ("702.94b",)),
    ],
    ids=["common words", "its title", "no words"],
)
def test_a_number_that_the_declared_edition_lacks_needs_words_of_its_rule(
    judge: Judge, text: str, suggestions: tuple[str, ...]
) -> None:
    assert judge_one(judge, text, "2024-09-20").suggestions == suggestions


def test_a_title_that_ends_its_line_is_not_that_of_the_citation_below(judge: Judge) -> None:
    fault = judge_one(judge, "# CR 702.107a: scavenge\n# CR 702.90b: infect", "2021-02-15")
    assert (fault.code, fault.suggestions) == ("CR005", ("702.97a",))
