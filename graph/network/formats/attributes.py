"""Write attributes of nodes and edges in ways that several formats share."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any
from xml.sax.saxutils import escape, quoteattr

from graph.network.listing import Listing

KINDS: Mapping[type, str] = {bool: "boolean", int: "long", float: "double", str: "string"}
"""The names that GraphML and GEXF have for the types of Python."""
_CARRIAGE_RETURN = {"\r": "&#13;"}
"""A reader of XML takes an unescaped carriage return for the end of a line."""


def list_kinds(attributes_of_each: Iterable[Mapping[str, Any]]) -> dict[str, str]:
    """Return the name of the type of each attribute of nodes or edges, in the order in which they occur first.

    Args:
        attributes_of_each: The attributes of each node or edge.
    """
    kinds: dict[str, str] = {}
    for attributes in attributes_of_each:
        for name, value in attributes.items():
            if name not in kinds:
                kinds[name] = KINDS[type(value)]
    return kinds


def attributes_of_nodes(listing: Listing) -> Iterator[dict[str, Any]]:
    """Yield the attributes of each node."""
    return iter(listing.nodes.values())


def attributes_of_edges(listing: Listing) -> Iterator[dict[str, Any]]:
    """Yield the attributes of each edge."""
    return (edge.attributes for edge in listing.edges())


@lru_cache(1 << 14)
def escape_text(text: str) -> str:
    """Return a text as the content of an element of XML. Results are cached: most are days or numbers."""
    return escape(text, _CARRIAGE_RETURN)


@lru_cache(1 << 14)
def quote_text(text: str) -> str:
    """Return a text as the value of an attribute of XML, with the quotes around it."""
    return quoteattr(text)


def format_value(value: bool | float | str) -> str:
    """Return the text of a value in XML: `true` for True."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def label_of(attributes: Mapping[str, Any]) -> str:
    """Return the label of a node in a drawing: `702.40 Storm`, `mana burn`, or `2009-07-11`."""
    if attributes["type"] == "term":
        return str(attributes["words"])
    if attributes["type"] == "edition":
        return str(attributes["date"])
    number, title = str(attributes["number"]), str(attributes.get("title", ""))
    if attributes["type"] == "entry":
        return title or number
    return f"{number} {title}".strip()
