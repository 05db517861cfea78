"""What is said of a term: never more than the counts of its words bear out."""

from __future__ import annotations

import pytest

from graph.terms.printed import printed_form
from rules.links import Term, TermKind
from site_src.pages.terms.outcome import describe_term


@pytest.mark.parametrize(
    ("kind", "old", "new", "statement"),
    [
        ("renamed", (9, 0, 0), (0, 9, 9), "Replaced by pier in 2011."),
        ("renamed", (9, 2, 1), (0, 7, 9), "Replaced by pier in 2011. The old words are still used in 1 place."),
        ("renamed", (9, 0, 4), (0, 9, 9), "Replaced by pier in 2011. The old words are used again today, in 4 places."),
        ("renamed", (9, 9, 9), (0, 3, 3), "Also called pier since 2011."),
        ("renamed", (9, 0, 0), (0, 9, 0), "Replaced by pier in 2011. The new words are not used today either."),
        (
            "split",
            (9, 6, 6),
            (0, 3, 3),
            "Partly replaced by pier in 2011. The old words are still used in 6 places.",
        ),
        ("split", (9, 9, 9), (0, 3, 3), "Partly replaced by pier in 2011."),
        ("reworded", (9, 2, 2), (0, 7, 7), "Partly reworded as pier in 2011."),
        ("reworded", (9, 0, 0), (0, 9, 9), "Reworded as pier in 2011."),
        ("heading", (9, 9, 9), (0, 1, 1), "The heading became pier in 2011."),
        ("retired", (9, 0, 0), None, "Dropped in 2011 and not used since."),
        ("retired", (9, 1, 1), None, "Dropped in 2011. The old words are still used in 1 place."),
        ("retired", (9, 1, 0), None, "Dropped in 2011."),
    ],
)
def test_a_statement_follows_the_counts(
    kind: TermKind, old: tuple[int, ...], new: tuple[int, ...] | None, statement: str
) -> None:
    term = Term("jetty", "pier" if new else None, "2011-01-01", kind, 3, 0.9)
    assert describe_term(term, 1, old, new or None, "pier") == statement


def test_words_that_no_edition_dates_are_out_of_use_by_then() -> None:
    term = Term("jetty", "pier", "2011-01-01", "renamed", 3, 0.9, dated=False)
    assert describe_term(term, 1, (0, 0), (4, 4), "pier").startswith("Out of use by 2011")


@pytest.mark.parametrize(
    ("phrase", "texts", "printed"),
    [
        ("low water", ["Low water", "Wait for low water; low water is best."], "low water"),
        ("harbour master", ["Ask the Harbour Master. A Harbour Master knows."], "Harbour Master"),
        ("half tide rule", ["The half-tide rule holds."], "half-tide rule"),
        ("out of reach", ["An out-of-reach rope.", "An out-of-reach hook.", "It is out of reach."], "out of reach"),
        ("aton", ["Each ATON, lit or not, is an ATON."], "ATON"),
        ("can't moor", ["Boats can't moor.", "A boat can’t moor."], "can’t moor"),
        ("ebb", ["Ebb"], "Ebb"),
        ("ebb", ["webbed"], "ebb"),
        ("tides wind and the pier", ["Tides, Wind, and the Pier"], "Tides, Wind, and the Pier"),
        ("boats and piers", ["Moor boats, and piers stay.", "Old boats and piers."], "boats and piers"),
        ("high and low tide", ["The High and “Low” Tide holds."], "High and “Low” Tide"),
        ("is afloat", ["A boat is “afloat.”"], "is afloat"),
        ("", ["Ebb"], ""),
    ],
)
def test_words_are_shown_as_most_often_printed(phrase: str, texts: list[str], printed: str) -> None:
    assert printed_form(phrase, texts) == printed
