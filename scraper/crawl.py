"""Fetch pages of web sites into an archive, or read one page without storing it."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Sequence
from pathlib import Path

from scraper.archive_writer import open_archive_writer
from scraper.crawler import Crawler
from scraper.fetch_errors import FetchError
from scraper.registry import Registry, load_registry
from scraper.sources import source_named
from scraper.stored_pages import PageStore
from scraper.visits import CrawlReport, CrawlSettings
from scraper.web.addresses import name_of_host, normal_address
from scraper.web.client import WebClient
from scraper.web.polite import PolitePages
from scraper.web.settings import FetchSettings
from scraper.web.steps import FetchProgress, SourceError


def crawl(
    addresses: Sequence[str],
    target: Path,
    settings: CrawlSettings,
    progress: FetchProgress | None,
    *,
    web: FetchSettings,
    registry: Registry | None = None,
    now: Callable[[], dt.datetime] | None = None,
) -> CrawlReport:
    """Fetch pages into the archive in `target`.

    Args:
        addresses: The pages at which to begin: pages with rules, or lists of such pages.
        target: The archive's folder; created if it does not exist.
        settings: What to fetch.
        progress: Called with each step, such as a page that was started or finished.
        web: Timeouts, retries, pauses, and who asks.
        registry: The known editions; by default those of the package.
        now: Returns the current time.

    Raises:
        AddressError: An address is not that of a web page. Nothing was fetched.
        UnknownSource: There is no such family of sites. Nothing was fetched.
        FetchError: The archive cannot be written, or another fetch is using it.
        ArchiveError: The archive is damaged.
    """
    starts = [normal_address(address) for address in addresses]
    if settings.source is not None:
        source_named(settings.source)
    time = now or (lambda: dt.datetime.now(dt.UTC))
    found = registry or load_registry()
    with WebClient(web, progress) as client:
        if settings.dry_run:
            return Crawler(client, PageStore(target, None), settings, found, time).run(starts, target)
        with open_archive_writer(target) as writer:
            return Crawler(client, PageStore(target, writer), settings, found, time).run(starts, target)


def read_page(address: str, web: FetchSettings | None = None) -> tuple[str, bytes]:
    """Return one page that a user named, without storing it: its address after redirects, and its bytes.

    Args:
        address: Its address.
        web: Timeouts, retries, and who asks.

    Raises:
        AddressError: It is not the address of a web page.
        FetchError: robots.txt forbids the page, or it cannot be fetched.
    """
    normal = normal_address(address)
    settings = web or FetchSettings()
    with WebClient(settings, None) as client:
        try:
            answer = PolitePages(client).get(normal, settings.largest, {name_of_host(normal)})
        except SourceError as error:
            raise FetchError(f"{normal}: {error}; check the address, or save the page and name the file") from error
    return answer.address, answer.body
