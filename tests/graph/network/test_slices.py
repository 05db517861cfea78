"""Parts of the graph, and what cannot be selected."""

from __future__ import annotations

from typing import Any

import networkx as nx
import pytest

from graph.network.assemble import assemble
from graph.network.errors import GraphError
from graph.network.parts import graph_of_all_editions, graph_of_edition
from graph.network.schema import RELATIONS
from graph.network.slices import Selection, read_relations
from graph.network.slices import select as select_listing
from rules.errors import NotFound
from rules.store import Store
from tests.graph.network.histories import A, B, D


def select(store: Store, selection: Selection) -> nx.MultiDiGraph[str]:
    return assemble(select_listing(store, selection))


def edges(graph: nx.MultiDiGraph[str]) -> set[tuple[str, str, str]]:
    return {(source, target, facts["type"]) for source, target, facts in graph.edges(data=True)}


def types(graph: nx.MultiDiGraph[str]) -> set[str]:
    return {facts["type"] for _, facts in graph.nodes(data=True)}


def test_everything_is_selected_by_default_and_a_day_by_name(book: Store) -> None:
    assert nx.utils.graphs_equal(select(book, Selection()), assemble(graph_of_all_editions(book)))
    assert nx.utils.graphs_equal(select(book, Selection(as_of=B)), assemble(graph_of_edition(book, B)))


def test_near_walks_both_ways_and_not_through_editions(book: Store) -> None:
    near = select(book, Selection(as_of=B, near="101.4b", only=("refers-to",)))
    assert set(near) == {f"101.1b@{A}", f"100.1@{A}", "missing:109.9"}
    whole = select(book, Selection(near="101.4b", depth=2))
    assert "edition" not in types(whole)
    assert {f"v:101.1b@{A}", f"v:101.4b@{B}", f"v:100.1@{A}", f"v:100.1@{B}"} <= set(whole), "each that ever referred"
    everything = select(book, Selection(as_of=B, near="101.4b", depth=50))
    assert set(everything) == nx.node_connected_component(
        assemble(graph_of_edition(book, B)).to_undirected(), f"101.1b@{A}"
    )


def test_a_chapter_has_its_edges_with_their_other_ends(book: Store) -> None:
    chapter = select(book, Selection(as_of=B, chapter="101", only=("refers-to",)))
    refers = {(source, target) for source, target, _ in edges(chapter)}
    assert (f"100.1@{A}", f"101.1a@{A}") in refers
    assert (f"101.1a@{A}", f"100.2@{A}") in refers
    assert (f"100.2@{A}", f"100.1@{A}") not in refers, "both ends are elsewhere"
    assert set(select(book, Selection(as_of=B, chapter="glossary", only=("refers-to",)))) == {
        f"glossary:Ferry@{A}",
        f"glossary:Toll@{A}",
        f"100.2@{A}",
        f"101.1@{A}",
    }


def test_folded_a_rule_stands_for_its_subrules(book: Store) -> None:
    folded = select(book, Selection(as_of=B, fold="rule", only=("refers-to",)))
    assert f"101.1a@{A}" not in folded
    facts = folded.edges[f"100.1@{A}", f"101.1@{A}", "refers-to"]
    assert facts["count"] == 1, "a range is one reference"
    assert "raw" not in facts
    chapters = select(book, Selection(as_of=B, fold="chapter", only=("refers-to",)))
    assert (f"100@{A}", f"100@{A}", "refers-to") not in edges(chapters), "within a node"
    assert chapters.edges[f"100@{A}", f"101@{A}", "refers-to"]["count"] == 2
    whole = select(book, Selection(fold="rule"))
    assert "version" not in types(whole)
    assert whole.edges[f"100.1@{A}", f"101.1@{A}", "refers-to"]["first"] == A
    assert whole.edges[f"100.1@{A}", f"101.1@{A}", "refers-to"]["last"] == D
    near = select(book, Selection(as_of=B, fold="rule", near="101.4a", only=("refers-to",)))
    assert f"101.1@{A}" in near


def test_between_two_days_folded_nodes_keep_their_titles_and_only_changes_are_left(book: Store) -> None:
    changed = select(book, Selection(between=(A, D), fold="chapter"))
    assert {facts["title"] for _, facts in changed.nodes(data=True)} == {"Water", "Land"}
    assert edges(changed) == {(f"100@{A}", f"101@{A}", "refers-to")}
    assert set(select(book, Selection(between=(A, D)))) == {
        f"{key}@{A}" for key in ("100.1", "100.2", "100.2a", "101.1a")
    }


def test_relations_may_be_joined_by_commas() -> None:
    assert read_relations(["parent,refers-to", "defines"]) == ("refers-to", "defines", "parent")
    assert read_relations(()) == RELATIONS


@pytest.mark.parametrize(
    ("selection", "error", "message"),
    [
        ({"near": "999.1"}, NotFound, "no rule '999.1'"),
        ({"near": "glossary:Tol"}, NotFound, "glossary:Toll"),
        ({"near": "100.2a", "as_of": D}, NotFound, "not in this part"),
        ({"near": "101.4", "depth": 0}, GraphError, "depth of 0"),
        ({"chapter": "888"}, GraphError, "no chapter '888'"),
        ({"between": (A, B), "as_of": A}, GraphError, "not both"),
        ({"between": (A, B), "only": ("parent",)}, GraphError, "refers-to"),
    ],
)
def test_what_cannot_be_selected_is_said(
    selection: dict[str, Any], error: type[Exception], message: str, book: Store
) -> None:
    with pytest.raises(error, match=message):
        select(book, Selection(**selection))


def test_an_unknown_relation_is_corrected() -> None:
    with pytest.raises(GraphError, match="did you mean refers-to"):
        read_relations(["refer-to"])
