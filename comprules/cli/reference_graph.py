"""Answers of `comprules refs` from the reference graph of an edition: as JSON, and as lines for people."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from comprules.cli.options import Answer
from comprules.cli.output import SHOWN, table
from graph.answers.lookup import key_of
from graph.references import network
from rules.errors import NotFound
from rules.numbers import Level, fold_key
from rules.store import Store

_LONGEST = 3
"""Maximum length of the listed cycles, in references."""


def answer_view(store: Store, edition: str, view: str, typed: str, asked: Mapping[str, Any]) -> Answer:
    """Return the answer to a question about the reference graph.

    Args:
        store: The knowledge base or ledger.
        edition: Id of the edition.
        view: The question, named as the option that asks it.
        typed: The rule or glossary entry as typed; empty for the whole edition.
        asked: The options of the command: `near`, `other`, `by` and `limit`.

    Raises:
        NotFound: The edition has no such record, or no references lead from the one to the other.
    """
    limit = asked["limit"]
    shown = limit or SHOWN
    if view == "through":
        return _count_through(store, edition, key_of(store, edition, typed), asked["by"] or "subrule")
    graph = network.reference_graph(store, edition, asked["by"] or ("rule" if view == "orphans" else "subrule"))
    match view:
        case "most-cited":
            return _list_most_cited(graph, limit, shown)
        case "orphans":
            return _list_orphans(graph, shown)
        case "cycles":
            return _list_cycles(graph, limit, shown)
    key = _find_node(store, edition, graph, typed, asked["by"])
    if view == "near":
        return _list_near(graph, key, asked["near"], shown)
    other = _find_node(store, edition, graph, asked["other"], asked["by"])
    return _list_paths(graph, edition, (key, other), shown)


def _find_node(store: Store, edition: str, graph: network.Graph, typed: str, by: Level | None) -> str:
    node = fold_key(key_of(store, edition, typed), by or "subrule")
    if node not in graph:
        raise NotFound(f"edition {edition}: {typed!r} is not in the graph by {by}")
    return node


def _list_most_cited(graph: network.Graph, limit: int | None, shown: int) -> Answer:
    """Return the records to which most references lead."""
    cited = network.most_cited(graph, limit)
    rows = [(count.key, f"{count.references:,}", f"{count.sources:,}") for count in cited[:shown]]
    lines = table(("cited", "references", "in records"), rows, numeric=frozenset({1, 2}))
    return cited, [*lines, *_describe_more(cited, shown)]


def _list_orphans(graph: network.Graph, shown: int) -> Answer:
    """Return rules without any reference in or out, and glossary entries without any out."""
    uncited = network.orphans(graph)
    lines = []
    for what, keys in (("rules that cite nothing and that nothing cites", uncited.rules),
                       ("glossary entries that refer to nothing", uncited.entries)):  # fmt: skip
        lines += [f"{len(keys):,} {what}", *(f"  {key}" for key in keys[:shown]), *_describe_more(keys, shown)]
    return uncited, lines


def _list_cycles(graph: network.Graph, limit: int | None, shown: int) -> Answer:
    """Return groups of records that lead to each other, and the shortest cycles."""
    circles = network.circles(graph)
    cycles = network.cycles(graph, _LONGEST, limit or len(graph))
    return network.Cycles(circles, cycles), [
        f"{len(circles):,} groups of records that all lead to each other",
        *(f"  {len(circle):,}: {' '.join(circle)}" for circle in circles[:shown]),
        *_describe_more(circles, shown),
        f"{len(cycles):,} cycles of at most {_LONGEST} references",
        *(f"  {' → '.join((*cycle, cycle[0]))}" for cycle in cycles[:shown]),
        *_describe_more(cycles, shown),
    ]


def _list_paths(graph: network.Graph, edition: str, ends: tuple[str, str], shown: int) -> Answer:
    """Return the shortest paths from one record to another."""
    source, target = ends
    paths = network.paths(graph, source, target, shown)
    if not paths:
        raise NotFound(f"edition {edition}: no references lead from {source} to {target}")
    return paths, [" → ".join(steps) for steps in paths]


def _list_near(graph: network.Graph, key: str, radius: int, shown: int) -> Answer:
    """Return the records within some references of a record."""
    around = network.neighbourhood(graph, key, radius)
    rows = [
        (str(near.distance), near.key, " ".join(edge.target for edge in around.edges if edge.source == near.key))
        for near in around.distances[:shown]
    ]
    lines = table(("away", "record", "refers to"), rows, numeric=frozenset({0}))
    return around, [*lines, *_describe_more(around.distances, shown)]


def _count_through(store: Store, edition: str, key: str, by: Level) -> Answer:
    """Return how often a rule was referred to in every edition, whatever its number."""
    lineage = store.lineage_at(edition, key)
    editions = store.editions_of(store.works[edition])
    counts = network.cited_through(store, editions, lineage, by) if lineage else ()
    rows = [(str(count.edition), count.key, f"{count.references:,}", f"{count.sources:,}") for count in counts]
    return counts, [*table(("edition", "number", "references", "in records"), rows, numeric=frozenset({2, 3}))]


def _describe_more(rows: Sequence[object], shown: int) -> list[str]:
    return [f"  … and {len(rows) - shown:,} more (--limit)"] if len(rows) > shown else []
