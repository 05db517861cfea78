"""Numbers that only words next to the same number elsewhere in the file show to be wrong."""

from __future__ import annotations

import pytest

from graph.citations.find.finder import find_citations
from graph.citations.judge.judge import Judge
from graph.history import History
from graph.ledger import open_ledger
from tests.graph.citations.judge.judged_history import judged

NEWEST = "2026-04-17"
"""The edition against which these are judged; a later one may move the numbers again."""


@pytest.fixture(scope="module")
def judge() -> Judge:
    return Judge(History(open_ledger()), NEWEST)


def suggested(judge: Judge, *lines: str, base: str | None = None) -> list[tuple[int, str | None]]:
    text = "\n\n".join(lines)
    return [(text.count("\n\n", 0, fault.start), fault.suggestion) for fault in judged(judge, text, base)]


FORMER = "# untap the boat (CR 701.21)"


@pytest.mark.parametrize(
    ("twin", "expected"),
    [
        ("# the second oar (CR 701.21)", "701.26"),
        ("# see CR 701.21", "701.26"),
        ("# see CR 701.21 @2026-04-17", None),
        ("# sacrifice the boat (CR 701.21)", None),
        ("# CR 701.21: Sacrifice", None),
        ("# a permanent of that player (CR 701.21)", None),
        ("# there is no CR 701.21", None),
        ("# both oars (CR 701.21, 701.26)", None),
        ("# the newest actions (CR 701.21+)", None),
    ],
    ids=[
        "its words fit neither",
        "it has no words",
        "a stamp",
        "its own verb",
        "its own title",
        "words that its rule has, as others do",
        "not in use",
        "a list with both",
        "an open range",
    ],
)
def test_a_number_means_the_same_everywhere_in_a_file(judge: Judge, twin: str, expected: str | None) -> None:
    found = dict(suggested(judge, FORMER, twin))
    assert found[0] == "701.26"
    assert found.get(1) == expected


def test_no_twin_is_reported_if_another_fits_the_present_rule(judge: Judge) -> None:
    assert [line for line, _ in suggested(judge, FORMER, "# CR 701.21: Sacrifice", "# see CR 701.21")] == [0]


def test_no_twin_is_reported_if_words_show_different_rules(judge: Judge) -> None:
    assert [line for line, _ in suggested(judge, "# Storm (CR 702.90)", "# Banding (CR 702.90)", "# CR 702.90")] == [
        0,
        1,
    ]


def test_an_invented_number_is_believed_if_enough_places_have_its_title(judge: Judge) -> None:
    named, unnamed = "# Provoke (CR 702.40a)", "# the boat rows on (CR 702.40a)"
    assert suggested(judge, named, named, unnamed) == [(0, "702.39a"), (1, "702.39a"), (2, "702.39a")]
    assert suggested(judge, named, named, *(5 * [unnamed])) == [(0, "702.39a"), (1, "702.39a")]
    assert suggested(judge, named, unnamed) == [(0, "702.39a")], "a single title may be a slip"


def test_the_title_of_an_ability_word_gives_no_letter(judge: Judge) -> None:
    battalion = "# Battalion (CR 702.101a)"
    assert {suggestion for _, suggestion in suggested(judge, battalion, "# CR 702.101a: three boats")} == {"207.2c"}


def test_a_twin_gets_the_letter_that_its_own_number_was_given(judge: Judge) -> None:
    """In HexDek, the stun counters of 122.1b were found as those of 122.1d, and a twin was told to stay 122.1b."""
    named = "# CR 122.1b: stun counters"
    assert suggested(judge, named, named, "# see CR 122.1b") == [(0, "122.1d"), (1, "122.1d"), (2, "122.1d")]


def test_a_twin_with_words_of_its_own_may_be_about_a_third_rule(judge: Judge) -> None:
    assert suggested(judge, "# CR 122.1b: stun counters", "# a rope for the boat (CR 122.1b)") == [(0, "122.1d")]
    assert suggested(judge, "# Madness (CR 702.34)", "# delirium needs oars (CR 702.34)") == [(0, "702.35")]


def test_each_edition_of_a_file_is_judged_by_itself(judge: Judge) -> None:
    citations = find_citations("# Storm (CR 702.90)\n\n# CR 702.90")
    assert judge.meanings(citations, "2012-02-01") != judge.meanings(citations, NEWEST)
