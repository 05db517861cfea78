"""What reading public code taught: remarks like those, in words of our own, held against the real ledger."""

from __future__ import annotations

import pytest

from graph.citations.find import find_citations
from graph.citations.judge import Judge
from graph.ledger import open_ledger

NEWEST = "2026-04-17"
"""The edition that these were judged against; a later one may move the numbers again."""


@pytest.fixture(scope="module")
def judge() -> Judge:
    return Judge(open_ledger(), edition=NEWEST)


def judge_text(judge: Judge, text: str) -> list[str]:
    return [
        f"{judgement.code} {judgement.number} -> {judgement.suggestion}"
        for citation in find_citations(text)
        for judgement in judge.judge(citation)
    ]


RIGHT = {
    "a sister rule is told": (
        "# CR 701.57b: the rest of the exiled cards goes to the bottom of the library in any order, at random"
    ),
    "a card whose name begins with a title": '"draw_step",  # CR 504 (Mana Vault, Howling Mine)',
    "the statement before": '.decl numeral(number: symbol, kind: symbol)\nnumeral("104.2", "list"). // CR 104.2a',
    "numbers that show how one is written": "// write CR 123.4a, or CR 999.99",
    "subtypes that were tokens' once": "// the token is a copy (CR 707.2, 111.1)",
}


@pytest.mark.parametrize("text", RIGHT.values(), ids=RIGHT.keys())
def test_what_is_right_is_left_alone(judge: Judge, text: str) -> None:
    assert find_citations(text)
    assert judge_text(judge, text) == []


WRONG = {
    "what the number above was once": (
        "// creatures that can't be regenerated (CR 701.15g)",
        ["CR002 701.15g -> None"],
    ),
    "a chapter that was there once": ("// the monarch draws a card (CR 720.6)", ["CR002 720.6 -> None"]),
    "no such words": ("// see CR 701.15g", ["CR002 701.15g -> 701.24f"]),
    "words before a list": (
        "// fetch it, put it into play tapped, then shuffle (CR 608.2c, 701.20a)",
        ["CR005 701.20a -> 701.24a"],
    ),
    "the later of two that are named": (
        "// Search the library for any one card, put it into the hand, then shuffle (CR 701.19a / 701.20a)",
        ["CR005 701.19a -> 701.23a", "CR005 701.20a -> 701.24a"],
    ),
    "its own title before the later one": (
        "// - search (CR 701.18): look for a card\n// - scry: look at the top",
        ["CR005 701.18 -> 701.23"],
    ),
    "a sentence before the bracket": ('// "Its owner shuffles." (CR 701.20)', ["CR005 701.20 -> 701.24"]),
    "letter in brackets": ("// CR 702.36(e)", ["CR002 702.36e -> 702.37e"]),
}


@pytest.mark.parametrize(("text", "expected"), WRONG.values(), ids=WRONG.keys())
def test_what_is_wrong_is_told_with_where_it_went(judge: Judge, text: str, expected: list[str]) -> None:
    assert judge_text(judge, text) == expected


def test_the_message_names_what_the_words_fit(judge: Judge) -> None:
    (citation,) = find_citations("// the monarch draws a card (CR 720.6)")
    (judgement,) = judge.judge(citation)
    assert "The words beside it fit what 720 was until 2022-10-06" in judgement.message
    assert '"The Monarch": in 2026-04-17 it is 725.' in judgement.message
