"""The passages of an edition that a document *lacks*: those that it should have between passages that it has.

A *unit* is a rule or glossary entry of the document; it has a *match* if the edition has its text.
"""

from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple

from graph.documents.units import DocumentUnit
from graph.documents.verbatim import VerbatimMatches
from rules.keys import is_entry
from rules.store import Store

LONGEST_GAP = 20
"""Maximum number of consecutive rules that count as missing; if there are more, the document continues elsewhere."""
FIRST_ENTRY = 1_000_000
"""Position of the first glossary entry, so that entries follow the rules of any edition."""


class _Occurrence(NamedTuple):
    """A record of an edition that has the text of a unit.

    Attributes:
        position: Its position in the edition.
        name: Its number, or `glossary:TERM`.
    """

    position: int
    name: str


class _EditionRecords(NamedTuple):
    """The records of an edition by their positions: from 0 for rules, from `FIRST_ENTRY` for glossary entries.

    Attributes:
        occurrences: Imprint → the records that have it, in order, for the imprints of the document's texts.
        below: Position of a record → how many examples and notes it has.
    """

    occurrences: dict[int, list[_Occurrence]]
    below: dict[int, int]


def count_lacking(store: Store, matches: VerbatimMatches, units: Sequence[DocumentUnit], edition: str) -> int:
    """Return the number of passages of an edition that a document lacks.

    Two kinds of passages count: rules and entries between two units that are close to each other in the edition, and
    examples and notes of rules. A unit without a match may be one of the records that seem to be missing around it, so
    it reduces their number by one.

    Args:
        store: The knowledge base.
        matches: The editions that have the units.
        units: The units of the document.
        edition: Id of the edition.
    """
    records = _read_edition(store, matches, edition)
    lacking = 0
    unmatched = 0  # units without a match since the last unit with a match
    before: int | None = None  # the position of the last unit with a match
    for index, unit in enumerate(units):
        occurrences = records.occurrences.get(unit.imprint)
        if occurrences is None or not matches.has_text(edition, index):
            unmatched += 1
            continue
        position = _choose_position(occurrences, unit.name, before)
        if before is not None:
            lacking += _count_between(before, position, unmatched)
        is_rule = position < FIRST_ENTRY
        if is_rule:
            lacking += max(0, records.below[position] - len(unit.below))
        before = position
        unmatched = 0
    return lacking


def _count_between(before: int, position: int, unmatched: int) -> int:
    """Return how many rules are missing between two positions: 3 between 10 and 15 if one unit there has no match.

    Args:
        before: The position of a unit.
        position: The position of the next unit with a match. If it is far away, or earlier, nothing is missing.
        unmatched: Number of units without a match between the two.
    """
    gap = position - before - 1
    if gap > LONGEST_GAP + unmatched:
        return 0
    return max(0, gap - unmatched)


def _read_edition(store: Store, matches: VerbatimMatches, edition: str) -> _EditionRecords:
    """Return the records of an edition, as far as `count_lacking` needs them."""
    records = _EditionRecords(defaultdict(list), {})
    for text, name, index, count in store.positions(edition):
        position = index + (FIRST_ENTRY if is_entry(name) else 0)
        records.below[position] = count
        if text in matches.text_imprints:
            records.occurrences[matches.text_imprints[text]].append(_Occurrence(position, name))
    return records


def _choose_position(occurrences: Sequence[_Occurrence], name: str, before: int | None) -> int:
    """Return the position in an edition that a unit of the document corresponds to.

    Args:
        occurrences: The records of the edition with the unit's text, in order; at least one.
        name: The unit's number or term. A record with this name is chosen first.
        before: The position of the unit before this one; None if there is none. Without a record with the name, the
            first record after this position is chosen, or else the first of all.
    """
    for occurrence in occurrences:
        if occurrence.name == name:
            return occurrence.position
    for occurrence in occurrences:
        if before is not None and occurrence.position > before:
            return occurrence.position
    return occurrences[0].position
