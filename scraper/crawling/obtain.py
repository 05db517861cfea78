"""Get the bytes of a page: from the archive if they are recent, else from the web."""

import datetime as dt
from collections.abc import Callable

from msgspec.structs import replace

from scraper.crawling.boundary import Boundary
from scraper.crawling.journal import CrawlJournal
from scraper.crawling.limits import CrawlLimits, StopError
from scraper.crawling.tasks import ObtainedPage, Task
from scraper.sources.page import WebPage
from scraper.stored_pages import PageStore, StoredPage
from scraper.web.addresses import host_and_port_of
from scraper.web.client import WebAnswer, WebClient
from scraper.web.polite import PolitePages
from scraper.web.steps import SourceError


class PageGetter:
    """Gets pages, and records those that cannot be fetched.

    Args:
        client: The client for the network.
        store: The pages of the archive.
        limits: The limits of the run.
        journal: The record of failures.
        now: Returns the current time.
    """

    def __init__(
        self,
        client: WebClient,
        store: PageStore,
        limits: CrawlLimits,
        journal: CrawlJournal,
        now: Callable[[], dt.datetime],
    ) -> None:
        self._largest = client.settings.largest
        self._pages = PolitePages(client)
        self._store = store
        self._settings = limits.settings
        self._limits = limits
        self._journal = journal
        self._now = now

    def obtain(self, task: Task, boundary: Boundary) -> ObtainedPage | None:
        """Return a page from the archive or from the web; None if it cannot be fetched, which is recorded.

        Raises:
            StopError: The host answers no requests at present.
        """
        held = self._find_held(task.lead.address)
        if held is None:
            answer = self._ask(task, boundary, None)
            if answer is None:
                return None
            return ObtainedPage(_page_of(answer), None, answer, "fetched")
        stored, data = held
        page = WebPage(stored.final or stored.address, data, stored.content_type)
        if stored.age(self._now()) < self._settings.max_age:
            return ObtainedPage(page, stored, None, "present")
        answer = self._ask(task, boundary, stored)
        if answer is None:
            return None
        if answer.unchanged or answer.body == data:
            confirmed = replace(stored, checked=self._now().replace(microsecond=0))
            self._store.note(confirmed)
            return ObtainedPage(page, confirmed, None, "unchanged")
        return ObtainedPage(_page_of(answer), stored, answer, "changed")

    def _find_held(self, address: str) -> tuple[StoredPage, bytes] | None:
        """Return the page that the archive has for an address, with its bytes; None if it has none.

        An index that another family than the named one has stored does not count, since the named family may find
        other links in it.
        """
        held = self._store.held(address)
        if held is None:
            return None
        stored, _ = held
        is_other_family = self._settings.source not in {None, stored.source}
        if is_other_family and stored.role == "index":
            return None
        return held

    def _ask(self, task: Task, boundary: Boundary, stored: StoredPage | None) -> WebAnswer | None:
        """Return the answer of a page's server; None if there is none, which is recorded.

        Args:
            task: The page.
            boundary: The part of the site in which the answer must be, after redirects.
            stored: The page in the archive, so that the server can answer that the page has not changed; or None.

        Raises:
            StopError: The host answers no requests at present.
        """
        lead = task.lead
        limit = min(self._largest, self._limits.remaining_bytes)
        conditions = None
        if stored is not None:
            conditions = stored.conditions
        try:
            answer = self._pages.get(lead.address, limit, boundary.list_hosts(lead), conditions)
        except SourceError as error:
            self._journal.record(task, "failed", reason=str(error))
            if error.host_wide:
                remedy = "run the same command again later; it resumes where it stopped"
                raise StopError(f"{host_and_port_of(lead.address)}: {error}; {remedy}") from error
            return None
        self._limits.count_bytes(len(answer.body))
        refusal = boundary.refusal(replace(lead, address=answer.address))
        if refusal is not None:
            self._journal.record(task, "failed", reason=f"it leads to {answer.address}, and {refusal}")
            return None
        return answer


def _page_of(answer: WebAnswer) -> WebPage:
    return WebPage(answer.address, answer.body, answer.content_type)
