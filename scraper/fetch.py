"""Download editions into an archive, with the client for the web (`scraper.web.client`).

Guarantees: a file is put into the archive only if it is complete and has the SHA-256 known beforehand; the manifest is
valid after every file, so a killed run can simply be started again; an interrupted download is resumed; there is one
request at a time, with pauses, and a host that does not answer is skipped for the rest of the run.

A publisher's copy with an unknown hash is accepted only for an edition without any known copy, as a new witness with
`verified=False` and with a note to the user. For all other editions, bytes that match no known copy are refused,
because the same address may deliver error pages and later corrections.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Literal, TypeVar
from urllib.parse import quote

from msgspec import Struct

from rules.files import write_file
from scraper.archive import (
    LARGEST,
    MANIFEST,
    Archive,
    ArchiveError,
    Copy,
    load_archive,
    parse_manifest,
    read_copy,
    wrong_hash,
)
from scraper.archive_writer import ArchiveWriter, open_archive_writer
from scraper.fetch_edition import (
    Download,
    EditionFetch,
    EditionReport,
    SourceFailure,
)
from scraper.fetch_errors import FetchError, explain_errors
from scraper.registry import Registry, Source, load_registry
from scraper.web.addresses import without_credentials
from scraper.web.client import WebClient, find_silent_hosts, is_web_address
from scraper.web.settings import FetchSettings
from scraper.web.steps import FetchProgress, SourceError

_Result = TypeVar("_Result")
PageOutcome = Literal["fetched", "present", "failed"]


class FetchReport(Struct, frozen=True, rename={"target": "archive"}):
    """The result of a fetch.

    Attributes:
        target: Path of the archive's folder.
        editions: The requested editions, oldest first, each with its result.
        silent_hosts: The hosts that did not answer, if the network is down and nothing was downloaded; otherwise empty.
    """

    target: Path
    editions: tuple[EditionReport, ...]
    silent_hosts: tuple[str, ...] = ()

    @property
    def failed(self) -> tuple[EditionReport, ...]:
        """Return the editions of which no copy could be fetched."""
        return tuple(edition for edition in self.editions if edition.outcome == "failed")

    @property
    def usable(self) -> bool:
        """Return whether the archive now has at least one copy of every edition asked for."""
        return not self.failed


class PageReport(Struct, frozen=True, rename={"name": "bulletin", "path": "file"}):
    """The result of downloading a page.

    Attributes:
        name: Name of the page: the id of the bulletin.
        path: Path of the file for the page; the file does not exist if the download failed.
        outcome: `fetched` if the page was downloaded, `present` if the folder had it already, `failed` if no address
            had it.
        failures: Addresses that failed, in the order in which they were tried.
    """

    name: str
    path: Path
    outcome: PageOutcome
    failures: tuple[SourceFailure, ...]


class PagesReport(Struct, frozen=True, rename={"pages": "bulletins"}):
    """The result of downloading pages into a folder.

    Attributes:
        folder: Path of the folder with the pages.
        pages: The bulletins, each with its result, in the order in which they were requested.
        silent_hosts: The hosts that did not answer, if the network is down and nothing was downloaded; otherwise empty.
    """

    folder: Path
    pages: tuple[PageReport, ...]
    silent_hosts: tuple[str, ...] = ()


def fetch(
    editions: Sequence[str],
    target: Path,
    source: str | None = None,
    progress: FetchProgress | None = None,
    *,
    registry: Registry | None = None,
    settings: FetchSettings | None = None,
) -> FetchReport:
    """Download editions into the archive in `target`, or copy them from another archive.

    All copies of an edition are fetched, because they complement each other. Copies already in the archive are verified
    and left alone. A failing source is recorded in the report; only an error that stops the whole run is an exception,
    and files finished before stay in the archive. Without a network no source is tried, and the report says so once.

    Args:
        editions: Names as a user writes them: dates, set codes, file dates, `latest`, `first`. None at all means every
            edition that the source has.
        target: The archive's folder; created if it does not exist.
        source: None for the registry's addresses, else another archive: a folder, or an `http(s)://` address of one.
        progress: Called with each step, such as a file that was started or finished.
        registry: The registry to use instead of the one shipped with the package.
        settings: Timeouts, retries and rate limits.

    Raises:
        UnknownEdition: A name matches no edition of the source. Nothing was downloaded.
        FetchError: The archive cannot be written, another fetch is using it, or the source as a whole cannot be read.
        ArchiveError: The target's or the source's manifest is damaged.
    """
    registry = registry or load_registry()
    settings = settings or FetchSettings()
    with open_archive_writer(target) as writer, WebClient(settings, progress) as web:
        fetches, download = _plan(editions, source, registry, writer, web)
        if source is None and settings.check_network and any(each.files for each in fetches):
            silent = find_silent_hosts(registry.addresses(), settings)
            if silent:
                return FetchReport(target, tuple(each.keep_present() for each in fetches), silent)
        web.report("files", "", sum(each.files for each in fetches))
        web.report("bytes", "", sum(copy.bytes for each in fetches for copy in each.wanted))
        return FetchReport(target, tuple(each.run(download) for each in fetches))


def _plan(
    names: Sequence[str], source: str | None, registry: Registry, writer: ArchiveWriter, web: WebClient
) -> tuple[list[EditionFetch], Download]:
    """Return the editions to fetch, oldest first, and the function that downloads a file.

    Args:
        names: The editions as a user writes them; none for all that the source has.
        source: Another archive; None for the addresses of the registry.
        registry: The known editions.
        writer: The archive to fill.
        web: The client for the network.
    """

    def choose(available: Mapping[str, _Result]) -> list[_Result]:
        """Return the values of the named editions among the available ones, up to the last day of the settings."""
        ids: Iterable[str] = available
        if names:
            ids = {registry.resolve(name, tuple(available)) for name in names}
        until = web.settings.until
        return [available[edition] for edition in sorted(ids) if not until or edition <= until]

    fetches: list[EditionFetch] = []
    if source is None:
        for edition in choose({edition.id: edition for edition in registry.editions}):
            entry = registry.entry_of(edition)
            if not entry.copies:  # an earlier fetch may have the publisher's copy, which the registry does not know
                entry = writer.entries.get(edition.id, entry)
            fetches.append(EditionFetch(entry, registry.sources_of(edition), writer, web.report))
        return fetches, web.download
    archive, base = _open_source(source, writer, web)
    for entry in choose({entry.edition: entry for entry in archive.entries}):
        sources = [Source(_place_copy(archive, base, copy), copy.sha256) for copy in entry.copies]
        fetches.append(EditionFetch(entry, sources, writer, web.report))
    if base:
        return fetches, web.download
    return fetches, partial(_copy_file, archive)


def _open_source(source: str, writer: ArchiveWriter, web: WebClient) -> tuple[Archive, str]:
    """Return another archive, and its address; empty for a folder on this machine."""
    if is_web_address(source):
        base = f"{source.rstrip('/').removesuffix(f'/{MANIFEST}').rstrip('/')}/"
        address = base + MANIFEST
        manifest = parse_manifest(web.read(address, LARGEST), without_credentials(address))
        return Archive(Path(base), manifest), base
    if os.path.realpath(source) == os.path.realpath(writer.root):  # `samefile` wants both to exist
        raise FetchError(f"{source}: this is the archive itself; name another one with --from")
    return load_archive(Path(source)), ""


def _place_copy(archive: Archive, base: str, copy: Copy) -> str:
    """Return the address of a copy, or its path in an archive without a base address."""
    if base:
        return base + quote(copy.file)
    return str(archive.root / copy.file)


def _copy_file(
    source_archive: Archive, _address: str, part: Path, expected: Sequence[Copy], received: Callable[[int], None]
) -> str:
    """Copy a file of another archive on this machine; see `Download`."""
    (copy,) = expected
    try:
        data = read_copy(source_archive, copy)
    except ArchiveError as error:
        raise SourceError(str(error)) from error
    if wrong_hash(copy, data) is not None:
        raise SourceError("the file's bytes do not match the manifest; run `comprules doctor` for details")
    with explain_errors(part):
        part.write_bytes(data)
    received(len(data))
    return copy.sha256


def fetch_pages(
    pages: Mapping[str, Sequence[str]],
    folder: Path,
    progress: FetchProgress | None = None,
    *,
    settings: FetchSettings | None = None,
) -> PagesReport:
    """Download pages without known hashes, for the user to read; one failure does not stop the rest.

    Without a network no address is tried, and the report says so once.

    Args:
        pages: The addresses of each page, to be tried in turn, by its name. Pages that the folder has are skipped.
        folder: Folder in which each `NAME.html` is written atomically; created if it does not exist.
        progress: Called with each step, such as a page that was started or finished.
        settings: Timeouts, retries and rate limits.

    Raises:
        OSError: The folder cannot be written.
    """
    settings = settings or FetchSettings()
    folder.mkdir(parents=True, exist_ok=True)
    targets = {name: folder / f"{name}.html" for name in pages}
    lacking = [name for name, target in targets.items() if not target.is_file()]
    wanted = (address for name in lacking for address in pages[name])
    silent = find_silent_hosts(wanted, settings) if settings.check_network else ()
    if silent:
        outcomes: dict[str, PageOutcome] = {name: "failed" if name in lacking else "present" for name in pages}
        reports = tuple(PageReport(name, targets[name], outcomes[name], ()) for name in pages)
        return PagesReport(folder, reports, silent)
    with WebClient(settings, progress) as web:
        web.report("files", "", len(pages))
        return PagesReport(folder, tuple(_fetch_page(name, pages[name], targets[name], web) for name in pages))


def _fetch_page(name: str, addresses: Sequence[str], target: Path, web: WebClient) -> PageReport:
    """Download a page from the first of its addresses that has it, unless the folder has it already."""
    if target.is_file():
        return PageReport(name, target, "present", ())
    failures: list[SourceFailure] = []
    for address in addresses:
        web.report("started", target.name, 0)
        try:
            write_file(target, web.read(address, web.settings.largest))
        except FetchError as error:
            failures.append(SourceFailure(address, str(error)))
            web.report("abandoned", target.name, 0)
        else:
            web.report("finished", target.name, 0)
            return PageReport(name, target, "fetched", tuple(failures))
    return PageReport(name, target, "failed", tuple(failures))


def read_address(address: str, limit: int, settings: FetchSettings) -> bytes:
    """Return the bytes at an address.

    Args:
        address: The web address.
        limit: Maximum number of bytes.
        settings: Timeouts, retries and rate limits.

    Raises:
        FetchError: The bytes cannot be downloaded.
    """
    with WebClient(settings, None) as web:
        return web.read(address, limit)
