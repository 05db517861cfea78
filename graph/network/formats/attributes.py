"""The types and labels of attributes, which several formats declare."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any
from xml.sax.saxutils import escape, quoteattr

from graph.network.listing import Listing

KINDS: Mapping[type, str] = {bool: "boolean", int: "long", float: "double", str: "string"}
"""The names that GraphML and GEXF have for the types of Python."""


def list_kinds(facts: Iterable[Mapping[str, Any]]) -> dict[str, str]:
    """Return the name of the type of each attribute that some nodes or edges have, in the order of their occurrence."""
    kinds: dict[str, str] = {}
    for attributes in facts:
        for name, value in attributes.items():
            if name not in kinds:
                kinds[name] = KINDS[type(value)]
    return kinds


def node_facts(listing: Listing) -> Iterator[dict[str, Any]]:
    """Yield the attributes of each node."""
    return (facts for _, facts in listing.nodes.items())


def edge_facts(listing: Listing) -> Iterator[dict[str, Any]]:
    """Yield the attributes of each edge."""
    return (facts for *_, facts in listing.edges())


_CARRIAGE_RETURN = {"\r": "&#13;"}
"""A reader of XML takes a bare one for the end of a line."""


@lru_cache(1 << 14)
def escape_text(text: str) -> str:
    """Return a text as the content of an element of XML. Many are days or numbers that come again and again."""
    return escape(text, _CARRIAGE_RETURN)


@lru_cache(1 << 14)
def quote_text(text: str) -> str:
    """Return a text as an attribute of XML, with its quotes."""
    return quoteattr(text)


def format_value(value: bool | float | str) -> str:
    """Return a value as XML has it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def label_of(facts: Mapping[str, Any]) -> str:
    """Return what a drawing calls a node: its number and title, its words, or its date."""
    if facts["type"] == "term":
        return str(facts["words"])
    if facts["type"] == "edition":
        return str(facts["date"])
    number, title = str(facts["number"]), str(facts.get("title", ""))
    if facts["type"] == "entry":
        return title or number
    return f"{number} {title}".strip()
