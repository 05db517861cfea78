"""The records of one sort in the copies of an edition, with keys by which the records of two copies are matched."""

from collections.abc import Sequence
from typing import Generic, TypeVar

from msgspec import Struct

from rules.keys import key_of_entry, key_of_rule, ordinals
from rules.records import GlossaryEntry, Matter, ParsedDocument, Rule
from scraper.archive import Copy
from scraper.collation.agreement import Record, alphanumerics
from scraper.collation.copies import ParsedCopy

R = TypeVar("R", Rule, GlossaryEntry, Matter)


class Column(Struct, Generic[R], frozen=True):
    """The records of one sort in a copy: its rules, its entries, or its framing matter.

    Attributes:
        facts: The facts of the copy.
        document: All records of the copy.
        records: The records by their match keys, in the copy's order.
    """

    facts: Copy
    document: ParsedDocument
    records: dict[str, R]


def make_columns(copies: Sequence[ParsedCopy], lists: Sequence[Sequence[R]]) -> list[Column[R]]:
    """Return the records of one sort of each copy.

    Args:
        copies: The copies, the base first.
        lists: The records of each.
    """
    paired = zip(copies, lists, strict=True)
    return [Column(facts, document, _by_match_key(records)) for (facts, document), records in paired]


def show_key(key: str, record: Record) -> str:
    """Return the key of a record for users; the match key of an entry has letters and digits alone."""
    if isinstance(record, GlossaryEntry):
        return record.key
    return key


def is_heading(record: Record) -> bool:
    """Return whether a record begins a section or a chapter."""
    return isinstance(record, Rule) and record.kind in ("section", "chapter")


def _by_match_key(records: Sequence[R]) -> dict[str, R]:
    """Return the records by their match keys: `702.19a`, and `702.19a#2` for a second one of that name."""
    names = [_match_name(record) for record in records]
    numbered = zip(names, ordinals(names), records, strict=True)
    return {key_of_rule(name, ordinal): record for name, ordinal, record in numbered}


def _match_name(record: Record) -> str:
    """Return the name by which records of two copies are matched.

    Terms are matched by their letters alone, because their quotes differ between copies too.
    """
    if isinstance(record, Rule):
        return record.number
    if isinstance(record, Matter):
        return f"matter:{record.name}"
    return key_of_entry(alphanumerics(record.term))
