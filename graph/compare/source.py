"""The data that the comparison of editions reads: keys, lineages and links; and texts, if available.

A knowledge base (`rules.store.Store`) provides all of it. The ledger provides everything except texts: it can say where
a rule went, but not what changed in it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, cast

from rules.errors import ComprulesError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from rules.links import Link, RenamedTerm, Version
    from rules.records import GlossaryEntry, Rule


class HistorySource(Protocol):
    """The editions, their records and the links between them; `rules.store.Store` documents each method."""

    @property
    def has_texts(self) -> bool:
        """Return whether the source is a `TextSource`."""

    @property
    def edition_ids(self) -> tuple[str, ...]:
        """Return the ids of all editions, oldest first."""

    @property
    def works(self) -> Mapping[str, str]:
        """Return the work of each edition."""

    @property
    def retyped(self) -> frozenset[str]:
        """Return the editions that are no links of the chain; see `rules.chain`."""

    def previous(self, edition: str) -> str | None:
        """Return the edition of the same work that comes before, never a retyped one."""

    def links(self, edition: str, previous: str | None = None) -> tuple[Link, ...]:
        """Return the links, without trivial ones, of a step to this edition: by default from the one before."""

    def links_between(self, first: str, last: str) -> tuple[tuple[str, Link], ...]:
        """Return the links, without trivial ones, of all steps from one edition to a later one."""

    def lineages(self, edition: str) -> dict[str, str]:
        """Return the lineage of each key in an edition, in the order of the document."""

    def lineage_at(self, edition: str, key: str) -> str | None:
        """Return the lineage that a key names in an edition."""

    def find_lineage(self, name: str) -> str | None:
        """Return the id of the lineage that an id, an alias or a `KEY@EDITION` means."""

    def versions(self, lineage: str) -> tuple[Version, ...]:
        """Return the versions of a lineage, oldest first."""

    def last_edition_with(self, key: str) -> str | None:
        """Return the last edition that has a record of this key."""

    def text_sha256(self, edition: str, key: str) -> str | None:
        """Return the SHA-256, in hexadecimal, of the shown text of a record; None if the edition lacks it."""


class TextSource(HistorySource, Protocol):
    """A history source with `has_texts`: it also provides the texts of the editions and the renamed terms."""

    def rules(self, edition: str) -> tuple[Rule, ...]:
        """Return all rules of an edition, in the order of the document."""

    def glossary(self, edition: str) -> tuple[GlossaryEntry, ...]:
        """Return the glossary of an edition, in its order."""

    def rule(self, edition: str, key: str) -> Rule | None:
        """Return one rule of an edition."""

    def entry(self, edition: str, key: str) -> GlossaryEntry | None:
        """Return one entry of an edition's glossary."""

    def terms(self, first: str, last: str) -> tuple[RenamedTerm, ...]:
        """Return the terms that were renamed after one edition, up to and with a later one, oldest first."""


def library_of(history: HistorySource) -> TextSource | None:
    """Return the history as a source with texts; None if it has none."""
    return cast("TextSource", history) if history.has_texts else None


class NotComparable(ComprulesError, ValueError):
    """Two editions are of different works, such as a rulings summary and the Comprehensive Rules."""


def same_work(history: HistorySource, old: str, new: str) -> None:
    """Check that two editions can be compared.

    Raises:
        LookupError: An edition does not exist.
        NotComparable: They are of different works.
    """
    works = history.works
    for edition in (old, new):
        if edition not in works:
            raise LookupError(f"there is no edition {edition}")
    if works[old] != works[new]:
        raise NotComparable(
            f"{old} is an edition of the {works[old]} and {new} of the {works[new]}; only editions of one work compare"
        )


def list_between(history: HistorySource, first: str, last: str) -> tuple[str, ...]:
    """Return the editions of a work after `first` up to and with `last`, oldest first, without retyped ones between."""
    work = history.works[last]
    return tuple(
        edition
        for edition in history.edition_ids
        if first < edition <= last
        and history.works[edition] == work
        and (edition == last or edition not in history.retyped)
    )


def find_newest(history: HistorySource, work: str) -> str:
    """Return the newest edition of a work that is not retyped, if there is one."""
    editions = [edition for edition in history.edition_ids if history.works[edition] == work]
    return next((edition for edition in reversed(editions) if edition not in history.retyped), editions[-1])
