"""Answer questions about the references of one edition, with the graph that `linked.link_records` returns.

Answers name records by their keys (`702.40a`, `glossary:Storm`). They are in the order of the figure that is asked for,
and records with the same figure in the order of the document.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice

import networkx as nx

from graph.network.assemble import Network
from graph.network.counts import ReferenceCount
from graph.network.records import Cycles, Impact, Neighbour, Neighbourhood, Orphans, ReferenceEdge
from rules.keys import is_entry

LONGEST_CYCLE = 3
"""Maximum length of the cycles that are listed, in references."""
_PATHS_COMPARED_PER_ANSWER = 100
"""Number of shortest paths that are sorted for each path that is wanted."""


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
    """Return the number of references from one record to another, which must be at least one."""
    count: int = graph.edges[source, target, "refers-to"]["count"]
    return count


def neighbourhood(graph: Network, key: str, radius: int = 1) -> Neighbourhood:
    """Return the records at most `radius` references away from a record, in either direction, and their references.

    Args:
        graph: The graph.
        key: The key of the record, which comes first in the answer, at distance 0.
        radius: The greatest number of references.
    """
    positions = _map_positions(graph)
    distances = nx.single_source_shortest_path_length(graph.to_undirected(as_view=True), key, cutoff=radius)
    references = list_links(graph.subgraph(distances))
    in_order = sorted(references, key=lambda reference: (positions[reference.source], positions[reference.target]))
    return Neighbourhood(key, _sort_by_distance(distances, positions), tuple(in_order))


def _sort_by_distance(distances: Mapping[str, int], positions: Mapping[str, int]) -> tuple[Neighbour, ...]:
    """Return records with their distances, the nearest first, equally near ones in the order of the document."""
    neighbours = [Neighbour(key, distance) for key, distance in distances.items()]
    return tuple(sorted(neighbours, key=lambda neighbour: (neighbour.distance, positions[neighbour.key])))


def impact(graph: Network, key: str) -> Impact:
    """Return the records that refer to a record, directly or through other records."""
    distances = nx.single_source_shortest_path_length(graph.reverse(copy=False), key)
    affected = {name: distance for name, distance in distances.items() if name != key}
    direct = sum(distance == 1 for distance in affected.values())
    return Impact(
        key=key,
        direct=direct,
        indirect=len(affected) - direct,
        distances=_sort_by_distance(affected, _map_positions(graph)),
    )


def paths(graph: Network, source: str, target: str, limit: int = 10) -> tuple[tuple[str, ...], ...]:
    """Return the shortest paths from one record to another along the references; empty if there is no path.

    Args:
        graph: The graph.
        source: The key of the record at which the paths begin.
        target: The key of the record at which they end.
        limit: Maximum number of paths.
    """
    if not nx.has_path(graph, source, target):
        return ()
    positions = _map_positions(graph)
    # There may be very many shortest paths, so only some are sorted. All are equally long, so that it hardly matters
    # which ones.
    compared = islice(nx.all_shortest_paths(graph, source, target), _PATHS_COMPARED_PER_ANSWER * limit)
    in_order = sorted(compared, key=lambda path: [positions[key] for key in path])
    return tuple(tuple(path) for path in in_order[:limit])


def most_cited(graph: Network, limit: int | None = None) -> tuple[ReferenceCount, ...]:
    """Return the records that are referred to, those named by most references first.

    Of records with the same number of references, those named by most other records come first.
    """
    counts = [
        ReferenceCount(key=key, references=graph.in_degree(key, weight="count"), sources=graph.in_degree(key))
        for key in graph
        if graph.in_degree(key)
    ]
    return tuple(sorted(counts, key=lambda count: (-count.references, -count.sources))[:limit])


def orphans(graph: Network) -> Orphans:
    """Return the rules without any reference from or to them, and the glossary entries that refer to nothing.

    Rules hardly ever refer to glossary entries, so that an entry to which nothing refers is no orphan.
    """
    rules = tuple(key for key in graph if not is_entry(key) and graph.degree(key) == 0)
    entries = tuple(key for key in graph if is_entry(key) and graph.out_degree(key) == 0)
    return Orphans(rules, entries)


def find_cycles(graph: Network, limit: int | None) -> Cycles:
    """Return the groups of records that all lead to each other, and the cycles of at most `LONGEST_CYCLE` references.

    Args:
        graph: The graph.
        limit: Maximum number of cycles; None for all.
    """
    return Cycles(connected_groups(graph), short_cycles(graph, LONGEST_CYCLE, limit))


def connected_groups(graph: Network) -> tuple[tuple[str, ...], ...]:
    """Return the groups of records that all lead to each other, the largest first.

    They are the strongly connected components of two and more records. The records of a group are in the order of the
    document.
    """
    positions = _map_positions(graph)
    groups = [
        tuple(sorted(component, key=positions.__getitem__))
        for component in nx.strongly_connected_components(graph)
        if len(component) > 1
    ]
    return tuple(sorted(groups, key=lambda group: (-len(group), positions[group[0]])))


def short_cycles(graph: Network, longest: int, limit: int | None = None) -> tuple[tuple[str, ...], ...]:
    """Return the paths along the references that end where they began, the shortest first.

    A cycle begins with the one of its records that comes first in the document, and does not repeat it at the end: the
    references 601.2 → 602.1 → 601.2 are the cycle `("601.2", "602.1")`.

    Args:
        graph: The graph.
        longest: Maximum number of references in a cycle. Long cycles are not useful, and there are millions of them.
        limit: Maximum number of cycles; None for all.
    """
    positions = _map_positions(graph)
    without_parallel_edges: nx.DiGraph[str] = nx.DiGraph(graph)
    cycles: list[tuple[str, ...]] = []
    for cycle in nx.simple_cycles(without_parallel_edges, length_bound=longest):
        # networkx begins a cycle anywhere.
        beginning = cycle.index(min(cycle, key=positions.__getitem__))
        cycles.append((*cycle[beginning:], *cycle[:beginning]))
    cycles.sort(key=lambda cycle: (len(cycle), [positions[key] for key in cycle]))
    return tuple(cycles[:limit])


def _map_positions(graph: Network) -> dict[str, int]:
    """Return key of each record → its position in the document, which is its position among the nodes."""
    return {key: position for position, key in enumerate(graph)}
