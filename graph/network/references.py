"""Read the references of all editions, or of one, as edges of the graph."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any, NamedTuple

from graph.network.schema import Defines, MissingNode, RefersTo
from graph.network.timeline import KeyPeriod, Span, Timeline
from rules.grouping import grouped
from rules.keys import is_entry, number_of
from rules.records import ReferenceKind, ResolutionStatus
from rules.store.record_table import names_from
from rules.store.schema import RANK

_RUNS = """
    SELECT keys.key, runs.first, runs.last, refs FROM runs JOIN keys ON keys.id = key_id WHERE refs IS NOT NULL
"""
_ALL_RUNS = f"{_RUNS} ORDER BY {RANK}, first"
_RUNS_OF_EDITION = f"{_RUNS} AND ? BETWEEN runs.first AND runs.last ORDER BY {RANK}, first"
_PRINTED = """
    SELECT ref_lists.id, field, raw, kind, targets, quoted_title, start_offset, status, coalesce(found, targets)
    FROM ref_lists JOIN packed_refs ON packed_refs.id = ref
"""
_ALL_LISTS = f"{_PRINTED} ORDER BY ref_lists.id, item"
_SOME_LISTS = f"{_PRINTED} WHERE ref_lists.id IN (SELECT value FROM json_each(?)) ORDER BY ref_lists.id, item"  # noqa: S608
_NO_SPAN = Span(0, -1)
"""Takes the place of the span where references are compared without their spans."""


class PrintedReference(NamedTuple):
    """A reference as it is printed in a record, whatever the edition.

    Attributes:
        field: The passage with the reference.
        raw: The number, range or term as printed.
        kind: What it names.
        targets: The numbers or the term that it names.
        quoted_title: The title quoted next to it.
        start: The first character in the passage.
        status: Whether the targets exist.
        found: The keys of the targets that exist.
    """

    field: str
    raw: str
    kind: ReferenceKind
    targets: tuple[str, ...]
    quoted_title: str | None
    start: int
    status: ResolutionStatus
    found: tuple[str, ...]

    @property
    def missing(self) -> tuple[str, ...]:
        """Return the numbers, or the term, that the reference names and that do not exist."""
        if self.kind == "glossary":
            return () if self.found else self.targets
        # Of two rules with one number, the key of the second is not its number.
        numbers_found = {number_of(key) for key in self.found}
        return tuple(number for number in self.targets if number not in numbers_found)


class RecordReferences(NamedTuple):
    """The references of a record in a run of editions in which the record is the same."""

    key: str
    span: Span
    references: Sequence[PrintedReference]


class ReferenceFact(NamedTuple):
    """A reference to one target in a run of editions in which source and target are the same versions.

    Attributes:
        span: The places of these editions.
        key: The key of the record that refers to the target.
        lineage: The lineage of that record.
        version: The name of the node of its version.
        target: The name of the node of the target.
        target_key: The key of the target, or the number of a missing target.
        printed: The reference as printed.
    """

    span: Span
    key: str
    lineage: str
    version: str
    target: str
    target_key: str
    printed: PrintedReference

    @property
    def is_missing(self) -> bool:
        """Return whether the target does not exist."""
        return self.target_key in self.printed.missing


def read_records(timeline: Timeline, edition: str | None = None) -> list[RecordReferences]:
    """Return the records that have references, with these references.

    Args:
        timeline: The timeline of the store.
        edition: Id of an edition to return only its records, each with its whole run of editions; None for all.
    """
    store = timeline.store
    if edition is None:
        runs = store.select(_ALL_RUNS)
        references = _read_lists(store.select(_ALL_LISTS))
    else:
        runs = store.select(_RUNS_OF_EDITION, timeline.places[edition])
        list_ids = {list_id for _, _, _, list_id in runs}
        references = _read_lists(store.select(_SOME_LISTS, json.dumps(list(list_ids))))
    return [RecordReferences(key, Span(first, last), references.get(list_id, ())) for key, first, last, list_id in runs]


def _read_lists(rows: Iterable[Sequence[Any]]) -> dict[int, list[PrintedReference]]:
    """Return the lists of references in rows of `_PRINTED`, by the id of the list."""
    lists: dict[int, list[PrintedReference]] = {}
    for list_id, field, raw, kind, targets, quoted_title, start, status, found in rows:
        reference = PrintedReference(
            field=field,
            raw=raw,
            kind=kind,
            targets=names_from(targets),
            quoted_title=quoted_title,
            start=start,
            status=status,
            found=names_from(found),
        )
        lists.setdefault(list_id, []).append(reference)
    return lists


def list_facts(timeline: Timeline, records: Iterable[RecordReferences]) -> Iterator[ReferenceFact]:
    """Yield each reference of some records to each of its targets.

    A reference is divided where the version of its record or of its target changes: if a record has the reference in
    the places 0 to 9, and another rule gets the number of its target at place 5, there are two facts, of 0 to 4 and of
    5 to 9.
    """
    for record in records:
        for span, source in timeline.divide(record.key, record.span):
            for printed in record.references:
                yield from _list_targets(timeline, record.key, span, source, printed)


def _list_targets(
    timeline: Timeline, key: str, span: Span, source: KeyPeriod, printed: PrintedReference
) -> Iterator[ReferenceFact]:
    """Yield a reference once for each of its targets, first for those that do not exist.

    Args:
        timeline: The timeline of the store.
        key: The key of the record with the reference.
        span: The editions in which the record has one version.
        source: That version.
        printed: The reference.
    """
    for missing in printed.missing:
        name = MissingNode(number=missing).node_name
        yield ReferenceFact(
            span=span,
            key=key,
            lineage=source.lineage,
            version=source.version,
            target=name,
            target_key=missing,
            printed=printed,
        )
    for target_key in printed.found:
        for part, target in timeline.divide(target_key, span):
            yield ReferenceFact(
                span=part,
                key=key,
                lineage=source.lineage,
                version=source.version,
                target=target.lineage,
                target_key=target_key,
                printed=printed,
            )


def load_keys(timeline: Timeline, records: Sequence[RecordReferences]) -> None:
    """Make a timeline read all keys of some records, and of their targets, in one query."""
    targets = chain.from_iterable(printed.found for record in records for printed in record.references)
    timeline.load([*(record.key for record in records), *targets])


def join_facts(timeline: Timeline, facts: Iterable[ReferenceFact]) -> list[ReferenceFact]:
    """Return references with spans joined where they follow each other and nothing but the span differs.

    If the places 0 to 4 and 5 to 9 have the same reference in the same version, the result has it once, for 0 to 9.
    """
    spans_of = grouped((fact._replace(span=_NO_SPAN), fact.span) for fact in facts)
    joined: list[ReferenceFact] = []
    for fact, spans in spans_of.items():
        joined += (fact._replace(span=span) for span in timeline.join(spans))
    return joined


def find_lasting(timeline: Timeline, facts: Iterable[ReferenceFact]) -> dict[tuple[str, str], list[Span]]:
    """Return the spans in which one lineage refers to another without interruption.

    Lineages do not change with numbers, so that a reference lasts while only numbers move.

    Returns:
        The spans by the lineage that refers and the name of the node of its target.
    """
    spans_of = grouped(((fact.lineage, fact.target), fact.span) for fact in facts)
    return {ends: timeline.join(spans) for ends, spans in spans_of.items()}


def make_edges(
    timeline: Timeline,
    facts: Iterable[ReferenceFact],
    lasting: Mapping[tuple[str, str], Sequence[Span]],
    *,
    from_rules: bool,
) -> Iterator[RefersTo]:
    """Yield the edges of references.

    Args:
        timeline: The timeline of the store.
        facts: The references, joined.
        lasting: The result of `find_lasting` for all editions; if it is empty, edges have no `since` and no `until`.
        from_rules: Whether edges begin at the rule, as in slices, instead of the version.
    """
    for fact in facts:
        first, last = timeline.ends(fact.span)
        since, until = None, None
        for lasting_span in lasting.get((fact.lineage, fact.target), ()):
            if lasting_span.includes(fact.span.first):
                since, until = timeline.ends(lasting_span)
                break
        yield RefersTo(
            source=fact.lineage if from_rules else fact.version,
            target=fact.target,
            first=first,
            last=last,
            since=since,
            until=until,
            kind=fact.printed.kind,
            raw=fact.printed.raw,
            quoted_title=fact.printed.quoted_title,
            status=fact.printed.status,
            field=fact.printed.field,
            start=fact.printed.start,
        )


def make_definitions(timeline: Timeline, facts: Iterable[ReferenceFact]) -> Iterator[Defines]:
    """Yield an edge from each glossary entry to each rule that it refers to; broken references are left out.

    An edge lasts while the entry refers to the rule, whatever its number and the words around it. If it stops and
    begins again, there are two edges.
    """
    resolved = [fact for fact in facts if fact.printed.status == "ok"]
    from_entries = [fact for fact in resolved if is_entry(fact.key) and not is_entry(fact.target_key)]
    for (entry, rule), spans in find_lasting(timeline, from_entries).items():
        for span in spans:
            first, last = timeline.ends(span)
            yield Defines(source=entry, target=rule, first=first, last=last)


def make_missing(timeline: Timeline, facts: Iterable[ReferenceFact]) -> Iterator[MissingNode]:
    """Yield a node for each number or term that references name although it does not exist."""
    ends_of = grouped((fact.target_key, timeline.ends(fact.span)) for fact in facts if fact.is_missing)
    for number, ends in ends_of.items():
        first = min(first for first, _ in ends)
        last = max(last for _, last in ends)
        yield MissingNode(number=number, first=first, last=last)
