"""Faults of an edition's numbers, as its reader reported them."""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from msgspec.structs import replace

from graph.audit.record_cache import RecordCache
from graph.audit.slips import SLIPS_IN_WORDS, find_slip
from graph.references.resolve import EditionIndex
from rules.conversion import extend
from rules.faults import AuditEvidence, AuditFault, FaultStatus
from rules.keys import number_of
from rules.numbers import is_number, number_beside, parent_of
from rules.records import Diagnostic, Reference, Rule

_STATUSES: dict[str, FaultStatus] = {
    "duplicate-number": "duplicate-number",
    "missing-number": "missing-number",
    "out-of-order-number": "misplaced-number",
    "misprinted-number": "misprinted-number",
}
"""Code of a diagnostic → status of the fault."""
MOST_GAPS = 10
"""Maximum number of gaps that are faults; a document with more may be an excerpt, whose gaps are none. In the worst
edition of 1999-2026 three numbers are missing."""
RULES_PER_GAP = 50
"""Maximum number of rules for each gap of an excerpt. In the worst edition there are 800."""


def find_number_faults(records: RecordCache, edition: str) -> Iterator[AuditFault]:
    """Yield the faults of an edition's numbers, each with its lineage and the editions through which it persists.

    Missing numbers are left out if the document is only an excerpt.
    """
    are_gaps_faults = not is_excerpt(records.diagnostics(edition), len(records.index(edition).rules))
    for fault in _list_stated(records, edition):
        if fault.status != "missing-number" or are_gaps_faults:
            yield _suggest_number(records, _find_persistence(records, fault))


def is_excerpt(diagnostics: Iterable[Diagnostic], count_of_numbers: int) -> bool:
    """Return whether a document misses so many numbers that it is an excerpt, whose gaps are no faults.

    Args:
        diagnostics: The problems that the reader of the document reported.
        count_of_numbers: How many different numbers the document has.
    """
    gaps = sum(diagnostic.code == "missing-number" for diagnostic in diagnostics)
    return gaps > MOST_GAPS and gaps * RULES_PER_GAP >= count_of_numbers


def _list_stated(records: RecordCache, edition: str) -> Iterator[AuditFault]:
    """Yield the faults of an edition's numbers that its reader reported, without lineage and suggestion."""
    for diagnostic in records.diagnostics(edition):
        yield from faults_of(edition, diagnostic)


@lru_cache(1 << 12)
def faults_of(edition: str, diagnostic: Diagnostic) -> tuple[AuditFault, ...]:
    """Return the faults that one diagnostic of the reader states; none if it is not about numbers."""
    status = _STATUSES.get(diagnostic.code)
    if status is None:
        return ()
    if diagnostic.missing:
        return tuple(_make_gaps(edition, status, diagnostic))
    if status == "misprinted-number":
        fault = _make_misprint(edition, diagnostic)
    else:
        fault = _make_double_or_misplaced(edition, status, diagnostic)
    evidence = (AuditEvidence("order", diagnostic.meant),) if diagnostic.meant else ()
    return (replace(fault, evidence=evidence),)


def _make_gaps(edition: str, status: FaultStatus, diagnostic: Diagnostic) -> Iterator[AuditFault]:
    """Yield the fault of each number that is missing in one gap."""
    for number in diagnostic.missing:
        yield make_number_fault(edition, status, number, number, diagnostic.place)


def _make_double_or_misplaced(edition: str, status: FaultStatus, diagnostic: Diagnostic) -> AuditFault:
    """Return the fault of a number that is repeated or out of order."""
    key = diagnostic.number
    # The message, such as "702.4 is printed twice", is the clause that `AuditFault.place` needs.
    return make_number_fault(edition, status, key, number_of(key), diagnostic.message)


def _make_misprint(edition: str, diagnostic: Diagnostic) -> AuditFault:
    """Return the fault of a misprinted number, which is only untidy if nothing but a full stop or a blank is wrong."""
    slip = find_slip(diagnostic.number, diagnostic.label)
    if slip is None:
        return make_number_fault(edition, "misprinted-number", diagnostic.number, diagnostic.label, diagnostic.message)
    return make_number_fault(edition, "untidy-number", diagnostic.number, diagnostic.label, SLIPS_IN_WORDS[slip])


