"""A page that a run is to look at, before and after its bytes are at hand."""

from types import ModuleType

from msgspec import Struct

from scraper.sources.leads import Lead
from scraper.sources.page import WebPage
from scraper.stored_pages import StoredPage
from scraper.visits import Outcome
from scraper.web.client import WebAnswer


class Task(Struct, frozen=True):
    """A page to look at.

    Attributes:
        lead: Its address, and the reason to look at it.
        source: The family of the page that led there; None for a page that the user named.
        after: The address of the page that it continues; empty if none.
    """

    lead: Lead
    source: ModuleType | None = None
    after: str = ""


class ObtainedPage(Struct, frozen=True):
    """A page whose bytes are at hand.

    Attributes:
        page: The page.
        stored: The page that the archive has for its address, or None.
        answer: The answer of the server; None if the bytes are those of the archive.
        outcome: For bytes of the archive, whether the server was asked.
    """

    page: WebPage
    stored: StoredPage | None
    answer: WebAnswer | None
    outcome: Outcome

    @property
    def reminder(self) -> str:
        """The words to add to a failure if the archive has an older version of the page; else empty."""
        if self.stored is None or self.stored.role == "index":
            return ""
        return f"; the archive keeps the page of {self.stored.fetched:%Y-%m-%d}"

    @property
    def change(self) -> str | None:
        """A sentence about a page that has changed since the archive got it; None if the archive did not have it."""
        if self.stored is None:
            return None
        day = f"{self.stored.fetched:%Y-%m-%d}"
        return f"this page has changed since {day}; the archive has both, the older one as {self.stored.file}"
