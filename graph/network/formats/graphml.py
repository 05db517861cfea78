"""Write a graph as GraphML, which networkx, igraph, yEd and Gephi read.

The file is written line by line: the writer of networkx needs six times as long for the whole graph, and holds all of
it in memory as a tree of elements.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from graph.network.formats.attributes import (
    attributes_of_edges,
    attributes_of_nodes,
    escape_text,
    format_value,
    list_kinds,
    quote_text,
)
from graph.network.listing import Listing

_HEAD = """<?xml version="1.0" encoding="utf-8"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" \
xsi:schemaLocation="http://graphml.graphdrawing.org/xmlns http://graphml.graphdrawing.org/xmlns/1.0/graphml.xsd">
"""


def as_graphml(listing: Listing) -> Iterator[str]:
    """Yield a graph as GraphML; `networkx.read_graphml` reads it.

    Args:
        listing: The graph.
    """
    yield _HEAD
    yield from _declare("node", list_kinds(attributes_of_nodes(listing)))
    yield from _declare("edge", list_kinds(attributes_of_edges(listing)))
    yield '<graph edgedefault="directed">\n'
    for name, attributes in listing.nodes.items():
        yield f"<node id={quote_text(name)}>{_list_data('node', attributes)}</node>\n"
    for source, target, key, attributes in listing.edges():
        ends = f"source={quote_text(source)} target={quote_text(target)} id={quote_text(key)}"
        yield f"<edge {ends}>{_list_data('edge', attributes)}</edge>\n"
    yield "</graph>\n</graphml>\n"


def _declare(kind: str, types: Mapping[str, str]) -> Iterator[str]:
    """Yield the declaration of each attribute of nodes or edges.

    Args:
        kind: `node` or `edge`.
        types: The name of the type of each attribute.
    """
    for name, type_name in types.items():
        yield f'<key id="{kind}-{name}" for="{kind}" attr.name="{name}" attr.type="{type_name}"/>\n'


def _list_data(kind: str, attributes: Mapping[str, Any]) -> str:
    """Return an element for each attribute of a node or edge.

    Args:
        kind: `node` or `edge`.
        attributes: The attributes.
    """
    return "".join(
        f'<data key="{kind}-{name}">{escape_text(format_value(value))}</data>' for name, value in attributes.items()
    )
