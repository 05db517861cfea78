"""Readers of e-book sites: the rules as a book, cut into numbered pages.

History: an e-book of the rules of 2005 and 2006 still stands on reading sites in several languages. They cut it after a
fixed number of characters; a page is told by a number in its address (`…-30.html`, `?page=34`, `/545517/13393222`) and
leads to the next one, and some have a list of chapters that opens ("Выбрать главу").

Recognised: a next-page link, a list of pages that opens, or a link that begins the book.

Order: the list of pages if there is one; else the first page, and from page to page by the next-page link.

Navigation: previous, the numbers of other pages, the author, other books, the list of chapters on a page with text.

Notes: where the pages are numbered one by one, the number after a page's own is its next-page link.
"""

import re

from scraper.sources import paging
from scraper.sources.leads import Lead, list_links
from scraper.sources.page import WebPage
from scraper.web.addresses import host_and_port_of
from scraper.web.steps import SourceError

NAME = "ebook"
READS_INTERFACE = False
next_page = paging.next_page

_ENOUGH_CHOICES = 2
_BEGIN = re.compile(
    r"(?:(?:start|begin)\sreading|read(?:\sonline)?|first(?:\spage)?|page\s1|1|читать(?:\sонлайн)?|начать\sчтение)\W*",
    re.IGNORECASE,
)


def recognizes(page: WebPage) -> bool:
    """Return whether a page is of a reader, or of the book's description."""
    if len(_choices(page)) >= _ENOUGH_CHOICES or _beginning(page):
        return True
    try:
        return next_page(page) is not None
    except SourceError:
        return True  # it has several next-page links that contradict each other; `next_page` reports them


def contents(page: WebPage) -> tuple[Lead, ...]:
    """Return the pages of the book that a page without text lists, or its first one."""
    return _choices(page) or _beginning(page)


def _choices(page: WebPage) -> tuple[Lead, ...]:
    own_host = host_and_port_of(page.address)
    return list_links(link for link in page.links if link.is_choice and host_and_port_of(link.address) == own_host)


def _beginning(page: WebPage) -> tuple[Lead, ...]:
    own_host = host_and_port_of(page.address)
    found = [link for link in page.links if _BEGIN.fullmatch(link.text) and host_and_port_of(link.address) == own_host]
    leads = list_links(found, kind="first")
    if len(leads) == 1:
        return leads
    return ()
