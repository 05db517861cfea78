"""The nodes and edges of a graph with their attributes, in the order in which they are written.

A networkx graph has the same content; importing networkx takes longer than reading the references of a day, so
commands that only write a graph do without.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple, TypeAlias

from graph.network.schema import ENDS_OF_EDGE, Edge, Node
from graph.network.words import clean

Attributes: TypeAlias = dict[str, Any]


class ListedEdge(NamedTuple):
    """An edge.

    Attributes:
        source: The name of the node at which it begins.
        target: The name of the node at which it ends.
        key: The name that distinguishes it from other edges between the same nodes: `refers-to@2009-07-11:text:40`.
        attributes: Its attributes.
    """

    source: str
    target: str
    key: str
    attributes: Attributes


class Listing:
    """The nodes and edges of a graph.

    Attributes:
        nodes: The attributes of each node by its name.
    """

    def __init__(self) -> None:
        self.nodes: dict[str, Attributes] = {}
        # By source, then by target, then by key.
        self._edges_from: dict[str, dict[str, dict[str, Attributes]]] = {}

    def __len__(self) -> int:
        return len(self.nodes)

    def add_node(self, name: str, attributes: Attributes) -> None:
        """Add a node, or replace the attributes of the node that has this name."""
        self.nodes[name] = attributes
        self._edges_from.setdefault(name, {})

    def add_edge(self, source: str, target: str, key: str, attributes: Attributes) -> None:
        """Add an edge, or replace the attributes of the edge that has this key between the same nodes.

        Raises:
            LookupError: The node at which it begins or ends is missing.
        """
        for end in (source, target):
            if end not in self.nodes:
                raise LookupError(f"the graph has no node {end!r}, which an edge {attributes.get('type')} names")
        self._edges_from[source].setdefault(target, {})[key] = attributes

    def edges(self) -> Iterator[ListedEdge]:
        """Yield the edges, grouped by the nodes at which they begin, in the order that networkx has too."""
        for source, targets in self._edges_from.items():
            for target, parallel in targets.items():
                for key, attributes in parallel.items():
                    yield ListedEdge(source, target, key, attributes)

    def count_edges(self) -> int:
        """Return the number of edges."""
        return sum(1 for _ in self.edges())


def list_records(nodes: Iterable[Node], edges: Iterable[Edge]) -> Listing:
    """Return a listing of some nodes and edges; attributes that are None are absent.

    Args:
        nodes: The nodes.
        edges: The edges, which must begin and end at these nodes.

    Raises:
        LookupError: An edge names a node that is missing.
    """
    listing = Listing()
    for node in nodes:
        listing.add_node(clean(node.node_name), {"type": node.node_type, **_list_values(node)})
    for edge in edges:
        attributes = {"type": edge.relation, **_list_values(edge)}
        listing.add_edge(clean(edge.source), clean(edge.target), clean(edge.edge_key), attributes)
    return listing


def cut(listing: Listing, nodes: Iterable[str], edges: Iterable[ListedEdge]) -> Listing:
    """Return a part of a graph.

    Args:
        listing: The graph.
        nodes: The names of the nodes of the part.
        edges: The edges of the part, which must begin and end at these nodes.

    Raises:
        LookupError: An edge begins or ends at another node.
    """
    part = Listing()
    for name in nodes:
        part.add_node(name, listing.nodes[name])
    for edge in edges:
        part.add_edge(edge.source, edge.target, edge.key, edge.attributes)
    return part


@cache
def _list_names(kind: type[Node | Edge]) -> tuple[str, ...]:
    """Return the names of the attributes of a type of node or edge, without the `source` and `target` of an edge."""
    if issubclass(kind, Node):
        return kind.__struct_fields__
    return tuple(name for name in kind.__struct_fields__ if name not in ENDS_OF_EDGE)


def _list_values(record: Node | Edge) -> Mapping[str, Any]:
    """Return the attributes of a node or edge that are not None, with clean texts."""
    values: Attributes = {}
    for name in _list_names(type(record)):
        value = getattr(record, name)
        if isinstance(value, str):
            values[name] = clean(value)
        elif value is not None:
            values[name] = value
    return values
