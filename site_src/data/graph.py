"""The graph of the latest edition as node-link JSON."""

from msgspec import Struct

from graph.network.parts import graph_of_edition
from rules.store import Store

Value = str | int | float | bool


class NodeLinkGraph(Struct, frozen=True):
    """A graph as networkx reads it with `node_link_graph(…, edges="edges")`; its attributes are described in the docs.

    Attributes:
        directed: Always true.
        multigraph: Always true.
        graph: Always empty.
        nodes: The nodes, each with its name as `id`.
        edges: The edges, each with the names of its nodes as `source` and `target`, and its `key`.
    """

    directed: bool
    multigraph: bool
    graph: dict[str, Value]
    nodes: tuple[dict[str, Value], ...]
    edges: tuple[dict[str, Value], ...]


def make_graph(store: Store, edition: str) -> NodeLinkGraph:
    """Return the graph of an edition."""
    graph = graph_of_edition(store, edition)
    nodes = tuple({**facts, "id": name} for name, facts in graph.nodes.items())
    edges = tuple(
        {**facts, "source": source, "target": target, "key": key} for source, target, key, facts in graph.edges()
    )
    return NodeLinkGraph(directed=True, multigraph=True, graph={}, nodes=nodes, edges=edges)
