"""The audit of an edition: the publisher's own faults in it, in the order of the document."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator

from msgspec.structs import asdict, replace

from graph.audit.numbering import number_faults
from graph.audit.times import (
    AuditEvidence,
    AuditFault,
    FaultStatus,
    Times,
    WrongTarget,
    evidence_for,
    find_agreed,
    identity,
    normalize_reference,
)
from graph.audit.wrong import find_wrong
from graph.references.find import find_references
from graph.references.resolve import heading_of
from rules.numbers import is_index
from rules.records import Resolution
from rules.store import Store


def audit(library: Store, editions: Iterable[str]) -> Iterator[AuditFault]:
    """Yield the faults of some editions; of retyped ones none, since those are not the publisher's text.

    Args:
        library: The knowledge base.
        editions: Ids of editions.

    Yields:
        For each edition first the broken references, then the faults of numbers, both in the order of the document.
    """
    times = Times(library)
    wrong: dict[str, dict[Resolution, WrongTarget]] = {}
    for edition in editions:
        if edition in library.retyped:
            continue
        if edition not in wrong:
            wrong |= find_wrong(times, times.history.line(times.history.works[edition]))
        doubts = _find_doubts(library, edition)
        for reference in times.all_references(edition):
            if reference in wrong[edition]:
                yield _wrong_fault(times, edition, wrong[edition][reference])
            elif reference.status != "ok":
                yield _reference_fault(times, edition, reference, doubts)
        yield from number_faults(times, edition)


def _reference_fault(times: Times, edition: str, broken: Resolution, doubts: dict[str, dict[str, str]]) -> AuditFault:
    lineage = times.lineage_at(edition, broken.reference.source)
    this = identity(broken.reference)
    run = times.run(edition, lambda other: times.still_broken(other, lineage, this))
    # The status of a resolution that is not ok is always a `FaultStatus`.
    fault = _make_fault(times, edition, broken, broken.status, run)  # type: ignore[arg-type]
    evidence = evidence_for(times, edition, broken, run)
    doubted = tuple(_copies_without(fault, doubts.get(fault.source, {})))
    return replace(fault, suggestion=find_agreed(evidence), evidence=evidence, doubted=doubted)


def _wrong_fault(times: Times, edition: str, wrong: WrongTarget) -> AuditFault:
    """Return the fault of a reference to a wrong rule: the evidence that shows it, for a drift also of later editions.

    It cannot be an error of a copy, because the editions around it show it, whose text did not change with it.
    """
    run = wrong.since, wrong.until
    later = evidence_for(times, edition, wrong.broken, run) if wrong.status == "drifted" else ()
    evidence = [reason for reason in later if reason.by == "later"]
    if wrong.meant is not None:
        evidence.append(AuditEvidence(wrong.by, times.key_in(edition, wrong.meant), wrong.edition, wrong.printed))
    fault = _make_fault(times, edition, wrong.broken, wrong.status, run)
    return replace(fault, suggestion=find_agreed(tuple(evidence)), evidence=tuple(evidence))


def _make_fault(
    times: Times, edition: str, resolution: Resolution, status: FaultStatus, run: tuple[str, str]
) -> AuditFault:
    source = resolution.reference.source
    return AuditFault(
        **asdict(resolution.reference),
        edition=edition,
        status=status,
        heading=_find_heading(times, edition, resolution),
        lineage=None if is_index(source) else times.lineage_at(edition, source),
        since=run[0],
        until=run[1],
    )


def _find_heading(times: Times, edition: str, broken: Resolution) -> str | None:
    """Return the heading of the rule that a reference names; None if the reference names several or no such rule."""
    if len(broken.reference.targets) != 1:
        return None
    rules = times.index(edition).rules.get(broken.reference.targets[0], ())
    return heading_of(rules[0]) if len(rules) == 1 else None


def _find_doubts(library: Store, edition: str) -> dict[str, dict[str, str]]:
    """Return key → file of a copy → the text in that copy, where a copy differs from the adopted reading."""
    doubts: dict[str, dict[str, str]] = defaultdict(dict)
    for variant in library.variants(edition):
        if variant.kind in ("wording", "damage") and not variant.adopted:
            doubts[variant.key][variant.witness] = variant.text
    return doubts


def _copies_without(fault: AuditFault, copies: dict[str, str]) -> Iterator[str]:
    for file, words in copies.items():
        if all(
            normalize_reference(reference.raw) != normalize_reference(fault.raw) for reference in find_references(words)
        ):
            yield file
