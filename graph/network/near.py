"""Select the part of a graph that is near a node.

The walk is breadth-first, like that of networkx. It does not use networkx, which takes longer to load than the whole
selection.
"""

from __future__ import annotations

from collections import defaultdict

from graph.network.listing import Listing, cut


def select_near(listing: Listing, name: str, depth: int) -> Listing:
    """Return the part of a graph up to a number of edges away from a node, in either direction.

    Editions are left out, because each joins thousands of versions that have nothing else in common.

    Args:
        listing: The graph.
        name: The name of the node.
        depth: The greatest number of edges.
    """
    neighbours: defaultdict[str, set[str]] = defaultdict(set)
    for edge in listing.edges():
        neighbours[edge.source].add(edge.target)
        neighbours[edge.target].add(edge.source)
    walked = {name}
    outermost = {name}
    for _ in range(depth):
        reached = {node for last in outermost for node in neighbours[last]} - walked
        outermost = {node for node in reached if listing.nodes[node]["type"] != "edition"}
        if not outermost:
            break
        walked |= outermost
    edges = (edge for edge in listing.edges() if edge.source in walked and edge.target in walked)
    return cut(listing, [node for node in listing.nodes if node in walked], edges)
