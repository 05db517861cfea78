"""Turn a listing of nodes and edges into a graph of networkx."""

from __future__ import annotations

from typing import TypeAlias

import networkx as nx

from graph.network.listing import Listing

Network: TypeAlias = "nx.MultiDiGraph[str]"


def assemble(listing: Listing) -> Network:
    """Return the networkx graph of the nodes and edges of a listing, in their order."""
    graph: Network = nx.MultiDiGraph()
    graph.add_nodes_from(listing.nodes.items())
    # The type stubs of networkx do not know edges with keys.
    graph.add_edges_from(listing.edges())  # type: ignore[arg-type]
    return graph
