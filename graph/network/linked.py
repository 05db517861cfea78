"""Make the graph of the references among the records of one edition."""

from __future__ import annotations

import networkx as nx

from graph.network.assemble import Network, assemble
from graph.network.fold import find_homes, fold
from graph.network.listing import Listing, cut
from graph.network.parts import graph_of_edition
from graph.network.timeline import Timeline
from rules.keys import Level
from rules.store import Store

_RECORDS = frozenset({"rule", "entry"})
"""Types of nodes that are records of the edition; the others are numbers and terms that it lacks."""


def link_records(store: Store, edition: str, by: Level = "subrule") -> Network:
    """Return the graph of the references among the records of an edition, in which a node is the key of a record.

    There is one edge for each pair of records, with the number of references as `count`. References to records that the
    edition lacks are left out; `graph.audit` reports them.

    Args:
        store: A knowledge base or a ledger.
        edition: Id of the edition.
        by: `rule` to merge subrules into their rule, `chapter` to merge rules into their chapter, `subrule` for
            neither. References within one node are left out in the first two cases.
    """
    references = _drop_missing(graph_of_edition(store, edition, ["refers-to"]))
    # Each node goes into its home: the node of the rule or chapter above it, as `by` asks.
    homes = find_homes(references, by, Timeline(store), [edition])
    folded = assemble(fold(references, by, homes))
    # The attribute `number` is the key of a record, also of an entry: `702.40a`, `glossary:Storm`.
    key_of = {name: attributes["number"] for name, attributes in folded.nodes(data=True)}
    by_key: Network = nx.relabel_nodes(folded, key_of)
    return by_key


def _drop_missing(listing: Listing) -> Listing:
    """Return a graph without the nodes of missing records, and without the edges to them."""
    records = [name for name, attributes in listing.nodes.items() if attributes["type"] in _RECORDS]
    edges = (edge for edge in listing.edges() if listing.nodes[edge.target]["type"] in _RECORDS)
    return cut(listing, records, edges)
