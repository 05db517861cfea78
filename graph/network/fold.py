"""Fold a graph: merge subrules into their rule, or rules into their chapter."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from graph.network.listing import Listing
from graph.network.timeline import Timeline
from rules.numbers import Level, fold_key, is_term

_RULES = frozenset({"rule", "entry", "version"})


class _ReferencePlace(NamedTuple):
    """The place of a reference, which tells it from all others.

    Attributes:
        source: The name of the node that refers.
        passage: The passage; for an edge that is no reference, its key.
        start: The first character of the reference in the passage; 0 for an edge that is no reference.
    """

    source: str
    passage: str
    start: int


def fold(listing: Listing, level: Level, homes: Mapping[str, str]) -> Listing:
    """Return a graph in which a rule stands for its subrules, or a chapter for its rules.

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
    counted: dict[tuple[str, str, str], set[_ReferencePlace]] = {}
    for source, target, key, attributes in listing.edges():
        relation = attributes["type"]
        ends = homes.get(source, source), homes.get(target, target)
        is_within = ends[0] == ends[1]
        refers_to_itself = source == target and relation == "refers-to"
        if is_within and (source != target or (refers_to_itself and level != "subrule")):
            continue
        edge = folded.find_edge(*ends, relation)
        if edge is None:
            edge = {**_keep_common(attributes), "count": 0}
            folded.add_edge(*ends, relation, edge)
        _widen(edge, attributes)
        places = counted.setdefault((*ends, relation), set())
        passage: str = attributes.get("field") or key
        places.add(_ReferencePlace(source, passage, attributes.get("start") or 0))
        edge["count"] = len(places)
    return folded


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
            folded.add_node(home, {"type": "rule", "number": fold_key(attributes["number"], level)})
    return folded


def find_homes(listing: Listing, level: Level, timeline: Timeline, days: Iterable[str] = ()) -> dict[str, str]:
    """Return, for each rule and version that is folded, the name of the node into which it is folded.

    That node is the rule or chapter above it. Numbers move, so an edition decides: the edition of a slice if there is
    one, else the first edition of a version and the last edition of a rule. If no rule has the number above (a
    misprint), the node is called `rule:NUMBER`. Glossary entries, and versions of entries, are folded into the entry.

    Args:
        listing: The graph.
        level: How far to fold.
        timeline: The timeline of the store.
        days: The editions of a slice; the first that has the rule under this number decides.
    """
    rules = {name: attributes for name, attributes in listing.nodes.items() if attributes["type"] in _RULES}
    homes = {name: attributes["lineage"] for name, attributes in rules.items() if is_term(attributes["number"])}
    if level == "subrule":
        return homes
    numbered = {name: attributes for name, attributes in rules.items() if name not in homes}
    numbers_above = {attributes["number"]: fold_key(attributes["number"], level) for attributes in numbered.values()}
    timeline.load([*numbers_above, *numbers_above.values()])
    order = list(days)
    for name, attributes in numbered.items():
        above = numbers_above[attributes["number"]]
        day = _find_day(timeline, attributes, order)
        homes[name] = timeline.find_lineage(above, day) or f"rule:{above}"
    return homes


def _find_day(timeline: Timeline, attributes: Mapping[str, Any], days: Sequence[str]) -> str:
    """Return the edition that decides into which node a node is folded; see `find_homes`."""
    for day in days:
        if timeline.find_lineage(attributes["number"], day) == attributes["lineage"]:
            return day
    edition: str = attributes["first"] if attributes["type"] == "version" else attributes["last"]
    return edition


def _keep_common(attributes: Mapping[str, Any]) -> dict[str, Any]:
    """Return the attributes of an edge that a folded edge keeps."""
    return {name: attributes[name] for name in ("type", "first", "last", "change") if name in attributes}


def _widen(edge: dict[str, Any], attributes: Mapping[str, Any]) -> None:
    """Extend the first and last edition of a folded edge to those of one of its edges; changes the folded edge."""
    if "first" in attributes:
        edge["first"] = min(edge["first"], attributes["first"])
    if "last" in attributes:
        edge["last"] = max(edge["last"], attributes["last"])
