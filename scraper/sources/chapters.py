"""Sites that publish the rules chapter by chapter or rule by rule, with a contents page.

History: since about 2009 judges' blogs, shops and hobby sites have cut the publisher's text into a page a chapter
("607. Linked Abilities"), some into a page a rule (`702-61.html`); documentation generators do the same. The contents
page lists all of them, often with the sections between.

Recognised: at least three links whose words begin with the number of a section, chapter or rule, or whose address ends
in the number of a chapter or rule.

Order: that of the contents page, whatever the numbers are; each page once.

Navigation: links without a number (home, search, previous, next), and on a page with rules all numbered links, because
there they are references.

Notes: sections that are no pages of their own are links into the contents page itself, and vanish with their fragment.
The glossary is listed by its name.
"""

import posixpath
import re
from urllib.parse import unquote, urlsplit

from scraper.claims import ENOUGH_RULES
from scraper.sources import paging
from scraper.sources.leads import Lead, list_links
from scraper.sources.page import PageLink, WebPage

NAME = "chapters"
READS_INTERFACE = False
next_page = paging.next_page

_NUMBERED = re.compile(
    r"(?:CR|rules?|chapter|section)?\s{0,3}(?:[1-9]\d\d(?:\.\d{1,3}[a-z]{0,2})?(?![\w])|[1-9]\.\s)", re.IGNORECASE
)
_NAMED = re.compile(r"(?:\d+\.?\s)?glossary", re.IGNORECASE)
_FILE = re.compile(
    r"(?:cr|rules?|chapter|section)?[-_]?[1-9]\d\d(?:[-_.]\d{1,3}[a-z]{0,2})?(?:\.\w{2,5})?", re.IGNORECASE
)


def recognizes(page: WebPage) -> bool:
    """Return whether a page is a contents page of this family."""
    return len({link.address for link in _listed(page) if not _NAMED.fullmatch(link.text)}) >= ENOUGH_RULES


def contents(page: WebPage) -> tuple[Lead, ...]:
    """Return the pages that a contents page lists, in its order."""
    return list_links(_listed(page))


def _listed(page: WebPage) -> list[PageLink]:
    return [link for link in page.links if link.text and _is_listed(link)]


def _is_listed(link: PageLink) -> bool:
    if _NUMBERED.match(link.text) or _NAMED.fullmatch(link.text):
        return True
    last = posixpath.basename(unquote(urlsplit(link.address).path).rstrip("/"))
    return _FILE.fullmatch(last) is not None