def make_number_fault(edition: str, status: FaultStatus, key: str, raw: str, place: str) -> AuditFault:
    """Return the fault of a number.

    Args:
        edition: Id of the edition; empty for a document that is of none.
        status: The kind of fault.
        key: The key of the rule, or the missing number.
        raw: The number as printed.
        place: What the edition prints, in words; see `AuditFault.place`.
    """
    number = Reference(
        source=key,
        field="number",
        raw=raw,
        kind="rule",
        targets=(number_of(key),),
        quoted_title=None,
        start=0,
        end=len(raw),
    )
    return extend(number, AuditFault, edition=edition, status=status, place=place)


def _find_persistence(records: RecordCache, fault: AuditFault) -> AuditFault:
    """Return the fault with its lineage and the editions through which it persists."""
    fault = replace(fault, lineage=records.lineage_at(fault.edition, fault.source))
    since, until = records.find_span(fault.edition, lambda neighbour: _has_fault(records, neighbour, fault))
    return replace(fault, since=since, until=until)


def _suggest_number(records: RecordCache, fault: AuditFault) -> AuditFault:
    """Return a fault with the number that was probably meant.

    - For a missing number, nothing is suggested.
    - A number in another form (`702. 4`) means the regular one, and needs no evidence.
    - All others get the first number for which there is evidence: the rule's later number, then the number that the
      order of the rules shows. If two rules have one number, the rule with the wrong number is chosen before.

    Args:
        records: The records of all editions.
        fault: The fault, with its lineage and the editions through which it persists.
    """
    if fault.status == "missing-number":
        return fault
    if is_only_misprinted(fault):
        # The number itself is known, so nothing has to show which one was meant.
        return replace(fault, suggestion=fault.source, evidence=())
    evidence_of_order = fault.evidence
    if fault.status == "duplicate-number":
        fault = _choose_wrong_double(records, fault)
        document, index = records.rules(fault.edition), records.index(fault.edition)
        evidence_of_order += tuple(find_number_after_double(fault, document, index))
    # The rule's later number is better evidence than the gap that it fills: there may be two misprints in a row.
    evidence = (*_find_later(records, fault), *evidence_of_order)
    return replace(fault, evidence=evidence, suggestion=evidence[0].meant if evidence else None)


def is_only_misprinted(fault: AuditFault) -> bool:
    """Return whether the number of a fault is known although it is printed in another form."""
    return fault.status in ("untidy-number", "misprinted-number") and fault.source != fault.raw


def _has_fault(records: RecordCache, edition: str, fault: AuditFault) -> bool:
    """Return whether an edition has the same fault: of the same lineage or, if a number is missing, of that number.

    Args:
        records: The records of all editions.
        edition: The edition.
        fault: The fault of another edition, with its lineage.
    """
    printed = (fault.status, fault.raw)
    alike = [stated for stated in _list_stated(records, edition) if (stated.status, stated.raw) == printed]
    if fault.status == "missing-number":
        return bool(alike)
    if fault.lineage is None:
        return False
    return any(records.lineage_at(edition, stated.source) == fault.lineage for stated in alike)


def _choose_wrong_double(records: RecordCache, fault: AuditFault) -> AuditFault:
    """Return the fault with the rule whose number is wrong, of two rules that have the same number.

    It is the rule whose number a later edition changed, if only one of the two was changed; otherwise it is the second
    rule, to which the fault belongs already.

    Args:
        records: The records of all editions.
        fault: The fault, whose source is the second of the two rules.
    """
    number = fault.targets[0]
    first = replace(fault, source=number, lineage=records.lineage_at(fault.edition, number))
    changed = [double for double in (first, fault) if any(_find_later(records, double))]
    return changed[0] if len(changed) == 1 else fault


