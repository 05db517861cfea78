"""Detection of the form of a page: JSON, tags, wikitext, Markdown, or none of them."""

from __future__ import annotations

import re

from scraper.markup.json_page import read_json_page
from scraper.markup.page import MarkupPage, page_of, read_page
from scraper.markup.plain import line_blocks, read_markdown, wiki_blocks
from scraper.source import SourceDocument

_WIKI = re.compile(r"^[*:#]{1,6}\s?'''[1-9]\d\d\.|\{\{\s?(?:CR|rules)\s?\|", re.MULTILINE)
_MARKDOWN = re.compile(
    r"^(?:\#{1,6}\s+(?:CR\s+)?[1-9]\d{0,2}\.|[*+-]\s+(?:\*\*)?[1-9]\d\d\.|\*\*[1-9]\d\d\.|\|\s*[1-9]\d\d\.)",
    re.MULTILINE,
)


def read_form(source: SourceDocument) -> MarkupPage | None:
    """Return a document in any of the forms that sites give pages in, None for a plain text."""
    page = read_json_page(source) or read_page(source)
    if page is not None:
        return page
    if _WIKI.search(source.text):
        return page_of(source, wiki_blocks(source.lines), source.diagnostics, "wiki")
    if _MARKDOWN.search(source.text):
        return page_of(source, tuple(map(read_markdown, line_blocks(source.lines))), source.diagnostics, "markdown")
    return None
