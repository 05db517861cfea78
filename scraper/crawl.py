"""Fetching pages of web sites, into an archive or one to look at."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Sequence
from pathlib import Path

from scraper.archive import FetchError, open_archive_writer
from scraper.crawler import Crawler
from scraper.registry import Registry, load_registry
from scraper.sources import source_named
from scraper.stored_pages import PageStore
from scraper.visits import CrawlReport, CrawlSettings
from scraper.web.addresses import name_of_host, normal_address
from scraper.web.client import WebClient
from scraper.web.polite import PolitePages
from scraper.web.settings import FetchSettings
from scraper.web.steps import FetchProgress, SourceError

PAUSE = 1.0
"""Time in seconds between two requests to a host that does not say what it wants."""


def crawl(
    addresses: Sequence[str],
    target: Path,
    settings: CrawlSettings | None = None,
    progress: FetchProgress | None = None,
    *,
    web: FetchSettings | None = None,
    registry: Registry | None = None,
    now: Callable[[], dt.datetime] | None = None,
) -> CrawlReport:
    """Fetch pages into the archive in `target`.

    Args:
        addresses: Where to begin: pages, indexes of pages.
        target: The archive's folder; created if it does not exist.
        settings: What to fetch.
        progress: Called with what happens.
        web: Timeouts, retries, pauses, and who asks.
        registry: The known editions; by default those of the package.
        now: Returns the current time.

    Raises:
        AddressError: An address is none of the web. Nothing was fetched.
        UnknownSource: There is no such family of sites. Nothing was fetched.
        FetchError: The archive cannot be written, or another fetch is using it.
        ArchiveError: The archive is damaged.
    """
    settings = settings or CrawlSettings()
    starts = [normal_address(address) for address in addresses]
    if settings.source is not None:
        source_named(settings.source)
    time = now or (lambda: dt.datetime.now(dt.UTC))
    found = registry or load_registry()
    with WebClient(web or FetchSettings(pause=PAUSE), progress) as client:
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
        AddressError: It is no address of the web.
        FetchError: robots.txt forbids it, or it cannot be fetched.
    """
    normal = normal_address(address)
    settings = web or FetchSettings()
    with WebClient(settings, None) as client:
        try:
            answer = PolitePages(client).get(normal, settings.largest, {name_of_host(normal)})
        except SourceError as error:
            raise FetchError(f"{normal}: {error}; check the address, or save the page and name the file") from error
    return answer.address, answer.body
