"""One run of a crawl, page by page.

Guarantees: robots.txt decides, and sets the pace; no page is fetched that lies on another host or outside of the named
folder, except files of the publisher on hosts of its own; a page that the archive has is asked for again only after
`max_age`, and then on the condition that it changed; what is stored is whole. The number of pages and of bytes is
bounded. One page that fails hides no other; a host that wants no more requests ends the run, and the next run goes on
where it stopped.
"""

from __future__ import annotations

import datetime as dt
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from types import ModuleType
from urllib.parse import urlsplit

from msgspec import Struct
from msgspec.structs import replace

from rules.errors import ComprulesError
from rules.records import COMPREHENSIVE_RULES, ParsedDocument
from scraper.dialects import official
from scraper.dialects.ebook import HEADLESS
from scraper.layout import UnknownDialect
from scraper.parse import parse_bytes
from scraper.registry import Registry
from scraper.sources import site, source_named, source_of
from scraper.sources.leads import Lead
from scraper.sources.page import WebPage
from scraper.stored_pages import PageStore, Role, StoredPage, describe
from scraper.visits import CrawlReport, CrawlSettings, Outcome, Visit
from scraper.web.addresses import host_of, name_of_host
from scraper.web.client import WebAnswer, WebClient
from scraper.web.polite import PolitePages
from scraper.web.scope import Scope, scope_of
from scraper.web.steps import FetchStep, SourceError

BARREN = 50
"""Number of pages in a row without rules after which a crawl of all pages below a folder ends."""

LEAST_OF_EDITION = 400
"""Minimum number of rules of a whole edition; that of 1999-04-23 has 415."""


class _StopError(ComprulesError):
    """The run cannot go on; the message says why and what to do."""


class _Task(Struct, frozen=True):
    """A page to look at.

    Attributes:
        lead: Where it is, and why it is looked at.
        source: The family of the page that led there; None for a page that the user named.
        after: The address of the page that it continues; empty if none.
    """

    lead: Lead
    source: ModuleType | None = None
    after: str = ""


class _Obtained(Struct, frozen=True):
    """A page whose bytes are at hand.

    Attributes:
        page: The page.
        held: What the archive has of its address, or None.
        answer: What the server sent; None if the bytes are those of the archive.
        outcome: For bytes of the archive, whether the server was asked.
    """

    page: WebPage
    held: StoredPage | None
    answer: WebAnswer | None
    outcome: Outcome


