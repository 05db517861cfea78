"""One run of a crawl, page by page.

Guarantees: robots.txt is obeyed and sets the pause between requests. No page on another host or outside of the named
folder is fetched, except files of the publisher on hosts of its own. A page that the archive has is requested again
only after `max_age`, and then downloaded only if it changed. Only complete pages are stored. The number of pages and of
bytes is limited. A page that fails does not stop the others; a host that wants no more requests ends the run, and the
next run resumes.
"""

from __future__ import annotations

import datetime as dt
from collections import deque
from collections.abc import Callable, Sequence
from pathlib import Path
from types import ModuleType

from msgspec import Struct
from msgspec.structs import replace

from rules.counts import format_count
from rules.records import ParsedDocument
from scraper.crawling.boundary import Boundary, find_publisher_hosts
from scraper.crawling.documents import find_edition, rules_in
from scraper.crawling.journal import CrawlJournal
from scraper.crawling.limits import CrawlLimits, StopError
from scraper.crawling.obtain import PageGetter
from scraper.crawling.tasks import ObtainedPage, Task
from scraper.layout import UnknownDialect
from scraper.registry import Registry
from scraper.sources import site, source_named, source_of
from scraper.sources.leads import Lead
from scraper.sources.page import WebPage
from scraper.stored_pages import PageStore, Role, StoredPage, describe
from scraper.visits import CrawlReport, CrawlSettings, Outcome
from scraper.web.client import WebAnswer, WebClient
from scraper.web.steps import SourceError


class _PageAtHand(Struct, frozen=True):
    """A page with its bytes and its context.

    Attributes:
        task: Its address, and the reason to look at it.
        obtained: Its bytes, from the archive or from the web.
        source: The family of its site, a module of `scraper.sources`.
        boundary: The part of the site that the user named.
    """

    task: Task
    obtained: ObtainedPage
    source: ModuleType
    boundary: Boundary

    @property
    def page(self) -> WebPage:
        """The page itself."""
        return self.obtained.page

    @property
    def is_named(self) -> bool:
        """Whether the user named this page."""
        return self.task.source is None

    @property
    def only_leads_to_interface(self) -> bool:
        """Whether it is a page for people, of a family that takes the text from an interface for programs instead."""
        return bool(self.source.READS_INTERFACE) and self.page.is_html


