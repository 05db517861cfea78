"""What the history of the editions knows about the faults of a document that is a copy or a draft of one of them.

A fault that the edition has too gets its evidence and its span of editions from there. A reference that is right by
itself, but drifted or was mistaken in the edition, is a fault of the document as well. A fault that the edition does
not have is the document's own; if the edition has the same references in that passage but for one, the edition shows
what was meant.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from graph.answers.references import all_references
from graph.audit.document import DocumentAudit, DocumentFault, order_faults
from graph.audit.faults import Identity, identity, normalize_reference, passage_kind
from rules.conversion import extend
from rules.faults import AuditFault, FaultStatus
from rules.grouping import grouped
from rules.records import Reference, Resolution, Span
from rules.store import Store

_ONLY_IN_HISTORY = frozenset({"drifted", "mistaken"})
"""The faults of references that are right in a single edition, and wrong only beside the editions before and after."""


class ReferenceIdentity(NamedTuple):
    """The identity of a reference in a document and in the edition that the document is of.

    Attributes:
        source: Key of the record with the reference.
        printed: Its identity among the references of that record.
    """

    source: str
    printed: Identity


class _FaultIdentity(NamedTuple):
    """The identity of a fault in a document and in the edition."""

    reference: ReferenceIdentity
    status: FaultStatus


def compare_with_edition(
    audited: DocumentAudit, edition: str, store: Store, spans: Mapping[str, Span | None]
) -> DocumentAudit:
    """Return the audit of a document with what the history of its edition adds.

    Args:
        audited: The audit of the document against itself.
        edition: Id of the edition that it is of.
        store: The knowledge base that has this edition.
        spans: The lines of each record of the document, by its key.
    """
    return compare_with_faults(audited, store.faults([edition]), all_references(store, edition), spans)


def compare_with_faults(
    audited: DocumentAudit,
    faults_of_edition: Iterable[AuditFault],
    references_of_edition: Iterable[Resolution],
    spans: Mapping[str, Span | None],
) -> DocumentAudit:
    """Return the audit of a document with what the faults and references of its edition add."""
    of_edition: dict[_FaultIdentity, AuditFault] = {}
    for fault in faults_of_edition:
        of_edition.setdefault(_identify_fault(fault), fault)
    printed = grouped((resolution.reference.source, resolution) for resolution in references_of_edition)
    own = grouped((resolution.reference.source, resolution) for resolution in audited.references)
    faults = [_add_history(fault, of_edition.get(_identify_fault(fault)), own, printed) for fault in audited.faults]
    found = {_identify_fault(fault) for fault in faults}
    references = {identity_of(resolution.reference): resolution.reference for resolution in audited.references}
    for fault_identity, fault in of_edition.items():
        reference = references.get(fault_identity.reference)
        if fault.status in _ONLY_IN_HISTORY and fault_identity not in found and reference is not None:
            faults.append(_carry_over(fault, reference, spans.get(fault.source)))
    return replace(audited, faults=order_faults(faults))


def identity_of(reference: Reference) -> ReferenceIdentity:
    """Return the identity of a reference in a document and in its edition."""
    return ReferenceIdentity(reference.source, identity(reference))


def _identify_fault(fault: AuditFault) -> _FaultIdentity:
    return _FaultIdentity(identity_of(fault), fault.status)


def _carry_over(fault: AuditFault, reference: Reference, lines: Span | None) -> DocumentFault:
    """Return a fault of the edition as one of the document, which prints the same reference."""
    return extend(
        fault,
        DocumentFault,
        field=reference.field,
        raw=reference.raw,
        start=reference.start,
        end=reference.end,
        lines=lines,
        in_edition=True,
    )


def _add_history(
    fault: DocumentFault,
    in_edition: AuditFault | None,
    own: Mapping[str, Sequence[Resolution]],
    printed: Mapping[str, Sequence[Resolution]],
) -> DocumentFault:
    """Return a fault of a document with the evidence of the edition.

    Args:
        fault: The fault.
        in_edition: The same fault of the edition; None if the edition does not have it.
        own: The references of the document, by their source.
        printed: Those of the edition.
    """
    if in_edition is not None:
        return replace(
            fault,
            lineage=in_edition.lineage,
            since=in_edition.since,
            until=in_edition.until,
            suggestion=in_edition.suggestion,
            evidence=in_edition.evidence,
            doubted=in_edition.doubted,
            in_edition=True,
        )
    fault = replace(fault, in_edition=False)
    if fault.field in ("number", "contents") or fault.suggestion is not None:
        return fault
    meant = _find_printed(fault, own.get(fault.source, ()), printed.get(fault.source, ()))
    return replace(fault, suggestion=meant)


def _find_printed(fault: AuditFault, own: Iterable[Resolution], edition: Iterable[Resolution]) -> str | None:
    """Return what the edition prints in the place of a reference; None if another reference of the passage differs."""
    kind = passage_kind(fault.field)
    in_document = [found.reference for found in own if passage_kind(found.reference.field) == kind]
    in_edition = [found.reference for found in edition if passage_kind(found.reference.field) == kind]
    if len(in_document) != len(in_edition):
        return None
    unlike: list[tuple[Reference, Reference]] = []
    for reference, printed in zip(in_document, in_edition, strict=True):
        if normalize_reference(reference.raw) != normalize_reference(printed.raw):
            unlike.append((reference, printed))
    if len(unlike) != 1:
        return None
    reference, printed = unlike[0]
    is_this = (reference.field, reference.start) == (fault.field, fault.start)
    return printed.raw if is_this else None
