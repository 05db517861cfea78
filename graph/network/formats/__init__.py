"""The graph written in the formats of other programs, each a module that yields the pieces of the file.

`write` finds the format by its name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Literal, get_args

from graph.network.formats.dot import as_dot
from graph.network.formats.gexf import as_gexf
from graph.network.formats.graphml import as_graphml
from graph.network.formats.json import as_cytoscape, as_node_link
from graph.network.listing import Listing

GraphFormat = Literal["graphml", "gexf", "json", "cytoscape", "dot"]
GRAPH_FORMATS: tuple[GraphFormat, ...] = get_args(GraphFormat)
_WRITERS: Mapping[GraphFormat, Callable[[Listing], Iterator[str]]] = {
    "graphml": as_graphml,
    "gexf": as_gexf,
    "json": as_node_link,
    "cytoscape": as_cytoscape,
    "dot": as_dot,
}


def write(listing: Listing, form: GraphFormat) -> Iterator[str]:
    """Yield a graph in a format, piece by piece.

    Args:
        listing: The graph.
        form: The format.

    Raises:
        GraphError: The graph is too large for the format.
    """
    return _WRITERS[form](listing)
