"""The facts that the judge of citations needs: numbers, titles, lineages and fingerprints of every edition.

`graph.ledger.Ledger` implements them; the tests have an implementation with a small history of their own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from rules.links import Link, Version


class NamedEdition(Protocol):
    """An edition as messages name it."""

    @property
    def id(self) -> str:
        """Return the edition's effective date."""

    @property
    def set_name(self) -> str | None:
        """Return the name of the set that the edition was published with; None if unknown."""


class Facts(Protocol):
    """The facts of all editions; `graph.ledger.Ledger` documents each method."""

    def editions(self) -> Sequence[NamedEdition]:
        """Return all editions, oldest first."""

    @property
    def works(self) -> Mapping[str, str]:
        """Return the work of each edition."""

    @property
    def retyped(self) -> Collection[str]:
        """Return the editions of which no copy is the publisher's text; see `rules.chain`."""

    def resolve(self, name: str) -> str:
        """Return the id of the edition that a date, a set code, an alias, `latest` or `first` means."""

    def links(self, edition: str, previous: str | None = None) -> tuple[Link, ...]:
        """Return the links of a step to this edition, by default from the one before, without trivial links."""

    def lineages(self, edition: str) -> dict[str, str]:
        """Return the lineage of each key in an edition, in the order of the document."""

    def versions(self, lineage: str) -> tuple[Version, ...]:
        """Return the versions of a lineage, oldest first."""

    def holders(self, key: str) -> tuple[Version, ...]:
        """Return all versions of the Comprehensive Rules that ever had a key, oldest first."""

    def heading(self, edition: str, key: str) -> str | None:
        """Return a record's own heading; None if it has none."""

    def all_titles(self) -> Mapping[str, Sequence[tuple[str, str, str]]]:
        """Return each heading in plain letters with (key, first edition, last edition) for each key that had it."""

    def resembling(self, text: str) -> dict[str, float]:
        """Return lineage → the share of a text's fingerprints that some version of the lineage has."""

    def referring(self, lineage: str) -> tuple[tuple[str, str, tuple[str, ...]], ...]:
        """Return (first edition, last edition, numbers) for each reference of a lineage."""

    def distinctive_terms(self) -> Mapping[str, frozenset[int]]:
        """Return lineage → the distinctive terms of all of its versions together; see `subjects.distinctive_terms`."""

    def text_sha256(self, edition: str, key: str) -> str | None:
        """Return the SHA-256 of the shown text of a record; None if the edition has no such record."""
