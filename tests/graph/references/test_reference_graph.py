"""The graph of a small edition's references, and what it answers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph.references import network
from graph.references.network import Edge, ReferenceCount
from rules.links import Link
from rules.store import Store
from tests.graph.audit.small import Small
from tests.graph.lineages.small import link

A, B = "2001-01-01", "2002-02-02"
TEXTS = {
    "1": "Town|",
    "100": "Water|",
    "100.1": "Boats pay, see rules 101.1a–b.",
    "100.2": "Ferries do not. See rule 100.1.",
    "100.2a": "But see rule 101.1a.",
    "100.3": "Nobody swims.",
    "101": "Land|",
    "101.1": "Tolls are these.",
    "101.1a": "Copper, as in rule 100.2.",
    "101.1b": "Silver, see rule 109.9.",
    "glossary:Ferry": "A boat. See rule 100.2. See also Toll.",
    "glossary:Toll": "What one pays.",
}


def small(editions: Mapping[str, Mapping[str, str]], links: Mapping[str, Sequence[Link]] | None = None) -> Store:
    """A small history, which answers what the graph asks of a knowledge base."""
    return cast("Store", Small(editions, links))


LIBRARY = small({A: TEXTS})
GRAPH = network.reference_graph(LIBRARY, A)


def test_everything_of_the_edition_is_a_node_and_what_resolves_is_an_edge() -> None:
    assert list(GRAPH) == list(TEXTS)
    assert network.citing(GRAPH, "101.1a") == (Edge("100.1", "101.1a", 1), Edge("100.2a", "101.1a", 1))
    assert network.list_cited(GRAPH, "glossary:Ferry") == (
        Edge("glossary:Ferry", "100.2", 1),
        Edge("glossary:Ferry", "glossary:Toll", 1),
    )
    assert network.list_cited(GRAPH, "101.1b") == ()  # 109.9 is not there


def test_folded_subrules_stand_for_their_rule_and_a_range_counts_once() -> None:
    graph = network.reference_graph(LIBRARY, A, "rule")
    assert "101.1a" not in graph
    assert network.citing(graph, "101.1") == (Edge("100.1", "101.1", 1), Edge("100.2", "101.1", 1))


def test_folded_into_chapters_nothing_refers_to_itself() -> None:
    graph = network.reference_graph(LIBRARY, A, "chapter")
    assert network.citing(graph, "100") == (Edge("101", "100", 1), Edge("glossary:Ferry", "100", 1))


@pytest.mark.parametrize(
    ("key", "by", "node"),
    [
        ("702.40a", "subrule", "702.40a"),
        ("702.40a", "rule", "702.40"),
        ("502.35b#2", "rule", "502.35"),
        ("702.40a", "chapter", "702"),
        ("7", "chapter", "7"),
        ("glossary:Kicker, Kicked", "chapter", "glossary:Kicker, Kicked"),
        ("A.2.Ruling.3", "chapter", "A.2.Ruling.3"),
    ],
)
def test_folding(key: str, by: network.By, node: str) -> None:
    assert network.fold_key(key, by) == node


def test_most_cited_first() -> None:
    assert network.most_cited(GRAPH, 2) == (ReferenceCount("100.2", 2, 2), ReferenceCount("101.1a", 2, 2))


def test_neighbourhood_goes_both_ways() -> None:
    near = network.neighbourhood(GRAPH, "glossary:Toll", 2)
    assert near.distances == (("glossary:Toll", 0), ("glossary:Ferry", 1), ("100.2", 2))
    assert [(edge.source, edge.target) for edge in near.edges] == [
        ("glossary:Ferry", "100.2"),
        ("glossary:Ferry", "glossary:Toll"),
    ]


def test_paths_follow_the_references() -> None:
    assert network.paths(GRAPH, "glossary:Ferry", "101.1a") == (("glossary:Ferry", "100.2", "100.1", "101.1a"),)
    assert network.paths(GRAPH, "glossary:Toll", "101.1a") == ()


def test_orphans() -> None:
    orphans = network.orphans(GRAPH)
    assert orphans.rules == ("1", "100", "100.3", "101", "101.1")
    assert orphans.entries == ("glossary:Toll",)


def test_cycles_begin_with_their_first_record() -> None:
    assert network.circles(GRAPH) == (("100.1", "100.2", "101.1a"),)
    assert network.cycles(GRAPH, longest=3) == (("100.1", "101.1a", "100.2"),)
    assert network.cycles(GRAPH, longest=2) == ()


def test_figures_follow_a_rule_through_its_numbers() -> None:
    moved = {key.replace("101.1a", "101.1c"): text.replace("101.1a.", "101.1c.") for key, text in TEXTS.items()}
    library = small({A: TEXTS, B: moved}, {B: [link("101.1a", "101.1c")]})
    lineage = library.lineage_at(A, "101.1a")
    assert lineage is not None
    assert network.cited_through(library, [A, B], lineage) == (
        (A, ReferenceCount("101.1a", 2, 2)),
        (B, ReferenceCount("101.1c", 1, 1)),
    )


@given(st.lists(st.tuples(st.integers(1, 9), st.integers(1, 9)), max_size=30))
def test_what_is_cited_equals_what_cites(pairs: list[tuple[int, int]]) -> None:
    texts = {"1": "Town|", "100": "Water|"} | {
        f"100.{number}": " ".join(f"See rule 100.{cited}." for citing, cited in pairs if citing == number)
        for number in range(1, 10)
    }
    graph = network.reference_graph(small({A: texts}), A)
    assert sum(count.references for count in network.most_cited(graph)) == len(pairs)
    assert all(len(set(cycle)) == len(cycle) for cycle in network.cycles(graph, 3))
