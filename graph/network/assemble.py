"""A networkx graph of typed nodes and edges."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any, TypeAlias

import networkx as nx

from graph.network.schema import Edge, Node
from graph.network.words import clean

Network: TypeAlias = "nx.MultiDiGraph[str]"
_ENDS = frozenset({"source", "target"})


def assemble(nodes: Iterable[Node], edges: Iterable[Edge]) -> Network:
    """Return the graph of some nodes and edges; attributes that are None are absent.

    Args:
        nodes: The nodes.
        edges: The edges, whose ends are among the nodes.

    Raises:
        LookupError: An edge names a node that is not there.
    """
    graph: Network = nx.MultiDiGraph()
    for node in nodes:
        graph.add_node(clean(node.node_name), type=node.node_type, **_list_values(node))
    for edge in edges:
        source, target = clean(edge.source), clean(edge.target)
        for end in (source, target):
            if end not in graph:
                raise LookupError(f"the graph has no node {end!r}, which an edge {edge.relation} names")
        graph.add_edge(source, target, key=clean(edge.edge_key), type=edge.relation, **_list_values(edge))
    return graph


@cache
def _list_names(kind: type[Node | Edge]) -> tuple[str, ...]:
    """Return the names of the attributes of a type of node or edge."""
    return tuple(name for name in kind.__struct_fields__ if issubclass(kind, Node) or name not in _ENDS)


def _list_values(record: Node | Edge) -> dict[str, Any]:
    values: dict[str, Any] = {}
    for name in _list_names(type(record)):
        value = getattr(record, name)
        if isinstance(value, str):
            values[name] = clean(value)
        elif value is not None:
            values[name] = value
    return values
