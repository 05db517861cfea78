"""Numbers that must not be replaced alone: those of a list in order, and those that a program compares."""

from __future__ import annotations

from collections.abc import Sequence
from typing import overload

import pytest
from msgspec.structs import replace

from comprules.lint.companions import (
    find_companions,
    find_equal_strings,
    find_lists,
    find_mixed,
    find_namesakes,
    find_pairs,
    find_repeats,
)
from comprules.lint.findings import JudgedFault
from comprules.lint.plan import settle
from graph.citations.find.finder import find_citations
from graph.citations.records import Citation, Fault
from graph.citations.renumber.outcomes import Outcome

ROWS = [f'row("702.{count}")' for count in range(3, 8)]

LONG = " ".join(["tows"] * 50)

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


FAR = 30 * "\n// nothing" + "\n"


@pytest.mark.parametrize(
    ("text", "new", "split"),
    [
        (f"add('702.5a Boats.'){FAR}find(number: '702.5a')", {1: "702.6a"}, {1}),
        (f"add('702.5a Boats.'){FAR}find(number: '702.5a')", {0: "702.6a"}, {0}),
        (f'add("702.5a: boats"){FAR}find("702.5a")', {1: "702.6a"}, {1}),
        (f"add('702.5a Boats.'){FAR}find(number: '702.5a')", {0: "702.6a", 1: "702.6a"}, set()),
        (f"find('702.5a'){FAR}find('702.5a')", {0: "702.6a", 1: "702.7a"}, {0, 1}),
        (f"add('702.5b Boats.'){FAR}find(number: '702.5a')", {1: "702.6a"}, set()),
        (f"add('boats of 702.5a.'){FAR}find(number: '702.5a')", {1: "702.6a"}, set()),
        (f"add('702.5a Boats.'){FAR}add('702.5a Ships.')", {1: "702.6a"}, {1}),
        ("add('702.5a Boats.', number='702.5a'); '" + 250 * "x" + "'", {1: "702.6a"}, {1}),
        (f"add('702.5a / boats'){FAR}find(number: '702.5a')", {1: "702.6a"}, set()),
        (f"// `702.5a` boats{FAR}// `702.5a`", {1: "702.6a"}, set()),
        (f"add('702.5a: boats of CR 702.5a'){FAR}find('702.5b')", {1: "702.6a"}, {1}),
        (f"add('702.5a: boats'); // CR 702.5a{FAR}", {1: "702.6a"}, set()),
    ],
    ids=[
        "a string with only the number changes",
        "a string with more changes",
        "a colon",
        "both change",
        "both change differently",
        "another number",
        "not at the beginning",
        "both have more",
        "one line",
        "a label",
        "no strings",
        "later in the string",
        "after the string",
    ],
)
def test_strings_with_one_number_stay_equal(text: str, new: dict[int, str], split: set[int]) -> None:
    citations = find_citations(text, cites_rules=True)
    assert find_equal_strings(text, citations, new) == split


@pytest.mark.parametrize(
    ("text", "new", "repeating"),
    [
        ("// CR 704.5b + CR 704.5c: the towed boat", {0: "704.5c"}, {0}),
        ("// CR 704.5b + CR 704.5c: the towed boat", {0: "704.5c", 1: "704.5d"}, set()),
        ("// CR 702.5a + CR 205.3: the towed boat", {1: "702.5"}, {1}),
        ("// CR 704.5 + CR 704.5c: the towed boat", {0: "705.5", 1: "705.5c"}, set()),
        ("// CR 704.5b + CR 704.5c: the towed boat", {0: "704.5x"}, set()),
        ("// CR 704.5b, CR 704.5b: the towed boat", {0: "704.5c", 1: "704.5c"}, set()),
        ("// CR 704.5b: the towed boat\n\n// CR 704.5c: the other one", {0: "704.5c"}, set()),
        ("// CR 704.5b, 704.5c, 704.5d, 704.5e", {0: "704.5c", 1: "704.5d", 2: "704.5e"}, {0, 1, 2}),
    ],
    ids=[
        "a neighbour",
        "both move",
        "the rule of a subrule",
        "the rule of a subrule as before",
        "no other",
        "equal before",
        "no list",
        "each repeats one that must stay",
    ],
)
def test_no_two_members_of_a_list_become_equal(text: str, new: dict[int, str], repeating: set[int]) -> None:
    assert find_repeats(find_citations(text), new) == repeating


@pytest.mark.parametrize(
    ("text", "new", "namesakes"),
    [
        ("def cr_702_5a():\ndef cr_702_6a():", {0: "702_6a"}, {0}),
        ("def cr_702_5a():\ndef cr_702_6a():", {0: "702_6a", 1: "702_7a"}, set()),
        ("def cr_702_5a():\ndef cr_702_6a():", {0: "702_7a", 1: "702_7a"}, {0, 1}),
        ("def cr_702_5a_tows():\ndef cr_702_6a():", {0: "702_6a"}, set()),
        ("def cr_702_5a():\n# CR 702.6a: cr_702_5a", {0: "702_6a", 2: "702_6a"}, set()),
        ('rule "702.5a tows"\nrule "702.6a tows"', {0: "702.6a"}, {0}),
        ('rule "702.5a tows"\nrule "702.6a rows"', {0: "702.6a"}, set()),
        ('show("702.5a tows")\nshow("702.6a tows")', {0: "702.6a"}, set()),
        (f'rule "702.5a {LONG}"\nrule "702.6a {LONG}"', {0: "702.6a"}, set()),
    ],
    ids=[
        "two functions",
        "both move",
        "both become one",
        "other words",
        "one name twice",
        "rules of an engine",
        "rules with other words",
        "other strings",
        "strings too long for a name",
    ],
)
def test_no_two_names_become_equal(text: str, new: dict[int, str], namesakes: set[int]) -> None:
    assert find_namesakes(text, find_citations(text, cites_rules=True), new) == namesakes


