"""Parts of the graph that a user selects: a day, a chapter, a neighbourhood, some relations, folded or not."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Collection, Iterable, Sequence

import networkx as nx
from msgspec import Struct

from graph.answers.lookup import lineage_of
from graph.network.assemble import Network
from graph.network.build import build_between, build_day, build_whole
from graph.network.errors import GraphError
from graph.network.fold import find_homes, fold
from graph.network.schema import RELATIONS, Relation
from graph.network.timeline import Timeline
from graph.network.words import clean
from rules.errors import NotFound
from rules.numbers import Level, chapter_of_key
from rules.store import Store
from rules.store.query import number_in

FOLDS: tuple[Level, ...] = ("rule", "chapter")
_RULES = frozenset({"rule", "entry", "version"})


class Selection(Struct, frozen=True, kw_only=True):
    """Which part of the graph is wanted; by default all of it.

    Attributes:
        as_of: Id of an edition: only the rules of that day, their references and the terms then used.
        between: Ids of two editions: only the references that one of them lacks.
        only: Only edges of these relations, and nodes of the types that they can join.
        chapter: Only the edges that begin or end in this chapter (`702`, or `glossary`), with their other ends.
        near: A number, `glossary:TERM` or lineage: only nodes up to `depth` edges away from it.
        depth: The greatest number of edges from `near`, in either direction.
        fold: Count subrules as their rule, or rules as their chapter.
    """

    as_of: str | None = None
    between: tuple[str, str] | None = None
    only: tuple[Relation, ...] = RELATIONS
    chapter: str | None = None
    near: str | None = None
    depth: int = 1
    fold: Level | None = None


def read_relations(names: Iterable[str]) -> tuple[Relation, ...]:
    """Return the relations that some names mean, each perhaps several with commas; all for none.

    Raises:
        GraphError: There is no such relation.
    """
    chosen = {part.strip() for name in names for part in name.split(",")}
    for name in sorted(chosen):
        if name not in RELATIONS:
            near = difflib.get_close_matches(name, RELATIONS, n=1)
            hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(RELATIONS)}"
            raise GraphError(f"there are no edges {name!r}; {hint}")
    return tuple(relation for relation in RELATIONS if not chosen or relation in chosen)


def select(store: Store, selection: Selection) -> Network:
    """Return a part of the graph of a store.

    Args:
        store: A knowledge base or a ledger.
        selection: Which part.

    Raises:
        GraphError: The parts of the selection contradict each other, or there is no such chapter.
        NotFound: There is no such rule, or the selected part lacks it.
        NotComparable: Two editions of different works are to be compared.
    """
    if selection.depth < 1:
        raise GraphError(f"a depth of {selection.depth} selects nothing; use 1 or more")
    graph, days = _build(store, selection)
    near = None if selection.near is None else _find_node(store, graph, selection)
    if selection.fold is not None:
        homes = find_homes(graph, selection.fold, Timeline(store), days)
        graph = fold(graph, selection.fold, homes)
        near = homes.get(near, near) if near else None
    if selection.between is not None:
        graph.remove_nodes_from([name for name in nx.isolates(graph) if name != near])
    if selection.chapter is not None:
        graph = _select_chapter(graph, selection.chapter)
    if near is not None and near not in graph:
        raise NotFound(f"{selection.near} ({near}) is not in this part of the graph; select a larger part")
    return graph if near is None else select_near(graph, near, selection.depth)


def _build(store: Store, selection: Selection) -> tuple[Network, Sequence[str]]:
    """Return the graph from which is selected, and the editions whose numbers its rules have."""
    if selection.between is not None:
        if selection.as_of is not None:
            raise GraphError("a slice is of one day or between two, not both")
        if "refers-to" not in selection.only:
            raise GraphError("between two editions there are only edges refers-to")
        old, new = selection.between
        return build_between(store, old, new), (new, old)
    if selection.as_of is not None:
        return build_day(store, selection.as_of, selection.only), (selection.as_of,)
    return build_whole(store, selection.only), ()


def _select_chapter(graph: Network, typed: str) -> Network:
    """Return the edges that begin or end in a chapter, with the rules of the chapter and the other ends."""
    chapter = number_in(typed) or typed.strip()
    inside = {
        name
        for name, facts in graph.nodes(data=True)
        if facts["type"] in _RULES and chapter_of_key(facts["number"]) == chapter
    }
    if not inside:
        raise GraphError(f"there is no chapter {typed!r} here; name one like 702, or glossary")
    others = {other for name in inside for other in nx.all_neighbors(graph, name)}
    ends = inside | others
    return _cut(graph, ends, lambda source, target: source in inside or target in inside)


def _find_node(store: Store, graph: Network, selection: Selection) -> str:
    """Return the node of the rule that a selection names."""
    typed = selection.near or ""
    edition = selection.as_of or (selection.between or (None,))[-1] or (store.chained() or store.edition_ids)[-1]
    lineage = clean(lineage_of(store, typed, edition, lasting=True))
    if lineage not in graph:
        raise NotFound(
            f"{typed} ({lineage}) is not in this part of the graph; select a larger part, or another edition"
        )
    return lineage


def select_near(graph: Network, name: str, depth: int) -> Network:
    """Return the part of a graph up to a number of edges away from a node, in either direction.

    Editions are left out, since each joins thousands of versions that have nothing else in common.
    """
    walked = nx.subgraph_view(graph, filter_node=lambda node: graph.nodes[node]["type"] != "edition")
    distances = nx.single_source_shortest_path_length(walked.to_undirected(as_view=True), name, cutoff=depth)
    return _cut(graph, distances.keys(), lambda source, target: source in distances and target in distances)


def _cut(graph: Network, nodes: Collection[str], takes: Callable[[str, str], bool]) -> Network:
    """Return a graph of some nodes and of the edges that are taken, all in their order.

    Args:
        graph: The whole graph.
        nodes: The nodes.
        takes: Whether an edge between two nodes is taken.
    """
    part: Network = nx.MultiDiGraph()
    part.add_nodes_from((name, facts) for name, facts in graph.nodes(data=True) if name in nodes)
    for source, target, key, facts in graph.edges(keys=True, data=True):
        if takes(source, target):
            part.add_edge(source, target, key=key, **facts)
    return part
