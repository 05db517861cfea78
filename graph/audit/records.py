"""The records of the audit: what is wrong inside an edition, for how long it stood, and what was probably meant."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, Protocol

if TYPE_CHECKING:
    from collections.abc import Mapping

    from rules.links import Version
    from rules.records import Diagnostic, GlossaryEntry, Matter, ReferenceKind, Resolution, Rule, Variant

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
"""The first three are those of references (`rules.records.ResolutionStatus`); `drifted` is a reference whose rule has
moved away, so that its number holds another; `mistaken` one to a rule that never was meant; the rest are faults of
numbers. Of an `untidy-number` nothing but a full stop or a blank is wrong."""
EvidenceKind = Literal["title", "near-title", "later", "earlier", "order"]
"""`title`: one rule alone bears the title quoted; `near-title`: the rule cited bears nearly that title; `later`: what
stands in this place in the first edition without the fault; `earlier`: in the last edition before it; `order`: the
numbers before and after leave one number only."""


@dataclass(frozen=True, slots=True)
class AuditEvidence:
    """One reason why a number was probably meant.

    Attributes:
        by: The kind of reason.
        meant: The number or term that it speaks for, as it is in the edition of the fault; None where the edition has
            nothing of the kind.
        edition: For `later` and `earlier`, the edition that shows it; else None.
        printed: For these, what is printed there, empty where nothing is; for titles, the heading.
    """

    by: EvidenceKind
    meant: str | None
    edition: str | None = None
    printed: str = ""


@dataclass(frozen=True, slots=True)
class AuditFault:
    """A fault in an edition's own numbers or references.

    Attributes:
        edition: The edition audited.
        source: Key of the record, or of the entry of the index, in which it stands; for faults of numbers, the number
            at fault.
        field: Which passage of the record, as in `Reference.field`; `number` or `contents` for faults of numbers.
        kind: As `Reference.kind`; `rule` for faults of numbers.
        raw: The reference, or the number, as printed.
        start: Offset of the reference in its passage; 0 for faults of numbers.
        end: Offset after it.
        targets: The numbers or terms that the reference names; the number at fault itself.
        quoted_title: The title quoted beside it, or None.
        status: What is wrong.
        heading: What the rule cited is called in this edition, or None.
        place: For faults of numbers, where in words: `702.40 is followed by 702.42`; else empty.
        lineage: Lineage of the record in which it stands, or None.
        since: The first of the editions in which this fault stands without interruption.
        until: The last of them.
        suggestion: What was probably meant, where the evidence agrees; else None.
        evidence: The reasons, the strongest first; also where they do not agree.
        doubted: Files of the copies of this edition that do not have the fault: it may be the archive's.
    """

    edition: str
    source: str
    field: str
    kind: ReferenceKind
    raw: str
    start: int
    end: int
    targets: tuple[str, ...]
    quoted_title: str | None
    status: FaultStatus
    heading: str | None = None
    place: str = ""
    lineage: str | None = None
    since: str = ""
    until: str = ""
    suggestion: str | None = None
    evidence: tuple[AuditEvidence, ...] = ()
    doubted: tuple[str, ...] = ()


class AuditSource(Protocol):
    """What the audit reads; `rules.store.Store` has all of it and says more of each method."""

    @property
    def works(self) -> Mapping[str, str]:
        """Return the work of each edition, oldest first."""

    def rules(self, edition: str) -> tuple[Rule, ...]:
        """Return the rules of an edition."""

    def glossary(self, edition: str) -> tuple[GlossaryEntry, ...]:
        """Return the glossary of an edition."""

    def matter(self, edition: str) -> tuple[Matter, ...]:
        """Return the matter of an edition; the audit reads the contents and the index."""

    def references(self, edition: str, source: str | None = None) -> tuple[Resolution, ...]:
        """Return the references of an edition, or those of one record."""

    def diagnostics(self, edition: str) -> tuple[Diagnostic, ...]:
        """Return the diagnostics of the reader for an edition."""

    def variants(self, edition: str) -> tuple[Variant, ...]:
        """Return the places where the copies of an edition differ."""

    def lineages(self, edition: str) -> dict[str, str]:
        """Return the lineage of each key of an edition."""

    def lineage_at(self, edition: str, key: str) -> str | None:
        """Return the lineage of one record."""

    def versions(self, lineage: str) -> tuple[Version, ...]:
        """Return the versions of a lineage."""
