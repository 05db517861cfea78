"""The records of the audit: faults of an edition's numbers and references, with the evidence of what was meant."""

from collections.abc import Iterable
from typing import Literal, NamedTuple

from msgspec import Struct

from rules.conversion import extend
from rules.records import Reference, Resolution
from rules.text import strip_title

FaultStatus = Literal[
    "missing",
    "title-mismatch",
    "ambiguous",
    "drifted",
    "mistaken",
    "duplicate-number",
    "missing-number",
    "misplaced-number",
    "misprinted-number",
    "untidy-number",
    "contents-mismatch",
]
"""The first three are statuses of references (`rules.records.ResolutionStatus`); `drifted` is a reference whose rule
moved away, so that the number is another rule's; `mistaken` is one to a rule that was never intended; the rest are
faults of numbers. In an `untidy-number` only a full stop or a blank is wrong."""
EvidenceKind = Literal["title", "near-title", "later", "earlier", "order"]
"""`title`: exactly one rule has the quoted title; `near-title`: the cited rule has nearly that title; `later`: the
first edition without the fault has it in this place; `earlier`: the last edition before the fault has it; `order`: only
one number fits between its neighbours."""


class AuditEvidence(Struct, frozen=True):
    """A reason why a number was probably intended.

    Attributes:
        by: The kind of reason.
        meant: The number or term that it supports, as in the edition of the fault; None if that edition has no such
            record.
        edition: For `later` and `earlier`, the edition that shows it; else None.
        printed: For these, the reference printed there, empty if there is none; for titles, the title or heading.
    """

    by: EvidenceKind
    meant: str | None
    edition: str | None = None
    printed: str = ""


class AuditFault(Reference, frozen=True, kw_only=True):
    """A fault in an edition's own numbers or references.

    A faulty number is as a reference to itself: its source is its key, its field `number` or `contents`.

    Attributes:
        edition: The edition audited.
        status: The kind of fault.
        heading: Heading of the cited rule in this edition, or None.
        place: For faults of numbers, the place or the problem in words: `702.40 is followed by 702.42`; else empty.
        lineage: Lineage of the record that contains it, or None.
        since: The first of the consecutive editions with this fault.
        until: The last of them.
        suggestion: What was probably intended, if the evidence agrees; else None.
        evidence: The reasons, strongest first, even if they do not agree.
        doubted: Files of copies of this edition without the fault, so that it may be an error of the other copies.
    """

    edition: str
    status: FaultStatus
    heading: str | None = None
    place: str = ""
    lineage: str | None = None
    since: str = ""
    until: str = ""
    suggestion: str | None = None
    evidence: tuple[AuditEvidence, ...] = ()
    doubted: tuple[str, ...] = ()


class Identity(NamedTuple):
    """What identifies a reference of a record through the editions.

    Attributes:
        kind: The kind of its passage.
        printed: What is printed, whatever its typography.
        title: The title quoted beside it, likewise; None without one.
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


def identity(reference: Reference) -> Identity:
    """Return what identifies a reference of a record through the editions."""
    title = None if reference.quoted_title is None else strip_title(reference.quoted_title)
    return Identity(passage_kind(reference.field), normalize_reference(reference.raw), title)


def normalize_reference(raw: str) -> str:
    """Return a reference as printed, without regard to case or to the kind of its dashes and blanks."""
    return "".join(character if character.isalnum() or character in ".,*/" else "-" for character in raw.casefold())


def passage_kind(field: str) -> str:
    """Return `text`, `example` or `note`, without the count of the passage.

    Examples are added and removed, so their indices do not identify them through the editions.
    """
    return field.partition(":")[0]


def by_run(faults: Iterable[AuditFault]) -> list[tuple[AuditFault, ...]]:
    """Group the faults of several editions that are one persisting fault; the groups are in order of appearance."""
    runs: dict[tuple[str | None, ...], list[AuditFault]] = {}
    for fault in faults:
        title = strip_title(fault.quoted_title) if fault.quoted_title else None
        printed = normalize_reference(fault.raw)
        record, kind = fault.lineage or fault.source, passage_kind(fault.field)
        runs.setdefault((record, kind, printed, title, fault.status, fault.since), []).append(fault)
    return [tuple(run) for run in runs.values()]
