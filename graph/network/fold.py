"""Folding: subrules counted as their rule, or rules as their chapter."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from graph.network.listing import Listing
from graph.network.timeline import Timeline
from rules.numbers import Level, fold_key, is_term

_RULES = frozenset({"rule", "entry", "version"})
Place = tuple[str, str, int]
"""What tells a reference from all others: the node that refers, the passage, and the character in it."""


def fold(listing: Listing, level: Level, homes: Mapping[str, str]) -> Listing:
    """Return a graph in which a rule stands for its subrules, or a chapter for its rules.

    Edges of one relation between two nodes become one edge, whose `count` is their number; a reference to several
    subrules of one rule counts once. Edges within a node are dropped, except by `subrule`, which folds edges alone.
    Attributes of single references, such as their words, are dropped.

    Args:
        listing: The graph.
        level: How far to fold.
        homes: The result of `find_homes` for the same graph and level.
    """
    folded = _fold_nodes(listing, level, homes)
    counted: dict[tuple[str, str, str], set[Place]] = {}
    for source, target, key, facts in listing.edges():
        ends = homes.get(source, source), homes.get(target, target)
        is_within = ends[0] == ends[1]
        if is_within and (source != target or (level != "subrule" and facts["type"] == "refers-to")):
            continue
        edge = folded.find_edge(*ends, facts["type"])
        if edge is None:
            edge = {**_keep_common(facts), "count": 0}
            folded.add_edge(*ends, facts["type"], edge)
        _widen(edge, facts)
        places = counted.setdefault((*ends, facts["type"]), set())
        passage: str = facts.get("field") or key
        places.add((source, passage, facts.get("start") or 0))
        edge["count"] = len(places)
    return folded


def _fold_nodes(listing: Listing, level: Level, homes: Mapping[str, str]) -> Listing:
    """Return a graph without edges that has the nodes which stand for those of a graph."""
    folded = Listing()
    for name, facts in listing.nodes.items():
        home = homes.get(name, name)
        if home in folded.nodes:
            continue
        if home in listing.nodes:
            folded.add_node(home, listing.nodes[home])
        else:
            folded.add_node(home, {"type": "rule", "number": fold_key(facts["number"], level)})
    return folded


def find_homes(listing: Listing, level: Level, timeline: Timeline, days: Iterable[str] = ()) -> dict[str, str]:
    """Return, for each rule and version, the name of the node into which it is folded.

    That is the rule or chapter above it: in its first edition for a version, in its last for a rule, but in a slice in
    the edition of the slice. A number without a rule of its own (a misprint) is folded into a node `rule:NUMBER`.

    Args:
        listing: The graph.
        level: How far to fold.
        timeline: The timeline of the store.
        days: The editions of a slice, in the order in which their numbers count.
    """
    rules = {name: facts for name, facts in listing.nodes.items() if facts["type"] in _RULES}
    homes = {name: facts["lineage"] for name, facts in rules.items() if is_term(facts["number"])}
    if level == "subrule":
        return homes
    numbered = {name: facts for name, facts in rules.items() if name not in homes}
    keys = {facts["number"]: fold_key(facts["number"], level) for facts in numbered.values()}
    timeline.load([*keys, *keys.values()])
    order = list(days)
    for name, facts in numbered.items():
        above = keys[facts["number"]]
        homes[name] = timeline.find_lineage(above, _find_day(timeline, facts, order)) or f"rule:{above}"
    return homes


def _find_day(timeline: Timeline, facts: Mapping[str, Any], days: Sequence[str]) -> str:
    """Return the edition in which a node has its number."""
    for day in days:
        if timeline.find_lineage(facts["number"], day) == facts["lineage"]:
            return day
    edition: str = facts["first"] if facts["type"] == "version" else facts["last"]
    return edition


def _keep_common(facts: Mapping[str, Any]) -> dict[str, Any]:
    """Return the attributes that a folded edge has, too."""
    return {name: facts[name] for name in ("type", "first", "last", "change") if name in facts}


def _widen(edge: dict[str, Any], facts: Mapping[str, Any]) -> None:
    """Let a folded edge be there as long as another edge that it stands for."""
    if "first" in facts:
        edge["first"] = min(edge["first"], facts["first"])
    if "last" in facts:
        edge["last"] = max(edge["last"], facts["last"])
