"""Make rows of tables from the nodes and edges of the graph."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from functools import cache
from typing import Any

from graph.network.parts import list_whole
from graph.network.schema import EDGES, NODES, Edge, Node, list_attributes
from rules.store import Store

_DAYS = frozenset({"first", "last", "since", "until", "date"})
"""Attributes whose text is a day."""
_read_day = cache(date.fromisoformat)


def list_columns(kinds: Sequence[type[Node | Edge]]) -> dict[str, tuple[type, str]]:
    """Return the type and the description of each attribute of some kinds of nodes or edges, by its name."""
    columns: dict[str, tuple[type, str]] = {}
    for kind in kinds:
        for name, of_type, about in list_attributes(kind):
            columns.setdefault(name, (date if name in _DAYS else of_type, about))
    return columns


def node_rows(store: Store) -> Iterator[dict[str, Any]]:
    """Yield a row for each node of the graph of all editions, with None for attributes that it lacks."""
    names = list_columns(NODES)
    for node, attributes in list_whole(store).nodes.items():
        yield {"id": node, "type": attributes["type"], **_fill_row(attributes, names)}


def edge_rows(store: Store) -> Iterator[dict[str, Any]]:
    """Yield a row for each edge of the graph of all editions, with None for attributes that it lacks."""
    names = list_columns(EDGES)
    for source, target, _, attributes in list_whole(store).edges():
        yield {"source": source, "target": target, "type": attributes["type"], **_fill_row(attributes, names)}


def _fill_row(attributes: Mapping[str, Any], names: Iterable[str]) -> dict[str, Any]:
    """Return the value of each name, None if there is none, with days as dates."""
    row: dict[str, Any] = {}
    for name in names:
        value = attributes.get(name)
        row[name] = _read_day(value) if name in _DAYS and value is not None else value
    return row
