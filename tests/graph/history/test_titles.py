"""The names that a heading joins."""

from __future__ import annotations

import pytest

from graph.history.titles import split_title


@pytest.mark.parametrize(
    ("heading", "titles"),
    [
        ("Row and Drift", ["rowanddrift", "row", "drift"]),
        ("Row AND Drift", ["rowanddrift", "row", "drift"]),
        ("Row", ["row"]),
        ("Row/Drift", ["rowdrift"]),
        ("Row / Drift", ["rowdrift"]),
        ("Rowing and Mooring Boats", ["rowingandmooringboats"]),
    ],
)
def test_only_two_single_words_with_and_between_them_are_names(heading: str, titles: list[str]) -> None:
    assert split_title(heading) == titles
