"""The assignment against brute force, and what is no assignment but a tie."""

from __future__ import annotations

from itertools import permutations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.align import ties
from rules.align.assignment import assign

Graph = dict[int, dict[int, float]]

graphs = st.dictionaries(
    st.integers(0, 3),
    st.dictionaries(st.integers(0, 3), st.integers(-1, 3).map(lambda weight: weight / 4), max_size=4),
    max_size=4,
)


def best(graph: Graph) -> float:
    """The largest sum, by trying everything; a right of -1 and below is none."""
    lefts = list(graph)
    rights = sorted({right for row in graph.values() for right in row})
    places = [*rights, *(-1 - left for left in range(len(lefts)))]
    return max(
        sum(max(0.0, graph[left].get(right, 0.0)) for left, right in zip(lefts, order, strict=False))
        for order in permutations(places, len(lefts))
    )


@given(graphs, st.randoms(use_true_random=False))
def test_nothing_is_better_in_whatever_order_weights_are_given(graph: Graph, random: Random) -> None:
    chosen = assign(graph)
    assert len(set(chosen.values())) == len(chosen)
    assert all(graph[left][right] > 0 for left, right in chosen.items())
    assert sum(graph[left][right] for left, right in chosen.items()) == pytest.approx(best(graph))
    rows = random.sample(list(graph.items()), len(graph))
    assert assign({left: dict(sorted(row.items(), key=lambda item: -item[0])) for left, row in rows}) == chosen


def test_a_good_pair_gives_way_where_the_whole_gains() -> None:
    assert assign({0: {0: 0.9, 1: 0.8}, 1: {0: 0.7}}) == {0: 1, 1: 0}


def find_ties(graph: Graph, twins: bool = True) -> dict[int, tuple[int, ...]]:
    return ties.find_ties(graph, assign(graph), lambda one, other: twins, lambda one, other: twins)


@pytest.mark.parametrize(
    ("graph", "expected"),
    [
        ({}, {}),
        ({0: {0: 0.5}}, {}),
        ({0: {0: 0.5, 1: 0.5}}, {0: (0, 1)}),
        ({0: {0: 0.5, 1: 0.4}}, {}),
        ({0: {0: 0.5}, 1: {0: 0.5}}, {0: (0,), 1: (0,)}),
        ({0: {0: 0.5}, 1: {0: 0.4}}, {}),
        # twins that can only change places are no tie
        ({0: {0: 0.5, 1: 0.5}, 1: {0: 0.5, 1: 0.5}}, {}),
        # one too many on the right makes all of them undecided
        ({0: {0: 0.5, 1: 0.5, 2: 0.5}, 1: {0: 0.5, 1: 0.5, 2: 0.5}}, {0: (0, 1, 2), 1: (0, 1, 2)}),
        # through the one that could make room: 1 could take 2, and leave its place to 0
        ({0: {0: 0.5, 1: 0.5}, 1: {1: 0.6, 2: 0.6}}, {0: (0, 1), 1: (1, 2)}),
        # a free place that is worse tells nothing
        ({0: {0: 0.5, 1: 0.5}, 1: {0: 0.5, 1: 0.5, 2: 0.3}}, {}),
    ],
)
def test_ties(graph: Graph, expected: dict[int, tuple[int, ...]]) -> None:
    assert find_ties(graph) == expected


@given(graphs)
def test_whoever_is_undecided_could_do_otherwise(graph: Graph) -> None:
    """The sum does not suffer when an undecided one takes another of its options, or is left out."""
    assert find_ties(graph, twins=False) == {}, "records that differ are no tie"
    whole = best(graph)
    chosen = assign(graph)
    for left, options in find_ties(graph).items():
        others = {other: row for other, row in graph.items() if other != left}
        for right in options:
            rest = {other: {place: row[place] for place in row if place != right} for other, row in others.items()}
            assert graph[left][right] + best(rest) == pytest.approx(whole)
        if left in chosen and len(options) == 1:
            assert best(others) == pytest.approx(whole)
