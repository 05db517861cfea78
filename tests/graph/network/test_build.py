"""The graph of all editions, of a day, and between two days."""

from __future__ import annotations

from typing import Any

import networkx as nx
import pytest

from graph.compare.comparison import NotComparable
from graph.history import History
from graph.network.assemble import assemble
from graph.network.attributes import list_attributes
from graph.network.parts import graph_between, graph_of_all_editions, graph_of_edition
from graph.network.rules import make_changes
from graph.network.schema import EDGE_OF, EDGES, NODES, RELATIONS, Edge, Node
from graph.network.terms import make_terms
from rules.links import Term
from rules.store import Store
from tests.graph.compare.histories import SUMMARY, A, B, C, D
from tests.graph.network.histories import LATE_COPY


def ends(graph: nx.MultiDiGraph[str], kind: str) -> set[tuple[str, str]]:
    return {(source, target) for source, target, facts in graph.edges(data=True) if facts["type"] == kind}


def nodes(graph: nx.MultiDiGraph[str], kind: str) -> set[str]:
    return {name for name, facts in graph.nodes(data=True) if facts["type"] == kind}


def references(graph: nx.MultiDiGraph[str], source: str, *names: str) -> list[tuple[Any, ...]]:
    """The target and some attributes of each reference of a node."""
    edges = [(target, facts) for _, target, facts in graph.out_edges(source, data=True) if facts["type"] == "refers-to"]
    return [(target, *(facts.get(name) for name in names)) for target, facts in edges]


def test_versions_lead_to_their_rules_and_to_what_they_became(store: Store) -> None:
    graph = assemble(graph_of_all_editions(store))
    assert graph.nodes[f"100.1@{A}"]["type"] == "rule"
    assert graph.nodes[f"100.1@{A}"]["number"] == "200.2"
    assert graph.nodes[f"glossary:Toll@{A}"]["type"] == "entry"
    assert graph.nodes[f"v:200.2@{C}"]["lineage"] == f"100.1@{A}"
    becomes = ends(graph, "becomes")
    assert {(f"v:100.1@{A}", f"v:100.2@{B}"), (f"v:100.2@{B}", f"v:200.2@{C}")} <= becomes
    assert {(f"v:101.3@{A}", f"v:101.3@{C}"), (f"v:101.4@{A}", f"v:101.3@{C}")} <= becomes, "a merge"
    assert {(f"v:101.1@{A}", f"v:101.1@{B}"), (f"v:101.1@{A}", f"v:101.1a@{B}")} <= becomes, "a split"
    assert (f"v:101.2@{A}", f"v:101.2@{C}") in becomes, "it came back"
    assert len(becomes) == len({(edge.source, edge.target) for edge in make_changes(History(store))})
    for name, facts in graph.nodes(data=True):
        if facts["type"] == "version":
            assert graph.has_edge(name, facts["lineage"], "version-of")
            assert (name, f"edition:{facts['first']}") in ends(graph, "seen-in")


def test_a_reference_lives_on_while_only_numbers_move(book: Store) -> None:
    graph = assemble(graph_of_all_editions(book))
    toll = f"101.1a@{A}"
    before, after = f"v:100.1@{A}", f"v:100.1@{B}"
    facts = ("first", "last", "since", "until", "raw", "status")
    assert references(graph, before, *facts)[0] == (toll, A, A, A, D, "101.1a–b", "ok")
    assert references(graph, after, *facts)[0] == (toll, B, D, A, D, "101.4a–b", "ok")
    assert {target for target, *_ in references(graph, after)} == {toll, f"101.1b@{A}"}, "a range is an edge for each"
    # 100.2a refers to it until the rule goes away
    assert references(graph, f"v:100.2a@{B}", *facts)[0] == (toll, B, C, A, C, "101.4a", "ok")
    assert (f"100.2a@{A}", f"100.2@{A}") in ends(graph, "parent")
    assert ends(graph, "defines") == {
        (f"glossary:Ferry@{A}", f"100.2@{A}"),
        (f"glossary:Toll@{A}", f"101.1@{A}"),
    }


def test_a_broken_reference_leads_to_a_node_that_is_missing(book: Store) -> None:
    graph = assemble(graph_of_all_editions(book))
    assert graph.nodes["missing:109.9"] == {"type": "missing", "number": "109.9", "first": A, "last": D}
    broken = [source for source, target in ends(graph, "refers-to") if graph.nodes[target]["type"] == "missing"]
    assert sorted(broken) == [f"v:101.1b@{A}", f"v:101.4b@{B}"]


