"""Crystal Keep's rulings summary with the numbers of the Comprehensive Rules, 2003 to 2009.

History: from July 2003 on the summary held the whole text of the Comprehensive Rules, each paragraph as `502.2a - …`
with a tag that names the edition from which it was copied (`[CompRules 2003/07/01]`), and rulings between the rules
(`502.3.Ruling.1 - …`). It was published as a text, as a text of the changes (`+` before each change), and as one page
per chapter, in HTML and later PHP, with a line at the top that dates the issue.

Notes: a page has paragraphs of several editions, because only changed paragraphs were copied again. So its records
belong to the work `rulings-summary`, whose editions are the issues; they keep the numbers of the Comprehensive Rules,
and `rules.provenance` reads from which of their editions each piece of text is. The `+` of a changed rule is in
`Rule.label`.

Guarantees: see `scraper.dialects.rulings`; unclaimed lines are reported.
"""

import re

from rules.records import ParsedDocument
from scraper.claims import ENOUGH_RULES
from scraper.dialects.rulings.reading import NUMBERS, count_items, read_summary
from scraper.layout import SourceDocument
from scraper.markup.page import read_page

NAME = "crystal-keep"

_SIGN = re.compile(r"\[CompRules \d|\brelease of the Rulings\b|\bGeneral Rulings\b")


def claims_document(source: SourceDocument) -> float:
    """Return the confidence that the document is of this dialect, 0 to 1.

    Signs are rule labels with a dash, and tags or the line that dates the issue.
    """
    labelled = count_items(source, NUMBERS)
    if labelled and any(_SIGN.search(line.text) for line in (read_page(source) or source).lines):
        return 0.95
    return 0.65 if labelled >= ENOUGH_RULES else 0.0


def parse(source: SourceDocument) -> ParsedDocument:
    """Read a document of this dialect as records."""
    return read_summary(source, NUMBERS, NAME)
