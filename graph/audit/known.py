"""Known faults: those that the history of the editions explains in a document that is a copy or a draft of one of them.

A fault that the edition has too gets its evidence and its span of editions from there. A reference that is right by
itself, but drifted or was mistaken in the edition, is a fault of the document as well. A fault that the edition does
not have is the document's own; if the edition has the same references in that passage but for one, the edition shows
what was meant.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from msgspec.structs import replace

from graph.audit.document import DocumentAudit, DocumentFault, order_faults
from graph.audit.faults import IdentityInRecord, identify_in_record, normalize_reference, passage_kind
from rules.conversion import extend
from rules.faults import AuditFault, FaultStatus
from rules.grouping import grouped
from rules.records import Reference, Resolution, Span

_ONLY_IN_HISTORY = frozenset({"drifted", "mistaken"})
"""The faults of references that are right in a single edition, and wrong only beside the editions before and after."""


class _ReferenceIdentity(NamedTuple):
    """The identity of a reference in a document and in the edition that the document is of.

    Attributes:
        source: Key of the record with the reference.
        printed: Its identity among the references of that record.
    """

    source: str
    printed: IdentityInRecord


class _FaultIdentity(NamedTuple):
    """The identity of a fault in a document and in the edition."""

    reference: _ReferenceIdentity
    status: FaultStatus


def compare_with_faults(
    audited: DocumentAudit,
    faults_of_edition: Iterable[AuditFault],
    references_of_edition: Iterable[Resolution],
    spans: Mapping[str, Span | None],
) -> DocumentAudit:
    """Return the audit of a document with what the faults and references of its edition add.

    Args:
        audited: The audit of the document against itself.
        faults_of_edition: The faults of the edition that it is of.
        references_of_edition: The references of that edition.
        spans: The lines of each record of the document, by its key.
    """
    known_faults: dict[_FaultIdentity, AuditFault] = {}
    for fault in faults_of_edition:
        known_faults.setdefault(_identify_fault(fault), fault)
    own = _complete_faults(audited, known_faults, references_of_edition)
    carried_over = _list_carried_over(audited, known_faults, spans)
    return replace(audited, faults=order_faults([*own, *carried_over]))


def _complete_faults(
    audited: DocumentAudit,
    known_faults: Mapping[_FaultIdentity, AuditFault],
    references_of_edition: Iterable[Resolution],
) -> Iterator[DocumentFault]:
    """Yield the faults that a document itself shows, each with what its edition adds.

    Args:
        audited: The audit of the document against itself.
        known_faults: The faults of the edition.
        references_of_edition: The references of the edition.
    """
    in_edition = grouped((resolution.reference.source, resolution) for resolution in references_of_edition)
    in_document = grouped((resolution.reference.source, resolution) for resolution in audited.references)
    for fault in audited.faults:
        known_fault = known_faults.get(_identify_fault(fault))
        if known_fault is not None:
            yield _take_history(fault, known_fault)
        else:
            source = fault.source
            yield _suggest_printed(fault, in_document.get(source, ()), in_edition.get(source, ()))


def _list_carried_over(
    audited: DocumentAudit, known_faults: Mapping[_FaultIdentity, AuditFault], spans: Mapping[str, Span | None]
) -> Iterator[DocumentFault]:
    """Yield the faults of references that are right in the document alone, and wrong by the history of its edition.

    Args:
        audited: The audit of the document against itself.
        known_faults: The faults of the edition.
        spans: The lines of each record of the document, by its key.
    """
    found = {_identify_fault(fault) for fault in audited.faults}
    references = {_identify_reference(resolution.reference): resolution.reference for resolution in audited.references}
    for fault_identity, known_fault in known_faults.items():
        reference = references.get(fault_identity.reference)
        if known_fault.status in _ONLY_IN_HISTORY and fault_identity not in found and reference is not None:
            yield _carry_over(known_fault, reference, spans.get(known_fault.source))


def _identify_reference(reference: Reference) -> _ReferenceIdentity:
    """Return the identity of a reference in a document and in its edition."""
    return _ReferenceIdentity(reference.source, identify_in_record(reference))


def _identify_fault(fault: AuditFault) -> _FaultIdentity:
    return _FaultIdentity(_identify_reference(fault), fault.status)


def _carry_over(fault: AuditFault, reference: Reference, lines: Span | None) -> DocumentFault:
    """Return a fault of the edition as a fault of the document, which has the same wrong reference.

    Args:
        fault: The fault of the edition.
        reference: The reference as the document prints it, with its own field and offsets.
        lines: The lines of the document's record; None if they are unknown.
    """
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


def _take_history(fault: DocumentFault, fault_of_edition: AuditFault) -> DocumentFault:
    """Return a fault of a document with what is known of the same fault of its edition."""
    return replace(
        fault,
        lineage=fault_of_edition.lineage,
        since=fault_of_edition.since,
        until=fault_of_edition.until,
        suggestion=fault_of_edition.suggestion,
        evidence=fault_of_edition.evidence,
        doubted=fault_of_edition.doubted,
        in_edition=True,
    )


def _suggest_printed(
    fault: DocumentFault, in_document: Iterable[Resolution], in_edition: Iterable[Resolution]
) -> DocumentFault:
    """Return a fault that only the document has, with the suggestion that its edition prints, unless it has one.

    Args:
        fault: The fault.
        in_document: The references of its record in the document.
        in_edition: The references of that record in the edition.
    """
    fault = replace(fault, in_edition=False)
    if fault.field in ("number", "contents") or fault.suggestion is not None:
        return fault
    return replace(fault, suggestion=_find_printed(fault, in_document, in_edition))


def _find_printed(fault: AuditFault, in_document: Iterable[Resolution], in_edition: Iterable[Resolution]) -> str | None:
    """Return the reference that the edition prints in the place of a faulty reference of a document.

    Args:
        fault: The fault of the reference.
        in_document: The references of its record in the document.
        in_edition: The references of that record in the edition.

    Returns:
        None unless the passage has the same references in both, but for the faulty one.
    """
    own = _list_in_passage(in_document, fault.field)
    of_edition = _list_in_passage(in_edition, fault.field)
    if len(own) != len(of_edition):
        return None
    differing: list[int] = []  # indices of references that the document and the edition print differently
    for index, (own_reference, printed) in enumerate(zip(own, of_edition, strict=True)):
        if normalize_reference(own_reference.raw) != normalize_reference(printed.raw):
            differing.append(index)
    if len(differing) != 1:
        return None
    differing_reference = own[differing[0]]
    is_faulty_one = (differing_reference.field, differing_reference.start) == (fault.field, fault.start)
    return of_edition[differing[0]].raw if is_faulty_one else None


def _list_in_passage(resolutions: Iterable[Resolution], field: str) -> list[Reference]:
    """Return those of a record's references that are in the same kind of passage as a field."""
    references = (resolution.reference for resolution in resolutions)
    return [reference for reference in references if passage_kind(reference.field) == passage_kind(field)]