@pytest.mark.parametrize(
    ("text", "mixed"),
    [
        ("| CR 702.5 | towing |\n| CR 702.6 | rowing |", {0}),
        ("| CR 702.5 | towing |\n\n| CR 702.6 | rowing |", set()),
        ("x(); // CR 702.5: towing\ny(); // CR 702.6: rowing", set()),
        ("- CR 702.5: towing\n- CR 702.6: rowing", {0}),
        ("| CR 702.5 | towing |\n| CR 702.8 | rowing |", set()),
        ("| CR 702.5 + CR 702.8 | towing |", {0}),
        ("| CR 702.5 + CR 704.8 | towing |", set()),
    ],
    ids=[
        "a row of the table",
        "another table",
        "lines of code",
        "an item of the list",
        "another number",
        "the same list",
        "another chapter in the list",
    ],
)
def test_a_new_number_is_not_mixed_with_an_old_one(text: str, mixed: set[int]) -> None:
    citations = find_citations(text)
    assert find_mixed(text, citations, {0: "702.6"}, {1: citations[1].numbers}) == mixed


def test_no_new_number_is_written_if_they_forbid_each_other_without_end() -> None:
    citations = find_citations("\n".join(f"// CR 702.{count}: boats" for count in range(5, 35)))
    outcomes = tuple(Outcome(citation, "renumbered", None, "702.99") for citation in citations)
    never_settled = settle(outcomes, lambda after: [find_first(after)], Outcome.hold)
    assert {outcome.status for outcome in never_settled} == {"left"}
    settled = settle(outcomes, lambda after: [index] if (index := find_first(after)) < 5 else [], Outcome.hold)
    assert [outcome.status for outcome in settled] == ["left"] * 5 + ["renumbered"] * 25


def find_first(outcomes: tuple[Outcome, ...]) -> int:
    return next(index for index, outcome in enumerate(outcomes) if outcome.status == "renumbered")


class CountedCitations(Sequence[Citation]):
    """Citations that count how often one of them is read."""

    def __init__(self, citations: Sequence[Citation]) -> None:
        self._citations = citations
        self.reads = 0

    def __len__(self) -> int:
        return len(self._citations)

    @overload
    def __getitem__(self, index: int) -> Citation: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Citation]: ...
    def __getitem__(self, index: int | slice) -> Citation | Sequence[Citation]:
        self.reads += 1
        return self._citations[index]


def count_reads(size: int) -> int:
    """Return how often citations of a list of that size are read."""
    text = ", ".join(f"CR 702.{5 + count % 9}a" for count in range(size))
    citations = CountedCitations(find_citations(text))
    new_numbers = dict.fromkeys(range(0, size, 2), "702.6a")
    outdated = {index: citations[index].numbers for index in range(1, size, 2)}
    find_repeats(citations, new_numbers)
    find_mixed(text, citations, new_numbers, outdated)
    return citations.reads


def test_a_long_list_takes_time_in_proportion_to_its_length() -> None:
    assert count_reads(400) < 5 * count_reads(100)


def test_a_sentence_that_a_copy_has_too_keeps_its_number() -> None:
    text = 'rows("Boats are towed by rule 702.9a.")'
    (citation,) = find_citations(text, cites_rules=True)
    faults = [JudgedFault(Fault("CR005", "", ("702.8a",), number="702.9a", fix="place"), 0)]
    assert find_companions(text, [citation], faults) == {}
    assert find_companions(text, [replace(citation, is_in_copy_too=True)], faults) == {0: "copy"}


def test_each_companion_has_its_reason() -> None:
    text = "\n".join(
        [*ROWS, "", "702.9a Boats tow.", "702.9b Boats row.", "", "// CR 704.5b + CR 704.5c: the towed boat"]
    )
    citations = find_citations(text, cites_rules=True)
    faults = [
        JudgedFault(Fault("CR005", "", ("702.8a",), number="702.9a", fix="place"), 5),
        JudgedFault(Fault("CR003", "", ("704.5c",), number="704.5b", fix="place"), 7),
    ]
    bonds = dict.fromkeys(range(5), "list") | {5: "run", 6: "run", 7: "repeat"}
    assert find_companions(text, citations, faults) == bonds
    quoted = [replace(found, fault=replace(found.fault, is_quoted=True)) for found in faults]
    assert find_companions(text, citations, quoted) == {index: bonds[index] for index in (0, 1, 2, 3, 4, 6, 7)}
