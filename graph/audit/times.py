"""The records of a knowledge base through the editions, as the audit looks them up."""

from collections.abc import Callable, Mapping, Sequence
from functools import cache

from graph.answers.references import all_references
from graph.audit.faults import Identity, identity
from graph.history import History
from graph.references.resolve import EditionIndex, index_entries, passages
from rules.caching import cached_method
from rules.grouping import grouped
from rules.numbers import is_index, number_of
from rules.records import Diagnostic, Resolution
from rules.store import Store


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

    @cached_method
    def references(self, edition: str) -> Mapping[str, Sequence[Resolution]]:
        """Return the references of each record of an edition, then of each entry of its index."""
        found = all_references(self.library, edition)
        return grouped((resolution.reference.source, resolution) for resolution in found)

    @cached_method
    def _entries(self, edition: str) -> dict[str, str]:
        """Return the texts of an edition's glossary and of its index, by key."""
        texts = {entry.key: entry.text for entry in self.library.glossary(edition)}
        return texts | {entry.key: entry.text for entry in index_entries(self.library.matter(edition))}

    def passage(self, edition: str, key: str, field: str) -> str:
        """Return one passage of a record; `Reference.field` lists the fields."""
        # Rules are read from the index, which is kept anyway; few of their passages are ever asked for.
        rules = [rule for rule in self.index(edition).rules.get(number_of(key), ()) if rule.key == key]
        records = {name: text for _, name, text in passages(rules, ())}
        return records[field] if records else self._entries(edition)[key]

    def key_in(self, edition: str, lineage: str | None) -> str | None:
        """Return the key of a lineage in an edition; None if the edition lacks the lineage."""
        if lineage and is_index(lineage):
            return lineage if lineage in self.references(edition) else None
        return self.history.key_at(lineage, edition) if lineage else None

    def run(self, edition: str, stands: Callable[[str], bool]) -> tuple[str, str]:
        """Return the first and last of the adjacent editions around this one through which `stands` is true."""
        first = _find_end(edition, self.history.previous, stands)
        return first, _find_end(edition, self.history.edition_after, stands)

    def still_broken(self, edition: str, lineage: str | None, fault: Identity) -> bool:
        """Return whether a record still has, in an edition, the broken reference that it had in another."""
        resolutions = self.references(edition).get(self.key_in(edition, lineage) or "", ())
        broken = (resolution.reference for resolution in resolutions if resolution.status != "ok")
        return any(identity(reference) == fault for reference in broken)


def _find_end(edition: str, step: Callable[[str], str | None], stands: Callable[[str], bool]) -> str:
    """Return the last edition in one direction through which something is true."""
    beyond = step(edition)
    while beyond is not None and stands(beyond):
        edition, beyond = beyond, step(beyond)
    return edition
