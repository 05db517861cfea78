"""Any other site: all pages below a folder.

History: some copies of the rules stand on pages that no family describes.

Recognised: every page; this row is the last of the table.

Order: breadth first, in the order of the links of each page.

Navigation: links to files that are no text, and to whatever lies outside of the named folder.

Notes: such a crawl is begun only by `--follow`, and ends after many pages in a row without rules, since a site may make
up new addresses for ever.
"""

import posixpath
import re
from urllib.parse import urlsplit

from scraper.sources import paging
from scraper.sources.leads import Lead, list_links
from scraper.sources.page import WebPage

NAME = "site"
READS_INTERFACE = False
next_page = paging.next_page

_NO_TEXT = re.compile(
    r"\.(?:png|jpe?g|gif|svg|webp|ico|css|js|mjs|woff2?|mp[34]|zip|gz|exe|xml|rss|atom)", re.IGNORECASE
)


def recognizes(_page: WebPage) -> bool:
    """Return True: every page can be one of some site."""
    return True


def contents(page: WebPage) -> tuple[Lead, ...]:
    """Return all pages that a page links to."""
    return list_links(link for link in page.links if not _is_file(link.address) and "nofollow" not in link.relations)


def _is_file(address: str) -> bool:
    return _NO_TEXT.fullmatch(posixpath.splitext(urlsplit(address).path)[1]) is not None
