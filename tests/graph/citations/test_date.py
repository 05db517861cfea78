"""The model that dates files: what the numbers in use and the words beside them say of files and folders."""

from __future__ import annotations

import datetime

import pytest

from graph.citations.date import DatedFile, Fact, collect_facts, date_files
from graph.citations.hints import Hints
from graph.history import Period

EDITIONS = tuple(f"20{year:02}-01-01" for year in range(20))
OLDEST, NEWEST = EDITIONS[0], EDITIONS[-1]


def fact(number: int, first: int, last: int, *, by_words: bool = True) -> Fact:
    """A number that names what is meant from one year to another."""
    return Fact(str(number), ((EDITIONS[first], EDITIONS[last]),), by_words)


def old(count: int) -> frozenset[Fact]:
    """Numbers that fit 2003 to 2005 only."""
    return frozenset(fact(number, 3, 5) for number in range(count))


def new(count: int) -> frozenset[Fact]:
    """Numbers that fit since 2012."""
    return frozenset(fact(number, 12, 19) for number in range(count))


def date(files: dict[str, frozenset[Fact]]) -> dict[str, DatedFile]:
    return {unit.path: unit for unit in date_files(files, EDITIONS, slip=0.03, changes=0.02, newest=0.3)}


@pytest.mark.parametrize(
    ("facts", "edition", "least"),
    [
        (old(5), EDITIONS[5], 0.99),
        (new(5), NEWEST, 0.99),
        (old(9) | new(1), EDITIONS[5], 0.99),
        (frozenset([fact(1, 0, 9), fact(2, 8, 19)]), EDITIONS[9], 0.7),
        (frozenset([fact(1, 0, 9, by_words=False), fact(2, 8, 19, by_words=False)]), EDITIONS[9], 0.8),
    ],
)
def test_the_edition_is_the_one_in_which_most_numbers_mean_what_is_meant(
    facts: frozenset[Fact], edition: str, least: float
) -> None:
    unit = date({"a.c": facts})["a.c"]
    assert unit.choose_edition() == edition
    assert unit.weigh_edition(edition) >= least
    assert abs(sum(unit.facts[0].probabilities) - 1) < 1e-9


@pytest.mark.parametrize(("day", "edition"), [("2009-12-20", EDITIONS[9]), ("2010-01-01", EDITIONS[10])])
def test_of_equal_editions_the_one_in_force_at_the_last_change_is_chosen(day: str, edition: str) -> None:
    hints = Hints({"a.c": datetime.date.fromisoformat(day)})
    units = date_files({"a.c": frozenset(fact(number, 6, 13) for number in range(5))}, EDITIONS, hints)
    assert [unit.choose_edition() for unit in units] == [edition, edition]


@pytest.mark.parametrize("new_file", ["b.c", "src/b.c"])
def test_a_file_without_a_known_day_does_not_date_the_folder_of_files_with_one(new_file: str) -> None:
    hints = Hints({"a.c": datetime.date(2009, 12, 20)})
    files = {"a.c": frozenset(fact(number, 6, 13) for number in range(5)), new_file: frozenset[Fact]()}
    assert date_files(files, EDITIONS, hints)[0].choose_edition() == EDITIONS[9]


def test_a_tree_that_was_upgraded_and_not_committed_is_of_the_newest_edition() -> None:
    hints = Hints({"a.c": datetime.date(2009, 12, 20)})
    units = date_files({"a.c": old(1), "b.c": new(9), "c.c": new(7)}, EDITIONS, hints)
    assert units[0].choose_edition() == NEWEST


def test_a_file_of_the_last_day_that_dates_have_may_cite_the_newest_edition() -> None:
    assert Hints({"a.c": datetime.date.max}).rank_of_last("a.c", EDITIONS) == len(EDITIONS) - 1


def test_an_edition_that_only_counts_later_is_chosen_if_numbers_exist_only_in_it() -> None:
    hints = Hints({"a.c": datetime.date(2009, 12, 20)})
    units = date_files({"a.c": frozenset(fact(number, 10, 13) for number in range(5))}, EDITIONS, hints)
    assert units[0].choose_edition() == EDITIONS[10]


def test_a_file_without_much_of_its_own_follows_its_folder_and_one_with_much_does_not() -> None:
    files = {f"src/{name}.c": old(4) for name in "abcd"} | {"src/e.c": frozenset(), "src/f.c": new(1), "g.c": new(9)}
    units = date(files)
    assert [units[path].choose_edition() for path in ("src", "src/a.c", "g.c")] == [EDITIONS[5], EDITIONS[5], NEWEST]
    (dated,) = units["src/e.c"].facts
    weights = dated.probabilities
    assert weights[3] > 0.2 > weights[19]
    alone = date({"f.c": new(1)})["f.c"]
    assert units["src/f.c"].weigh_edition(NEWEST) < alone.weigh_edition(NEWEST)
    assert (units["src"].count_facts(EDITIONS[5]), units["src"].count_facts()) == (4, 5)


def test_what_a_file_says_is_exact() -> None:
    """The probabilities of a tree of two files are those that counting all cases gives."""
    editions = EDITIONS[:3]
    facts = [
        frozenset([Fact("1", ((editions[0], editions[1]),), True)]),
        frozenset([Fact("2", ((editions[1],) * 2,), False)]),
    ]
    prior = [0.3, 0.3, 0.4]
    given = [[0.9, 0.9, 0.1], [0.1, 0.9, 0.1]]
    expected = [0.0] * 3
    for tree in range(3):
        for file in range(3):
            for other in range(3):
                chances = [0.75 * (tree == here) + 0.25 * prior[here] for here in (file, other)]
                expected[file] += prior[tree] * chances[0] * chances[1] * given[0][file] * given[1][other]
    dated = date_files(dict(zip(("a", "b"), facts, strict=True)), editions, slip=0.1, changes=0.25, newest=0.4)
    weights = {unit.path: unit.facts[0].probabilities for unit in dated}
    assert weights["a"] == pytest.approx([value / sum(expected) for value in expected])


class MadeHistory:
    """A history in which 101.1 was given to another rule in 2005, and 102.1 is as old as the rules."""

    editions = EDITIONS

    def __init__(self) -> None:
        self.calendar = self.periods = self

    def of_key(self, number: str) -> tuple[Period, ...]:
        if number == "101.1":
            return _period("a", OLDEST, EDITIONS[4]), _period("b", EDITIONS[5], NEWEST)
        return (_period("c", OLDEST, NEWEST),) if number == "102.1" else ()


def _period(lineage: str, first: str, last: str) -> Period:
    return Period(lineage, "101.1", first, last, "added", None, "test", 1.0, ())


def test_facts_are_what_tells_editions_apart() -> None:
    history: object = MadeHistory()
    first, second = MadeHistory().of_key("101.1")
    cited = [("101.1", (second,)), ("101.1", ()), ("102.1", ()), ("999.9", ()), ("101.1", (first,))]
    facts = collect_facts(history, cited)  # type: ignore[arg-type]
    both = ((OLDEST, EDITIONS[4]), (EDITIONS[5], NEWEST))
    assert facts == {Fact("101.1", both[1:], True), Fact("101.1", both, False), Fact("101.1", both[:1], True)}


def test_folders_come_before_what_is_in_them_and_without_facts_there_is_nothing() -> None:
    paths = [unit.path for unit in date_files({"b/c/d.c": old(1), "a.c": old(1), "b/e.c": old(1)}, EDITIONS)]
    assert paths == [".", "a.c", "b", "b/c", "b/c/d.c", "b/e.c"]
    assert date_files({"a.c": frozenset()}, EDITIONS) == ()