class Crawler:
    """One run.

    Args:
        client: The client for the network.
        store: The pages of the archive.
        settings: What to fetch.
        registry: The known editions.
        now: Returns the current time.
    """

    def __init__(
        self,
        client: WebClient,
        store: PageStore,
        settings: CrawlSettings,
        registry: Registry,
        now: Callable[[], dt.datetime],
    ) -> None:
        self._report = client.report
        self._store = store
        self._settings = settings
        self._set_codes = {edition.id: edition.set_code for edition in registry.editions}
        self._publisher_hosts = find_publisher_hosts(registry.editions)
        self._now = now
        self._limits = CrawlLimits(settings)
        self._journal = CrawlJournal(client.report)
        self._getter = PageGetter(client, store, self._limits, self._journal, now)
        self._seen: set[str] = set()

    def run(self, starts: Sequence[str], target: Path) -> CrawlReport:
        """Fetch the pages at some addresses, and those that they lead to.

        Args:
            starts: The addresses, in normal form.
            target: The archive's folder, for the report.
        """
        stopped = None
        for start in starts:
            try:
                self._run_from(start)
            except StopError as stop:
                stopped = str(stop)
                break
        return CrawlReport(target, tuple(self._journal.visits), stopped)

    def _run_from(self, start: str) -> None:
        """Fetch the page at an address, and those that it leads to.

        The links of a page are followed before those after that page, so that the pages of a book come in their order.
        """
        boundary = Boundary(self._publisher_hosts)
        queue = deque([Task(Lead(start, "named by you"))])
        while queue:
            task = queue.popleft()
            if task.lead.address in self._seen:
                continue
            # A dry run fetches only the first page and lists of pages, since only they lead to the other pages.
            is_beyond_lists = boundary.scope is not None and task.lead.kind != "index"
            if self._settings.dry_run and is_beyond_lists:
                self._plan(task)
                continue
            at_hand = self._obtain(task, boundary)
            if at_hand is None:
                continue
            boundary = at_hand.boundary
            following = self._handle(at_hand)
            if at_hand.source is site:
                # The links of a page of no known family have no order, so those nearest to the start come first.
                queue.extend(following)
            else:
                queue.extendleft(reversed(following))
            waiting = {task.lead.address for task in queue} - self._seen
            self._report("files", "", self._limits.pages + len(waiting))

    def _obtain(self, task: Task, boundary: Boundary) -> _PageAtHand | None:
        """Return a page from the archive or from the web; None if it cannot be fetched, which is recorded.

        Args:
            task: Its address, and the reason to look at it.
            boundary: The part of the site that the user named; before the first page, which shows it, without scope.
        """
        self._limits.count_page()
        self._seen.add(task.lead.address)
        self._report("started", task.lead.address, 0)
        obtained = self._getter.obtain(task, boundary)
        if obtained is None:
            return None
        source = self._source_of(task, obtained.page)
        return _PageAtHand(task, obtained, source, boundary.begun_at(obtained.page.address))

    def _source_of(self, task: Task, page: WebPage) -> ModuleType:
        """Return the family of a page: that of the page that led there, the one that the user named, or a detected one.

        The first of these that there is counts.
        """
        if task.source is not None:
            return task.source
        if self._settings.source:
            return source_named(self._settings.source)
        return source_of(page)

    def _plan(self, task: Task) -> None:
        """Record the outcome that a page would have in a run that is not dry."""
        self._seen.add(task.lead.address)
        held = self._store.held(task.lead.address)
        if held is None:
            self._journal.record(task, "planned")
            return
        stored, _ = held
        if stored.age(self._now()) < self._settings.max_age:
            self._journal.record(task, "present", stored, reason=f"in the archive since {stored.fetched:%Y-%m-%d}")
        else:
            reason = f"in the archive since {stored.fetched:%Y-%m-%d}; it is downloaded again only if it changed"
            self._journal.record(task, "planned", stored, reason=reason)

    def _handle(self, at_hand: _PageAtHand) -> list[Task]:
        """Store a page, record its outcome, and return the pages that it leads to."""
        answer = at_hand.obtained.answer
        if answer is None:
            return self._handle_stored(at_hand)
        document = None
        if not at_hand.only_leads_to_interface:
            try:
                document = rules_in(at_hand.page)
            except UnknownDialect as error:
                self._fail(at_hand, f"{error.reason}{at_hand.obtained.reminder}")
                return []
        if document is None:
            return self._follow_links(at_hand)
        is_new = self._keep(at_hand, answer, document)
        if not is_new:
            return []
        return self._next_tasks(at_hand)

    def _handle_stored(self, at_hand: _PageAtHand) -> list[Task]:
        """Record a page whose bytes the archive has already, and return the pages that it leads to."""
        stored = at_hand.obtained.stored
        assert stored is not None  # noqa: S101 - without an answer, the bytes are those of the archive
        if stored.role == "index":
            return self._follow_links(at_hand)
        self._limits.end_barren_row()
        self._journal.record(at_hand.task, at_hand.obtained.outcome, stored)
        return self._next_tasks(at_hand)

    def _keep(self, at_hand: _PageAtHand, answer: WebAnswer, document: ParsedDocument) -> bool:
        """Store a page with rules, as a copy of an edition if it is one; a dry run only records it.

        Return False if another file of the archive already has its bytes: then that is recorded, and nothing stored.
        """
        edition = find_edition(document, at_hand.page)
        if edition is None:
            page = self._describe(at_hand, answer, "rules")
        else:
            page = self._describe(at_hand, answer, "edition", edition)
        twin = self._store.file_with_bytes(page.sha256)
        # If that file is this page's own, its bytes are only confirmed.
        if twin is not None and twin != page.file:
            self._record_doubled(at_hand, page, twin)
            return False
        self._limits.end_barren_row()
        if self._settings.dry_run:
            self._journal.record(at_hand.task, "planned", reason="it has rules")
            return True
        if edition is None:
            self._store.keep(page, answer.body)
        else:
            page = self._store.keep_edition(page, answer.body, edition, self._set_codes.get(edition))
        self._journal.record(at_hand.task, at_hand.obtained.outcome, page, reason=at_hand.obtained.change)
        return True

    def _record_doubled(self, at_hand: _PageAtHand, page: StoredPage, twin: str) -> None:
        """Record a page whose bytes the archive has already under the path `twin`, so that it is not stored."""
        reason = f"its bytes are those of {twin}"
        self._journal.record(at_hand.task, "doubled", replace(page, file=twin), reason=reason)
        self._limits.count_barren()

    def _describe(self, at_hand: _PageAtHand, answer: WebAnswer, role: Role, edition: str = "") -> StoredPage:
        """Return the record of an answer for the archive, with the reason for which the run fetched it."""
        task = at_hand.task
        described = describe(answer, task.lead.address, role, self._now(), edition)
        return replace(described, source=at_hand.source.NAME, why=task.lead.why, after=task.after)

    def _next_tasks(self, at_hand: _PageAtHand) -> list[Task]:
        """Return the page that continues a page with rules, if it is to be fetched.

        Without `--follow`, that is so only within a series of pages. On a page that the user named, a note says that
        the page continues.
        """
        task, source, page = at_hand.task, at_hand.source, at_hand.page
        is_followed = self._settings.follow or task.lead.kind in {"first", "next"}
        if not is_followed and not at_hand.is_named:
            return []
        try:
            lead = source.next_page(page)
        except SourceError as error:
            self._journal.note(f"{page.address}: {error}")
            return []
        if lead is None:
            return []
        refusal = at_hand.boundary.refusal(lead)
        if refusal is not None:
            self._journal.record(Task(lead, source), "skipped", reason=refusal)
            return []
        if not is_followed:
            self._journal.note(f"{page.address} continues at {lead.address}; use --follow to fetch that page too")
            return []
        return [Task(lead, source, task.lead.address)]

    def _follow_links(self, at_hand: _PageAtHand) -> list[Task]:
        """Record a page without rules, and return the pages that it leads to.

        It is recorded as an index; without links as one without rules; as a failure if the links cannot be followed.
        """
        try:
            leads = self._list_leads(at_hand)
            inside = self._select_inside(at_hand, leads)
            self._check_leads(at_hand, leads, inside)
        except SourceError as error:
            self._fail(at_hand, str(error))
            return []
        if not leads:
            self._record_barren(at_hand)
            return []
        if at_hand.source is site:
            # Some sites make new addresses endlessly: on them, links alone do not show that rules will follow.
            self._limits.count_barren()
        self._record_index(at_hand)
        return [Task(lead, at_hand.source) for lead in inside]

    def _record_index(self, at_hand: _PageAtHand) -> None:
        """Record a page without rules that leads to others, and store it if it is not from the archive."""
        stored = at_hand.obtained.stored
        answer = at_hand.obtained.answer
        if answer is not None:
            stored = self._describe(at_hand, answer, "index")
            self._store.keep(stored, answer.body)
        self._journal.record(at_hand.task, "index", stored, source=at_hand.source)

    def _list_leads(self, at_hand: _PageAtHand) -> tuple[Lead, ...]:
        """Return the links of a page without rules that its family follows."""
        source = at_hand.source
        if source is site and not self._settings.follow:
            return ()
        leads: tuple[Lead, ...] = source.contents(at_hand.page)
        if not source.READS_INTERFACE:
            return leads
        # A further part of a list is an address of the interface; the page for people is that of the list itself.
        shown_at = at_hand.task.lead.page
        return tuple(lead if lead.shown_at else replace(lead, shown_at=shown_at) for lead in leads)

    def _select_inside(self, at_hand: _PageAtHand, leads: Sequence[Lead]) -> list[Lead]:
        """Return the leads in the part of the site that the user named, and record the others as skipped.

        On a page of no known family all links are leads, and most lead elsewhere; those are not recorded.
        """
        inside: list[Lead] = []
        for lead in leads:
            refusal = at_hand.boundary.refusal(lead)
            if refusal is None:
                inside.append(lead)
            elif at_hand.source is not site:
                self._journal.record(Task(lead, at_hand.source), "skipped", reason=refusal)
        return inside

    def _check_leads(self, at_hand: _PageAtHand, leads: Sequence[Lead], inside: Sequence[Lead]) -> None:
        """Raise `SourceError` if the pages that a page leads to are all outside, too many, or not all known."""
        scope = at_hand.boundary.scope
        if leads and not inside and scope is not None:
            folder = f"{scope.host}{scope.folder}"
            pages = format_count(len(leads), "page that it leads to is", "pages that it leads to are")
            raise SourceError(f"{pages} outside of {folder}, and none is inside; name a page above")
        is_cut = at_hand.page.is_cut
        new = {lead.address for lead in inside} - self._seen
        if len(new) > self._limits.remaining_pages:
            count = format_count(len(new), "page")
            if is_cut:
                count = f"at least {count}"
            raise SourceError(
                f"it leads to {count}, more than the {self._settings.most_pages:,} of a run; name a more specific "
                "address, or allow more with --pages"
            )
        if leads and is_cut:
            raise SourceError("it has more tags than are read, so pages would be missing; name a more specific address")

    def _record_barren(self, at_hand: _PageAtHand) -> None:
        """Record a page that has no rules and leads to none: a failure if the user named it."""
        reason = "there are no rules on it, and no list of pages of a known kind"
        outcome: Outcome = "without-rules"
        if at_hand.is_named:
            outcome = "failed"
            if not self._settings.follow:
                reason += "; name a page of rules or their contents, or use --follow to fetch all pages below it"
        reason += at_hand.obtained.reminder
        self._journal.record(at_hand.task, outcome, reason=reason, source=at_hand.source)
        self._limits.count_barren()

    def _fail(self, at_hand: _PageAtHand, reason: str) -> None:
        self._journal.record(at_hand.task, "failed", reason=reason, source=at_hand.source)
