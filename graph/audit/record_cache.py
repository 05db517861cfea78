"""The records of all editions in a knowledge base, as the audit looks them up, each read once."""

from collections.abc import Callable, Mapping, Sequence
from functools import cache

from graph.audit.faults import FaultSpan, IdentityInRecord, identify_in_record
from graph.audit.runs import EditionRuns
from graph.history import History
from graph.references.printed_index import read_printed_index, resolve_printed_index
from graph.references.resolve import EditionIndex, passages
from rules.caching import cached_method
from rules.grouping import grouped
from rules.keys import is_index_entry
from rules.records import Diagnostic, GlossaryEntry, Resolution, Rule
from rules.store import Store


class RecordCache:
    """A cache in front of a knowledge base, to look up records by their lineage.

    All results are kept, so that the audit of all editions reads each of them only once. Only editions that are not
    retyped can be asked for.

    Args:
        store: The knowledge base; it must stay open.

    Attributes:
        store: The knowledge base.
        history: Its history.
        diagnostics: Returns what the reader of an edition reported. Cached.
        lineages: Returns key → lineage for an edition.
    """

    def __init__(self, store: Store) -> None:
        self.store = store
        self.history = History(store)
        self.diagnostics: Callable[[str], tuple[Diagnostic, ...]] = cache(store.diagnostics)
        self._runs = EditionRuns(store)
        self.lineages = self._runs.lineages

    def rules(self, edition: str) -> list[Rule]:
        """Return the rules of an edition in the order of the document, without examples, notes and lines."""
        return [record for record in self._runs.records(edition).values() if isinstance(record, Rule)]

    @cached_method
    def index(self, edition: str) -> EditionIndex:
        """Return the numbers and headings of an edition, without its glossary."""
        return EditionIndex(self.rules(edition), ())

    def lineage_at(self, edition: str, key: str) -> str | None:
        """Return the lineage of a record, or the key of an entry of the printed index.

        Such entries have no lineage; the key is used instead, because consecutive editions reprint the index.
        """
        return key if is_index_entry(key) else self.lineages(edition).get(key)

    @cached_method
    def references(self, edition: str) -> Mapping[str, Sequence[Resolution]]:
        """Return the references of each record of an edition, then of each entry of the index that it prints."""
        references = self._runs.references(edition)
        if edition not in self._runs.with_index:
            return references
        records = self._runs.records(edition).values()
        glossary = [record for record in records if isinstance(record, GlossaryEntry)]
        printed_index = read_printed_index(self.store.matter(edition))
        resolutions = resolve_printed_index(printed_index, self.rules(edition), glossary)
        by_entry = grouped((resolution.reference.source, resolution) for resolution in resolutions)
        return {**references, **by_entry}

    def passage(self, edition: str, key: str, field: str) -> str:
        """Return one passage of a record.

        Args:
            edition: Id of the edition.
            key: Key of the record.
            field: The passage, in the form of `Reference.field`: `text`, `example:0`, `note:0`, ….

        Raises:
            LookupError: The edition has no such rule.
        """
        if is_index_entry(key):
            return next(entry.text for entry in read_printed_index(self.store.matter(edition)) if entry.key == key)
        if field == "text":
            return self._runs.records(edition)[key].text
        rule = self.store.rule(edition, key)
        if rule is None:
            raise LookupError(f"{edition} has no rule {key}")
        return next(text for _, name, text in passages([rule], ()) if name == field)

    def key_in(self, edition: str, lineage: str | None) -> str | None:
        """Return the key of a lineage in an edition; None if the edition lacks the lineage."""
        if lineage and is_index_entry(lineage):
            return lineage if lineage in self.references(edition) else None
        return self._runs.keys(edition).get(lineage) if lineage else None

    def find_span(self, edition: str, has_fault: Callable[[str], bool]) -> FaultSpan:
        """Return the consecutive editions around one that have a fault.

        Args:
            edition: An edition that has the fault.
            has_fault: Returns whether another edition has it.
        """
        first = _find_end(edition, self.history.calendar.previous, has_fault)
        last = _find_end(edition, self.history.calendar.edition_after, has_fault)
        return FaultSpan(first, last)

    def still_broken(self, edition: str, lineage: str | None, wanted: IdentityInRecord) -> bool:
        """Return whether the record of a lineage has, in an edition, a broken reference with a given identity."""
        resolutions = self.references(edition).get(self.key_in(edition, lineage) or "", ())
        broken = (resolution.reference for resolution in resolutions if resolution.status != "ok")
        return any(identify_in_record(reference) == wanted for reference in broken)


def _find_end(edition: str, step: Callable[[str], str | None], has_fault: Callable[[str], bool]) -> str:
    """Return the last edition, in the direction of `step`, before the first that does not have a fault.

    Args:
        edition: The edition to begin with, which has the fault.
        step: Returns the next edition in that direction; None if there is none.
        has_fault: Returns whether an edition has the fault.
    """
    following = step(edition)
    while following is not None and has_fault(following):
        edition = following
        following = step(edition)
    return edition
