"""The audit of an edition: the publisher's own faults in it, in the order of the document."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from msgspec.structs import replace

from graph.audit.numbering import number_faults
from graph.audit.times import (
    AuditFault,
    Times,
    evidence_for,
    find_agreed,
    find_in_neighbour,
    identity,
    make_fault,
    normalize_reference,
)
from graph.audit.wrong import find_wrong
from graph.references.find import find_references
from graph.references.resolve import heading_of
from rules.numbers import is_index
from rules.records import Resolution, Rule, Variant
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
    wrong: dict[str, dict[Resolution, AuditFault]] = {}
    for edition in editions:
        if edition in library.retyped:
            continue
        if edition not in wrong:
            wrong |= find_wrong(times, times.history.line(times.history.works[edition]))
        variants = library.variants(edition)
        for reference in times.all_references(edition):
            if reference in wrong[edition]:
                yield _complete(times, _show_meant(times, reference, wrong[edition][reference]))
            elif reference.status != "ok":
                yield _complete(times, _find_broken(times, edition, reference, variants))
        yield from number_faults(times, edition)


def _find_broken(times: Times, edition: str, broken: Resolution, variants: Iterable[Variant]) -> AuditFault:
    """Return the fault of a broken reference, with the copies of the edition that do not have it."""
    source, this = broken.reference.source, identity(broken.reference)
    lineage, printed = times.lineage_at(edition, source), normalize_reference(broken.reference.raw)
    run = times.run(edition, lambda other: times.still_broken(other, lineage, this))
    differing = (its for its in variants if its.kind in ("wording", "damage") and not its.adopted)
    copies = {its.witness: its.text for its in differing if its.key == source}
    doubted = (
        file
        for file, words in copies.items()
        if all(normalize_reference(reference.raw) != printed for reference in find_references(words))
    )
    # The status of a resolution that is not ok is always a `FaultStatus`.
    fault = make_fault(edition, broken, broken.status, run)  # type: ignore[arg-type]
    return replace(fault, evidence=evidence_for(times, edition, broken, run), doubted=tuple(doubted))


def _show_meant(times: Times, broken: Resolution, fault: AuditFault) -> AuditFault:
    """Return the fault of a reference to a wrong rule with the evidence that shows it, for a drift also of later ones.

    It cannot be an error of a copy, because the editions around it show it, whose text did not change with it.
    """
    shown = [replace(its, meant=times.key_in(fault.edition, its.meant)) for its in fault.evidence if its.meant]
    if fault.status == "drifted":
        shown[:0] = find_in_neighbour(times, fault.edition, broken, "later", fault.until)
    return replace(fault, evidence=tuple(shown))


def _complete(times: Times, fault: AuditFault) -> AuditFault:
    """Return a fault with what follows from it; it has a heading only if it names one rule that is there once."""
    index = times.index(fault.edition).rules
    rules: Sequence[Rule] = index.get(fault.targets[0], ()) if len(fault.targets) == 1 else ()
    return replace(
        fault,
        heading=heading_of(rules[0]) if len(rules) == 1 else None,
        lineage=None if is_index(fault.source) else times.lineage_at(fault.edition, fault.source),
        suggestion=find_agreed(fault.evidence),
    )
