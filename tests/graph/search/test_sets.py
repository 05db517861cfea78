"""The rows of sets and editions, from which queries find the edition of a set."""

from __future__ import annotations

from graph.search.sets import editions_of_part_in_force, editions_of_set, list_edition_rows, list_words_of_sets
from rules.records import COMPREHENSIVE_RULES, RETYPED, CardSet, Condition, Edition

FIRST, SECOND, THIRD = "1991-01-01", "1992-01-01", "1993-01-01"


def make_edition(day: str, code: str, condition: Condition) -> Edition:
    return Edition(day, COMPREHENSIVE_RULES, (CardSet(code, f"Harbour {code}"),), (), "official", (), condition)


def test_a_retyped_edition_gives_its_set_to_the_next_edition() -> None:
    rows = list_edition_rows(
        [make_edition(FIRST, "AAA", "good"), make_edition(SECOND, "BBB", RETYPED), make_edition(THIRD, "CCC", "good")]
    )
    assert [(row.date, row.code, row.is_retyped) for row in rows] == [
        (FIRST, "AAA", False),
        (THIRD, "CCC", False),
        (THIRD, "BBB", True),
    ]


def test_retyped_editions_alone_have_their_own_sets() -> None:
    rows = list_edition_rows([make_edition(FIRST, "AAA", RETYPED), make_edition(SECOND, "BBB", RETYPED)])
    assert [(row.date, row.code) for row in rows] == [(FIRST, "AAA"), (SECOND, "BBB")]
    assert editions_of_set(rows, "AAA", is_whole_query=True) == [FIRST]


def test_an_edition_without_a_set_adds_no_word() -> None:
    without_set = Edition(SECOND, COMPREHENSIVE_RULES, (), (), "official", (), "good")
    rows = list_edition_rows([make_edition(FIRST, "AAA", "good"), without_set])
    assert list_words_of_sets(tuple(rows)) == {"aaa", "harbour"}


def test_a_set_with_a_year_is_one_of_that_year_or_the_one_in_force_as_it_begins() -> None:
    days = {FIRST: "AAA", "1991-09-01": "BBB", THIRD: "CCC"}
    rows = list_edition_rows([make_edition(day, code, "good") for day, code in days.items()])
    found = {time: editions_of_part_in_force(rows, "harbour", time) for time in ("1991", "1992", "1992-05-01", "1990")}
    assert found == {"1991": [FIRST, "1991-09-01"], "1992": ["1991-09-01"], "1992-05-01": ["1991-09-01"], "1990": []}
    assert editions_of_part_in_force(rows, "harbour aaa", "1992") == [], "it was not in force any more"
