"""Records through the editions: a lineage's keys and references in each, and how long a fault persists."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from graph.history import History
from graph.references.resolve import EditionIndex
from graph.references.term_index import index_entries, index_references
from rules.grouping import grouped
from rules.numbers import is_index, number_of
from rules.text import strip_title

if TYPE_CHECKING:
    from collections.abc import Callable

    from rules.records import Diagnostic, Reference, Resolution
    from rules.store import Store

Identity = tuple[str, str, str | None]


class Times:
    """A cache in front of a knowledge base, to look up records by their lineage.

    All results are kept, so that the audit of all editions reads each of them only once.
    """

    def __init__(self, library: Store) -> None:
        """Prepare for one run; nothing is read yet."""
        self.library = library
        self.history = History(library)
        self._found: Callable[[str], dict[str, list[Resolution]]] = cache(self._find_references)
        self._index_lines: Callable[[str], dict[str, str]] = cache(
            lambda edition: {entry.key: entry.text for entry in index_entries(library.matter(edition))}
        )
        self.diagnostics: Callable[[str], tuple[Diagnostic, ...]] = cache(library.diagnostics)
        self._entries: Callable[[str], dict[str, str]] = cache(
            lambda edition: {entry.key: entry.text for entry in library.glossary(edition)}
        )
        self._passages: Callable[[str, str], dict[str, str]] = cache(self._read_passages)
        self.index: Callable[[str], EditionIndex] = cache(
            lambda edition: EditionIndex(library.rules(edition), library.glossary(edition))
        )

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

    def _find_references(self, edition: str) -> dict[str, list[Resolution]]:
        """Return the references of each record of an edition, then of each entry of its index."""
        found = (*self.library.references(edition), *index_references(self.library, edition))
        return grouped((resolution.reference.source, resolution) for resolution in found)

    def _read_passages(self, edition: str, key: str) -> dict[str, str]:
        if is_index(key):
            return {"text": self._index_lines(edition)[key]}
        index = self.index(edition)
        rules = (rule for rule in index.rules.get(number_of(key), ()) if rule.key == key)
        texts = {field: text for rule in rules for field, text in rule.passages}
        return texts or {"text": self._entries(edition)[key]}

    def passage(self, edition: str, key: str, field: str) -> str:
        """Return one passage of a record; `Reference.field` lists the fields."""
        return self._passages(edition, key)[field]

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
