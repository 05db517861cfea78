"""The titles of the numbers of a list, if the sentence next to it names several keywords."""

from __future__ import annotations

import pytest

from graph.citations.judge.judge import Judge
from graph.history import History
from graph.ledger import open_ledger
from tests.graph.citations.judge.judged_history import judged

NEWEST = "2026-04-17"
"""The edition against which these are judged; a later one may move the numbers again."""


@pytest.fixture(scope="module")
def judge() -> Judge:
    return Judge(History(open_ledger()), NEWEST)


def suggested(judge: Judge, text: str) -> list[tuple[str, str | None]]:
    return [(fault.number, fault.suggestion) for fault in judged(judge, text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # the second number was that of menace
        (
            "CR 702.40a & 702.110b: Provoke fails if menace is not met.",
            [("702.40a", "702.39a"), ("702.110b", "702.111b")],
        ),
        # the latest of two former rules
        ("CR 702.90a & 702.77a: Wither may stop persist.", [("702.90a", "702.80a"), ("702.77a", "702.79a")]),
        # the second number is that of flying, whatever the order
        ("CR 702.40a & 702.9b: Flying boats sail on.", []),
        ("CR 702.40a & 702.9b: Flying boats have Provoke.", [("702.40a", "702.39a")]),
        # a number of another chapter has no title
        ("CR 702.40a & 509.1b: Provoke moves no blocker.", [("702.40a", "702.39a")]),
        # a title that does not begin the clause may be about the whole list
        ('// CR 303.4, 702.6, Boat 23 - Oars: "Enchant enchantment" ties the boat', []),
        # two numbers, two titles of others, in order
        ("CR 702.121a & 702.46a: Mentor and bushido add up.", [("702.121a", "702.134a"), ("702.46a", "702.45a")]),
        # more titles than numbers
        ("CR 702.121a & 702.46a: Mentor, Bushido and Persist add up.", []),
        # a title that is another number's own
        ("CR 702.23a & 702.111a: Rampage boats grow.", []),
        ("CR 702.9b & 702.110b: Flying menace boats need two with reach.", [("702.110b", "702.111b")]),
    ],
)
def test_titles_and_numbers_of_a_list_are_paired(
    judge: Judge, text: str, expected: list[tuple[str, str | None]]
) -> None:
    assert suggested(judge, text) == expected


def test_a_title_that_is_often_next_to_a_number_belongs_to_it(judge: Judge) -> None:
    reversed_order = "# CR 702.90a & 702.138a: Training rows on while exalted does not.\n"
    often = 3 * "# Exalted (CR 702.90a)\n\n"
    assert suggested(judge, often + reversed_order)[-2:] == [("702.90a", "702.83a"), ("702.138a", "702.149a")]
    assert suggested(judge, reversed_order) == [("702.90a", "702.149a"), ("702.138a", "702.83a")]


def test_a_title_that_is_seldom_next_to_a_number_shows_nothing(judge: Judge) -> None:
    unknown = "# CR 702.163a: the oarsman rows on\n\n"
    assert not suggested(judge, f"{8 * unknown}# CR 702.163a & 702.9c: A reach boat stops an oarsman that flies.\n")