class Crawler:
    """One run.

    Args:
        client: What touches the network.
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
        self._client = client
        self._pages = PolitePages(client)
        self._store = store
        self._settings = settings
        self._registry = registry
        self._now = now
        published = {urlsplit(edition.publisher or "").hostname for edition in registry.editions}
        self._publisher_hosts = {host for host in published if host is not None}
        self._visits: list[Visit] = []
        self._seen: set[str] = set()
        self._bytes = 0
        self._looked_at = 0
        self._barren = 0

    def run(self, starts: Sequence[str], target: Path) -> CrawlReport:
        """Fetch what some addresses lead to.

        Args:
            starts: The addresses, in normal form.
            target: The archive's folder, for the report.
        """
        stopped = None
        for start in starts:
            try:
                self._run_from(start)
            except _StopError as stop:
                stopped = str(stop)
                break
        return CrawlReport(target, tuple(self._visits), stopped)

    def _run_from(self, start: str) -> None:
        scope: Scope | None = None
        queue = deque([_Task(Lead(start, "named by you"))])
        while queue:
            task = queue.popleft()
            if task.lead.address in self._seen:
                continue
            if self._settings.dry_run and scope is not None and task.lead.kind != "index":
                self._plan(task)
                continue
            obtained = self._obtain(task, scope)
            if obtained is None:
                continue
            scope = scope or scope_of(obtained.page.address)
            source = self._source_of(task, obtained.page)
            following = self._handle(task, source, obtained, scope)
            if source is site:
                queue.extend(following)
            else:
                queue.extendleft(reversed(following))
            waiting = {task.lead.address for task in queue} - self._seen
            self._client.report("files", "", self._looked_at + len(waiting))

    def _source_of(self, task: _Task, page: WebPage) -> ModuleType:
        if task.source is not None:
            return task.source
        if self._settings.source:
            return source_named(self._settings.source)
        return source_of(page)

    def _plan(self, task: _Task) -> None:
        """Record what a run that is not dry would do with a page."""
        self._seen.add(task.lead.address)
        held = self._store.held(task.lead.address)
        if held is None:
            self._record(task, "planned")
            return
        stored, _ = held
        if stored.age(self._now()) < self._settings.max_age:
            self._record(task, "present", stored, reason=f"in the archive since {stored.fetched:%Y-%m-%d}")
        else:
            reason = f"in the archive since {stored.fetched:%Y-%m-%d}; it is requested again only if it changed"
            self._record(task, "planned", stored, reason=reason)

    def _obtain(self, task: _Task, scope: Scope | None) -> _Obtained | None:
        """Return a page from the archive or from the web; None if it cannot be had, which is recorded."""
        lead = task.lead
        self._check_bounds()
        self._seen.add(lead.address)
        self._looked_at += 1
        self._client.report("started", lead.address, 0)
        held = self._find_held(lead.address)
        if held is None:
            answer = self._ask(task, scope, None)
            if answer is None:
                return None
            return _Obtained(_page_of(answer), None, answer, "fetched")
        stored, data = held
        page = WebPage(stored.final or stored.address, data, stored.content_type)
        if stored.age(self._now()) < self._settings.max_age:
            return _Obtained(page, stored, None, "present")
        answer = self._ask(task, scope, stored)
        if answer is None:
            return None
        if answer.unchanged or answer.body == data:
            confirmed = replace(stored, checked=self._now().replace(microsecond=0))
            self._store.note(confirmed)
            return _Obtained(page, confirmed, None, "unchanged")
        return _Obtained(_page_of(answer), stored, answer, "changed")

    def _find_held(self, address: str) -> tuple[StoredPage, bytes] | None:
        """Return what the archive has of a page, unless another family than the named one took it for an index."""
        held = self._store.held(address)
        if held is None:
            return None
        stored, _ = held
        is_other_family = self._settings.source not in {None, stored.source}
        if is_other_family and stored.role == "index":
            return None
        return held

    def _ask(self, task: _Task, scope: Scope | None, stored: StoredPage | None) -> WebAnswer | None:
        """Return the answer of a page's server; None if there is none, which is recorded.

        Raises:
            _StopError: The host gives nothing now.
        """
        lead = task.lead
        host = name_of_host(lead.address)
        hosts = {host}
        if lead.kind == "document":
            hosts |= set(self._publisher_hosts)
        limit = min(self._client.settings.largest, self._settings.most_bytes - self._bytes)
        try:
            answer = self._pages.get(lead.address, limit, hosts, stored.conditions if stored else None)
        except SourceError as error:
            self._record(task, "failed", reason=str(error))
            if error.host_wide:
                remedy = "run the same command again later; it resumes where it stopped"
                raise _StopError(f"{host_of(lead.address)}: {error}; {remedy}") from error
            return None
        self._bytes += len(answer.body)
        outside = self._refusal(replace(lead, address=answer.address), scope)
        if outside is not None:
            self._record(task, "failed", reason=f"it leads to {answer.address}, and {outside}")
            return None
        return answer

    def _check_bounds(self) -> None:
        if self._looked_at >= self._settings.most_pages:
            raise _StopError(
                f"{self._looked_at:,} pages were looked at, and there are more; run the command again with a higher "
                "--pages; nothing is fetched twice"
            )
        if self._bytes >= self._settings.most_bytes:
            raise _StopError(
                f"{self._bytes:,} bytes were fetched, and there is more; run it again; nothing is fetched twice"
            )

    def _refusal(self, lead: Lead, scope: Scope | None) -> str | None:
        """Return, as a clause, why a page lies outside of what the user named; None if it does not."""
        if scope is None:
            return None
        if lead.kind == "document" and name_of_host(lead.address) in self._publisher_hosts:
            return None
        if host_of(lead.address) != scope.host:
            return f"it is on another host, {host_of(lead.address)}"
        if lead.kind == "document":
            return None
        return scope.refusal(lead.page)

    def _handle(self, task: _Task, source: ModuleType, obtained: _Obtained, scope: Scope) -> list[_Task]:
        """Store a page, record what became of it, and return the pages that it leads to."""
        page = obtained.page
        is_only_a_way = source.READS_INTERFACE and page.is_html
        if obtained.answer is None:
            if obtained.held is None or obtained.held.role == "index":
                return self._lead_on(task, source, obtained, scope)
            self._barren = 0
            self._record(task, obtained.outcome, obtained.held)
            return self._next_tasks(task, source, page, scope)
        try:
            document = None if is_only_a_way else rules_in(page)
        except UnknownDialect as error:
            words = str(error).removeprefix(f"{page.address}: ")
            self._record(task, "failed", reason=f"{words}{_keeps(obtained)}", source=source)
            return []
        if document is None:
            return self._lead_on(task, source, obtained, scope)
        is_new = self._keep(task, source, obtained, obtained.answer, document)
        if not is_new:
            return []
        return self._next_tasks(task, source, page, scope)

    def _keep(
        self, task: _Task, source: ModuleType, obtained: _Obtained, answer: WebAnswer, document: ParsedDocument
    ) -> bool:
        """Store a page with rules, as a copy of an edition if it is one; return whether its bytes are new."""
        edition = None
        if _is_whole_edition(document, obtained.page):
            edition = document.edition
        role: Role = "edition"
        if edition is None:
            role = "rules"
        described = describe(answer, task.lead.address, role, self._now(), edition or "")
        page = replace(described, source=source.NAME, why=task.lead.why, after=task.after)
        twin = self._store.has_bytes(page.sha256)
        if twin is not None and twin != page.file:
            self._barren += 1
            self._record(task, "doubled", replace(page, file=twin), reason=f"its bytes are those of {twin}")
            self._check_barren()
            return False
        self._barren = 0
        if self._settings.dry_run:
            self._record(task, "planned", reason="it has rules")
            return True
        if edition is None:
            self._store.keep(page, answer.body)
        else:
            codes = {seen.id: seen.set_code for seen in self._registry.editions}
            page = self._store.keep_edition(page, answer.body, edition, codes.get(edition))
        reason = None
        if obtained.held is not None:
            day = f"{obtained.held.fetched:%Y-%m-%d}"
            reason = f"this page has changed since {day}; the archive has both, the older one as {obtained.held.file}"
        self._record(task, obtained.outcome, page, reason=reason)
        return True

    def _next_tasks(self, task: _Task, source: ModuleType, page: WebPage, scope: Scope) -> list[_Task]:
        """Return the page that continues a page with rules, if it is wanted."""
        is_wanted = self._settings.follow or task.lead.kind in {"first", "next"}
        is_start = task.source is None
        if not (is_wanted or is_start):
            return []
        try:
            lead = source.next_page(page)
        except SourceError as error:
            self._client.report("note", f"{page.address}: {error}", 0)
            return []
        if lead is None:
            return []
        refusal = self._refusal(lead, scope)
        if refusal is not None:
            self._record(_Task(lead, source), "skipped", reason=refusal)
            return []
        if not is_wanted:
            self._client.report(
                "note", f"{page.address} continues at {lead.address}; use --follow to fetch that page too", 0
            )
            return []
        return [_Task(lead, source, task.lead.address)]

    def _lead_on(self, task: _Task, source: ModuleType, obtained: _Obtained, scope: Scope) -> list[_Task]:
        """Return the pages that a page without rules leads to; if it leads to none, that is recorded."""
        page = obtained.page
        try:
            leads = self._contents(task, source, page)
            inside = list(self._leads_inside(source, leads, scope))
            self._check_contents(page, leads, inside, scope)
        except SourceError as error:
            self._record(task, "failed", reason=str(error), source=source)
            return []
        if not leads:
            self._report_barren(task, source, obtained)
            return []
        if source is site:
            self._barren += 1
            self._check_barren()
        stored = obtained.held
        if obtained.answer is not None:
            described = describe(obtained.answer, task.lead.address, "index", self._now())
            stored = replace(described, source=source.NAME, why=task.lead.why, after=task.after)
            self._store.keep(stored, obtained.answer.body)
        self._record(task, "index", stored, source=source)
        return [_Task(lead, source) for lead in inside]

    def _contents(self, task: _Task, source: ModuleType, page: WebPage) -> tuple[Lead, ...]:
        """Return what a page without rules leads to."""
        if source is site and not self._settings.follow:
            return ()
        leads: tuple[Lead, ...] = source.contents(page)
        if not source.READS_INTERFACE:
            return leads
        return tuple(lead if lead.shown_at else replace(lead, shown_at=task.lead.page) for lead in leads)

    def _leads_inside(self, source: ModuleType, leads: Sequence[Lead], scope: Scope) -> Iterator[Lead]:
        """Yield those leads that lie within what the user named; record the others, unless all links are followed."""
        for lead in leads:
            refusal = self._refusal(lead, scope)
            if refusal is None:
                yield lead
            elif source is not site:
                self._record(_Task(lead, source), "skipped", reason=refusal)

    def _check_contents(self, page: WebPage, leads: Sequence[Lead], inside: Sequence[Lead], scope: Scope) -> None:
        """Raise `SourceError` if the contents of an index cannot be fetched as they are."""
        if leads and not inside:
            place = f"{scope.host}{scope.folder}"
            raise SourceError(f"all {len(leads):,} pages that it leads to are outside of {place}; name a page above")
        new = {lead.address for lead in inside} - self._seen
        room = self._settings.most_pages - self._looked_at
        if len(new) > room:
            count = f"{len(new):,} pages"
            if page.is_cut:
                count = f"at least {count}"
            raise SourceError(
                f"it leads to {count}, more than the {self._settings.most_pages:,} of a run; name a more specific "
                "address, "
                "or allow more with --pages"
            )
        if leads and page.is_cut:
            raise SourceError("it has more tags than are read, so pages would be missing; name a more specific address")

    def _report_barren(self, task: _Task, source: ModuleType, obtained: _Obtained) -> None:
        """Record a page that has no rules and leads to none."""
        self._barren += 1
        reason = "there are no rules on it, and no list of pages of a known kind"
        if task.source is None and not self._settings.follow:
            reason += "; name a page of rules or their contents, or use --follow to fetch all pages below it"
        outcome: Outcome = "without-rules"
        if task.source is None:
            outcome = "failed"
        self._record(task, outcome, reason=f"{reason}{_keeps(obtained)}", source=source)
        self._check_barren()

    def _check_barren(self) -> None:
        if self._barren > BARREN:
            raise _StopError(f"the last {self._barren} pages had no new rules; name a more specific address")

    def _record(
        self,
        task: _Task,
        outcome: Outcome,
        page: StoredPage | None = None,
        *,
        reason: str | None = None,
        source: ModuleType | None = None,
    ) -> None:
        family = source or task.source
        name = ""
        if family is not None:
            name = family.NAME
        visit = Visit(task.lead.address, outcome, task.lead.why, name, reason=reason)
        if page is not None:
            visit = replace(visit, source=page.source or name, file=page.file, sha256=page.sha256, bytes=page.bytes)
        self._visits.append(visit)
        step: FetchStep = "finished"
        if outcome == "failed":
            step = "abandoned"
        self._client.report(step, task.lead.address, visit.bytes)


def rules_in(page: WebPage) -> ParsedDocument | None:
    """Return the records of a page; None if it has no words of the rules, such as a list of their titles.

    Raises:
        UnknownDialect: It is no page that people read, and cannot be read as a document either.
    """
    try:
        document = parse_bytes(page.body, page.address)
    except UnknownDialect:
        if page.is_html or page.json is not None:
            return None
        raise
    has_words = any(rule.text for rule in document.rules) or bool(document.glossary)
    is_headless = any(part.name == HEADLESS for part in document.matter)
    if has_words or is_headless:
        return document
    return None


def _keeps(obtained: _Obtained) -> str:
    """Return the words to add to a failure if the archive has an older version of the page."""
    if obtained.held is None or obtained.held.role == "index":
        return ""
    return f"; the archive keeps the page of {obtained.held.fetched:%Y-%m-%d}"


def _page_of(answer: WebAnswer) -> WebPage:
    return WebPage(answer.address, answer.body, answer.content_type)


def _is_whole_edition(document: ParsedDocument, page: WebPage) -> bool:
    """Return whether a document is a file with a whole edition, as the publisher issues them, and not a site's page."""
    is_whole = len(document.rules) >= LEAST_OF_EDITION and bool(document.glossary) and document.condition == "good"
    is_file = document.dialect == official.NAME and not page.is_html and page.json is None
    return is_whole and is_file and document.work == COMPREHENSIVE_RULES and document.edition is not None
