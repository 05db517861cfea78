"""The whole history as one networkx graph: lineages, their versions, and terms; and its exports.

Nodes, by the attribute `type`:

- `lineage`, named by its id: its last `number`, `first` and `last` edition.
- `version`, named `v:NUMBER@EDITION` after its first edition (with `v:` because a lineage may have the name
  `NUMBER@EDITION`): `number`, `first`, `last`, `lineage`, `retyped` (whether a retyped edition dates it).
- `term`, named `term:WORDS`: `words`.

Edges, by the attribute `type`, which is also the key:

- `version-of`: version → lineage.
- `becomes`: version → the version it became, with `kind`, `class` (empty if there is none), `method`, `score` and the
  `edition` of the change. Between versions of different lineages it is a split or a merge.
- `renamed-to`: term → term, with `kind`, `edition`, `support` and `score`.
- `retired`: term → itself, with the same attributes, for a term without a successor.
- `seen-in`: old term → version that shows the change (for a deleted rule, its last version), with the `edition`.

Guarantees: the order of nodes and edges depends only on the knowledge base; no attribute is None, because GraphML does
not support it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from typing import Any, TypeAlias

import networkx as nx

from graph.history import History
from rules.links import Term, Version

Network: TypeAlias = "nx.MultiDiGraph[str]"

_WRITTEN_ON = re.compile(r'(?<=^  <meta) lastmodifieddate="[^"]*"')


def network(history: History, terms: Iterable[Term] = ()) -> Network:
    """Return the graph of a knowledge base.

    Args:
        history: Its history.
        terms: Its renamed terms.
    """
    built: Network = nx.MultiDiGraph()
    for lineage, its in history.by_lineage.items():
        facts = {"number": its[-1].key, "first": its[0].first, "last": its[-1].last}
        built.add_node(lineage, type="lineage", **facts)
        for version in its:
            facts = {"number": version.key, "first": version.first, "last": version.last, "lineage": lineage}
            built.add_node(_node(version), type="version", **facts, retyped=version.first in history.retyped)
    versions = [version for its in history.by_lineage.values() for version in its]
    for version in versions:
        built.add_edge(_node(version), version.lineage, key="version-of", type="version-of")
    for before, version in zip((None, *versions), versions, strict=False):
        previous = history.previous(version.first) or ""
        # a returned version has its last key as source, perhaps from several editions ago
        sources = (history.last_version(previous, key) for key in version.sources if previous)
        for source in filter(None, sources):
            built.add_edge(_node(source), _node(version), key="becomes", type="becomes", **_describe_change(version))
        if before is not None and before.lineage == version.lineage and before.first in history.retyped:
            built.add_edge(_node(before), _node(version), key="becomes", type="becomes", **_describe_change(version))
    for term in terms:
        _rename(built, history, term)
    return built


def _describe_change(version: Version) -> dict[str, Any]:
    return {
        "kind": version.kind,
        "class": version.change or "",
        "method": version.method,
        "score": version.score,
        "edition": version.first,
    }


def _rename(built: Network, history: History, term: Term) -> None:
    old, new = (f"term:{words}" for words in (term.old, term.new or term.old))
    for name in (old, new):
        built.add_node(name, type="term", words=name.removeprefix("term:"))
    kind = "renamed-to" if term.new else "retired"
    facts = {"kind": term.kind, "edition": term.edition, "support": term.support, "score": term.score}
    built.add_edge(old, new, key=f"{kind}@{term.edition}", type=kind, **facts)
    for seen in term.evidence:
        version = history.last_version(seen.edition, seen.key)
        if version is not None:
            built.add_edge(old, _node(version), key=f"seen-in@{seen.edition}", type="seen-in", edition=seen.edition)


def _node(version: Version) -> str:
    return f"v:{version.key}@{version.first}"


def as_graphml(built: nx.Graph[str]) -> Iterator[str]:
    """Yield the graph as GraphML, line by line; `networkx.read_graphml` reads it."""
    for line in nx.generate_graphml(built, named_key_ids=True):
        yield f"{line}\n"


def as_gexf(built: nx.Graph[str]) -> Iterator[str]:
    """Yield the graph as GEXF, line by line, without the day on which it was written; `networkx.read_gexf` reads it."""
    for line in nx.generate_gexf(built):
        yield _WRITTEN_ON.sub("", line, count=1) + "\n"


def as_json(built: Network) -> Iterator[str]:
    """Yield the graph as node-link JSON; `networkx.node_link_graph(…, edges="edges")` reads it."""
    data: dict[str, Any] = nx.node_link_data(built, edges="edges")
    yield from json.JSONEncoder(ensure_ascii=False, indent=1).iterencode(data)
    yield "\n"
