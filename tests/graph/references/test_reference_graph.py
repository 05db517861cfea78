"""The graph of references of a small edition, and the index at its end: what they answer, and their faults."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

import networkx as nx
from hypothesis import given
from hypothesis import strategies as st
from msgspec import UNSET, UnsetType
from msgspec.structs import astuple

from graph.references import network
from graph.references.network import Edge, ReferenceCount
from graph.references.resolve import index_entries, resolve_entries
from rules.numbers import Level, fold_key
from rules.records import Matter
from rules.store import Store
from tests.graph.audit.small import Small, audit_small
from tests.graph.lineages.small import link
from tests.graph.test_resolve_references import RULES

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


def reference_graph(texts: Mapping[str, str], by: Level = "subrule") -> nx.DiGraph[str]:
    """The graph of an edition that answers what the graph asks of a knowledge base."""
    return network.reference_graph(cast("Store", Small({A: texts})), A, by)


GRAPH = reference_graph(TEXTS)


def counted(key: str, count: int, edition: str | UnsetType = UNSET) -> ReferenceCount:
    return ReferenceCount(edition=edition, key=key, references=count, sources=count)


def test_everything_is_a_node_what_resolves_an_edge_and_folded_subrules_stand_for_their_rule() -> None:
    assert list(GRAPH) == list(TEXTS)
    assert network.citing(GRAPH, "101.1a") == (Edge("100.1", "101.1a", 1), Edge("100.2a", "101.1a", 1))
    cited = tuple(Edge("glossary:Ferry", target, 1) for target in ("100.2", "glossary:Toll"))
    assert network.list_cited(GRAPH, "glossary:Ferry") == cited
    assert network.list_cited(GRAPH, "101.1b") == ()  # 109.9 is not there
    assert network.most_cited(GRAPH, 2) == (counted("100.2", 2), counted("101.1a", 2))
    graph = reference_graph(TEXTS, "rule")
    assert "101.1a" not in graph
    assert network.citing(graph, "101.1") == (Edge("100.1", "101.1", 1), Edge("100.2", "101.1", 1))
    graph = reference_graph(TEXTS, "chapter")  # nothing refers to itself
    assert network.citing(graph, "100") == (Edge("101", "100", 1), Edge("glossary:Ferry", "100", 1))
    assert fold_key("702.40a", "subrule") == "702.40a"
    assert [fold_key(key, "rule") for key in ("702.40a", "502.35b#2")] == ["702.40", "502.35"]
    assert [fold_key(key, "chapter") for key in ("702.40a", "7")] == ["702", "7"]
    for unfolded in ("glossary:Kicker, Kicked", "A.2.Ruling.3"):
        assert fold_key(unfolded, "chapter") == unfolded


def test_neighbourhoods_paths_orphans_and_cycles() -> None:
    near = network.neighbourhood(GRAPH, "glossary:Toll", 2)
    assert [astuple(each) for each in near.distances] == [("glossary:Toll", 0), ("glossary:Ferry", 1), ("100.2", 2)]
    targets = [(edge.source, edge.target) for edge in near.edges]
    assert targets == [("glossary:Ferry", target) for target in ("100.2", "glossary:Toll")]
    assert network.paths(GRAPH, "glossary:Ferry", "101.1a") == (("glossary:Ferry", "100.2", "100.1", "101.1a"),)
    assert network.paths(GRAPH, "glossary:Toll", "101.1a") == ()
    orphans = network.orphans(GRAPH)
    assert (orphans.rules, orphans.entries) == (("1", "100", "100.3", "101", "101.1"), ("glossary:Toll",))
    assert network.circles(GRAPH) == (("100.1", "100.2", "101.1a"),)
    assert network.cycles(GRAPH, longest=3) == (("100.1", "101.1a", "100.2"),)
    assert network.cycles(GRAPH, longest=2) == ()


def test_figures_follow_a_rule_through_its_numbers() -> None:
    moved = {key.replace("101.1a", "101.1c"): text.replace("101.1a.", "101.1c.") for key, text in TEXTS.items()}
    library = cast("Store", Small({A: TEXTS, B: moved}, {B: [link("101.1a", "101.1c")]}))
    assert network.cited_through(library, [A, B], f"101.1a@{A}") == (
        counted("101.1a", 2, A),
        counted("101.1c", 1, B),
    )


@given(st.lists(st.tuples(st.integers(1, 9), st.integers(1, 9)), max_size=30))
def test_what_is_cited_equals_what_cites(pairs: list[tuple[int, int]]) -> None:
    texts = {
        f"100.{n}": "".join(f"See rule 100.{cited}. " for citing, cited in pairs if citing == n) for n in range(1, 10)
    }
    graph = reference_graph({"1": "Town|", "100": "Water|"} | texts)
    assert sum(count.references for count in network.most_cited(graph)) == len(pairs)
    assert all(len(set(cycle)) == len(cycle) for cycle in network.cycles(graph, 3))


INDEX = "Copies, 702.40\n\tof a storm, 702.40a-b, 702.41\nDeck, 7\nNeighbours, near and far, 702.99\nPile, see Deck"


def entries(text: str) -> dict[str, list[str]]:
    return {
        entry.key: [entry.text[start:end] for start, end in entry.numbers]
        for entry in index_entries([Matter("index", text)])
    }


def test_entries_have_the_term_above_them_in_their_name_and_of_one_name_a_number() -> None:
    assert entries(INDEX) == {
        "index:Copies": ["702.40"],
        "index:Copies, of a storm": ["702.40a-b", "702.41"],
        "index:Deck": ["7"],
        "index:Neighbours, near and far": ["702.99"],
        "index:Pile": [],
    }
    assert index_entries([Matter("index", INDEX)])[-1].see == "Deck"
    assert index_entries([Matter("credits", INDEX), Matter("contents", INDEX)]) == (), "other matter is no index"
    several = entries("General, A.1\nGeneral, A.2\nGeneral, K.6.Ruling.4")
    assert list(several) == ["index:General", "index:General#2", "index:General#3"]
    assert entries("General, K.6.Ruling.4, K.7") == {"index:General": ["K.6.Ruling.4", "K.7"]}
    assert entries("Deck, 702.4o2, 7O2") == {"index:Deck": ["702.4o2", "7O2"]}, "what should be a number leads nowhere"


def test_numbers_lead_to_the_rules_of_the_edition() -> None:
    resolutions = resolve_entries(index_entries([Matter("index", INDEX)]), RULES, ())
    assert [(resolution.status, resolution.target) for resolution in resolutions] == [
        ("ok", ("702.40",)),
        ("ok", ("702.40a", "702.40b")),
        ("ok", ("702.41",)),
        ("ok", ("7",)),
        ("missing", ()),
    ]
    assert all(resolution.reference.raw in INDEX for resolution in resolutions)


def test_the_audit_tells_the_faults_of_an_index_and_how_long_they_stand() -> None:
    texts = {"100": "Dogs|", "100.1": "Dogs are counted.", "100.2": "Lambs are counted.", "index": "Dog, 100.1, 100.7"}
    (fault,) = (fault for fault in audit_small(Small({A: texts, B: texts}), [B]) if fault.source == "index:Dog")
    assert (fault.raw, fault.status, fault.lineage, fault.since, fault.until) == ("100.7", "missing", None, A, B)
    # the audit sees that a rule moved and the index stayed
    old = texts | {"index": "Dog, 100.1"}
    new = old | {"100.1": texts["100.2"], "100.2": texts["100.1"]}
    (fault,) = audit_small(Small({A: old, B: new}, {B: [link("100.1", "100.2"), link("100.2", "100.1")]}), [B])
    assert (fault.source, fault.raw, fault.status, fault.suggestion) == ("index:Dog", "100.1", "drifted", "100.2")
