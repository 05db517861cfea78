"""The *units* of a document: its rules and glossary entries, each with the imprints of its passages.

A *passage* is a text, an example or a note, and its *imprint* a hash of its words without typography
(`rules.imprints`).
"""

from collections.abc import Sequence

from msgspec import Struct

from rules.change import passage_of
from rules.imprints import imprint
from rules.keys import key_of_entry
from rules.records import GlossaryEntry, ParsedDocument, Rule


class DocumentUnit(Struct, frozen=True):
    """A rule or glossary entry of the document.

    Attributes:
        name: The number of the rule, or `glossary:TERM` for a glossary entry.
        passage: The text, or the heading of a rule that has no text.
        imprint: Imprint of the passage; see `rules.imprints`.
        below: Imprints of the examples and notes.
        is_last: Whether this is the last rule or the last glossary entry, so that its text may break off.
    """

    name: str
    passage: str
    imprint: int
    below: tuple[int, ...]
    is_last: bool


def list_units(document: ParsedDocument) -> tuple[DocumentUnit, ...]:
    """Return all rules, then all glossary entries, in the order of the document, without those that have no words."""
    rules_and_entries: tuple[Sequence[Rule | GlossaryEntry], ...] = (document.rules, document.glossary)
    units: list[DocumentUnit] = []
    for records in rules_and_entries:
        for record in records:
            unit = _make_unit(record, is_last=record is records[-1])
            if unit is not None:
                units.append(unit)
    return tuple(units)


def _make_unit(record: Rule | GlossaryEntry, *, is_last: bool) -> DocumentUnit | None:
    """Return the unit of a record; None if its text has no words."""
    name = key_of_entry(record.term) if isinstance(record, GlossaryEntry) else record.number
    passage = passage_of(record)
    text_imprint = imprint(passage.shown)
    if text_imprint is None:
        return None
    below = (imprint(text) for text in (*passage.examples, *passage.notes))
    imprints = tuple(passage_imprint for passage_imprint in below if passage_imprint is not None)
    return DocumentUnit(name, passage.shown, text_imprint, imprints, is_last)
