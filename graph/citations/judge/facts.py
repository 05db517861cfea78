"""What the judge of citations asks: numbers, titles, lineages and wordings of every edition, without their sentences.

`graph.ledger.Ledger` answers all of it; the tests answer for a small history of their own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from rules.links import Link, Version


class NamedEdition(Protocol):
    """An edition as messages name it."""

    @property
    def id(self) -> str:
        """Its effective date."""

    @property
    def set_name(self) -> str | None:
        """The set it was published with, None where that is not known."""


class Facts(Protocol):
    """See `graph.ledger.Ledger` for each method."""

    def editions(self) -> Sequence[NamedEdition]:
        """Return all editions, oldest first."""

    @property
    def works(self) -> Mapping[str, str]:
        """The work of each edition."""

    def resolve(self, name: str) -> str:
        """Return the id of the edition that a date, a set code, an alias, `latest` or `first` means."""

    def links(self, edition: str) -> tuple[Link, ...]:
        """Return the links, without trivial ones, from the edition before to this one."""

    def lineages(self, edition: str) -> dict[str, str]:
        """Key to lineage id, of all that is alive in an edition, in the order of the document."""

    def versions(self, lineage: str) -> tuple[Version, ...]:
        """Return the versions of a lineage, oldest first."""

    def holders(self, key: str) -> tuple[Version, ...]:
        """Return all versions of the Comprehensive Rules that ever had a key, oldest first."""

    def heading(self, edition: str, key: str) -> str | None:
        """Return a record's own heading."""

    def all_titles(self) -> Mapping[str, Sequence[tuple[str, str, str]]]:
        """Return each heading in plain letters: the keys that bore it, and from which to which edition."""

    def resembling(self, text: str) -> dict[str, float]:
        """Lineage to the share of a text's fingerprints that some version of it has."""

    def referring(self, lineage: str) -> tuple[tuple[str, str, tuple[str, ...]], ...]:
        """To which numbers a lineage refers, from which to which edition: a reference each."""

    def distinctive_terms(self) -> Mapping[str, frozenset[int]]:
        """Lineage to what `graph.citations.judge.subjects.distinctive_terms` finds in all of its versions together."""

    def text_sha256(self, edition: str, key: str) -> str | None:
        """SHA-256 of what is shown of a record."""
