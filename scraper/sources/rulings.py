"""Crystal Keep's rulings summary as web pages, a page a section.

History: until 1999 the summary stood as a page for each of its sections (`A.2 - Activated Abilities`), with "Return to
Rules Index" at its head and "Top" after each rule; from 2003 as a page for each chapter of the Comprehensive Rules
(`502 - Keyword Abilities`, `rule-general-502.html`, later `.php`), with a trail of links at its head.

Recognised: at least three links whose words are the number of a section or chapter, a dash and its title.

Order: that of the index.

Navigation: "Top", "Return to Rules Index", "New Search", "Go To", acknowledgments: whatever has no number.

Notes: an index may list each rule of a section as well; those links lead into a section's page, which is fetched once.
A page has no next-page link, so `--follow` finds nothing on it; name the index.
"""

from scraper.claims import ENOUGH_RULES
from scraper.dialects.rulings import LETTERS, NUMBERS, read_number
from scraper.sources import paging
from scraper.sources.leads import Lead, list_links
from scraper.sources.page import PageLink, WebPage

NAME = "rulings"
READS_INTERFACE = False
next_page = paging.next_page


def recognizes(page: WebPage) -> bool:
    """Return whether a page is an index of the summary."""
    return len({link.address for link in _listed(page)}) >= ENOUGH_RULES


def contents(page: WebPage) -> tuple[Lead, ...]:
    """Return the pages of the sections, in the order of the index."""
    return list_links(_listed(page))


def _listed(page: WebPage) -> list[PageLink]:
    return [link for link in page.links if read_number(link.text, LETTERS) or read_number(link.text, NUMBERS)]
