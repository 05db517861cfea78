"""The editions that have the units of a document verbatim, apart from typography.

A *unit* is a rule or glossary entry of the document, and an *imprint* the hash of a text without its typography.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence

from graph.documents.units import DocumentUnit
from rules.caching import cached_method
from rules.store import Store


def _find_texts(store: Store, units: Iterable[DocumentUnit]) -> dict[int, int]:
    """Return id → imprint of each text of the knowledge base that has the imprint of a passage of the units."""
    imprints: set[int] = set()
    for unit in units:
        imprints.update((unit.imprint, *unit.below))
    imprint_of_text: dict[int, int] = {}
    for text_imprint, texts in store.texts_like(imprints).items():
        imprint_of_text.update(dict.fromkeys(texts, text_imprint))
    return imprint_of_text


class VerbatimMatches:
    """The editions of a knowledge base that have the passages of each unit of a document.

    A set of editions is an integer with one bit for each edition: the bit 1 is the oldest edition, 2 the next, 4 the
    one after, so that 5 is the set of the first and the third. Sets of ids would need a hundred times the memory. Units
    are named by their indices.

    Args:
        store: The knowledge base.
        units: The units.

    Attributes:
        text_imprints: Id of a text → its imprint, for those texts of the knowledge base that the document has.
        with_text: For each unit, the set of the editions that have its text, perhaps without its examples and notes.
        with_all: For each unit, the set of the editions that have all of its passages.
        in_place: For each unit, the set of those of `with_all` that have its text under its number or term.
    """

    def __init__(self, store: Store, units: Sequence[DocumentUnit]) -> None:
        self._units = units
        self._bits = {edition: 1 << index for index, edition in enumerate(store.edition_ids)}
        self.text_imprints = _find_texts(store, units)
        self._with_imprint: dict[int, int] = defaultdict(int)  # imprint → the set of the editions that have it anywhere
        with_name: dict[tuple[int, str], int] = defaultdict(int)  # the same, for an imprint under a number or term
        for text, name, editions in store.find_occurrences(self.text_imprints):
            text_imprint = self.text_imprints[text]
            self._with_imprint[text_imprint] |= self._read_set(editions)
            if name:
                with_name[text_imprint, name] |= self._read_set(editions)
        self.with_text = [self._with_imprint[unit.imprint] for unit in units]
        self.with_all = [self._find_with_all(unit) for unit in units]
        self.in_place: list[int] = []
        for unit, editions_with_all in zip(units, self.with_all, strict=True):
            self.in_place.append(editions_with_all & with_name[unit.imprint, unit.name])

    @cached_method
    def _read_set(self, editions: str) -> int:
        """Return the set of some editions, whose ids are joined by commas."""
        return sum(self._bits[edition] for edition in editions.split(","))

    def _find_with_all(self, unit: DocumentUnit) -> int:
        """Return the set of the editions that have all passages of a unit."""
        editions = self._with_imprint[unit.imprint]
        for passage_imprint in unit.below:
            editions &= self._with_imprint[passage_imprint]
        return editions

    def has_text(self, edition: str, index: int) -> bool:
        """Return whether an edition has the text of a unit."""
        return bool(self.with_text[index] & self._bits[edition])

    def list_in_no_edition(self) -> list[int]:
        """Return the units whose text no edition has."""
        return [index for index, editions in enumerate(self.with_text) if not editions]

    def list_missing(self, edition: str) -> list[int]:
        """Return the units of which an edition lacks a passage."""
        bit = self._bits[edition]
        return [index for index, editions in enumerate(self.with_all) if not editions & bit]

    def count_in_place(self, edition: str) -> int:
        """Return the number of units that an edition has under the same number or term."""
        bit = self._bits[edition]
        return sum(bool(editions & bit) for editions in self.in_place)

    def share_below(self, edition: str, index: int) -> float:
        """Return the share of a unit's examples and notes that an edition has, 0 to 1; 1 if the unit has none."""
        below = self._units[index].below
        if not below:
            return 1.0
        bit = self._bits[edition]
        return sum(bool(self._with_imprint[passage_imprint] & bit) for passage_imprint in below) / len(below)

    def count_sets(self, sets: Iterable[int]) -> dict[str, int]:
        """Return edition → how many of some sets of editions it is in."""
        times = Counter(sets)  # many sets are the same
        counts: dict[str, int] = {}
        for edition, bit in self._bits.items():
            counts[edition] = sum(count for editions, count in times.items() if editions & bit)
        return counts
