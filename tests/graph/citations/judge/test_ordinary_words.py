"""Titles that are ordinary words, parts of names of code, or words of the next paragraph or citation."""

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


@pytest.mark.parametrize(
    "text",
    [
        "# The CR 701.14a exchange of blows, as every boat knows it",
        "# (Rampage, Grey Heron, never seen by day, CR 509.1h)",
        "# a wet pier (`Double` row, any quay — CR 106.4)",
        "# the connive_boats lane reaches the pier. CR 701.20a.",
        "# CR 205.3m: these are no boats — piers and quays are basic LAND types\n# (CR 305.6)",
        "# the heron stays here. CR 701.16.\n# Cycling herons have a cost",
    ],
    ids=[
        "the noun of a sentence",
        "an item of a list",
        "a name of code that is described",
        "a part of an identifier",
        "the name of the next citation, of a rule below it",
        "the next line after a full stop",
    ],
)
def test_a_word_that_is_used_as_no_title_accuses_no_number(judge: Judge, text: str) -> None:
    assert find_citations(text)
    assert judged(judge, text) == []


@pytest.mark.parametrize(
    ("text", "suggestions"),
    [
        ("# exchange (CR 701.14a)", ("701.12a",)),
        ("# CR 701.14a: exchange", ("701.12a",)),
        ("# Rampage (CR 509.1h)", ("702.23",)),
        ("# a heron with warp. CR 702.184a.\n# the next heron has none", ("702.185a",)),
        ("# read by the skip-untap lane of `_recover_tap_down`. CR 701.20.", ("701.26",)),
        ("# the lane (CR 701.20 — scry keyword action)", ("701.22",)),
        ("# the lane (CR 701.20, the keyword action scry)", ("701.22",)),
        ("/** scry ({@mtg.rule 701.20}) */", ("701.22",)),
        ("# CR 702.9\n\n\ndef test_701_8a_discard_drops_it(): ...", ("701.9a",)),
    ],
    ids=[
        "before a bracket",
        "after a colon",
        "alone before a bracket",
        "in the sentence before a number with a full stop",
        "a part of an identifier, and another word of its rule",
        "called a keyword behind it",
        "called a keyword before it",
        "before a tag of a comment of Java",
        "in the identifier of the number",
    ],
)
def test_a_word_that_is_used_as_a_title_accuses_a_number(judge: Judge, text: str, suggestions: tuple[str, ...]) -> None:
    (fault,) = judged(judge, text)
    assert (fault.code, fault.suggestions) == ("CR005", suggestions)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("// 702.40. Storm\n", ["Storm", "Storm"]),
        ("// it copies, see 702.40.\n// Storm\n", ["it copies, see"]),
    ],
    ids=["at the head of a line, as in the rules", "at the end of a line"],
)
def test_a_full_stop_at_the_end_of_a_line_ends_the_words_of_a_number(text: str, words: list[str]) -> None:
    *_, citation = find_citations(f"// CR 702.9\n\n{text}")
    assert [evidence.words for evidence in citation.evidence] == words


@pytest.mark.parametrize(("word", "is_form"), [("playing", True), ("players", False)])
def test_a_similar_word_does_not_show_the_former_rule(judge: Judge, word: str, *, is_form: bool) -> None:
    (citation,) = find_citations(f"# {word} (CR 701.14)")
    faults = judge.find_faults([citation], 0, "2024-09-20", is_estimate=True)
    assert bool(faults and not faults[0].is_unsupported) is is_form


@pytest.mark.parametrize(
    ("text", "declared", "suggestions"),
    [
        ("# all water spilled to the defender (CR 702.19d)", NEWEST, ()),
        ("# all water spilled to Defender (CR 702.19d)", NEWEST, ("702.3",)),
        ("# dry the whole deck, then tap (CR 701.19a)", NEWEST, ()),
        ("# dry the whole deck, then tap (CR 701.19a)", None, ("701.26a",)),
        ("# dry the whole deck, then Tap (CR 701.19a)", NEWEST, ("701.26a",)),
        ("# all water spilled by emerge (CR 702.19d)", NEWEST, ("702.119",)),
        ("# dry the whole deck, then tap (CR 701.20)", NEWEST, ("701.26",)),
    ],
    ids=[
        "a noun",
        "a noun with a capital",
        "a verb of the rule",
        "no declaration",
        "a verb with a capital",
        "a keyword without an article",
        "a verb that the rule lacks",
    ],
)
def test_an_ordinary_word_suggests_nothing_for_a_number_that_is_right_as_declared(
    judge: Judge, text: str, declared: str | None, suggestions: tuple[str, ...]
) -> None:
    (fault,) = judged(judge, text, declared)
    assert fault.suggestions == suggestions


def test_a_name_of_the_glossary_belongs_to_the_number_after_it(judge: Judge) -> None:
    assert judged(judge, "# lost oars (CR 120.3a), excess damage (CR 120.10)", NEWEST) == []


def test_a_rare_word_of_a_former_chapter_outweighs_common_words_of_the_declared_one(judge: Judge) -> None:
    text = "# the players enter a new phase after the restart of the game (CR 726)"
    (fault,) = judge.find_faults(find_citations(text, cites_rules=True), 0, NEWEST)
    assert (fault.code, fault.suggestions) == ("CR004", ("727",))
