"""Select the part of a graph that is near a node.

The walk is breadth-first, like that of networkx. It does not use networkx, which takes longer to load than the whole
selection.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

from graph.network.listing import Listing, cut


def select_near(listing: Listing, name: str, depth: int) -> Listing:
    """Return the part of a graph up to a number of edges away from a node, in either direction.

    Nodes of editions are left out, because each joins thousands of versions that have nothing else in common.

    Args:
        listing: The graph.
        name: The name of the node.
        depth: Maximum number of edges between the node and the others.
    """
    neighbours = _list_neighbours(listing)
    selected = {name}
    outermost = {name}
    for _ in range(depth):
        reached: set[str] = set()
        for node in outermost:
            reached |= neighbours[node]
        outermost = {node for node in reached - selected if listing.nodes[node]["type"] != "edition"}
        if not outermost:
            break
        selected |= outermost
    edges = (edge for edge in listing.edges() if edge.source in selected and edge.target in selected)
    return cut(listing, [node for node in listing.nodes if node in selected], edges)


def _list_neighbours(listing: Listing) -> Mapping[str, set[str]]:
    """Return the names of the nodes that an edge joins to each node, whatever its direction; an empty set for none."""
    neighbours: defaultdict[str, set[str]] = defaultdict(set)
    for edge in listing.edges():
        neighbours[edge.source].add(edge.target)
        neighbours[edge.target].add(edge.source)
    return neighbours
