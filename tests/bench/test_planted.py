"""Wrong numbers planted in a tree, by the clue next to them: what `bench.planted` counts."""

from __future__ import annotations

import pytest

from bench.planted import Planted, list_planted
from graph.history import History
from graph.ledger import open_ledger


@pytest.fixture(scope="module")
def planted(tmp_path_factory: pytest.TempPathFactory) -> list[Planted]:
    root = tmp_path_factory.mktemp("tree")
    (root / "combat.py").write_text("# CR 702.2: Deathtouch\n# CR 508.1: the attackers are chosen\n")
    with open_ledger() as ledger:
        return list(list_planted(root, History(ledger)))


def test_each_right_number_is_planted_with_other_numbers(planted: list[Planted]) -> None:
    assert {one.meant for one in planted} == {"702.2", "508.1"}
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
