"""The graph written in the formats of other programs.

Each format has a module with a function that yields the pieces of the file, and a name in `graph.network.format_names`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from graph.network.format_names import GraphFormat
from graph.network.formats.dot import as_dot
from graph.network.formats.gexf import as_gexf
from graph.network.formats.graphml import as_graphml
from graph.network.formats.json import as_cytoscape, as_node_link
from graph.network.listing import Listing

_WRITERS: Mapping[GraphFormat, Callable[[Listing], Iterator[str]]] = {
    "graphml": as_graphml,
    "gexf": as_gexf,
    "json": as_node_link,
    "cytoscape": as_cytoscape,
    "dot": as_dot,
}


def write(listing: Listing, form: GraphFormat) -> Iterator[str]:
    """Yield the pieces of the file that holds a graph in a format.

    Args:
        listing: The graph.
        form: The format.

    Raises:
        GraphError: The graph is too large for the format.
    """
    return _WRITERS[form](listing)
