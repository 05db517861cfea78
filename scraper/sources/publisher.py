"""The publisher's page, and others that link to the rules as files: text, Word, PDF.

History: the publisher has offered the rules as files since 1999; its page links to the newest edition in several forms,
which lie on another host of its own. Names carry a date ("MagicCompRules 20260807.txt") that may be that of the upload.

Recognised: a link to a file whose name says that it is the Comprehensive Rules.

Order: that of the page. All forms of an edition that can be read are fetched, because they are witnesses of their own;
a crawl limits their number as it limits that of other pages.

Navigation: everything else.

Notes: files may lie on the host of the page and on those where the registry knows the publisher's files to be, nowhere
else. A file that states its date is entered as a copy of that edition. `scraper/sources/__init__.py` says what each
name of this module means to a crawl.
"""

from scraper.published import links_to_rules
from scraper.sources.leads import Lead
from scraper.sources.page import WebPage
from scraper.web.addresses import AddressError, normal_address

NAME = "publisher"
READS_INTERFACE = False
FORMS = ("txt", "docx", "pdf", "rtf")
"""Endings of the names of files that are read; a file of an older Word (`.doc`) is not."""


def recognizes(page: WebPage) -> bool:
    """Return whether a page links to files of the rules."""
    return bool(contents(page))


def contents(page: WebPage) -> tuple[Lead, ...]:
    """Return all files of the rules that a page links to, by their names: `/MagicCompRules%2020260807.txt`."""
    leads = {}
    for link in links_to_rules(page.body, page.address, FORMS):
        try:
            address = normal_address(link)
        except AddressError:
            continue  # nothing can be fetched from it
        leads[address] = Lead(address, "linked as a file of the rules", "document")
    return tuple(leads.values())


def next_page(_page: WebPage) -> Lead | None:
    """Return None: files have no next page."""
    return None
