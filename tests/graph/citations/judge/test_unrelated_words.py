"""Several words next to a moved number, none of which is of its rule: the number was wrong from the beginning."""

from __future__ import annotations

import pytest

from graph.citations.judge.identifiers import divide_identifiers
from graph.citations.judge.judge import Judge
from graph.citations.records import Fault
from graph.history import History
from graph.ledger import open_ledger
from tests.graph.citations.judge.judged_history import judged

NEWEST = "2026-04-17"
"""The edition against which these are judged; a later one may move the numbers again."""
BASE = "2019-06-14"
"""The edition declared for them, in which 702.98 is Cipher, 119.4 is of damage and 116.4 of ending steps."""


@pytest.fixture(scope="module")
def judge() -> Judge:
    return Judge(History(open_ledger()), NEWEST)


def judge_one(judge: Judge, text: str, base: str | None = BASE) -> Fault:
    (fault,) = judged(judge, text, base)
    return fault


@pytest.mark.parametrize(
    ("text", "base"),
    [
        ("# a lantern on the shoulder bears fruit while the oracle sings (CR 702.98)", BASE),
        ("# re-evaluate static lanterns (CR 613.3a)", None),
        ("# the lantern is revealed (CR 121.1c, not drawn)", BASE),
    ],
    ids=["a drifted number", "a retired number without a declaration", "a retired number"],
)
def test_several_words_of_other_rules_leave_no_suggestion(judge: Judge, text: str, base: str | None) -> None:
    fault = judge_one(judge, text, base)
    assert (fault.suggestions, fault.fix) == ((), "")
    assert "None of the words next to the number is about that rule, so nothing is suggested." in fault.message


@pytest.mark.parametrize(
    ("text", "suggestion"),
    [
        ("# (CR 702.98)", "702.99"),
        ("# a lantern (CR 702.98)", "702.99"),
        ("# see (CR 702.98) and evaluate static lanterns", "702.99"),
        ("# a lantern is evaluated and revealed at the oracle, with cipher (CR 702.98)", "702.99"),
        ("# see whether the step/phase can advance on the shoulder (CR 116.4)", "117.4"),
        ("# evaluate static lanterns with `dealDamage` (CR 119.4)", "120.4"),
        ("# evaluate static lanterns with `deal_damage` (CR 119.4)", "120.4"),
    ],
    ids=[
        "no words",
        "a single word",
        "words after the number",
        "a word of the title",
        "a word after a slash",
        "an identifier in camel case",
        "an identifier in snake case",
    ],
)
def test_other_moved_numbers_keep_their_suggestion(judge: Judge, text: str, suggestion: str) -> None:
    assert {fault.suggestions for fault in judged(judge, text, BASE)} == {(suggestion,)}


@pytest.mark.parametrize(
    ("words", "divided"),
    [("DealDamage", "Deal damage"), ("etb_trigger", "etb trigger"), ("step/phase", "step phase"), ("ETB", "ETB")],
)
def test_identifiers_are_divided_at_their_borders(words: str, divided: str) -> None:
    assert divide_identifiers(words) == divided


def test_words_that_may_mean_the_present_rule_belong_to_no_other_rule(judge: Judge) -> None:
    fault = judge_one(judge, "# wading and trampling herons (CR 702.2c + 702.19c)")
    assert (fault.number, fault.suggestions) == ("702.19c", ())
    assert "may mean the rule that is 702.19c now, so nothing is suggested" in fault.message
    assert "belong to another rule" not in fault.message


@pytest.mark.parametrize(
    ("text", "is_asked"),
    [("# damage decreases life (CR 119.3)", False), ("# damage decreases the moat (CR 119.3)", True)],
    ids=["the title of the present rule is there", "it is not there"],
)
def test_a_name_that_is_there_is_not_asked_for(judge: Judge, text: str, is_asked: bool) -> None:
    fault = judge_one(judge, text)
    assert fault.suggestions == ("120.3",)
    assert ("If you mean that rule, name it next to the number." in fault.message) is is_asked


def test_an_identifier_may_name_the_rule_that_had_a_number_before(judge: Judge) -> None:
    fault = judge_one(judge, "# CR 104.1\n\n# a blow (``dealDamage``, CR 119)", None)
    assert (fault.code, fault.suggestions) == ("CR004", ("120",))
