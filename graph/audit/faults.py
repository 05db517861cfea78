"""Make, identify and group the faults of the audit."""

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from msgspec.structs import replace

from graph.references.resolve import EditionIndex, heading_of
from rules.conversion import extend
from rules.faults import AuditEvidence, AuditFault, FaultStatus
from rules.records import Reference, Resolution
from rules.text import strip_title


class IdentityInRecord(NamedTuple):
    """The identity of a reference among those of its record, which is the same in all editions.

    Attributes:
        kind: The kind of the passage with the reference, as `passage_kind` returns it.
        printed: The reference as printed, without differences of typography.
        title: The title quoted next to it, without differences of typography; None without a title.
    """

    kind: str
    printed: str
    title: str | None


class FaultSpan(NamedTuple):
    """The consecutive editions that have a fault.

    Attributes:
        since: Id of the first of them; empty for a fault that is known of a document alone.
        until: Id of the last of them; empty likewise.
    """

    since: str
    until: str


class _FaultRun(NamedTuple):
    """A fault, which is the same in all editions through which it persists.

    Attributes:
        record: The lineage of the record with the fault, or its key if it has no lineage.
        identity: The identity of the faulty reference in that record.
        status: The kind of fault.
        since: Id of the first edition with the fault.
    """

    record: str
    identity: IdentityInRecord
    status: FaultStatus
    since: str


def make_fault(
    edition: str, wrong: Resolution, status: FaultStatus, span: FaultSpan, *evidence: AuditEvidence
) -> AuditFault:
    """Return the fault of a reference.

    Args:
        edition: Id of the edition; empty for a document that is of none.
        wrong: The reference.
        status: The kind of fault.
        span: The editions with the fault.
        evidence: The evidence of which rule was meant.
    """
    since, until = span
    return extend(
        wrong.reference, AuditFault, edition=edition, status=status, since=since, until=until, evidence=evidence
    )


def conclude_fault(fault: AuditFault, index: EditionIndex) -> AuditFault:
    """Return the fault of a reference with its heading and its suggestion, which follow from the other fields.

    The heading is that of the rule referred to, if there is exactly one. The suggestion is the number that was meant,
    if all evidence agrees.

    Args:
        fault: The fault, with its evidence.
        index: The index of its edition or document.
    """
    heading = None
    if len(fault.targets) == 1:
        holders = index.rules.get(fault.targets[0], ())
        heading = heading_of(holders[0]) if len(holders) == 1 else None
    meant = {evidence.meant for evidence in fault.evidence if evidence.meant is not None}
    suggestion = meant.pop() if len(meant) == 1 else None
    return replace(fault, heading=heading, suggestion=suggestion)


def identify_in_record(reference: Reference) -> IdentityInRecord:
    """Return the identity of a reference among those of its record."""
    title = None if reference.quoted_title is None else strip_title(reference.quoted_title)
    return IdentityInRecord(passage_kind(reference.field), normalize_reference(reference.raw), title)


@lru_cache(1 << 13)
def normalize_reference(raw: str) -> str:
    """Return a reference as printed, without regard to case or to the kind of its dashes and blanks."""
    return "".join(character if character.isalnum() or character in ".,*/" else "-" for character in raw.casefold())


def printed_form(resolution: Resolution) -> str:
    """Return a reference as it is printed, without differences of typography."""
    return normalize_reference(resolution.reference.raw)


def passage_kind(field: str) -> str:
    """Return `text`, `example` or `note`, without the count of the passage.

    Examples are added and removed, so their indices do not identify them through the editions.
    """
    return field.partition(":")[0]


def by_run(faults: Iterable[AuditFault]) -> list[tuple[AuditFault, ...]]:
    """Group the faults of several editions that are one persisting fault; the groups are in order of appearance."""
    faults_of_run: dict[_FaultRun, list[AuditFault]] = {}
    for fault in faults:
        run = _FaultRun(fault.lineage or fault.source, identify_in_record(fault), fault.status, fault.since)
        faults_of_run.setdefault(run, []).append(fault)
    return [tuple(run) for run in faults_of_run.values()]
