"""What a visit to the search page made somebody wait for."""

from bench.waits import Fetched, ListChange, Wait, summarize

FILES = [Fetched(0.3, 5_000), Fetched(1.2, 80_000), Fetched(1.9, 2_000), Fetched(3.0, 40_000)]


def test_a_row_by_name_comes_before_the_passages() -> None:
    changes = [ListChange(3, 0, 1.5), ListChange(6, 5, 2.0), ListChange(30, 29, 2.6)]
    assert summarize(changes, FILES) == Wait(1.5, 2.0, 2.6, 87.0, 3)


def test_a_list_without_passages_counts_what_came_before_its_last_row() -> None:
    assert summarize([ListChange(1, 0, 1.5), ListChange(2, 0, 1.8)], FILES) == Wait(1.5, None, 1.8, 85.0, 2)


def test_a_search_that_found_nothing_counts_everything() -> None:
    assert summarize([], FILES) == Wait(None, None, None, 127.0, 4)
