"""What is near a node of the graph."""

from __future__ import annotations

import networkx as nx

from graph.network.assemble import assemble
from graph.network.listing import Listing, cut


def select_near(listing: Listing, name: str, depth: int) -> Listing:
    """Return the part of a graph up to a number of edges away from a node, in either direction.

    Editions are left out, since each joins thousands of versions that have nothing else in common.

    Args:
        listing: The graph.
        name: The name of the node.
        depth: The greatest number of edges.
    """
    walkable = [node for node, facts in listing.nodes.items() if facts["type"] != "edition"]
    walked = assemble(listing).subgraph(walkable).to_undirected(as_view=True)
    distances = nx.single_source_shortest_path_length(walked, name, cutoff=depth)
    edges = (edge for edge in listing.edges() if edge[0] in distances and edge[1] in distances)
    return cut(listing, [node for node in listing.nodes if node in distances], edges)
