"""The references of one edition as a networkx graph, and queries on it.

Nodes are keys of rules and glossary entries (`702.40a`, `glossary:Storm`), in the order of the document; an edge leads
from the record with a reference to each record that it names, with the number of such references as `count`. Only
references that resolve are edges; `graph.audit` handles the others.

Folded (`by="rule"`, `by="chapter"`), subrules are merged into their rule, or all rules into their chapter; references
within one node are then left out.

All results are plain records in a fixed order: by the requested figure, then as in the document.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import TypeAlias

import networkx as nx
from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from rules.grouping import grouped
from rules.numbers import Level, fold_key, is_term
from rules.store import Store

Graph: TypeAlias = "nx.DiGraph[str]"


class ReferenceCount(Struct, frozen=True, kw_only=True):
    """The number of references to a record.

    Attributes:
        edition: The edition, in a list of several.
        key: The record.
        references: Number of references to it.
        sources: Number of records that contain them.
    """

    edition: str | UnsetType = UNSET
    key: str
    references: int
    sources: int


class Edge(Struct, frozen=True):
    """The references from one record to another; `count` is their number."""

    source: str
    target: str
    count: int


class Neighbour(Struct, frozen=True):
    """A record, and how many references away it is."""

    key: str
    distance: int


class Neighbourhood(Struct, frozen=True):
    """The records around a record, along references in either direction.

    Attributes:
        key: The record.
        distances: Each record within the radius, with its distance in references; nearest first.
        edges: All references among them.
    """

    key: str
    distances: tuple[Neighbour, ...]
    edges: tuple[Edge, ...]


class Cycles(Struct, frozen=True):
    """Groups of records that all lead to each other, and short cycles among them."""

    groups: tuple[tuple[str, ...], ...]
    cycles: tuple[tuple[str, ...], ...]


class Orphans(Struct, frozen=True):
    """Records without connections.

    Attributes:
        rules: Rules that refer to nothing and that nothing refers to; headings are separate nodes.
        entries: Glossary entries that refer to nothing.
    """

    rules: tuple[str, ...]
    entries: tuple[str, ...]


def reference_graph(edition_of: Store, edition: str, by: Level = "subrule") -> Graph:
    """Return the graph of an edition.

    Args:
        edition_of: A knowledge base or a ledger.
        edition: Id of an edition.
        by: How far to fold it.
    """
    built: Graph = nx.DiGraph()
    built.add_nodes_from(dict.fromkeys(fold_key(key, by) for key in edition_of.keys(edition)))
    counts = Counter(_list_pairs(edition_of, edition, by))
    built.add_edges_from((source, target, {"count": count}) for (source, target), count in counts.items())
    return built


def _list_pairs(editions_of: Store, edition: str, by: Level) -> Iterator[tuple[str, str]]:
    """Yield the source and the target of each reference, folded.

    A range is one reference: it counts once per node, even if several of its numbers fold into it.
    """
    for resolution in editions_of.references(edition):
        source = fold_key(resolution.reference.source, by)
        for target in dict.fromkeys(fold_key(key, by) for key in resolution.target):
            if by == "subrule" or source != target:
                yield source, target


def citing(graph: Graph, key: str) -> tuple[Edge, ...]:
    """Return the references into a record, in the order of the document."""
    # networkx lists predecessors in the order in which edges were added, which is that of their sources.
    return tuple(Edge(source, key, graph.edges[source, key]["count"]) for source in graph.predecessors(key))


def list_cited(graph: Graph, key: str) -> tuple[Edge, ...]:
    """Return the references out of a record, in the order in which it first names each target."""
    return tuple(Edge(key, target, graph.edges[key, target]["count"]) for target in graph.successors(key))


def neighbourhood(graph: Graph, key: str, radius: int = 1) -> Neighbourhood:
    """Return the records within a number of references from a record, in either direction."""
    distances = nx.single_source_shortest_path_length(graph.to_undirected(as_view=True), key, cutoff=radius)
    order = _order(graph)
    near = sorted(distances.items(), key=lambda item: (item[1], order[item[0]]))
    among = (Edge(*ends, graph.edges[ends]["count"]) for ends in graph.subgraph(distances).edges)
    edges = sorted(among, key=lambda edge: (order[edge.source], order[edge.target]))
    return Neighbourhood(key, tuple(Neighbour(*pair) for pair in near), tuple(edges))


def paths(graph: Graph, source: str, target: str, limit: int = 10) -> tuple[tuple[str, ...], ...]:
    """Return the shortest paths from one record to another along the references; none if there is no path."""
    if not nx.has_path(graph, source, target):
        return ()
    order = _order(graph)
    # There may be very many; all have the same length, so the first ones suffice.
    shortest = islice(nx.all_shortest_paths(graph, source, target), 100 * limit)
    return tuple(sorted((tuple(path) for path in shortest), key=lambda path: [order[key] for key in path])[:limit])


def most_cited(graph: Graph, limit: int | None = None) -> tuple[ReferenceCount, ...]:
    """Return the records that are referred to, those named by most references first."""
    counts = [
        ReferenceCount(key=key, references=graph.in_degree(key, weight="count"), sources=graph.in_degree(key))
        for key in graph
        if graph.in_degree(key)
    ]
    return tuple(sorted(counts, key=lambda count: (-count.references, -count.sources))[:limit])


def orphans(graph: Graph) -> Orphans:
    """Return the records that refer to nothing and, if rules, to which nothing refers."""
    alone = [key for key in graph if graph.degree(key) == 0 and not is_term(key)]
    mute = [key for key in graph if is_term(key) and graph.out_degree(key) == 0]
    return Orphans(tuple(alone), tuple(mute))


def circles(graph: Graph) -> tuple[tuple[str, ...], ...]:
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


def cycles(graph: Graph, longest: int = 2, limit: int = 100) -> tuple[tuple[str, ...], ...]:
    """Return paths along the references that end where they began, the shortest first.

    Each begins with its first record in the order of the document.

    Args:
        graph: The graph.
        longest: Maximum length of a cycle; long ones are not useful, and there are millions.
        limit: Maximum number of cycles.
    """
    order = _order(graph)
    cycles_found: list[tuple[str, ...]] = []
    for cycle in nx.simple_cycles(graph, length_bound=longest):
        first = min(range(len(cycle)), key=lambda place: order[cycle[place]])
        cycles_found.append((*cycle[first:], *cycle[:first]))
    return tuple(sorted(cycles_found, key=lambda circle: (len(circle), [order[key] for key in circle]))[:limit])


def cited_through(
    editions_of: Store, editions: Iterable[str], lineage: str, by: Level = "subrule"
) -> tuple[ReferenceCount, ...]:
    """Return how much a lineage is referred to in each of the editions that have it, in their order."""
    return tuple(
        replace(counts[lineage], edition=edition)
        for edition in editions
        if lineage in (counts := cited_lineages(editions_of, edition, by))
    )


def cited_lineages(editions_of: Store, edition: str, by: Level = "subrule") -> dict[str, ReferenceCount]:
    """Return lineage → how much it is referred to in an edition, for all its lineages, in the order of the document.

    By lineage, the figures of one rule can be compared between editions even if it was renumbered.
    """
    # Plainly counted: a graph of each edition would stay in memory until the garbage collector runs.
    sources = grouped((target, source) for source, target in _list_pairs(editions_of, edition, by))
    return {
        lineage: ReferenceCount(key=key, references=len(sources[key]), sources=len(set(sources[key])))
        for key, lineage in editions_of.lineages(edition).items()
        if fold_key(key, by) == key
    }


def _order(graph: Graph) -> dict[str, int]:
    return {key: place for place, key in enumerate(graph)}
