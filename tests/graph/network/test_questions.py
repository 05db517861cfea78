"""What the references of an edition answer."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st
from msgspec import UNSET, UnsetType
from msgspec.structs import astuple

from graph.network import questions
from graph.network.assemble import Network
from graph.network.counts import ReferenceCount, cited_through, count_references_by_lineage
from graph.network.linked import link_records
from graph.network.records import ReferenceEdge
from rules.keys import Level, key_at_level
from rules.store import Store
from tests.graph.network.histories import BOATS, A, B, C, D, single


def link_texts(texts: Mapping[str, str], by: Level = "subrule") -> Network:
    with tempfile.TemporaryDirectory() as folder, single(Path(folder), texts) as store:
        return link_records(store, A, by)


def counted(key: str, count: int, edition: str | UnsetType = UNSET) -> ReferenceCount:
    return ReferenceCount(edition=edition, key=key, references=count, sources=count)


def test_everything_is_a_node_what_resolves_an_edge_and_folded_subrules_stand_for_their_rule(book: Store) -> None:
    graph = link_records(book, A)
    assert list(graph) == list(BOATS)
    assert questions.citing(graph, "101.1a") == (
        ReferenceEdge("100.1", "101.1a", 1),
        ReferenceEdge("100.2a", "101.1a", 1),
    )
    cited = tuple(ReferenceEdge("glossary:Ferry", target, 1) for target in ("100.2", "glossary:Toll"))
    assert questions.list_cited(graph, "glossary:Ferry") == cited
    assert questions.list_cited(graph, "101.1b") == ()  # 109.9 is not there
    assert questions.most_cited(graph, 2) == (counted("100.2", 2), counted("101.1a", 2))
    graph = link_records(book, A, "rule")
    assert "101.1a" not in graph
    assert questions.citing(graph, "101.1") == (
        ReferenceEdge("100.1", "101.1", 1),
        ReferenceEdge("100.2", "101.1", 1),
        ReferenceEdge("glossary:Toll", "101.1", 1),
    )
    graph = link_records(book, A, "chapter")  # nothing refers to itself
    assert questions.citing(graph, "100") == (ReferenceEdge("101", "100", 1), ReferenceEdge("glossary:Ferry", "100", 1))
    assert key_at_level("702.40a", "subrule") == "702.40a"
    assert [key_at_level(key, "rule") for key in ("702.40a", "502.35b#2", "408.f")] == ["702.40", "502.35", "408"]
    assert [key_at_level(key, "chapter") for key in ("702.40a", "7")] == ["702", "7"]
    for unfolded in ("glossary:Kicker, Kicked", "A.2.Ruling.3"):
        assert key_at_level(unfolded, "chapter") == unfolded


def test_neighbourhoods_paths_orphans_and_cycles(book: Store) -> None:
    graph = link_records(book, A)
    near = questions.neighbourhood(graph, "glossary:Ferry", 2)
    assert [astuple(each) for each in near.distances] == [
        ("glossary:Ferry", 0),
        ("100.2", 1),
        ("glossary:Toll", 1),
        ("100.1", 2),
        ("101.1", 2),
        ("101.1a", 2),
    ]
    targets = {(edge.source, edge.target) for edge in near.edges}
    assert {("glossary:Ferry", "100.2"), ("glossary:Toll", "101.1"), ("101.1a", "100.2")} <= targets
    assert questions.paths(graph, "glossary:Ferry", "101.1a") == (("glossary:Ferry", "100.2", "100.1", "101.1a"),)
    assert questions.paths(graph, "glossary:Toll", "101.1a") == ()
    impact = questions.impact(graph, "100.1")
    assert (impact.direct, impact.indirect) == (1, 3), "what leads back to it counts, it itself does not"
    assert [astuple(each) for each in impact.distances] == [
        ("100.2", 1),
        ("101.1a", 2),
        ("glossary:Ferry", 2),
        ("100.2a", 3),
    ]
    orphans = questions.orphans(graph)
    assert (orphans.rules, orphans.entries) == (("1", "100", "100.3", "101"), ())
    assert questions.connected_groups(graph) == (("100.1", "100.2", "101.1a"),)
    assert questions.short_cycles(graph, longest=3) == (("100.1", "101.1a", "100.2"),)
    assert questions.short_cycles(graph, longest=2) == ()


def test_figures_follow_a_rule_through_its_numbers(book: Store) -> None:
    assert cited_through(book, [A, B, C, D], f"101.1a@{A}") == (
        counted("101.1a", 2, A),
        counted("101.4a", 2, B),
        counted("101.4a", 2, C),
        counted("101.4a", 1, D),
    )


def test_the_counts_are_those_of_the_graph(book: Store) -> None:
    for by in ("subrule", "rule", "chapter"):
        graph = link_records(book, D, by)
        counts = [count for count in count_references_by_lineage(book, D, by).values() if count.references]
        assert sorted(counts, key=lambda count: count.key) == sorted(
            questions.most_cited(graph), key=lambda count: count.key
        )


@given(st.lists(st.tuples(st.integers(1, 9), st.integers(1, 9)), max_size=30))
def test_what_is_cited_equals_what_cites(pairs: list[tuple[int, int]]) -> None:
    texts = {
        f"100.{n}": "".join(f"See rule 100.{cited}. " for citing, cited in pairs if citing == n) for n in range(1, 10)
    }
    graph = link_texts({"1": "Town|", "100": "Water|"} | texts)
    assert sum(count.references for count in questions.most_cited(graph)) == len(pairs)
    assert all(len(set(cycle)) == len(cycle) for cycle in questions.short_cycles(graph, 3))
