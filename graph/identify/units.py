"""The searchable units of a document: its rules and glossary entries, each with the imprints of its passages."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from rules.imprint import imprint
from rules.numbers import key_of_term

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

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
    return (*_of_rules(document.rules), *_of_entries(document.glossary))


def _of_rules(rules: Sequence[Rule]) -> Iterator[DocumentUnit]:
    for rule in rules:
        passage = rule.text or rule.heading or ""
        main = imprint(passage)
        if main is not None:
            others = tuple(mark for text in (*rule.examples, *rule.notes) if (mark := imprint(text)) is not None)
            yield DocumentUnit(rule.number, passage, main, others, rule is rules[-1])


def _of_entries(glossary: Sequence[GlossaryEntry]) -> Iterator[DocumentUnit]:
    for entry in glossary:
        passage = entry.text or entry.term
        main = imprint(passage)
        if main is not None:
            yield DocumentUnit(key_of_term(entry.term), passage, main, (), entry is glossary[-1])
