"""Making, naming and grouping the faults of the audit."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from msgspec.structs import replace

from graph.references.resolve import EditionIndex, heading_of
from rules.conversion import extend
from rules.faults import AuditEvidence, AuditFault, FaultStatus
from rules.records import Reference, Resolution, Rule
from rules.text import strip_title


class Identity(NamedTuple):
    """What identifies a reference of a record through the editions.

    Attributes:
        kind: The kind of its passage.
        printed: What is printed, whatever its typography.
        title: The title quoted next to it, likewise; None without one.
    """

    kind: str
    printed: str
    title: str | None


def make_fault(
    edition: str, wrong: Resolution, status: FaultStatus, run: tuple[str, str], *evidence: AuditEvidence
) -> AuditFault:
    """Return the fault of a reference that the editions from the first to the last of a run have."""
    since, until = run
    return extend(
        wrong.reference, AuditFault, edition=edition, status=status, since=since, until=until, evidence=evidence
    )


def conclude_fault(fault: AuditFault, index: EditionIndex) -> AuditFault:
    """Return the fault of a reference with what follows from it.

    The heading is that of the rule that it names, if there is one such rule. The suggestion is what was meant, if all
    evidence agrees.

    Args:
        fault: The fault, with its evidence.
        index: The index of its edition or document.
    """
    rules: Sequence[Rule] = ()
    if len(fault.targets) == 1:
        rules = index.rules.get(fault.targets[0], ())
    meant = {evidence.meant for evidence in fault.evidence if evidence.meant is not None}
    return replace(
        fault,
        heading=heading_of(rules[0]) if len(rules) == 1 else None,
        suggestion=meant.pop() if len(meant) == 1 else None,
    )


def identity(reference: Reference) -> Identity:
    """Return what identifies a reference of a record through the editions."""
    title = None if reference.quoted_title is None else strip_title(reference.quoted_title)
    return Identity(passage_kind(reference.field), normalize_reference(reference.raw), title)


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
    runs: dict[tuple[str | None, ...], list[AuditFault]] = {}
    for fault in faults:
        record = fault.lineage or fault.source
        runs.setdefault((record, *identity(fault), fault.status, fault.since), []).append(fault)
    return [tuple(run) for run in runs.values()]
