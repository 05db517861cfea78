"""Questions about the references of one edition, answered on the graph of that day.

Answers name records by their keys (`702.40a`, `glossary:Storm`), in the order of the requested figure, then as in the
document. Only references to records that the edition has are followed; `graph.audit` handles the others.

Folded (`by="rule"`, `by="chapter"`), subrules are merged into their rule, or all rules into their chapter; references
within one node are then left out.
"""

from __future__ import annotations

from itertools import islice

import networkx as nx

from graph.network.assemble import Network, assemble
from graph.network.counts import ReferenceCount
from graph.network.fold import find_homes, fold
from graph.network.listing import cut
from graph.network.parts import list_day
from graph.network.records import Impact, Neighbour, Neighbourhood, Orphans, ReferenceEdge
from graph.network.timeline import Timeline
from rules.numbers import Level, is_term
from rules.store import Store

_RULES = frozenset({"rule", "entry"})


def link_records(store: Store, edition: str, by: Level = "subrule") -> Network:
    """Return the graph of the references among the records of an edition, named by their keys.

    It is the slice of that day with only the edges `refers-to`, folded, without what is missing: one edge for each pair
    of records, with the number of its references as `count`.

    Args:
        store: A knowledge base or a ledger.
        edition: Id of the edition.
        by: How far to fold it.
    """
    day = list_day(store, edition, ["refers-to"])
    records = [name for name, facts in day.nodes.items() if facts["type"] in _RULES]
    edges = (edge for edge in day.edges() if day.nodes[edge[1]]["type"] in _RULES)
    sound = cut(day, records, edges)
    folded = assemble(fold(sound, by, find_homes(sound, by, Timeline(store), [edition])))
    keys = {name: facts["number"] for name, facts in folded.nodes(data=True)}
    renamed: Network = nx.relabel_nodes(folded, keys)
    return renamed


def citing(graph: Network, key: str) -> tuple[ReferenceEdge, ...]:
    """Return the references into a record, in the order of the document."""
    return tuple(ReferenceEdge(source, key, _count(graph, source, key)) for source in graph.predecessors(key))


def list_cited(graph: Network, key: str) -> tuple[ReferenceEdge, ...]:
    """Return the references out of a record, in the order in which it first names each target."""
    return tuple(ReferenceEdge(key, target, _count(graph, key, target)) for target in graph.successors(key))


def list_links(graph: Network) -> tuple[ReferenceEdge, ...]:
    """Return all references among the records of a graph."""
    return tuple(ReferenceEdge(source, target, _count(graph, source, target)) for source, target in graph.edges())


def _count(graph: Network, source: str, target: str) -> int:
    count: int = graph.edges[source, target, "refers-to"]["count"]
    return count


def neighbourhood(graph: Network, key: str, radius: int = 1) -> Neighbourhood:
    """Return the records within a number of references from a record, in either direction."""
    distances = nx.single_source_shortest_path_length(graph.to_undirected(as_view=True), key, cutoff=radius)
    order = _order(graph)
    reached = sorted(distances.items(), key=lambda item: (item[1], order[item[0]]))
    among = list_links(graph.subgraph(distances))
    edges = sorted(among, key=lambda link: (order[link.source], order[link.target]))
    return Neighbourhood(key, tuple(Neighbour(*pair) for pair in reached), tuple(edges))


def impact(graph: Network, key: str) -> Impact:
    """Return what refers to a record, directly or through others."""
    distances = nx.single_source_shortest_path_length(graph.reverse(copy=False), key)
    order = _order(graph)
    far = sorted((distance, order[name], name) for name, distance in distances.items() if name != key)
    affected = tuple(Neighbour(name, distance) for distance, _, name in far)
    direct = sum(neighbour.distance == 1 for neighbour in affected)
    return Impact(key, direct, len(affected) - direct, affected)


def paths(graph: Network, source: str, target: str, limit: int = 10) -> tuple[tuple[str, ...], ...]:
    """Return the shortest paths from one record to another along the references; none if there is no path."""
    if not nx.has_path(graph, source, target):
        return ()
    order = _order(graph)
    # There may be very many; all have the same length, so the first ones suffice.
    shortest = islice(nx.all_shortest_paths(graph, source, target), 100 * limit)
    return tuple(sorted((tuple(path) for path in shortest), key=lambda path: [order[key] for key in path])[:limit])


def most_cited(graph: Network, limit: int | None = None) -> tuple[ReferenceCount, ...]:
    """Return the records that are referred to, those named by most references first."""
    counts = [
        ReferenceCount(key=key, references=graph.in_degree(key, weight="count"), sources=graph.in_degree(key))
        for key in graph
        if graph.in_degree(key)
    ]
    return tuple(sorted(counts, key=lambda count: (-count.references, -count.sources))[:limit])


def orphans(graph: Network) -> Orphans:
    """Return the records that refer to nothing and, if rules, to which nothing refers."""
    alone = [key for key in graph if graph.degree(key) == 0 and not is_term(key)]
    mute = [key for key in graph if is_term(key) and graph.out_degree(key) == 0]
    return Orphans(tuple(alone), tuple(mute))


def circles(graph: Network) -> tuple[tuple[str, ...], ...]:
    """Return groups of records that all lead to each other, the largest first.

    They are the strongly connected components of two and more records.
    """
    order = _order(graph)
    components = [
        tuple(sorted(component, key=order.__getitem__))
        for component in nx.strongly_connected_components(graph)
        if len(component) > 1
    ]
    return tuple(sorted(components, key=lambda component: (-len(component), order[component[0]])))


def cycles(graph: Network, longest: int = 2, limit: int = 100) -> tuple[tuple[str, ...], ...]:
    """Return paths along the references that end where they began, the shortest first.

    Each begins with its first record in the order of the document.

    Args:
        graph: The graph.
        longest: Maximum length of a cycle; long ones are not useful, and there are millions.
        limit: Maximum number of cycles.
    """
    order = _order(graph)
    cycles_found: list[tuple[str, ...]] = []
    for cycle in nx.simple_cycles(nx.DiGraph(graph), length_bound=longest):
        first = min(range(len(cycle)), key=lambda place: order[cycle[place]])
        cycles_found.append((*cycle[first:], *cycle[:first]))
    return tuple(sorted(cycles_found, key=lambda circle: (len(circle), [order[key] for key in circle]))[:limit])


def _order(graph: Network) -> dict[str, int]:
    return {key: place for place, key in enumerate(graph)}
