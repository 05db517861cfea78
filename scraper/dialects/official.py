"""The publisher's own text of the Comprehensive Rules, 1999 to today, in all formats of surviving copies.

History: 1999 as 80-column text with ruled headings, indented contents, glossary and index; then with dotted contents;
from 2001 hard-wrapped at page width; from 2002 one paragraph per line; straight quotes until 2014 (curly in 2005),
curly since. Numbers, headings, examples and glossary have the same form throughout, so one module reads them all once
`scraper.layout` has found the paragraphs.

Notes: the effective date is what the document itself says ("effective" since 2009, "current" before), never its file
name.
Guarantees: see `scraper.regions`; unclaimed lines are reported.
"""

from __future__ import annotations

from itertools import pairwise

from rules.records import ParsedDocument
from scraper.claims import ENOUGH_RULES
from scraper.dialects.fragment import DATE_LINE, read_edition
from scraper.labels import Label, read_label
from scraper.layout import SourceDocument

NAME = "official"


def claims_document(source: SourceDocument) -> float:
    """Return the confidence that the document is of this dialect, 0 to 1.

    Signs are rule labels with numbers, and the line that states the date.
    """
    numbers = [
        label.number for line in source.lines if (label := read_label(line.text)) and _has_words(line.text, label)
    ]
    rising = sum(before < after for before, after in pairwise(numbers))
    if len(set(numbers)) < ENOUGH_RULES or 2 * rising < len(numbers) - 1:
        return 0.0
    return 1.0 if any(DATE_LINE.search(line.text) for line in source.lines) else 0.6


def _has_words(text: str, label: Label) -> bool:
    """Return whether words follow a label; in a table of figures and in a program none do."""
    first = text[label.end : label.end + 1]
    if text.startswith(("- ", "– ", "— "), label.end):  # the format of the rulings summaries
        return False
    return first.isalpha() or (not first.isalnum() and any(char.isalpha() for char in text[label.end : label.end + 9]))


def parse(source: SourceDocument) -> ParsedDocument:
    """Read a document of this dialect as records.

    Args:
        source: A document that `claims_document` accepts; another one yields no rules and an error in `diagnostics`.
    """
    return read_edition(source, NAME)