def _find_later(records: RecordCache, fault: AuditFault) -> Iterator[AuditEvidence]:
    """Yield the number that the rule had in the first edition without the fault, translated to this edition.

    That is evidence only if the number fits into this edition; see `_is_free_in_row`.
    """
    after = records.history.calendar.edition_after(fault.until)
    if after is None:
        return
    later_number = records.key_in(after, fault.lineage)
    if later_number is None:
        return
    meant = _translate_number(records, later_number, after, fault.edition)
    if meant is None or meant == fault.targets[0]:
        return
    if _is_free_in_row(records, meant, after, fault.edition):
        yield AuditEvidence("later", meant, after, later_number)


def _is_free_in_row(records: RecordCache, meant: str, after: str, edition: str) -> bool:
    """Return whether no rule of an edition has a number, such as 502.7c, and the number before it, 502.7b, is in use.

    If 502.7b were not in use, rules might have been inserted before the later edition. It also counts as in use if it
    was meant by another rule with a faulty number.

    Args:
        records: The records of all editions.
        meant: The number, as the edition would print it.
        after: The later edition, which shows the numbers that were meant.
        edition: The edition.
    """
    taken = records.index(edition).rules
    if meant in taken:
        return False
    before = number_beside(meant, -1)
    return before is None or before in taken or before in _list_meant_numbers(records, after, edition)


def _list_meant_numbers(records: RecordCache, after: str, edition: str) -> set[str]:
    """Return the numbers that the rules with faulty numbers should have in an edition.

    They are those of a later edition, translated to the first one.

    Args:
        records: The records of all editions.
        after: The later edition.
        edition: The edition with the faults.
    """
    meant_numbers: set[str] = set()
    for fault in _list_stated(records, edition):
        later_number = records.key_in(after, records.lineage_at(edition, fault.source))
        meant = None if later_number is None else _translate_number(records, later_number, after, edition)
        if meant is not None:
            meant_numbers.add(meant)
    return meant_numbers


def _translate_number(records: RecordCache, later_number: str, after: str, edition: str) -> str | None:
    """Return the number of a later edition below the number that its parent has in an edition.

    If the number is 702.5c, and 702.5 of the later edition is 502.7 in this one, the result is 502.7c.

    Args:
        records: The records of all editions.
        later_number: The key of a rule in the later edition.
        after: The later edition.
        edition: The earlier edition.

    Returns:
        None if the key is no number, the number has no parent, or neither edition has the parent.
    """
    parent = parent_of(later_number) if is_number(later_number) else None
    if parent is None:
        return None
    parent_in_edition = _expect_number(records, edition, records.lineage_at(after, parent), after)
    if not parent_in_edition:
        return None
    number = parent_in_edition + later_number.removeprefix(parent)
    return number if is_number(number) else None


def _expect_number(records: RecordCache, edition: str, lineage: str | None, after: str) -> str | None:
    """Return the number that a lineage should have in an edition.

    Args:
        records: The records of all editions.
        edition: The edition.
        lineage: The lineage.
        after: A later edition. Its number counts if the first edition lacks the lineage, or prints the number twice.
    """
    key = records.key_in(edition, lineage)
    return records.key_in(after, lineage) if key is None or "#" in key else key


def find_number_after_double(
    fault: AuditFault, document: Sequence[Rule], index: EditionIndex
) -> Iterator[AuditEvidence]:
    """Yield the number after a doubled one, if that number is free and the doubled rules follow each other.

    Args:
        fault: The fault of a number.
        document: The rules, in the order of the document.
        index: The index of these rules.
    """
    if fault.status != "duplicate-number" or not is_number(fault.targets[0]):
        return
    number = fault.targets[0]
    following = number_beside(number, 1)
    is_following_free = following not in index.rules
    positions = [position for position, rule in enumerate(document) if rule.number == number]
    are_adjacent = bool(positions) and positions[-1] - positions[0] == len(positions) - 1
    is_second = fault.source != number  # the key of the second rule has an ordinal after the number: 702.4#2
    if is_second and following and is_following_free and are_adjacent:
        yield AuditEvidence("order", following)
