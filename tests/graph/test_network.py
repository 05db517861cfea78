"""The graph and its exports."""

from __future__ import annotations

import json
from typing import Any

import networkx as nx

from graph.history import History
from graph.network import as_graphml, as_json, network
from rules.links import Sighting, Term
from rules.store import Store
from tests.graph.compare.histories import A, B, C, D

TERMS = (
    Term("bell rings", "gong sounds", C, "renamed", 4, 0.9, (Sighting("200.1", C),)),
    Term("gong sounds", "horn blows", D, "renamed", 3, 0.8),
    Term("toll", None, B, "retired", 1, 0.5),
)


def edges(graph: nx.MultiDiGraph[str], kind: str) -> set[tuple[str, str]]:
    return {(source, target) for source, target, facts in graph.edges(data=True) if facts["type"] == kind}


def contents(graph: Any) -> tuple[dict[str, Any], list[Any]]:
    edges_of = sorted((source, target, key, facts) for source, target, key, facts in graph.edges(keys=True, data=True))
    return dict(graph.nodes(data=True)), edges_of


def test_nodes_and_edges_come_back_from_graphml_and_json(store: Store) -> None:
    graph = network(History(store), TERMS)
    assert graph.nodes[f"100.1@{A}"] == {"type": "lineage", "number": "200.2", "first": A, "last": D}
    assert graph.nodes[f"v:200.2@{C}"]["lineage"] == f"100.1@{A}"
    becomes = edges(graph, "becomes")
    assert {(f"v:100.1@{A}", f"v:100.2@{B}"), (f"v:100.2@{B}", f"v:200.2@{C}")} <= becomes
    assert {(f"v:101.3@{A}", f"v:101.3@{C}"), (f"v:101.4@{A}", f"v:101.3@{C}")} <= becomes, "a merge"
    assert {(f"v:101.1@{A}", f"v:101.1@{B}"), (f"v:101.1@{A}", f"v:101.1a@{B}")} <= becomes, "a split"
    assert (f"v:101.2@{A}", f"v:101.2@{C}") in becomes, "it came back"
    assert edges(graph, "renamed-to") == {
        ("term:bell rings", "term:gong sounds"),
        ("term:gong sounds", "term:horn blows"),
    }
    assert edges(graph, "seen-in") == {("term:bell rings", f"v:200.1@{C}")}
    assert edges(graph, "retired") == {("term:toll", "term:toll")}
    for name, facts in graph.nodes(data=True):
        if facts["type"] == "version":
            assert graph.has_edge(name, facts["lineage"], "version-of")
    text = "".join(as_graphml(graph))
    assert contents(nx.parse_graphml(text, force_multigraph=True)) == contents(graph)
    assert "".join(as_graphml(network(History(store), TERMS))) == text
    assert contents(nx.node_link_graph(json.loads("".join(as_json(graph))), edges="edges")) == contents(graph)
