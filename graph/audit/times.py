"""Faults and records through the editions: a lineage's keys and references in each, and how long a fault persists."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Literal

from msgspec import Struct

from graph.history import History
from graph.references.resolve import EditionIndex, index_entries, index_references, passages
from rules.caching import cached_method
from rules.grouping import grouped
from rules.numbers import is_index
from rules.records import Diagnostic, Reference, Resolution
from rules.store import Store
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


class WrongTarget(Struct, frozen=True):
    """A reference that resolves, but to another rule than intended.

    Attributes:
        status: Whether it drifted or is mistaken; see `FaultStatus`.
        broken: The reference.
        meant: Lineage of the intended rule; None if there was no rule of that number when the reference was written.
        by: Whether an edition after the fault shows what was intended (`later`), or one before it (`earlier`).
        edition: That edition: the first without the fault, or the last before it.
        printed: The reference printed there.
        since: The first edition with the fault.
        until: The last edition with the fault.
    """

    status: Literal["drifted", "mistaken"]
    broken: Resolution
    meant: str | None
    by: Literal["later", "earlier"]
    edition: str
    printed: str
    since: str
    until: str


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


Identity = tuple[str, str, str | None]


class Times:
    """A cache in front of a knowledge base, to look up records by their lineage.

    All results are kept, so that the audit of all editions reads each of them only once.
    """

    def __init__(self, library: Store) -> None:
        """Prepare for one run; nothing is read yet."""
        self.library = library
        self.history = History(library)
        self.diagnostics: Callable[[str], tuple[Diagnostic, ...]] = cache(library.diagnostics)

    @cached_method
    def index(self, edition: str) -> EditionIndex:
        """Return the index of an edition's numbers, headings and terms."""
        return EditionIndex(self.library.rules(edition), self.library.glossary(edition))

    def lineage_at(self, edition: str, key: str) -> str | None:
        """Return the lineage of a record, or the key of an entry of the index.

        Index entries have no lineage; the key is used instead, because consecutive editions reprint the index.
        """
        return key if is_index(key) else self.history.lineage(edition, key)

    def references(self, edition: str, key: str) -> tuple[Resolution, ...]:
        """Return the references of a record, or of an entry of the index."""
        return tuple(self._found(edition).get(key, ()))

    def all_references(self, edition: str) -> tuple[Resolution, ...]:
        """Return the references of an edition, those of its index last."""
        return tuple(found for its in self._found(edition).values() for found in its)

    @cached_method
    def _found(self, edition: str) -> dict[str, list[Resolution]]:
        """Return the references of each record of an edition, then of each entry of its index."""
        found = (*self.library.references(edition), *index_references(self.library, edition))
        return grouped((resolution.reference.source, resolution) for resolution in found)

    @cached_method
    def _passages(self, edition: str) -> dict[tuple[str, str], str]:
        """Return all passages of an edition and its index, by key and field."""
        texts = {(entry.key, "text"): entry.text for entry in index_entries(self.library.matter(edition))}
        records = passages(self.library.rules(edition), self.library.glossary(edition))
        return texts | {(key, field): text for key, field, text in records}

    def passage(self, edition: str, key: str, field: str) -> str:
        """Return one passage of a record; `Reference.field` lists the fields."""
        return self._passages(edition)[key, field]

    def key_in(self, edition: str, lineage: str | None) -> str | None:
        """Return the key of a lineage in an edition; None if the edition lacks the lineage."""
        if lineage and is_index(lineage):
            return lineage if lineage in self._found(edition) else None
        return self.history.key_at(lineage, edition) if lineage else None

    def run(self, edition: str, stands: Callable[[str], bool]) -> tuple[str, str]:
        """Return the first and last of the adjacent editions around this one through which `stands` is true."""
        ends = []
        for step in (self.history.previous, self.history.edition_after):
            end, beyond = edition, step(edition)
            while beyond is not None and stands(beyond):
                end, beyond = beyond, step(beyond)
            ends.append(end)
        return ends[0], ends[1]

    def still_broken(self, edition: str, lineage: str | None, fault: Identity) -> bool:
        """Return whether a record still has, in an edition, the broken reference that it had in another."""
        key = self.key_in(edition, lineage)
        if key is None:
            return False
        return any(
            reference.status != "ok" and identity(reference.reference) == fault
            for reference in self.references(edition, key)
        )


def identity(reference: Reference) -> Identity:
    """Return what identifies a reference of a record through the editions: what is printed, whatever its typography."""
    title = reference.quoted_title
    return (
        passage_kind(reference.field),
        normalize_reference(reference.raw),
        strip_title(title) if title is not None else None,
    )


def normalize_reference(raw: str) -> str:
    """Return a reference as printed, without regard to case or to the kind of its dashes and blanks."""
    return "".join(character if character.isalnum() or character in ".,*/" else "-" for character in raw.casefold())


def passage_kind(field: str) -> str:
    """Return `text`, `example` or `note`, without the count of the passage.

    Examples are added and removed, so their indices do not identify them through the editions.
    """
    return field.partition(":")[0]
