"""The references of all editions or of one, as edges of the graph."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import NamedTuple

from graph.network.schema import Defines, MissingNode, RefersTo
from graph.network.timeline import Holding, Span, Timeline
from rules.grouping import grouped
from rules.numbers import is_term, number_of
from rules.records import ReferenceKind, ResolutionStatus
from rules.store.record_table import names_from
from rules.store.schema import RANK_STEP

_RUNS = """
    SELECT keys.key, runs.first, runs.last, refs FROM runs JOIN keys ON keys.id = key_id WHERE refs IS NOT NULL
"""
_OF_PLACE = "AND ? BETWEEN runs.first AND runs.last"
_IN_ORDER = f"ORDER BY coalesce(rank, key_id * {RANK_STEP}), first"
_PRINTED = """
    SELECT ref_lists.id, field, raw, kind, targets, quoted_title, start_offset, status, coalesce(found, targets)
    FROM ref_lists JOIN packed_refs ON packed_refs.id = ref
"""
_OF_LISTS = "WHERE ref_lists.id IN (SELECT value FROM json_each(?))"
_AS_PRINTED = "ORDER BY ref_lists.id, item"


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
        """Return the numbers or terms that it names and that do not exist."""
        if self.kind == "glossary":
            return () if self.found else self.targets
        present = {number_of(key) for key in self.found}
        return tuple(number for number in self.targets if number not in present)


class RecordReferences(NamedTuple):
    """The references of a record in a run of editions in which the record is the same."""

    key: str
    span: Span
    references: Sequence[PrintedReference]


class ReferenceFact(NamedTuple):
    """A reference to one target in a run of editions in which source and target are the same.

    Attributes:
        span: The places of these editions.
        key: The key of the record that refers.
        lineage: Its lineage.
        version: The name of the node of its version.
        target: The name of the node that it refers to.
        target_key: The key of the target; of a missing one its number.
        printed: What is printed.
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
        """Return whether there is no such target."""
        return self.target_key in self.printed.missing


def read_records(timeline: Timeline, edition: str | None = None) -> list[RecordReferences]:
    """Return the records that refer to something, with their references.

    Args:
        timeline: The timeline of the store.
        edition: Only the records of this edition, each with its whole run of editions; by default all.
    """
    store = timeline.store
    if edition is None:
        rows = store.select(f"{_RUNS} {_IN_ORDER}")
        printed_rows = store.select(f"{_PRINTED} {_AS_PRINTED}")
    else:
        rows = store.select(f"{_RUNS} {_OF_PLACE} {_IN_ORDER}", timeline.places[edition])
        lists = json.dumps(list({row[3] for row in rows}))
        printed_rows = store.select(f"{_PRINTED} {_OF_LISTS} {_AS_PRINTED}", lists)
    printed = grouped((number, _read_printed(row)) for number, *row in printed_rows)
    return [RecordReferences(key, Span(first, last), printed[refs]) for key, first, last, refs in rows]


def _read_printed(row: Sequence[str]) -> PrintedReference:
    field, raw, kind, targets, quoted_title, start, status, found = row
    return PrintedReference(field, raw, kind, names_from(targets), quoted_title, start, status, names_from(found))  # type: ignore[arg-type]


def list_facts(timeline: Timeline, records: Iterable[RecordReferences]) -> Iterator[ReferenceFact]:
    """Yield each reference of some records to each of its targets, divided where source or target changes."""
    for record in records:
        for span, source in timeline.divide(record.key, record.span):
            for printed in record.references:
                yield from _list_targets(timeline, record.key, span, source, printed)


def _list_targets(
    timeline: Timeline, key: str, span: Span, source: Holding, printed: PrintedReference
) -> Iterator[ReferenceFact]:
    """Yield a reference to each of its targets, first to those that do not exist."""
    for missing in printed.missing:
        name = MissingNode(number=missing).node_name
        yield ReferenceFact(span, key, source.lineage, source.version, name, missing, printed)
    for target_key in printed.found:
        for part, target in timeline.divide(target_key, span):
            yield ReferenceFact(part, key, source.lineage, source.version, target.lineage, target_key, printed)


def load_keys(timeline: Timeline, records: Sequence[RecordReferences]) -> None:
    """Read the holders of all keys that some records have or refer to in one query."""
    targets = chain.from_iterable(printed.found for record in records for printed in record.references)
    timeline.load([*(record.key for record in records), *targets])


def join_facts(timeline: Timeline, facts: Iterable[ReferenceFact]) -> list[ReferenceFact]:
    """Return facts joined where only the version of the target or the edition changes, not what is printed."""
    spans = grouped(((fact.key, *fact[2:]), fact.span) for fact in facts)
    return [ReferenceFact(span, *constant) for constant, several in spans.items() for span in timeline.join(several)]


def find_lasting(timeline: Timeline, facts: Iterable[ReferenceFact]) -> dict[tuple[str, str], list[Span]]:
    """Return, for the lineage of a source and a target, the times in which the one refers to the other.

    A reference keeps its identity while only numbers move, since lineages do not change with the numbers.
    """
    spans = grouped(((fact.lineage, fact.target), fact.span) for fact in facts)
    return {ends: timeline.join(several) for ends, several in spans.items()}


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
        lasting: The result of `find_lasting` for all editions; empty if the edges shall not say since when.
        from_rules: Whether edges begin at the rule, as in slices, instead of the version.
    """
    for fact in facts:
        first, last = timeline.ends(fact.span)
        since, until = _find_time(timeline, lasting.get((fact.lineage, fact.target), ()), fact.span)
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


def _find_time(timeline: Timeline, times: Sequence[Span], span: Span) -> tuple[str | None, str | None]:
    for time in times:
        if time.first <= span.first <= time.last:
            return timeline.ends(time)
    return None, None


def make_definitions(timeline: Timeline, facts: Iterable[ReferenceFact]) -> Iterator[Defines]:
    """Yield an edge from each glossary entry to each rule that it points to, if nothing is wrong with the reference."""
    sound = [fact for fact in facts if fact.printed.status == "ok"]
    named = [fact for fact in sound if is_term(fact.key) and not is_term(fact.target_key)]
    for (entry, rule), spans in find_lasting(timeline, named).items():
        for span in spans:
            first, last = timeline.ends(span)
            yield Defines(source=entry, target=rule, first=first, last=last)


def make_missing(timeline: Timeline, facts: Iterable[ReferenceFact]) -> Iterator[MissingNode]:
    """Yield a node for each number or term that some references name in vain."""
    days = grouped((fact.target_key, timeline.ends(fact.span)) for fact in facts if fact.is_missing)
    for number, several in days.items():
        first = min(first for first, _ in several)
        last = max(last for _, last in several)
        yield MissingNode(number=number, first=first, last=last)
