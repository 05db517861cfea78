"""JSON in the forms of networkx (node-link) and of Cytoscape."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from graph.network.formats.attributes import label_of
from graph.network.listing import Listing


def as_node_link(listing: Listing) -> Iterator[str]:
    """Yield a graph as node-link JSON; `networkx.node_link_graph(…, edges="edges")` reads it.

    Args:
        listing: The graph.
    """
    encode = msgspec.json.Encoder().encode
    yield '{"directed":true,"multigraph":true,"graph":{},"nodes":[\n'
    nodes = ({**attributes, "id": name} for name, attributes in listing.nodes.items())
    yield from _join(encode(node).decode() for node in nodes)
    yield '\n],"edges":[\n'
    edges = (
        {**attributes, "source": source, "target": target, "key": key}
        for source, target, key, attributes in listing.edges()
    )
    yield from _join(encode(edge).decode() for edge in edges)
    yield "\n]}\n"


def as_cytoscape(listing: Listing) -> Iterator[str]:
    """Yield a graph as JSON for Cytoscape and cytoscape.js; `networkx.cytoscape_graph` reads it.

    Args:
        listing: The graph.
    """
    encode = msgspec.json.Encoder().encode
    yield '{"data":[],"directed":true,"multigraph":true,"elements":{"nodes":[\n'
    nodes = (
        {"data": {**attributes, "id": name, "value": name, "name": label_of(attributes)}}
        for name, attributes in listing.nodes.items()
    )
    yield from _join(encode(node).decode() for node in nodes)
    yield '\n],"edges":[\n'
    edges = (
        {"data": {**attributes, "source": source, "target": target, "key": key}}
        for source, target, key, attributes in listing.edges()
    )
    yield from _join(encode(edge).decode() for edge in edges)
    yield "\n]}}\n"


def _join(items: Iterator[str]) -> Iterator[str]:
    """Yield items with a comma and the end of a line between two."""
    for count, item in enumerate(items):
        yield f",\n{item}" if count else item
