"""Make the nodes and edges of renamed and retired terms."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from graph.history import History
from graph.network.rules import name_version
from graph.network.schema import RenamedTo, Retired, SeenIn, TermNode, name_of_term
from graph.network.timeline import Timeline
from rules.grouping import grouped
from rules.links import Term
from rules.store import Store

_KEEPS_WORDS = frozenset({"split", "reclassified", "heading", "keyword"})
"""Kinds of change after which the old words are still used, in another sense or place."""


def make_terms(store: Store, terms: Iterable[Term]) -> Iterator[TermNode]:
    """Yield a node for the old and the new words of each renaming, with the editions that use them.

    Args:
        store: A knowledge base or a ledger.
        terms: The renamings.
    """
    listed = list(terms)
    taken_up = grouped((term.new, term.edition) for term in listed if term.new)
    given_up = grouped((term.old, term.edition) for term in listed if term.kind not in _KEEPS_WORDS)
    names: dict[str, None] = {}
    for term in listed:
        names[term.old] = None
        if term.new:
            names[term.new] = None
    for words in names:
        yield _make_term(store, words, taken_up.get(words, ()), given_up.get(words, ()))


def _make_term(store: Store, words: str, taken_up: Sequence[str], given_up: Sequence[str]) -> TermNode:
    """Return the node of a term.

    Example: taken up in 2004 and given up in 2010 → from 2004 to the edition before 2010. Given up in 2004 and taken up
    again in 2010 → as old as the rules, and still used.

    Args:
        store: A knowledge base or a ledger.
        words: The term.
        taken_up: The editions in which the term took the place of another.
        given_up: The editions in which another took its place, or in which it was retired.
    """
    return TermNode(words=words, first=_find_first(taken_up, given_up), last=_find_last(store, taken_up, given_up))


def _find_first(taken_up: Sequence[str], given_up: Sequence[str]) -> str | None:
    """Return the first edition that uses a term; None if the term is as old as the rules; see `_make_term`.

    A term that was given up before it was first taken up, or in the same edition, is as old as the rules.
    """
    if not taken_up:
        return None
    was_given_up_before = bool(given_up) and min(given_up) <= min(taken_up)
    return None if was_given_up_before else min(taken_up)


def _find_last(store: Store, taken_up: Sequence[str], given_up: Sequence[str]) -> str | None:
    """Return the last edition that uses a term; None if the term is still used; see `_make_term`.

    A term that was taken up after it was last given up, or in the same edition, is still used.
    """
    if not given_up:
        return None
    was_taken_up_again = bool(taken_up) and max(taken_up) >= max(given_up)
    return None if was_taken_up_again else store.previous(max(given_up))


def is_used(term: TermNode, edition: str) -> bool:
    """Return whether an edition uses a term."""
    has_begun = term.first is None or term.first <= edition
    has_ended = term.last is not None and term.last < edition
    return has_begun and not has_ended


def make_renamings(terms: Iterable[Term]) -> Iterator[RenamedTo]:
    """Yield an edge from each old term to the new one, and from each retired term to itself."""
    for term in terms:
        edge = RenamedTo if term.new else Retired
        yield edge(
            source=name_of_term(term.old),
            target=name_of_term(term.new or term.old),
            first=term.edition,
            kind=term.kind,
            support=term.support,
            score=term.score,
        )


def make_term_sightings_in_versions(history: History, terms: Iterable[Term]) -> Iterator[SeenIn]:
    """Yield an edge from each old term to each version in which the words were seen to change.

    The words were seen in an edition; the edge leads to the version that the record has in it.
    """
    for term in terms:
        for seen in term.evidence:
            version = history.periods.version_at_or_before(seen.key, seen.edition)
            if version is not None:
                yield SeenIn(source=name_of_term(term.old), target=name_version(version), first=seen.edition)


def make_term_sightings_in_rules(timeline: Timeline, terms: Iterable[Term]) -> Iterator[SeenIn]:
    """Yield an edge from each old term to each rule or entry in which the words were seen to change.

    The node of a rule has the id of its lineage as its name.
    """
    listed = list(terms)
    # one query reads the versions of all keys, instead of a query for each key below
    timeline.load([seen.key for term in listed for seen in term.evidence])
    for term in listed:
        for seen in term.evidence:
            lineage = timeline.find_lineage(seen.edition, seen.key)
            if lineage is not None:
                yield SeenIn(source=name_of_term(term.old), target=lineage, first=seen.edition)
