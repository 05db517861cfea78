"""Numbers that must not be replaced alone: those of a list in order, and those that a program compares."""

from __future__ import annotations

import pytest

from comprules.lint.companions import find_lists, find_pairs, find_repeats
from graph.citations.find.finder import find_citations

ROWS = [f'row("702.{count}")' for count in range(3, 8)]

TOWED = "Each boat that is towed follows the boat that tows it."


def list_places(lines: list[str]) -> list[int]:
    return sorted(find_lists(find_citations("\n".join(lines), cites_rules=True)))


@pytest.mark.parametrize(
    ("lines", "places"),
    [
        (ROWS, [0, 1, 2, 3, 4]),
        (ROWS[:4], []),
        ([*ROWS[:2], ROWS[0], *ROWS[2:4]], []),
        ([*ROWS[:4], "// the boat is towed (CR 702.9)"], []),
        (["// the boat is towed (CR 702.9)", *ROWS], [1, 2, 3, 4, 5]),
    ],
    ids=["five in order", "four", "not in order", "the last one has words", "another citation before them"],
)
def test_a_list_has_five_bare_numbers_in_order(lines: list[str], places: list[int]) -> None:
    assert list_places(lines) == places


@pytest.mark.parametrize(
    ("text", "new", "paired"),
    [
        ('show("702.5a", "CR 702.5a: towing")', {1: "702.6a"}, {1}),
        ("show('702.5a', 'CR 702.5a: towing')", {1: "702.6a"}, {1}),
        ('show("702.5a", "CR 702.5a: towing")', {0: "702.6a", 1: "702.6a"}, set()),
        ('show("702.5a", "CR 702.5a: towing")', {0: "702.6a"}, set()),
        ('show("702.5b", "CR 702.5a: towing")', {1: "702.6a"}, set()),
        (f'rule "702.5a"\n/*\n702.5a: {TOWED}', {1: "702.6a"}, set()),
        (f'show("702.5a", "702.5a: {TOWED}")', {1: "702.6a"}, {1}),
        ('rule "702.5a"\n/*\nCR 702.5a: towing', {1: "702.6a"}, {1}),
        ('show("702.5a")' + 30 * "\n// nothing" + '\nshow("CR 702.5a: towing")', {1: "702.6a"}, set()),
    ],
    ids=[
        "a pair",
        "other quotes",
        "both change",
        "the other one is in a sentence",
        "another number",
        "a copied rule on another line",
        "a copied rule on its line",
        "no copied rule on another line",
        "far away",
    ],
)
def test_a_pair_is_a_number_and_the_same_one_alone_in_quotes(text: str, new: dict[int, str], paired: set[int]) -> None:
    citations = find_citations(text, cites_rules=True)
    assert find_pairs(text, citations, new) == paired


@pytest.mark.parametrize(
    ("text", "new", "repeating"),
    [
        ("// CR 704.5b + CR 704.5c: the towed boat", {0: "704.5c"}, {0}),
        ("// CR 704.5b + CR 704.5c: the towed boat", {0: "704.5c", 1: "704.5d"}, set()),
        ("// CR 702.5a + CR 205.3: the towed boat", {1: "702.5"}, {1}),
        ("// CR 704.5b + CR 704.5c: the towed boat", {0: "704.5x"}, set()),
        ("// CR 704.5b, CR 704.5b: the towed boat", {0: "704.5c", 1: "704.5c"}, set()),
        ("// CR 704.5b: the towed boat\n\n// CR 704.5c: the other one", {0: "704.5c"}, set()),
    ],
    ids=["a neighbour", "both move", "the rule of a subrule", "no other", "equal before", "no list"],
)
def test_no_two_members_of_a_list_become_equal(text: str, new: dict[int, str], repeating: set[int]) -> None:
    assert find_repeats(find_citations(text), new) == repeating
