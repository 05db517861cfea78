"""The dialects: one module each, in an explicit table.

A dialect module has `NAME`, `claims_document(source) -> float` (confidence that a document is of this dialect, 0 to 1)
and `parse(source) -> ParsedDocument`. To add a dialect, add a module and a row here.
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from rules.records import ParsedDocument
from scraper.dialects import crystal_keep, ebook, official, rules_site, rulings_summary
from scraper.source import SourceDocument


class Dialect(Struct, frozen=True):
    """A dialect: its name and its two functions."""

    name: str
    claims_document: Callable[[SourceDocument], float]
    parse: Callable[[SourceDocument], ParsedDocument]


DIALECTS: tuple[Dialect, ...] = (
    Dialect(official.NAME, official.claims_document, official.parse),
    Dialect(rulings_summary.NAME, rulings_summary.claims_document, rulings_summary.parse),
    Dialect(crystal_keep.NAME, crystal_keep.claims_document, crystal_keep.parse),
    Dialect(rules_site.NAME, rules_site.claims_document, rules_site.parse),
    Dialect(ebook.NAME, ebook.claims_document, ebook.parse),
)
