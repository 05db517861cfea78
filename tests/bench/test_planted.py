"""Wrong numbers planted in a tree, by the clue next to them: what `bench.planted` counts."""

from __future__ import annotations

import pytest

from bench.planted import Planted, find_clue, find_doubt, list_planted, stands_as_name
from graph.citations.find.finder import find_citations
from graph.citations.judge.lexicon import Lexicon
from graph.citations.judge.words import Words
from graph.history import History
from graph.ledger import open_ledger


@pytest.fixture(scope="module")
def planted(tmp_path_factory: pytest.TempPathFactory) -> list[Planted]:
    root = tmp_path_factory.mktemp("tree")
    (root / "combat.py").write_text(
        "# CR 702.2: Deathtouch\n# CR 508.1: the attackers are chosen\n# the damage stays until then (CR 120.6)\n"
    )
    with open_ledger() as ledger:
        return list(list_planted(root, History(ledger)))


def test_each_right_number_is_planted_with_other_numbers(planted: list[Planted]) -> None:
    assert {one.meant for one in planted} == {"702.2", "508.1", "120.6"}
    assert all(one.number != one.meant for one in planted)
    assert {one.kind for one in planted} >= {"neighbour", "chapter"}


def test_a_title_next_to_the_number_is_the_clearest_clue(planted: list[Planted]) -> None:
    clues = {(one.meant, one.kind): one.clue for one in planted}
    assert clues["702.2", "neighbour"] == "title"
    assert clues["508.1", "chapter"] == "words"


def test_a_title_accuses_a_neighbouring_number_and_names_the_rule_that_was_meant(planted: list[Planted]) -> None:
    [neighbour] = [one for one in planted if (one.meant, one.kind) == ("702.2", "neighbour")]
    assert neighbour.outcome == "found"
    assert "702.2" in neighbour.suggested


def test_a_title_that_may_be_an_ordinary_word_is_counted_apart(planted: list[Planted]) -> None:
    assert {one.clue for one in planted if (one.meant, one.kind) == ("120.6", "chapter")} == {"everyday word"}


@pytest.mark.parametrize(
    ("line", "wrong", "doubt"),
    [
        ("// Storm (CR «702.40»)", "305.4", ""),
        ("// Storm (CR «702.40»)", "702.41", ""),
        ("// Storm copies the spell on the stack (CR «702.40»)", "707.10", "fits the wrong rule"),
        ("// Kicker (CR «702.33»)", "601.3", "named in its chapter"),
        ("// Storm (CR «702.40», CR 702.40a)", "305.4", "named for a neighbour"),
    ],
)
def test_a_reader_can_decide_a_number_whose_rule_has_nothing_to_do_with_the_clause(
    line: str, wrong: str, doubt: str
) -> None:
    with open_ledger() as ledger:
        lexicon = Lexicon(History(ledger))
        citations = find_citations(line.replace("«", "").replace("»", ""))
        words = Words(lexicon, citations, 0)
        edition = lexicon.history.calendar.resolve("latest")
        assert find_doubt(lexicon, edition, words, wrong, find_clue(lexicon, edition, words, wrong)) == doubt


@pytest.mark.parametrize(
    ("text", "name", "stands"),
    [
        ("Mana empties at the end", "Mana", False),
        ("all damage is gone", "damage", False),
        ("Mana", "Mana", True),
        ("what `mana` is", "mana", True),
        ("a step in which Mana is emptied", "Mana", True),
        ("the mana ability first", "mana ability", True),
    ],
)
def test_a_name_has_several_words_marks_or_a_capital_inside(text: str, name: str, *, stands: bool) -> None:
    start = text.index(name)
    assert stands_as_name(text, start, start + len(name)) is stands
