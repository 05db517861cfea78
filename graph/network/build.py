"""The networkx graph of all editions, of a day, and of what was linked and unlinked between two days."""

from __future__ import annotations

from collections.abc import Collection

from graph.network.assemble import Network, assemble
from graph.network.parts import list_between, list_day, list_whole
from graph.network.schema import RELATIONS, Relation
from rules.store import Store


def build_whole(store: Store, only: Collection[Relation] = RELATIONS) -> Network:
    """Return the graph of all editions; see `list_whole`."""
    return assemble(list_whole(store, only))


def build_day(store: Store, edition: str, only: Collection[Relation] = RELATIONS) -> Network:
    """Return the graph of an edition; see `list_day`."""
    return assemble(list_day(store, edition, only))


def build_between(store: Store, old: str, new: str) -> Network:
    """Return the graph of the references that one of two editions has and the other lacks; see `list_between`."""
    return assemble(list_between(store, old, new))
