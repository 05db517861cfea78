"""The searchable units of a document: its rules and glossary entries, each with the imprints of its passages."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from rules.change import passage_of
from rules.imprint import imprint
from rules.numbers import key_of_term
from rules.records import GlossaryEntry, ParsedDocument, Rule


class DocumentUnit(Struct, frozen=True):
    """A rule or glossary entry of the document.

    Attributes:
        name: Its number, or `glossary:TERM`.
        passage: Its text; the heading of a rule that has no text of its own.
        imprint: Imprint of the passage.
        others: Imprints of its examples and notes.
        is_last: Whether it is the last rule or the last glossary entry, so that it may break off.
    """

    name: str
    passage: str
    imprint: int
    others: tuple[int, ...]
    is_last: bool


def units_of(document: ParsedDocument) -> tuple[DocumentUnit, ...]:
    """Return all rules, then all glossary entries, in the order of the document, without those that have no words."""
    sides: tuple[Sequence[Rule | GlossaryEntry], ...] = (document.rules, document.glossary)
    units = (_make_unit(record, is_last=record is side[-1]) for side in sides for record in side)
    return tuple(unit for unit in units if unit is not None)


def _make_unit(record: Rule | GlossaryEntry, *, is_last: bool) -> DocumentUnit | None:
    name = key_of_term(record.term) if isinstance(record, GlossaryEntry) else record.number
    passage = passage_of(record)
    main = imprint(passage.shown)
    others = (imprint(text) for text in (*passage.examples, *passage.notes))
    if main is None:
        return None
    return DocumentUnit(name, passage.shown, main, tuple(other for other in others if other is not None), is_last)
