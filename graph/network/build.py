"""Build the networkx graph of all editions, or of a day."""

from __future__ import annotations

from collections.abc import Collection

from graph.network.assemble import Network, assemble
from graph.network.parts import graph_of_all_editions, graph_of_edition
from graph.network.schema import RELATIONS, Relation
from rules.store import Store


def build_whole(store: Store, only: Collection[Relation] = RELATIONS) -> Network:
    """Return the graph of all editions; see `graph_of_all_editions`."""
    return assemble(graph_of_all_editions(store, only))


def build_day(store: Store, edition: str, only: Collection[Relation] = RELATIONS) -> Network:
    """Return the graph of an edition; see `graph_of_edition`."""
    return assemble(graph_of_edition(store, edition, only))
