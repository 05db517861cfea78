"""The dialects, in an explicit table: a module each, or an object.

A dialect has `NAME`, `claims_document(source) -> float` (confidence that a document is of this dialect, 0 to 1) and
`parse(source) -> ParsedDocument`. To add a dialect, add a module and a row here.
"""

from types import ModuleType

from scraper.dialects import ebook, official, records, rules_site
from scraper.dialects.rulings import RULINGS_DIALECTS, RulingsDialect

DIALECTS: tuple[ModuleType | RulingsDialect, ...] = (official, *RULINGS_DIALECTS, rules_site, ebook, records)
