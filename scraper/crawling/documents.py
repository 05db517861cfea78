"""Documents of the rules on web pages."""

from rules.records import COMPREHENSIVE_RULES, ParsedDocument
from scraper.dialects import official
from scraper.dialects.ebook import HEADLESS
from scraper.layout import UnknownDialect
from scraper.parse import parse_bytes
from scraper.sources.page import WebPage

_LEAST_OF_EDITION = 400
"""Minimum number of rules of a whole edition; that of 1999-04-23 has 415."""


def rules_in(page: WebPage) -> ParsedDocument | None:
    """Return the records of a page; None if it has no words of the rules, such as a list of their titles.

    A page in HTML or JSON that no dialect reads gives None, too.

    Raises:
        UnknownDialect: It is no page that people read, and cannot be read as a document either.
    """
    try:
        document = parse_bytes(page.body, page.address)
    except UnknownDialect:
        if page.is_html or page.json is not None:
            return None
        raise
    has_words = any(rule.text for rule in document.rules) or bool(document.glossary)
    is_headless = any(part.name == HEADLESS for part in document.matter)
    if has_words or is_headless:
        return document
    return None


def find_edition(document: ParsedDocument, page: WebPage) -> str | None:
    """Return the edition that a document states; None unless it is a file with a whole edition by the publisher."""
    is_whole = len(document.rules) >= _LEAST_OF_EDITION and bool(document.glossary) and document.condition == "good"
    is_file = document.dialect == official.NAME and not page.is_html and page.json is None
    if is_whole and is_file and document.work == COMPREHENSIVE_RULES:
        return document.edition
    return None
