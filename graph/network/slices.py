"""Parts of the graph that a user selects: a day, a chapter, a neighbourhood, some relations, folded or not."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct

from graph.answers.lookup import lineage_of
from graph.network.errors import GraphError
from graph.network.fold import find_homes, fold
from graph.network.listing import Listing, cut
from graph.network.near import select_near
from graph.network.parts import graph_between, graph_of_all_editions, graph_of_edition
from graph.network.schema import RELATIONS, Relation
from graph.network.timeline import Timeline
from graph.network.words import clean
from rules.errors import NotFound
from rules.keys import Level, chapter_of_key
from rules.store import Store
from rules.store.query import number_in
from rules.suggestions import suggest

_TYPES_IN_CHAPTERS = frozenset({"rule", "entry", "version"})
"""Types of the nodes that belong to a chapter."""


class Selection(Struct, frozen=True, kw_only=True):
    """Which part of the graph is wanted; by default all of it.

    Attributes:
        as_of: Id of an edition: only the rules of that day, their references and the terms then used.
        between: Ids of two editions: only the references that one of them lacks.
        only: Only edges of these relations, and nodes of the types that they can join.
        chapter: Only the edges that begin or end in this chapter (`702`, or `glossary`), with their other ends.
        near: A number, `glossary:TERM` or lineage: only nodes up to `depth` edges away from it.
        depth: The greatest number of edges from `near`, in either direction.
        fold: Count subrules as their rule, or rules as their chapter.
    """

    as_of: str | None = None
    between: tuple[str, str] | None = None
    only: tuple[Relation, ...] = RELATIONS
    chapter: str | None = None
    near: str | None = None
    depth: int = 1
    fold: Level | None = None


def read_relations(names: Iterable[str]) -> tuple[Relation, ...]:
    """Return the relations with some names, in the order of `RELATIONS`; all relations for no names.

    Args:
        names: The names. Each text may hold several, with commas between them.

    Raises:
        GraphError: There is no such relation.
    """
    chosen = {part.strip() for name in names for part in name.split(",")}
    for name in sorted(chosen):
        if name not in RELATIONS:
            raise GraphError(f"there is no type of edge {name!r}; {suggest(name, RELATIONS, kind='types')}")
    return tuple(relation for relation in RELATIONS if not chosen or relation in chosen)


def select(store: Store, selection: Selection) -> Listing:
    """Return a part of the graph of a store.

    Args:
        store: A knowledge base or a ledger.
        selection: Which part.

    Raises:
        GraphError: The parts of the selection contradict each other, or there is no such chapter.
        NotFound: There is no such rule, or the selected part lacks it.
        NotComparable: Two editions of different works are to be compared.
    """
    if selection.depth < 1:
        raise GraphError(f"a depth of {selection.depth} selects nothing; use 1 or more")
    listing, days = _list_slice(store, selection)
    # The node is looked up before the graph is folded: the rule may be a subrule, which is then folded into another.
    centre = None if selection.near is None else _find_node(store, listing, selection, selection.near)
    if selection.fold is not None:
        homes = find_homes(listing, selection.fold, Timeline(store), days)
        listing = fold(listing, selection.fold, homes)
        if centre is not None:
            centre = homes.get(centre, centre)
    if selection.between is not None:
        listing = _drop_isolated(listing, centre)
    if selection.chapter is not None:
        listing = _select_chapter(listing, selection.chapter)
    if centre is not None and centre not in listing.nodes:
        raise NotFound(f"{selection.near} ({centre}) is not in this part of the graph; select a larger part")
    return listing if centre is None else select_near(listing, centre, selection.depth)


def _list_slice(store: Store, selection: Selection) -> tuple[Listing, Sequence[str]]:
    """Return the graph to select from, and the editions whose numbers its rules have, the preferred one first.

    Of two editions the newer one is preferred. In the graph of all editions each rule has its own last number, so there
    is no such edition.
    """
    if selection.between is not None:
        if selection.as_of is not None:
            raise GraphError("choose either --as-of or --between, not both")
        if "refers-to" not in selection.only:
            raise GraphError("--between has only edges of the type refers-to")
        old, new = selection.between
        return graph_between(store, old, new), (new, old)
    if selection.as_of is not None:
        return graph_of_edition(store, selection.as_of, selection.only), (selection.as_of,)
    return graph_of_all_editions(store, selection.only), ()


def _drop_isolated(listing: Listing, centre: str | None) -> Listing:
    """Return a listing without the nodes that have no edge, except for the node whose neighbours are selected."""
    selected = {name for edge in listing.edges() for name in (edge.source, edge.target)}
    if centre is not None:
        selected.add(centre)
    return cut(listing, [name for name in listing.nodes if name in selected], listing.edges())


def _select_chapter(listing: Listing, typed: str) -> Listing:
    """Return all rules of a chapter, the edges that begin or end there, and the nodes at the other ends."""
    chapter = number_in(typed) or typed.strip()
    inside = {
        name
        for name, attributes in listing.nodes.items()
        if attributes["type"] in _TYPES_IN_CHAPTERS and chapter_of_key(attributes["number"]) == chapter
    }
    if not inside:
        raise GraphError(f"there is no chapter {typed!r} here; name one like 702, or glossary")
    edges = [edge for edge in listing.edges() if edge.source in inside or edge.target in inside]
    ends = inside.union(*((edge.source, edge.target) for edge in edges))
    return cut(listing, [name for name in listing.nodes if name in ends], edges)


def _find_node(store: Store, listing: Listing, selection: Selection, typed: str) -> str:
    """Return the name of the node of a rule.

    Args:
        store: The knowledge base or ledger.
        listing: The graph in which the node must be.
        selection: What the user selected; it says whose numbers are meant.
        typed: What the user typed for the rule: a number, `glossary:TERM` or a lineage.

    Raises:
        NotFound: There is no such rule, or the graph lacks it.
    """
    lineage = clean(lineage_of(store, typed, _choose_edition(store, selection), lasting=True))
    if lineage not in listing.nodes:
        raise NotFound(
            f"{typed} ({lineage}) is not in this part of the graph; select a larger part, or another edition"
        )
    return lineage


def _choose_edition(store: Store, selection: Selection) -> str:
    """Return the edition whose numbers a user means: the selected one, the newer of two, or else the latest."""
    if selection.as_of is not None:
        return selection.as_of
    if selection.between is not None:
        _, newer = selection.between
        return newer
    editions = store.chained() or store.edition_ids
    return editions[-1]