def test_a_number_that_becomes_another_rule_parts_the_reference(store: Store) -> None:
    # 101.4 refers to 101.2, which is gone in B: one sentence, a target and then nothing
    graph = assemble(graph_of_all_editions(store))
    assert {target for target, *_ in references(graph, f"v:101.4@{A}")} == {f"101.2@{A}", "missing:101.2"}


def test_a_retyped_edition_stands_beside_the_others(book: Store) -> None:
    graph = assemble(graph_of_all_editions(book))
    assert (f"101.1a@{A}", LATE_COPY, LATE_COPY) in references(graph, f"v:100.1@{B}", "first", "last")
    day = assemble(graph_of_edition(book, LATE_COPY))
    assert (f"100.1@{A}", f"101.1a@{A}") in ends(day, "refers-to")


def test_a_day_has_its_rules_its_references_and_the_terms_of_its_time(book: Store) -> None:
    day = assemble(graph_of_edition(book, B))
    assert day.nodes[f"101.1a@{A}"]["number"] == "101.4a"
    assert nodes(day, "version") == set()
    assert ends(day, "refers-to") >= {(f"100.1@{A}", f"101.1a@{A}"), (f"101.1b@{A}", "missing:109.9")}
    assert nodes(day, "term") == {"term:toll", "term:raft"}
    assert nodes(assemble(graph_of_edition(book, D)), "term") == {"term:fee"}
    assert nodes(assemble(graph_of_edition(book, A)), "term") == {
        "term:fare",
        "term:raft",
    }
    only = assemble(graph_of_edition(book, B, ["parent"]))
    assert {facts["type"] for *_, facts in only.edges(data=True)} == {"parent"}
    assert {facts["type"] for _, facts in only.nodes(data=True)} == {"rule"}


def test_words_that_came_back_and_words_that_keep_a_sense_are_used(store: Store) -> None:
    renamed = (
        Term("bell", "gong", B, "renamed", 1, 0.5),
        Term("gong", "bell", C, "renamed", 1, 0.5),
        Term("play", "cast", B, "split", 1, 0.5),
    )
    lives = {node.words: (node.first, node.last) for node in make_terms(store, renamed)}
    assert lives["bell"] == (None, None), "back since C"
    assert lives["gong"] == (B, B)
    assert lives["play"] == (None, None), "it keeps another sense"
    assert lives["cast"] == (B, None)


def test_between_two_days_there_is_what_was_linked_and_unlinked(book: Store) -> None:
    assert assemble(graph_between(book, A, B)).number_of_edges() == 0, "only numbers moved"
    changed = assemble(graph_between(book, A, D))
    assert {(source, target, facts["change"]) for source, target, facts in changed.edges(data=True)} == {
        (f"100.2@{A}", f"100.1@{A}", "unlinked"),
        (f"100.2a@{A}", f"101.1a@{A}", "unlinked"),
    }
    back = assemble(graph_between(book, D, A))
    assert {facts["change"] for *_, facts in back.edges(data=True)} == {"linked"}


def test_different_works_are_not_compared(store: Store) -> None:
    with pytest.raises(NotComparable, match="different works"):
        assemble(graph_between(store, A, SUMMARY))


def test_the_graph_keeps_to_its_schema(book: Store, store: Store) -> None:
    node_kinds = {kind.node_type: kind for kind in NODES}
    for graph in (
        assemble(graph_of_all_editions(book)),
        assemble(graph_of_all_editions(store)),
        assemble(graph_of_edition(book, B)),
        assemble(graph_between(book, A, D)),
    ):
        for _, facts in graph.nodes(data=True):
            check_facts(node_kinds[facts["type"]], facts)
        for source, target, facts in graph.edges(data=True):
            kind = EDGE_OF[facts["type"]]
            assert graph.nodes[source]["type"] in (*kind.source_types, *kind.target_types)
            assert graph.nodes[target]["type"] in kind.target_types
            check_facts(kind, facts)
    assert {edge.relation for edge in EDGES} == set(RELATIONS)


def check_facts(kind: Any, facts: dict[str, Any]) -> None:
    attributes = list_attributes(kind)
    types = {attribute.name: attribute.type for attribute in attributes}
    assert set(facts) - {"type"} <= set(types)
    assert {attribute.name for attribute in attributes if not attribute.is_optional} <= set(facts)
    assert all(isinstance(value, types[name]) for name, value in facts.items() if name != "type")


def test_every_attribute_is_described() -> None:
    kinds: tuple[type[Node | Edge], ...] = (*NODES, *EDGES)
    for kind in kinds:
        assert all(attribute.description for attribute in list_attributes(kind))
