"""Make rows of tables from the nodes and edges of the graph."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from functools import cache
from typing import Any

from graph.network.attributes import list_attributes
from graph.network.parts import graph_of_all_editions
from graph.network.schema import EDGES, NODES, Edge, Node
from rules.store import Store

_DAYS = frozenset({"first", "last", "since", "until", "date"})
"""Attributes whose text is a day."""
_read_day = cache(date.fromisoformat)


def list_columns(kinds: Sequence[type[Node | Edge]]) -> dict[str, tuple[type, str]]:
    """Return the columns of a table of some types of nodes or edges.

    Returns:
        Name of each attribute → the type of its values and its description. If several types have an attribute of one
        name, the description is that of the first type.
    """
    columns: dict[str, tuple[type, str]] = {}
    for kind in kinds:
        for attribute in list_attributes(kind):
            type_of_values = date if attribute.name in _DAYS else attribute.type
            columns.setdefault(attribute.name, (type_of_values, attribute.description))
    return columns


def node_rows(store: Store) -> Iterator[dict[str, Any]]:
    """Yield a row for each node of the graph of all editions, with None for attributes that it lacks."""
    columns = list_columns(NODES)
    for node, attributes in graph_of_all_editions(store).nodes.items():
        yield {"id": node, "type": attributes["type"], **_fill_row(attributes, columns)}


def edge_rows(store: Store) -> Iterator[dict[str, Any]]:
    """Yield a row for each edge of the graph of all editions, with None for attributes that it lacks."""
    columns = list_columns(EDGES)
    for edge in graph_of_all_editions(store).edges():
        values = _fill_row(edge.attributes, columns)
        yield {"source": edge.source, "target": edge.target, "type": edge.attributes["type"], **values}


def _fill_row(attributes: Mapping[str, Any], columns: Iterable[str]) -> dict[str, Any]:
    """Return the value of each column: None if the attribute is absent, and a date for the text of a day.

    Args:
        attributes: The attributes of a node or edge.
        columns: The names of the columns.
    """
    row: dict[str, Any] = {}
    for name in columns:
        value = attributes.get(name)
        row[name] = _read_day(value) if name in _DAYS and value is not None else value
    return row
