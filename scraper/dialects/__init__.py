"""The dialects: one module each, in an explicit table.

A dialect module has `NAME`, `claims_document(source) -> float` (confidence that a document is of this dialect, 0 to 1)
and `parse(source) -> ParsedDocument`. To add a dialect, add a module and a row here.
"""

from types import ModuleType

from scraper.dialects import crystal_keep, ebook, official, rules_site, rulings_summary

DIALECTS: tuple[ModuleType, ...] = (official, rulings_summary, crystal_keep, rules_site, ebook)
