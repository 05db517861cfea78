"""Pages of web sites that publish the rules chapter by chapter, rule by rule, or in one piece.

History: judges' blogs (WordPress: nested lists, mismatched tags, all rules as JSON), wikis (a list with bold numbers,
templates that name the edition), a Russian site with a page for every rule (windows-1251 shown as Latin-1, no space
after labels, italics lost), documentation generators (the number on a separate line), tables, and chapters converted to
Markdown.

Notes: a page that states its effective date has it as `edition`; a wiki's template that names an edition is in
`Rule.tags` of its rules, as printed. If a generator turned subrules into a numbered list, the page lacks their letters:
such paragraphs stay with the rule above them, each with the number of the list.

Guarantees: see `scraper.site_pages.fragment`.
"""

import re

from msgspec.structs import replace

from rules.records import ParsedDocument
from scraper.claims import ENOUGH_RULES, Claims
from scraper.labels import read_heading, read_label
from scraper.layout import Line, Paragraph, SourceDocument
from scraper.markup.page import BEFORE_NUMBER, page_of, read_form
from scraper.parts.alone import count_rising_rules, is_chapter, is_contents, is_glossary
from scraper.parts.dates import stated_edition
from scraper.site_pages.fragment import read_fragment
from scraper.site_pages.lines import join_paragraphs

NAME = "rules-site"

_SYNONYM = re.compile(r"see also:?$", re.IGNORECASE)
_BULLET = re.compile(r"[•◦▪●]\s*")
_MENU = re.compile(r"\|?.{0,60}\bContents\s?\|\s?Glossary\s?\|?")
_NAMES_RULES = re.compile(r"comprehensive rules|magic:? the gathering|полные правила", re.IGNORECASE)
_EFFECTIVE = re.compile(r"^Effective\s([A-Z][a-z]{2,8}\s\d{1,2},\s\d{4})\.?$")


def claims_document(source: SourceDocument) -> float:
    """Return the confidence that the document is of this dialect: a web page in a known form, with rules in it."""
    page = _read_page(source)
    if page is None:
        return 0.0
    rules = count_rising_rules(page.lines)
    if rules >= ENOUGH_RULES:
        return 0.8
    own = [line for line in page.lines if not line.chrome]  # without menus, footers and the like
    if rules and is_chapter([line for line in own if not line.linked]):
        return 0.6
    if not rules and is_glossary(own):
        return 0.6
    if not rules and is_contents(join_paragraphs(own)):
        return 0.55
    # The only sign of a page for a single rule is the name of the site.
    if rules and any(_NAMES_RULES.search(line.text) for line in page.lines[:20]):
        return 0.5
    return 0.0


def parse(source: SourceDocument) -> ParsedDocument:
    """Read a document of this dialect as records."""
    page = _read_page(source) or page_of(source, source.lines)
    claims = Claims(page, NAME)
    return read_fragment(page, _find_chrome, claims, stated_edition(page.lines, claims, _EFFECTIVE))


def _read_page(source: SourceDocument) -> SourceDocument | None:
    """Return the page of a site, without bullets and `CR` before numbers; None if nothing shows that it is one.

    It is one if it is in a form of web pages, such as HTML or wikitext. A plain text with a menu or bullets is one:
    somebody copied it from a browser.
    """
    page = read_form(source)
    if page is None and any(_MENU.fullmatch(line.text) or _BULLET.match(line.text) for line in source.lines):
        page = source
    if page is None:
        return None
    return page_of(page, map(_strip_label, page.lines))


def _strip_label(block: Line) -> Line:
    """Return a block without the bullet and the `CR` before its number."""
    bullet = _BULLET.match(block.text)
    bare = block.text[bullet.end() :] if bullet else block.text
    # A line that continues the one before may begin with the end of "see rule 702.40".
    is_reference = block.role == "text" and not block.after_blank and bare.startswith("rule")
    if not is_reference:
        bare = _strip_prefix(bare)
    return replace(block, text=bare or block.text)


def _strip_prefix(text: str) -> str:
    """Return a text without the `CR` or `rule` before a number; unchanged if no number or heading follows."""
    prefix = BEFORE_NUMBER.match(text)
    if prefix is None:
        return text
    rest = text[prefix.end() :]
    if read_heading(rest) or read_label(rest):
        return rest
    return text


def _find_chrome(paragraph: Paragraph) -> str:
    """Return the reason to drop a paragraph as the site's own; empty for a paragraph of the rules."""
    if _MENU.fullmatch(paragraph.text):
        return "site-menu"
    if _EFFECTIVE.fullmatch(paragraph.text):
        return "date-line"
    if _SYNONYM.fullmatch(paragraph.text):
        return "page-links"
    return ""
