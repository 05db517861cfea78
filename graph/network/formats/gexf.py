"""Write a graph as dynamic GEXF, which Gephi plays as a film: each node and edge has a first and a last day.

The file is written line by line, like GraphML.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from graph.network.formats.attributes import (
    attributes_of_edges,
    attributes_of_nodes,
    format_value,
    label_of,
    list_kinds,
    quote_text,
)
from graph.network.listing import Listing

_HEAD = """<?xml version="1.0" encoding="utf-8"?>
<gexf xmlns="http://www.gexf.net/1.2draft" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" \
xsi:schemaLocation="http://www.gexf.net/1.2draft http://www.gexf.net/1.2draft/gexf.xsd" version="1.2">
<graph defaultedgetype="directed" mode="dynamic" timeformat="date">
"""
RELATION = "relation"
"""The name of the attribute `type` of an edge in the file: in GEXF, the type of an edge says whether it is directed."""


def as_gexf(listing: Listing) -> Iterator[str]:
    """Yield a graph as GEXF 1.2; `networkx.read_gexf` reads it.

    The end of a node or edge is the day of its last edition. Nodes and edges of the newest edition have no end.

    Args:
        listing: The graph.
    """
    kinds_of_nodes = list_kinds(attributes_of_nodes(listing))
    kinds_of_edges = list_kinds(attributes_of_edges(listing))
    newest = max((attributes.get("last", "") for attributes in attributes_of_nodes(listing)), default="")
    yield _HEAD
    yield from _declare("node", kinds_of_nodes)
    yield from _declare("edge", kinds_of_edges)
    yield "<nodes>\n"
    yield from _write_nodes(listing, kinds_of_nodes, newest)
    yield "</nodes>\n<edges>\n"
    yield from _write_edges(listing, kinds_of_edges, newest)
    yield "</edges>\n</graph>\n</gexf>\n"


def _write_nodes(listing: Listing, declared: Iterable[str], newest: str) -> Iterator[str]:
    """Yield the line of each node.

    Args:
        listing: The graph.
        declared: The names of the attributes of nodes, in the order of their declarations.
        newest: The newest edition.
    """
    numbers = _number_attributes(declared)
    for name, attributes in listing.nodes.items():
        head = f"id={quote_text(name)} label={quote_text(label_of(attributes))}{_list_days(attributes, newest)}"
        yield f"<node {head}>{_list_values(attributes, numbers)}</node>\n"


def _write_edges(listing: Listing, declared: Iterable[str], newest: str) -> Iterator[str]:
    """Yield the line of each edge; the arguments are those of `_write_nodes`, for the attributes of edges."""
    numbers = _number_attributes(declared)
    for count, (source, target, key, attributes) in enumerate(listing.edges()):
        ends = f"id={quote_text(f'{count}:{key}')} source={quote_text(source)} target={quote_text(target)}"
        yield f"<edge {ends}{_list_days(attributes, newest)}>{_list_values(attributes, numbers)}</edge>\n"


def _number_attributes(names: Iterable[str]) -> dict[str, int]:
    """Return the number of each attribute, in the order of its declarations; values name their attribute by it."""
    return {name: number for number, name in enumerate(names)}


def _declare(kind: str, types: Mapping[str, str]) -> Iterator[str]:
    """Yield the declaration of the attributes of nodes or edges.

    Args:
        kind: `node` or `edge`.
        types: The name of the type of each attribute.
    """
    numbers = _number_attributes(types)
    yield f'<attributes class="{kind}" mode="static">\n'
    for name, type_name in types.items():
        title = RELATION if kind == "edge" and name == "type" else name
        yield f'<attribute id="{numbers[name]}" title="{title}" type="{type_name}"/>\n'
    yield "</attributes>\n"


def _list_days(attributes: Mapping[str, Any], newest: str) -> str:
    """Return the days between which a node or edge exists, as attributes of XML; see `as_gexf`."""
    days = ""
    first, last = attributes.get("first"), attributes.get("last")
    if first:
        days += f' start="{first}"'
    if last and last != newest:
        days += f' end="{last}"'
    return days


def _list_values(attributes: Mapping[str, Any], numbers: Mapping[str, int]) -> str:
    """Return the element with the attributes of a node or edge, each by its declared number."""
    values = "".join(
        f'<attvalue for="{numbers[name]}" value={quote_text(format_value(value))}/>'
        for name, value in attributes.items()
    )
    return f"<attvalues>{values}</attvalues>"
