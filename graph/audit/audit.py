"""Find the faults of the publisher in the editions of a knowledge base, in the order of the documents.

They are found while a knowledge base is made, and stored in its table `faults`.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec.structs import replace

from graph.audit.contents import find_contents_faults
from graph.audit.drift import find_drifted
from graph.audit.evidence import find_by_title, find_in_neighbour
from graph.audit.faults import conclude_fault, identify_in_record, make_fault, normalize_reference
from graph.audit.mistakes import find_mistakes
from graph.audit.numbering import find_number_faults
from graph.audit.record_cache import RecordCache
from graph.references.find import find_references
from rules.faults import AuditEvidence, AuditFault
from rules.keys import is_index_entry
from rules.records import Reference, Resolution, Variant
from rules.store import Store


def find_faults(store: Store, editions: Iterable[str]) -> Iterator[AuditFault]:
    """Yield the faults of some editions; retyped editions, which are not the text of the publisher, have none.

    Args:
        store: A knowledge base, which may still lack the table of faults.
        editions: Ids of editions.

    Yields:
        For each edition the broken references, the faults of numbers and those of the contents; each kind is in the
        order of the document.
    """
    records = RecordCache(store)
    calendar = records.history.calendar
    wrong_in: dict[str, dict[Resolution, AuditFault]] = {}
    for edition in editions:
        if edition in store.retyped:
            continue
        if edition not in wrong_in:
            # Only the editions of its whole work show that a reference leads to a wrong rule.
            editions_of_work = calendar.chain(calendar.work_of[edition])
            wrong_in |= find_wrong(records, editions_of_work)
        for fault in _list_reference_faults(records, edition, wrong_in[edition]):
            yield _conclude(records, fault)
        yield from find_number_faults(records, edition)
        yield from find_contents_faults(records, edition)


def _list_reference_faults(
    records: RecordCache, edition: str, wrong: Mapping[Resolution, AuditFault]
) -> Iterator[AuditFault]:
    """Yield the faults of the references of an edition, in the order of the document.

    Args:
        records: The records of all editions.
        edition: The edition.
        wrong: The faults of those references of the edition that lead to a wrong rule.
    """
    variants = records.store.variants(edition)
    sources = {fault.source for fault in wrong.values()}
    for source, resolutions in records.references(edition).items():
        for resolution in resolutions:
            if resolution.status != "ok":
                yield _make_broken_fault(records, edition, resolution, variants)
            elif source in sources and resolution in wrong:
                yield _complete_evidence(records, resolution, wrong[resolution])


def find_wrong(records: RecordCache, editions: Sequence[str]) -> dict[str, dict[Resolution, AuditFault]]:
    """Return the references that lead to a wrong rule in each edition of a work: mistaken ones and drifted ones.

    A reference that is both counts as drifted. The evidence of a fault names the lineage of the rule that was meant,
    instead of its number.

    Args:
        records: The records of all editions.
        editions: All editions of the work, oldest first.
    """
    mistaken = find_mistakes(records, editions)
    drifted = find_drifted(records, editions)
    return {edition: mistaken[edition] | drifted[edition] for edition in editions}


def _make_broken_fault(
    records: RecordCache, edition: str, broken: Resolution, variants: Iterable[Variant]
) -> AuditFault:
    """Return the fault of a broken reference, with its evidence and the copies of the edition that print it otherwise.

    Args:
        records: The records of all editions.
        edition: The edition.
        broken: The reference.
        variants: The passages in which copies of the edition differ from its text.
    """
    lineage = records.lineage_at(edition, broken.reference.source)
    broken_identity = identify_in_record(broken.reference)
    span = records.find_span(edition, lambda neighbour: records.still_broken(neighbour, lineage, broken_identity))
    # The status of a resolution that is not ok is always a `FaultStatus`.
    fault = make_fault(edition, broken, broken.status, span)  # type: ignore[arg-type]
    evidence = (
        *find_in_neighbour(records, edition, broken, "later", span.until),
        *find_by_title(records.index(edition), broken),
        *find_in_neighbour(records, edition, broken, "earlier", span.since),
    )
    return replace(fault, evidence=evidence, doubted=_list_copies_without(broken.reference, variants))


def _list_copies_without(reference: Reference, variants: Iterable[Variant]) -> tuple[str, ...]:
    """Return the copies of an edition in which the record with a reference has another text, without that reference.

    Args:
        reference: The reference.
        variants: The passages in which copies of the edition differ from its text.
    """
    text_of_copy: dict[str, str] = {}
    for variant in variants:
        is_rejected_text = variant.kind in {"wording", "damage"} and not variant.adopted
        if variant.key == reference.source and is_rejected_text:
            text_of_copy[variant.witness] = variant.text
    return tuple(copy for copy, text in text_of_copy.items() if not _has_reference(text, reference.raw))


def _has_reference(text: str, raw: str) -> bool:
    """Return whether a text has a reference, given as printed, except for typography."""
    printed = normalize_reference(raw)
    return any(normalize_reference(reference.raw) == printed for reference in find_references(text))


def _complete_evidence(records: RecordCache, wrong: Resolution, fault: AuditFault) -> AuditFault:
    """Return the fault of a reference to a wrong rule, with numbers instead of lineages in its evidence.

    A drifted reference gets the evidence of later editions, too. No copies are searched for the right number: the fault
    follows from other editions, so that it cannot be an error of a copy.

    Args:
        records: The records of all editions.
        wrong: The reference.
        fault: The fault, as `find_wrong` returns it.
    """
    evidence_with_numbers: list[AuditEvidence] = []
    for evidence in fault.evidence:
        lineage = evidence.meant
        if lineage:
            evidence_with_numbers.append(replace(evidence, meant=records.key_in(fault.edition, lineage)))
    if fault.status != "drifted":
        return replace(fault, evidence=tuple(evidence_with_numbers))
    of_later_edition = find_in_neighbour(records, fault.edition, wrong, "later", fault.until)
    return replace(fault, evidence=(*of_later_edition, *evidence_with_numbers))


def _conclude(records: RecordCache, fault: AuditFault) -> AuditFault:
    """Return a fault with its lineage, its heading and its suggestion."""
    lineage = None if is_index_entry(fault.source) else records.lineage_at(fault.edition, fault.source)
    return replace(conclude_fault(fault, records.index(fault.edition)), lineage=lineage)
