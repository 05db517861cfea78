"""Fold a graph: merge subrules into their rule, or rules into their chapter."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from graph.network.listing import Attributes, ListedEdge, Listing
from graph.network.timeline import Timeline
from rules.keys import Level, is_entry, key_at_level

_FOLDED_TYPES = frozenset({"rule", "entry", "version"})
"""Types of the nodes that are folded; terms, editions and missing numbers stay as they are."""


class _ReferencePlace(NamedTuple):
    """The place of a reference in the texts. A reference to several rules has an edge to each, but only one place.

    Attributes:
        source: The name of the node that refers.
        passage: The passage; for an edge that is not a reference, its key.
        start: The first character of the reference in the passage; 0 for an edge that is not a reference.
    """

    source: str
    passage: str
    start: int


class _FoldedEdge(NamedTuple):
    """An edge of the folded graph.

    Attributes:
        source: The name of the node at which it begins.
        target: The name of the node at which it ends.
        relation: The relation, which is also its key, since all edges of one relation between two nodes are merged.
    """

    source: str
    target: str
    relation: str


def fold(listing: Listing, level: Level, homes: Mapping[str, str]) -> Listing:
    """Return a graph in which each rule is merged with its subrules, or each chapter with its rules.

    All edges of one relation from one node to another become one edge, whose `count` is their number. A reference to
    several subrules of one rule counts once. Edges within a node are dropped; at the level `subrule`, which merges
    edges only, a record that refers to itself keeps its edge. Attributes of single references, such as their words,
    are dropped.

    Args:
        listing: The graph.
        level: How far to fold.
        homes: The result of `find_homes` for the same graph and level.
    """
    folded = _fold_nodes(listing, level, homes)
    edges_of: dict[_FoldedEdge, list[ListedEdge]] = {}
    for edge in listing.edges():
        if not _is_dropped(edge, level, homes):
            folded_edge = _FoldedEdge(
                source=homes.get(edge.source, edge.source),
                target=homes.get(edge.target, edge.target),
                relation=edge.attributes["type"],
            )
            edges_of.setdefault(folded_edge, []).append(edge)
    for folded_edge, edges in edges_of.items():
        folded.add_edge(folded_edge.source, folded_edge.target, folded_edge.relation, _merge(edges))
    return folded


def _merge(edges: Sequence[ListedEdge]) -> Attributes:
    """Return the attributes of the edge into which edges of one relation are folded; at least one edge."""
    places = {_find_place(edge) for edge in edges}
    merged = {**_keep_common(edges[0].attributes), "count": len(places)}
    for edge in edges:
        _widen(merged, edge.attributes)
    return merged


def _is_dropped(edge: ListedEdge, level: Level, homes: Mapping[str, str]) -> bool:
    """Return whether folding drops an edge, because both its ends are folded into one node."""
    if homes.get(edge.source, edge.source) != homes.get(edge.target, edge.target):
        return False
    if edge.source != edge.target:
        return True
    # Only a reference of a record to itself, and a retired term, begin and end at one node. The latter is never folded.
    return edge.attributes["type"] == "refers-to" and level != "subrule"


def _find_place(edge: ListedEdge) -> _ReferencePlace:
    """Return the place by which an edge is counted."""
    return _ReferencePlace(
        source=edge.source,
        passage=edge.attributes.get("field") or edge.key,
        start=edge.attributes.get("start") or 0,
    )


def _fold_nodes(listing: Listing, level: Level, homes: Mapping[str, str]) -> Listing:
    """Return the nodes of the folded graph, without edges.

    A rule or chapter that is missing in the graph gets a node with only its type and number.
    """
    folded = Listing()
    for name, attributes in listing.nodes.items():
        home = homes.get(name, name)
        if home in folded.nodes:
            continue
        if home in listing.nodes:
            folded.add_node(home, listing.nodes[home])
        else:
            folded.add_node(home, {"type": "rule", "number": key_at_level(attributes["number"], level)})
    return folded


def find_homes(listing: Listing, level: Level, timeline: Timeline, days: Sequence[str]) -> dict[str, str]:
    """Return, for each rule and version that is folded, the name of the node into which it is folded: its home.

    The home is the rule or chapter above it. Numbers move, so an edition decides which rule has the number above: the
    edition of a slice if there is one, else the first edition of a version and the last edition of a rule. If no rule
    has that number (a misprint), the home is called `rule:NUMBER`. Glossary entries, and versions of entries, are
    folded into the entry.

    Args:
        listing: The graph.
        level: How far to fold.
        timeline: The timeline of the store.
        days: The editions of a slice; the first that has the rule under its number decides.
    """
    rules: dict[str, Attributes] = {}  # with their versions
    entries: dict[str, Attributes] = {}
    for name, attributes in listing.nodes.items():
        if attributes["type"] in _FOLDED_TYPES:
            records = entries if is_entry(attributes["number"]) else rules
            records[name] = attributes
    homes_of_entries: dict[str, str] = {name: attributes["lineage"] for name, attributes in entries.items()}
    if level == "subrule":
        return homes_of_entries
    return homes_of_entries | _find_homes_of_rules(rules, level, timeline, days)


def _find_homes_of_rules(
    rules: Mapping[str, Attributes], level: Level, timeline: Timeline, days: Sequence[str]
) -> dict[str, str]:
    """Return the home of each rule and of each version of a rule.

    Args:
        rules: The attributes of these nodes, by their names.
        level: `rule` or `chapter`.
        timeline: The timeline of the store.
        days: The editions of a slice.
    """
    numbers_above = {attributes["number"]: key_at_level(attributes["number"], level) for attributes in rules.values()}
    timeline.load([*numbers_above, *numbers_above.values()])  # in one query instead of one for each number
    homes: dict[str, str] = {}
    for name, attributes in rules.items():
        number_above = numbers_above[attributes["number"]]
        day = _find_day(timeline, attributes, days)
        homes[name] = timeline.find_lineage(day, number_above) or f"rule:{number_above}"
    return homes


def _find_day(timeline: Timeline, attributes: Attributes, days: Sequence[str]) -> str:
    """Return the edition that decides into which node a rule or version is folded; see `find_homes`."""
    number, lineage = attributes["number"], attributes["lineage"]
    for day in days:
        if timeline.find_lineage(day, number) == lineage:
            return day
    edition: str = attributes["first"] if attributes["type"] == "version" else attributes["last"]
    return edition


def _keep_common(attributes: Attributes) -> Attributes:
    """Return the attributes of an edge that a folded edge keeps."""
    return {name: attributes[name] for name in ("type", "first", "last", "change") if name in attributes}


def _widen(edge: Attributes, attributes: Attributes) -> None:
    """Extend the editions of a folded edge to those of one of the edges that it stands for.

    Args:
        edge: The attributes of the folded edge; changed in place.
        attributes: The attributes of the other edge.
    """
    if "first" in attributes:
        edge["first"] = min(edge["first"], attributes["first"])
    if "last" in attributes:
        edge["last"] = max(edge["last"], attributes["last"])
