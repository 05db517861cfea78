"""Make the nodes of editions, rules, glossary entries and versions, with all edges between them except references."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain
from typing import NamedTuple

from graph.history import History
from graph.network.schema import (
    Becomes,
    EditionNode,
    EntryNode,
    Parent,
    RuleNode,
    SeenIn,
    VersionNode,
    VersionOf,
    name_of_edition,
    name_of_version,
)
from graph.network.timeline import Span, Timeline
from rules.grouping import grouped
from rules.keys import is_entry, parent_key, term_of
from rules.links import Version
from rules.store import Store

_TITLES = """
    SELECT keys.key, runs.first, runs.last, title
    FROM runs JOIN keys ON keys.id = key_id JOIN packed_texts ON packed_texts.id = text_id
    WHERE number IS NOT NULL AND title <> ''
"""
_EDITIONS_OF_LINEAGES = "SELECT id, first_edition, last_edition FROM lineages"


class _ParentPair(NamedTuple):
    """A rule and the rule one level up, by their lineages."""

    below: str
    above: str


def make_editions(store: Store) -> Iterator[EditionNode]:
    """Yield a node for each edition, oldest first."""
    for edition in store.editions():
        yield EditionNode(
            date=edition.id,
            work=edition.work,
            set_name=edition.set_name or edition.set_code,
            condition=edition.condition,
            first=edition.id,
        )


def read_titles(timeline: Timeline) -> Mapping[str, list[tuple[Span, str]]]:
    """Return the headings of each rule by key, each with the places of the editions in which the rule has it."""
    rows = timeline.store.select(_TITLES)
    return grouped((key, (Span(first, last), title)) for key, first, last, title in rows)


def _title_at(titles: Mapping[str, list[tuple[Span, str]]], key: str, place: int) -> str | None:
    """Return the heading of a rule in the edition at a place, or the term of a glossary entry; None for no heading."""
    if is_entry(key):
        return term_of(key)
    for span, title in titles.get(key, ()):
        if span.includes(place):
            return title
    return None


def make_rules(history: History, timeline: Timeline) -> Iterator[RuleNode | VersionNode]:
    """Yield a node for each rule and entry of any edition, each followed by the nodes of its versions."""
    titles = read_titles(timeline)
    for lineage, versions in history.versions.by_lineage.items():
        newest = versions[-1]
        node = EntryNode if is_entry(newest.key) else RuleNode
        yield node(
            lineage=lineage,
            number=newest.key,
            title=_title_at(titles, newest.key, timeline.places[newest.last]),
            work=history.calendar.work_of[newest.last],
            first=versions[0].first,
            last=newest.last,
        )
        for version in versions:
            yield VersionNode(
                lineage=lineage,
                number=version.key,
                title=_title_at(titles, version.key, timeline.places[version.first]),
                first=version.first,
                last=version.last,
                retyped=version.first in history.calendar.retyped,
            )


def make_rules_of_day(store: Store, edition: str) -> Iterator[RuleNode]:
    """Yield a node for each rule and entry of an edition, in the order of the document, with its number there."""
    headings = store.headings(edition)
    editions_of = {lineage: (first, last) for lineage, first, last in store.select(_EDITIONS_OF_LINEAGES)}
    work = store.work_of[edition]
    for key, lineage in store.lineages(edition).items():
        first, last = editions_of[lineage]
        if is_entry(key):
            yield EntryNode(lineage=lineage, number=key, title=term_of(key), work=work, first=first, last=last)
        else:
            title = headings.get(key)
            yield RuleNode(lineage=lineage, number=key, title=title, work=work, first=first, last=last)


def make_changes(history: History) -> Iterator[Becomes]:
    """Yield an edge from each version to each version that it became."""
    for versions in history.versions.by_lineage.values():
        before: Version | None = None
        for version in versions:
            for source in _find_sources(history, version):
                yield _make_change(source, version)
            # No link of an edition leads to a retyped edition, so `_find_sources` never returns a version that began in
            # one. Such a version became the next version of its lineage.
            if before is not None and before.first in history.calendar.retyped:
                yield _make_change(before, version)
            before = version


def _find_sources(history: History, version: Version) -> Iterator[Version]:
    """Yield the versions that a version came from: those that have its sources in the edition before its first one.

    A version that merged 702.4 and 702.5 came from two. A rule that returned comes from its last version, however old.
    """
    previous = history.calendar.previous(version.first)
    if previous is None:
        return
    for key in version.sources:
        source = history.periods.version_at_or_before(key, previous)
        if source is not None:
            yield source


def _make_change(source: Version, version: Version) -> Becomes:
    """Return the edge from a version to a version that it became."""
    return Becomes(
        source=name_version(source),
        target=name_version(version),
        first=version.first,
        kind=version.kind,
        change=version.change,
        method=version.method,
        score=version.score,
    )


def name_version(version: Version) -> str:
    """Return the name of the node of a version."""
    return name_of_version(version.key, version.first)


def make_memberships(history: History) -> Iterator[VersionOf]:
    """Yield an edge from each version to its rule or entry."""
    for lineage, versions in history.versions.by_lineage.items():
        for version in versions:
            yield VersionOf(source=name_version(version), target=lineage, first=version.first, last=version.last)


def make_sightings(history: History) -> Iterator[SeenIn]:
    """Yield an edge from each version to the first edition that has it."""
    for versions in history.versions.by_lineage.values():
        for version in versions:
            yield SeenIn(source=name_version(version), target=name_of_edition(version.first), first=version.first)


def make_parents(history: History, timeline: Timeline) -> Iterator[Parent]:
    """Yield an edge from each rule to each rule that was one level above it."""
    timeline.load()
    pairs = chain(_list_parents(history, timeline), _list_parents_in_retyped(history, timeline))
    for pair, spans in grouped(pairs).items():
        for span in timeline.join(spans):
            first, last = timeline.ends(span)
            yield Parent(source=pair.below, target=pair.above, first=first, last=last)


def _list_parents(history: History, timeline: Timeline) -> Iterator[tuple[_ParentPair, Span]]:
    """Yield a rule and the rule above it, with a span in which it is above.

    Retyped editions are left out.
    """
    for key in history.versions.by_key:
        key_above = parent_key(key)
        if key_above is None:
            continue
        for below in timeline.periods(key):
            for span, above in timeline.divide(key_above, below.span):
                yield _ParentPair(below.lineage, above.lineage), span


def _list_parents_in_retyped(history: History, timeline: Timeline) -> Iterator[tuple[_ParentPair, Span]]:
    """Yield a rule of a retyped edition and the rule above it, with the span of that edition."""
    for edition in sorted(history.calendar.retyped):
        place = timeline.places[edition]
        for pair in _pair_with_parents(timeline.retyped_lineages(edition)):
            yield pair, Span(place, place)


def make_parents_of_day(store: Store, edition: str) -> Iterator[Parent]:
    """Yield an edge from each rule of an edition to the rule one level up."""
    for pair in _pair_with_parents(store.lineages(edition)):
        yield Parent(source=pair.below, target=pair.above)


def _pair_with_parents(lineages: Mapping[str, str]) -> Iterator[_ParentPair]:
    """Yield each rule of an edition that has a rule above it, with that rule.

    Args:
        lineages: The lineage of each record of the edition, by its key.
    """
    for key, lineage in lineages.items():
        key_above = parent_key(key)
        if key_above is not None and key_above in lineages:
            yield _ParentPair(lineage, lineages[key_above])
