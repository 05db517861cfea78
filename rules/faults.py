"""The publisher's faults in an edition's numbers and references, with the evidence of what was meant."""

from typing import Literal

from msgspec import Struct

from rules.records import Reference

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
"""The first three are statuses of references (`rules.records.ResolutionStatus`). `drifted` is a reference whose rule
moved away, so that another rule has the number; `mistaken` is a reference to a rule that was never meant. The others
are faults of numbers. In an `untidy-number` only a full stop or a space is wrong."""
EvidenceKind = Literal["title", "near-title", "later", "earlier", "order"]
"""The reason why a number was probably meant. `title`: exactly one rule has the quoted title; `near-title`: the cited
rule has nearly that title; `later`: the first edition without the fault prints the number there; `earlier`: the last
edition before the fault prints it there; `order`: only one number fits between the neighbours."""


class AuditEvidence(Struct, frozen=True):
    """A reason why a number was probably intended.

    Attributes:
        by: The kind of reason: `title`, `near-title`, `later`, `earlier` or `order`.
        meant: The number or term that this evidence points to, as the edition with the fault has it; None if that
            edition has no such record.
        edition: For `later` and `earlier`, the edition that prints that number; None for the other reasons.
        printed: For `later` and `earlier`, the reference as that edition prints it, empty if it has none; for `title`
            and `near-title`, the title or heading.
    """

    by: EvidenceKind
    meant: str | None
    edition: str | None = None
    printed: str = ""


class AuditFault(Reference, frozen=True):
    """A fault in an edition's own numbers or references.

    A faulty number is recorded like a reference to itself: `source` is its key, `field` is `number` or `contents`.

    Attributes:
        edition: The edition audited.
        status: The kind of fault, such as `missing` or `duplicate-number`.
        heading: Heading of the cited rule in this edition; None if it has no heading or there is no such rule.
        place: For faults of numbers, what the edition prints, in words; empty for faults of references. For a missing
            number these are its neighbours (`702.40 is followed by 702.42`); for an untidy number, its form (`printed
            without its full stop`); for all others, a whole clause (`501.2 is printed twice`).
        lineage: Id of the lineage of the record with the fault; None if it has no lineage.
        since: The first of the consecutive editions with this fault.
        until: The last of the consecutive editions with this fault.
        suggestion: The number or term that was probably meant; None if there is no evidence, or if the
            evidence points to several numbers.
        evidence: The evidence for what was meant, strongest first, including evidence that disagrees.
        doubted: Paths of the copies of this edition that don't have the fault; if there are any, the fault may be an
            error in the other copies.
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
