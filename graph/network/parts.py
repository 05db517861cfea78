"""List the nodes and edges of a graph: of all editions, of one day, or of the links that changed between two days."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from graph.compare.comparison import NotComparable
from graph.history import History
from graph.network import references, restatements, rules, terms
from graph.network.listing import Listing, list_records
from graph.network.references import ReferenceFact
from graph.network.schema import RELATIONS, Edge, LinkChange, Node, RefersTo, Relation, node_types_of
from graph.network.timeline import Timeline
from rules.links import Term
from rules.store import Store

_READ_FROM_REFERENCES: frozenset[Relation] = frozenset({"refers-to", "defines"})
"""Relations whose edges are made from references."""


class _Material(NamedTuple):
    """The material from which the nodes and edges of all editions, or of one, are made.

    Attributes:
        store: The knowledge base or ledger.
        timeline: Its timeline; for all editions with all keys loaded.
        facts: The references of these editions; empty if no wanted relation is read from references.
        renamings: The renamed and retired terms; empty if no wanted relation joins terms.
    """

    store: Store
    timeline: Timeline
    facts: Sequence[ReferenceFact]
    renamings: Sequence[Term]


def graph_of_all_editions(store: Store, only: Collection[Relation] = RELATIONS) -> Listing:
    """Return the graph of all editions.

    Args:
        store: A knowledge base or a ledger.
        only: The relations whose edges are wanted. The nodes are those of all types that these relations can join.
    """
    wanted = frozenset(only)
    types = _list_types(wanted)
    timeline = Timeline(store)
    timeline.load()
    facts = _list_all_facts(timeline) if wanted & _READ_FROM_REFERENCES else []
    renamings = store.best_terms() if "term" in types else ()
    material = _Material(store, timeline, facts, renamings)
    history = History(store)
    return list_records(_list_all_nodes(material, history, wanted), _list_all_edges(material, history, wanted))


def _list_all_nodes(material: _Material, history: History, wanted: frozenset[Relation]) -> Iterator[Node]:
    """Yield the nodes of all editions that the edges of some relations can join."""
    types = _list_types(wanted)
    if "edition" in types:
        yield from rules.make_editions(material.store)
    if types & {"rule", "entry", "version"}:
        rules_and_versions = rules.make_rules(history, material.timeline)
        yield from (node for node in rules_and_versions if node.node_type in types)
    yield from terms.make_terms(material.store, material.renamings)
    if "refers-to" in wanted:
        yield from references.make_missing(material.timeline, material.facts)


def _list_all_edges(material: _Material, history: History, wanted: frozenset[Relation]) -> Iterator[Edge]:
    """Yield the edges of some relations in all editions."""
    timeline, facts = material.timeline, material.facts
    yield from _list_edges_of_rules(history, timeline, wanted)
    if "seen-in" in wanted:
        yield from rules.make_sightings(history)
        yield from terms.make_term_sightings_in_versions(history, material.renamings)
    if "refers-to" in wanted:
        lasting = references.find_lasting(timeline, facts)
        yield from references.make_edges(timeline, facts, lasting, from_rules=False)
    if "defines" in wanted:
        yield from references.make_definitions(timeline, facts)
    yield from (edge for edge in terms.make_renamings(material.renamings) if edge.relation in wanted)


def _list_all_facts(timeline: Timeline) -> list[ReferenceFact]:
    """Return the references of all editions."""
    records = references.read_records(timeline)
    return references.join_facts(timeline, references.list_facts(timeline, records))


def _list_types(relations: Collection[Relation]) -> frozenset[str]:
    """Return the types of the nodes that the edges of some relations can join."""
    return frozenset(node_type for relation in relations for node_type in node_types_of(relation))


def _list_edges_of_rules(history: History, timeline: Timeline, only: frozenset[Relation]) -> Iterator[Edge]:
    """Yield the edges between rules and their versions that are not references."""
    if "version-of" in only:
        yield from rules.make_memberships(history)
    if "becomes" in only:
        yield from rules.make_changes(history)
    if "parent" in only:
        yield from rules.make_parents(history, timeline)
    if "restates" in only:
        yield from restatements.make_restatements(history)


def graph_of_edition(store: Store, edition: str, only: Collection[Relation] = RELATIONS) -> Listing:
    """Return the graph of the rules and entries of an edition, their references, and the terms then used.

    Edges begin and end at rules and entries instead of versions.

    Args:
        store: A knowledge base or a ledger.
        edition: Id of the edition.
        only: The relations whose edges are wanted; nodes are those of the types that they can join.
    """
    wanted = frozenset(only)
    timeline = Timeline(store)
    facts = list_facts_of_day(timeline, edition) if wanted & _READ_FROM_REFERENCES else []
    renamings = store.best_terms() if "term" in _list_types(wanted) else ()
    material = _Material(store, timeline, facts, renamings)
    nodes = list(_list_nodes_of_day(material, edition, wanted))
    edges = _list_edges_of_day(material, edition, wanted)
    names = {node.node_name for node in nodes}
    # An edge of a term may lead from or to a term or a rule that the edition lacks.
    edges_inside = (edge for edge in edges if edge.source in names and edge.target in names)
    return list_records(nodes, edges_inside)


def _list_nodes_of_day(material: _Material, edition: str, wanted: frozenset[Relation]) -> Iterator[Node]:
    """Yield the nodes of an edition that the edges of some relations can join."""
    types = _list_types(wanted)
    for node in rules.make_rules_of_day(material.store, edition):
        if node.node_type in types:
            yield node
    if "refers-to" in wanted:
        yield from references.make_missing(material.timeline, material.facts)
    for term in terms.make_terms(material.store, material.renamings):
        if terms.is_used(term, edition):
            yield term


def _list_edges_of_day(material: _Material, edition: str, wanted: frozenset[Relation]) -> Iterator[Edge]:
    """Yield the edges of some relations in an edition, and those of terms of any time."""
    timeline, facts = material.timeline, material.facts
    if "parent" in wanted:
        yield from rules.make_parents_of_day(material.store, edition)
    if "refers-to" in wanted:
        yield from references.make_edges(timeline, facts, {}, from_rules=True)
    if "defines" in wanted:
        yield from references.make_definitions(timeline, facts)
    if material.renamings:
        edges_of_terms = _list_edges_of_terms(timeline, material.renamings)
        yield from (edge for edge in edges_of_terms if edge.relation in wanted)


def _list_edges_of_terms(timeline: Timeline, renamings: Sequence[Term]) -> Iterator[Edge]:
    """Yield the edges between terms of any time, and from terms to the rules that show their change."""
    yield from terms.make_term_sightings_in_rules(timeline, renamings)
    yield from terms.make_renamings(renamings)


def list_facts_of_day(timeline: Timeline, edition: str) -> list[ReferenceFact]:
    """Return the references of an edition in the order of the document, each with all editions that have it."""
    records = references.read_records(timeline, edition)
    references.load_keys(timeline, records)
    facts = references.join_facts(timeline, references.list_facts(timeline, records))
    # A record is read with its whole run of editions; in some of them the reference may have another target.
    place = timeline.places[edition]
    return [fact for fact in facts if fact.span.includes(place)]


def graph_between(store: Store, old: str, new: str) -> Listing:
    """Return the references that one of two editions has and the other lacks, whatever the numbers.

    Two rules are linked if only the newer edition has a reference from the first to the second, and unlinked if only
    the older edition has one. A rule has its number in the newer edition, or in the older one if it is gone. All rules
    of both editions are nodes, so that the graph can be folded.

    Args:
        store: A knowledge base or a ledger.
        old: Id of the older edition.
        new: Id of the newer edition.

    Raises:
        NotComparable: They are editions of different works.
    """
    if store.work_of[old] != store.work_of[new]:
        raise NotComparable(f"{old} and {new} are editions of different works, whose rules are not linked")
    timeline = Timeline(store)
    before = list_facts_of_day(timeline, old)
    after = list_facts_of_day(timeline, new)
    edges = [
        *_make_edges_without_counterpart(timeline, before, after, "unlinked"),
        *_make_edges_without_counterpart(timeline, after, before, "linked"),
    ]
    nodes: dict[str, Node] = {}
    for edition in (old, new):
        nodes |= {node.node_name: node for node in rules.make_rules_of_day(store, edition)}
    nodes |= {node.node_name: node for node in references.make_missing(timeline, [*before, *after])}
    return list_records(nodes.values(), edges)


def _make_edges_without_counterpart(
    timeline: Timeline, facts: Iterable[ReferenceFact], other_facts: Iterable[ReferenceFact], change: LinkChange
) -> Iterator[RefersTo]:
    """Yield an edge for each reference of an edition between two records that no reference of another edition joins.

    Args:
        timeline: The timeline of the store.
        facts: The references of the edition.
        other_facts: The references of the other edition.
        change: What happened to the links that only the first edition has.
    """
    joined_by_other = {(fact.lineage, fact.target) for fact in other_facts}
    alone = [fact for fact in facts if (fact.lineage, fact.target) not in joined_by_other]
    for edge in references.make_edges(timeline, alone, {}, from_rules=True):
        yield replace(edge, change=change)
