"""Where the rule of a number is in another edition."""

from __future__ import annotations

import pytest

from graph.citations.judge.lineage_locator import LineageLocator, LocatedRule
from rules.links import Link
from tests.graph.citations.judge.judged_history import A, B, C, D, JudgedHistory
from tests.graph.lineages.small import link


def place(where: LineageLocator, start: str, number: str, end: str) -> LocatedRule:
    lineage = where.lineage(start, number)
    assert lineage is not None
    return where.place(lineage, start, end)


@pytest.mark.parametrize(
    ("start", "number", "end", "numbers", "same"),
    [
        (A, "101.1a", D, ("102.1a",), True),
        (D, "102.1a", A, ("101.1a",), True),
        (A, "700.3", D, ("700.4",), True),
        (A, "100.3a", D, ("100.3",), False),  # merged
        (B, "100.2a", A, ("100.2",), False),  # split off, seen backwards
        (A, "100.2", D, ("100.2",), True),
        (A, "100.1b", D, (), False),  # dropped
        (D, "700.5", A, (), False),  # not born
        (B, "100.1a", B, ("100.1a",), True),
    ],
)
def test_places(start: str, number: str, end: str, numbers: tuple[str, ...], same: bool) -> None:
    located = place(LineageLocator(JudgedHistory()), start, number, end)
    assert (located.numbers, located.same, located.terms) == (numbers, same, ())


def test_descendants_and_the_edition_that_broke_a_number() -> None:
    where = LineageLocator(JudgedHistory())
    assert where.descendants("100.2", A, D) == {"100.2", "100.2a"}
    assert where.descendants("100.3a", A, D) == {"100.3"}
    assert where.descendants("700.2", A, C) == {"700.3"}
    assert where.descendants("100.1b", A, D) == frozenset()
    lineage = where.lineage(A, "100.1c") or ""
    assert where.first_edition_without(lineage, "100.1c", A, D) == D
    assert where.first_edition_without(lineage, "100.1c", A, C) is None


def test_candidates_of_which_none_was_chosen_are_not_sure() -> None:
    class Undecided(JudgedHistory):
        def links(self, edition: str) -> tuple[Link, ...]:
            doubtful = tuple(link("100.1b", new, "ambiguous", None, main=False) for new in ("100.1a", "100.1c"))
            chosen = tuple(candidate for candidate in super().links(edition) if candidate.old != "100.1b")
            return doubtful + chosen if edition == C else chosen

    located = place(LineageLocator(Undecided()), A, "100.1b", C)
    assert (located.numbers, located.sure) == (("100.1a", "100.1c"), False)
    with_terms = LocatedRule(("702.40#2", "glossary:Toll", "702.40"))
    assert (with_terms.numbers, with_terms.terms) == (("702.40",), ("Toll",))
