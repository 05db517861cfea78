"""What is written to a knowledge base for an edition and for a step: records, cheap to send between processes."""

from __future__ import annotations

from msgspec import Struct

from rules.links import ChangedPassage, Link, Replacement, StepEnds
from rules.records import Reading, Resolution

Text = tuple[str | None, str]
"""A title (heading or glossary term, or None) and a text: one row of `texts`."""


class EditionRecords(Struct, frozen=True):
    """Everything the knowledge base holds about one edition.

    Attributes:
        reading: The edition and its text.
        references: Its references, resolved.
        fingerprint: Hash of all input of the reading; equal fingerprints mean equal records.
    """

    reading: Reading
    references: tuple[Resolution, ...]
    fingerprint: str

    @property
    def id(self) -> str:
        """Return the edition's id."""
        return self.reading.edition.id


class StepRecords(Struct, frozen=True):
    """The step from an edition to a later one of the same work; see `rules.links`.

    Attributes:
        edition: Id of the newer edition.
        previous: Id of the older one.
        fingerprint: Hash of all input of the step; equal fingerprints mean equal records.
        links: The links between the two without trivial ones.
        replacements: The words that replaced others.
        changes: The changed passages; none of a step from or to a retyped edition.
    """

    edition: str
    previous: str
    fingerprint: str
    links: tuple[Link, ...] = ()
    replacements: tuple[Replacement, ...] = ()
    changes: tuple[ChangedPassage, ...] = ()

    @property
    def ends(self) -> StepEnds:
        """Return the two editions."""
        return StepEnds(self.previous, self.edition)
