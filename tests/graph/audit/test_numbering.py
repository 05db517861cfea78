"""Faults of numbers: what the reader says is understood, and the numbers that were meant are found."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph.audit import audit
from graph.audit.numbering import EXCERPT, MANY, faults_of
from graph.audit.words import describe_fault, describe_meant
from rules.links import Link
from rules.records import Diagnostic, Rule, Span
from scraper.dialects.rulings.checks import check_rules
from scraper.sequence import check_numbers
from tests.graph.audit.small import Small
from tests.graph.lineages.small import link

A, B = "2001-01-01", "2002-02-02"


TOWN = {"1": "T|", "100": "W|", "100.1": "a."}


def summarize_faults(
    *editions: dict[str, str], links: dict[str, list[Link]] | None = None
) -> list[tuple[str, str, str | None]]:
    library = Small(dict(zip((A, B), editions, strict=False)), links)
    return [(fault.source, fault.status, fault.suggestion) for fault in audit(library, [A])]


class TestSeries:
    def test_gaps(self) -> None:
        assert summarize_faults(TOWN | {"100.3": "b."}) == [("100.2", "missing-number", None)]
        letters = {f"100.1{letter}": "x." for letter in "abcdefghijkmnpq"}
        assert summarize_faults(TOWN | letters) == [], "letters that are never used are no gap"
        excerpt = {"1": "T|", "100": "W|"} | {f"100.{number}": "x." for number in range(1, 3 * MANY, 2)}
        assert len(excerpt) < EXCERPT * MANY
        assert summarize_faults(excerpt) == [], "an excerpt lacks nothing"

    def test_the_second_of_a_doubled_number_takes_the_next(self) -> None:
        assert summarize_faults(TOWN | {"100.1#2": "b."}) == [("100.1#2", "duplicate-number", "100.2")]

    def test_of_doubled_numbers_the_one_that_changes_was_wrong(self) -> None:
        old = TOWN | {"101": "L|", "100.1#2": "Carts.", "101.2": "Riders."}
        new = TOWN | {"101": "L|", "101.1": "Carts.", "101.2": "Riders."}
        statuses = summarize_faults(old, new, links={B: [link("100.1#2", "101.1", "moved")]})
        assert ("100.1#2", "duplicate-number", "101.1") in statuses
        # a number that it soon had and that does not follow here counts for nothing
        old, new = TOWN | {"100.1#2": "Carts."}, TOWN | {"100.2": "Fog.", "100.3": "Carts."}
        (fault,) = audit(Small({A: old, B: new}, {B: [link("100.1#2", "100.3", "moved")]}), [A])
        assert describe_meant(fault) == "probably meant: 100.2 (100.2 fits between its neighbours)"

    def test_a_fault_stands_as_long_as_its_rule_has_it(self) -> None:
        gap, twice = TOWN | {"100.3": "b."}, TOWN | {"100.1#2": "b.", "100.5": "c."}
        for old, new, until in ((gap, gap, B), (twice, twice, B), (gap, gap | {"100.2": "c."}, A)):
            faults = list(audit(Small({A: old, B: new}), [A]))
            assert faults
            assert {(fault.since, fault.until) for fault in faults} == {(A, until)}

    def test_a_number_out_of_place(self) -> None:
        assert ("190.2", "misplaced-number", "100.2") in summarize_faults(TOWN | {"190.2": "b.", "100.3": "c."})

    def test_contents_that_disagree(self) -> None:
        texts = {"contents": "1. Town\n100. Watter ..... 7", "1": "Town|", "100": "Water|"}
        assert summarize_faults(texts) == [("100", "contents-mismatch", None)]
        assert summarize_faults(texts | {"contents": "1. Town\n100. Water ..... 7"}) == []


LABELS = {
    "706. 8b": ("706.8b", "untidy-number", "printed with a blank in it"),
    "706.8b.": ("706.8b", "untidy-number", "printed with a full stop that its like have not"),
    "706.8": ("706.8", "untidy-number", "printed without its full stop"),
    "706.8.": ("706.8", "untidy-number", "no blank follows it"),
    "7O6.8": ("706.8", "misprinted-number", "706.8 is printed '7O6.8'"),
    "A.8. 1": ("A.8.1", "misprinted-number", "A.8.1 is printed 'A.8. 1'"),
}


@pytest.mark.parametrize("label", LABELS)
def test_what_is_wrong_with_a_label(label: str) -> None:
    number, status, place = LABELS[label]
    diagnostic = Diagnostic("misprinted-number", "info", f"{number} is printed {label!r}")
    (fault,) = faults_of(A, diagnostic)
    assert (fault.source, fault.raw, fault.status, fault.place) == (number, label, status, place)
    assert place in describe_fault(fault)
    assert not describe_meant(replace(fault, suggestion=number)) or status == "misprinted-number"


def test_words_that_are_not_known_are_no_fault_unseen() -> None:
    with pytest.raises(ValueError, match="does not understand the diagnostic 'rule 7 is odd'"):
        faults_of(A, Diagnostic("duplicate-number", "warning", "rule 7 is odd"))
    assert faults_of(A, Diagnostic("mojibake", "info", "anything")) == ()
    rulings = [Rule(A, "T.5.2", "rule", parent="T.5", ordinal=ordinal) for ordinal in (1, 2)]
    (doubled,) = check_rules(rulings, "x")
    assert [fault.source for fault in faults_of(A, doubled)] == ["T.5.2#2"]


NUMBERS = st.from_regex(r"[1-3]0[0-2]\.[1-4][a-d]?", fullmatch=True)


@given(st.lists(NUMBERS, max_size=12))
def test_all_that_the_reader_says_of_numbers_is_understood(numbers: list[str]) -> None:
    seen: dict[str, int] = {}
    rules = []
    for line, number in enumerate(numbers, 1):
        seen[number] = seen.get(number, 0) + 1
        parent = number.rstrip("abcd") if number[-1].isalpha() else number[:3]
        label = f"{number} ?" if line % 5 == 0 else ""
        rules.append(Rule(A, number, "rule", parent=parent, ordinal=seen[number], label=label, span=Span(line, line)))
    for diagnostic in (*check_numbers(rules, "x"), *check_rules((), "x")):
        for fault in faults_of(A, diagnostic):
            assert fault.source.partition("#")[0] == fault.targets[0]
            assert diagnostic.message.startswith(fault.targets[0]) or fault.status == "missing-number"
