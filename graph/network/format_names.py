"""The names of the formats in which the graph can be written, with the programs that read them.

This module imports no writer, so that the command line can list the formats quickly.
"""

from collections.abc import Mapping
from typing import Literal

GraphFormat = Literal["graphml", "gexf", "json", "cytoscape", "dot"]
GRAPH_FORMATS: Mapping[GraphFormat, str] = {
    "graphml": "networkx, igraph, yEd",
    "gexf": "Gephi, with days",
    "json": "node-link, as networkx reads it",
    "cytoscape": "",
    "dot": "Graphviz, for small parts",
}
"""Format → the programs that read it, as the help of `comprules graph` prints them; empty if the format has the name of
its program."""


def describe_formats() -> str:
    """Return the formats as a list in a sentence: `graphml (networkx, igraph, yEd), …`."""
    described = []
    for name, readers in GRAPH_FORMATS.items():
        if readers:
            described.append(f"{name} ({readers})")
        else:
            described.append(name)
    return ", ".join(described)
