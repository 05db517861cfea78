"""Dynamic GEXF, which Gephi plays as a film: each node and edge with the days from and to which it is there.

Written line by line, as GraphML is.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from graph.network.formats.attributes import edge_facts, format_value, label_of, list_kinds, node_facts, quote_text
from graph.network.listing import Listing

_HEAD = """<?xml version="1.0" encoding="utf-8"?>
<gexf xmlns="http://www.gexf.net/1.2draft" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" \
xsi:schemaLocation="http://www.gexf.net/1.2draft http://www.gexf.net/1.2draft/gexf.xsd" version="1.2">
<graph defaultedgetype="directed" mode="dynamic" timeformat="date">
"""
RELATION = "relation"
"""What the attribute `type` of an edge is called here, since the type of an edge in GEXF is whether it is directed."""


def as_gexf(listing: Listing) -> Iterator[str]:
    """Yield a graph as GEXF 1.2; `networkx.read_gexf` reads it.

    The end of a node or edge is its last edition's day; what the newest edition of a work has does not end.

    Args:
        listing: The graph.
    """
    nodes, edges = list_kinds(node_facts(listing)), list_kinds(edge_facts(listing))
    newest = max((facts["last"] for facts in node_facts(listing) if "last" in facts), default="")
    yield _HEAD
    yield from _declare("node", nodes)
    yield from _declare("edge", edges)
    yield "<nodes>\n"
    numbers = {name: number for number, name in enumerate(nodes)}
    for name, facts in listing.nodes.items():
        head = f"id={quote_text(name)} label={quote_text(label_of(facts))}{_list_days(facts, newest)}"
        yield f"<node {head}>{_list_values(facts, numbers)}</node>\n"
    yield "</nodes>\n<edges>\n"
    numbers = {name: number for number, name in enumerate(edges)}
    for number, (source, target, key, facts) in enumerate(listing.edges()):
        ends = f"id={quote_text(f'{number}:{key}')} source={quote_text(source)} target={quote_text(target)}"
        yield f"<edge {ends}{_list_days(facts, newest)}>{_list_values(facts, numbers)}</edge>\n"
    yield "</edges>\n</graph>\n</gexf>\n"


def _declare(kind: str, attributes: Mapping[str, str]) -> Iterator[str]:
    yield f'<attributes class="{kind}" mode="static">\n'
    for number, (name, of_type) in enumerate(attributes.items()):
        title = RELATION if kind == "edge" and name == "type" else name
        yield f'<attribute id="{number}" title="{title}" type="{of_type}"/>\n'
    yield "</attributes>\n"


def _list_days(facts: Mapping[str, Any], newest: str) -> str:
    start, end = facts.get("first"), facts.get("last")
    days = f' start="{start}"' if start else ""
    return days + (f' end="{end}"' if end and end != newest else "")


def _list_values(facts: Mapping[str, Any], numbers: Mapping[str, int]) -> str:
    values = "".join(
        f'<attvalue for="{numbers[name]}" value={quote_text(format_value(value))}/>' for name, value in facts.items()
    )
    return f"<attvalues>{values}</attvalues>"
