"""Downloading editions into an archive. The only module of the project that touches the network.

Guarantees: a file is put into the archive only if it is complete and has the SHA-256 known beforehand; the manifest is
valid after every file, so a killed run can simply be started again; an interrupted download is resumed; there is one
request at a time, with pauses, and a host that does not answer is skipped for the rest of the run.

A publisher's copy with an unknown hash is accepted only for an edition without any known copy, as a new witness with
`verified=False` and with a note to the user. For all other editions, bytes that match no known copy are refused,
because the same address may deliver error pages and later corrections.
"""

from __future__ import annotations

import datetime as dt
import email.utils
import os
import re
import socket
import threading
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager, suppress
from functools import partial
from pathlib import Path
from time import monotonic, sleep
from typing import Any, Literal, TypeVar
from urllib.parse import quote, urlsplit

import httpx
import tenacity
from msgspec import Struct

from rules.files import write_file
from rules.version import own_version
from scraper.archive import (
    LARGEST,
    MANIFEST,
    Archive,
    ArchiveError,
    ArchiveWriter,
    Copy,
    FetchError,
    explain_errors,
    file_sha256,
    load_archive,
    open_archive_writer,
    parse_manifest,
    read_copy,
    size_of,
    wrong_hash,
)
from scraper.fetch_edition import (
    Download,
    EditionFetch,
    EditionReport,
    FetchProgress,
    Outcome,
    SourceError,
    SourceFailure,
    without_credentials,
)
from scraper.registry import Registry, load_registry

_WORTH_A_RETRY = frozenset({408, 425, 429, 500, 502, 503, 504})
_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.-]+)://")
_Result = TypeVar("_Result")
PageOutcome = Literal["fetched", "present", "failed"]


class FetchSettings(Struct, frozen=True):
    """What to fetch, timeouts, retries and rate limits. The defaults suit a public server; times are in seconds.

    Attributes:
        connect_timeout: Maximum time to connect.
        read_timeout: Maximum time without data from the server.
        file_timeout: Maximum time for one try at one file.
        attempts: Number of tries per source before the next source is tried.
        backoff: Wait after the first failed try; doubled each time, plus a random part of up to this value.
        longest_wait: Maximum wait before a try; a source whose server asks for more is given up.
        pause: Minimum time between two requests to one host.
        largest: Maximum size in bytes of a file whose size is not known beforehand.
        until: Editions that take effect after this day are left out; None for all.
    """

    connect_timeout: float = 10.0
    read_timeout: float = 30.0
    file_timeout: float = 300.0
    attempts: int = 4
    backoff: float = 1.0
    longest_wait: float = 60.0
    pause: float = 0.25
    largest: int = 16 * 2**20
    until: str | None = None


class FetchReport(Struct, frozen=True, rename={"target": "archive"}):
    """The result of a fetch: the archive's folder and the requested editions, oldest first."""

    target: Path
    editions: tuple[EditionReport, ...]

    def select_editions(self, outcome: Outcome) -> tuple[EditionReport, ...]:
        """Return the editions with this outcome."""
        return tuple(edition for edition in self.editions if edition.outcome == outcome)

    @property
    def usable(self) -> bool:
        """Return whether the archive now has at least one copy of every edition asked for."""
        return not self.select_editions("failed")


class PageReport(Struct, frozen=True, rename={"name": "bulletin", "path": "file"}):
    """The result of downloading a page.

    Attributes:
        name: Its name.
        path: Path of its file, whether or not it exists.
        outcome: Whether it was fetched, was present, or failed.
        failures: Addresses that failed.
    """

    name: str
    path: Path
    outcome: PageOutcome
    failures: tuple[SourceFailure, ...]


class PagesReport(Struct, frozen=True, rename={"pages": "bulletins"}):
    """The result of downloading pages into a folder."""

    folder: Path
    pages: tuple[PageReport, ...]


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
    and files finished before stay in the archive.

    Args:
        editions: Names as a user writes them: dates, set codes, file dates, `latest`, `first`. None at all means every
            edition that the source has.
        target: The archive's folder; created if it does not exist.
        source: None for the registry's addresses, else another archive: a folder, or an `http(s)://` address of one.
        progress: Called with what happens.
        registry: The registry to use instead of the one shipped with the package.
        settings: Timeouts, retries and rate limits.

    Raises:
        UnknownEdition: A name matches no edition of the source. Nothing was downloaded.
        FetchError: The archive cannot be written, another fetch is using it, or the source as a whole cannot be read.
        ArchiveError: The target's or the source's manifest is damaged.
    """
    registry = registry or load_registry()
    settings = settings or FetchSettings()
    with open_archive_writer(target) as writer, _Web(settings, progress) as web:
        fetches, download = _plan(editions, source, registry, writer, web)
        web.report("files", "", sum(each.files for each in fetches))
        web.report("bytes", "", sum(copy.bytes for each in fetches for copy in each.wanted))
        return FetchReport(target, tuple(each.run(download) for each in fetches))


def _plan(
    names: Sequence[str], source: str | None, registry: Registry, writer: ArchiveWriter, web: _Web
) -> tuple[list[EditionFetch], Download]:
    """Return what is to be fetched, oldest first, and what downloads it."""

    def choose(known: Mapping[str, _Result]) -> list[_Result]:
        ids = {registry.resolve(name, tuple(known)) for name in names} if names else known
        return [known[edition] for edition in sorted(ids) if not web.settings.until or edition <= web.settings.until]

    if source is None:
        fetches = []
        for edition in choose({edition.id: edition for edition in registry.editions}):
            entry = registry.entry_of(edition)
            if not entry.copies:  # an earlier fetch may have the publisher's copy, which the registry does not know
                entry = writer.entries.get(edition.id, entry)
            fetches.append(EditionFetch(entry, registry.sources_of(edition), writer, web.report))
        return fetches, web.download
    if _is_web_address(source):
        base = f"{source.rstrip('/').removesuffix(f'/{MANIFEST}').rstrip('/')}/"
        address = base + MANIFEST
        manifest = parse_manifest(web.read(address, LARGEST), without_credentials(address))
        other, download = Archive(Path(base), manifest), web.download
    elif os.path.realpath(source) == os.path.realpath(writer.root):  # `samefile` wants both to exist
        raise FetchError(f"{source}: is the archive itself; name another one with --from")
    else:
        other = load_archive(Path(source))
        base, download = "", partial(_copy_file, other)
    fetches = []
    for entry in choose({entry.edition: entry for entry in other.entries}):
        places = (base + quote(copy.file) if base else str(other.root / copy.file) for copy in entry.copies)
        sources = zip(places, (copy.sha256 for copy in entry.copies), strict=True)
        fetches.append(EditionFetch(entry, sources, writer, web.report))
    return fetches, download


def _copy_file(
    other: Archive, _address: str, part: Path, expected: Sequence[Copy], received: Callable[[int], None]
) -> str:
    """Copy a file of another archive on this machine; see `Download`."""
    (copy,) = expected
    try:
        data = read_copy(other, copy)
    except ArchiveError as error:
        raise SourceError(str(error)) from error
    if wrong_hash(copy, data) is not None:
        raise SourceError("the file's bytes are not those that its manifest promises; `comprules doctor` shows more")
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
) -> tuple[PageReport, ...]:
    """Download pages without known hashes, for the user to read; one failure does not stop the rest.

    Args:
        pages: The addresses of each page, to be tried in turn, by its name. Pages that the folder has are skipped.
        folder: Folder in which each `NAME.html` is written atomically; created if it does not exist.
        progress: Called with what happens.
        settings: Timeouts, retries and rate limits.

    Returns:
        A report for each page, in the order given.

    Raises:
        OSError: The folder cannot be written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    with _Web(settings or FetchSettings(), progress) as web:
        web.report("files", "", len(pages))
        return tuple(_fetch_page(name, pages[name], folder / f"{name}.html", web) for name in pages)


def _fetch_page(name: str, addresses: Sequence[str], target: Path, web: _Web) -> PageReport:
    outcome: PageOutcome = "present" if target.is_file() else "failed"
    failures = []
    for address in addresses if outcome == "failed" else ():
        web.report("started", target.name, 0)
        try:
            write_file(target, web.read(address, web.settings.largest))
        except FetchError as error:
            failures.append(SourceFailure(address, str(error)))
            web.report("abandoned", target.name, 0)
        else:
            web.report("finished", target.name, 0)
            outcome = "fetched"
            break
    return PageReport(name, target, outcome, tuple(failures))


def read_address(address: str, limit: int, settings: FetchSettings | None = None) -> bytes:
    """Return the bytes at an address.

    Args:
        address: The web address.
        limit: Maximum number of bytes.
        settings: Timeouts, retries and rate limits.

    Raises:
        FetchError: They cannot be downloaded.
    """
    with _Web(settings or FetchSettings(), None) as web:
        return web.read(address, limit)


class _RetryableError(SourceError):
    """A fault that may be temporary.

    Attributes:
        after: The wait in seconds that the server asked for, or None.
        silent: Whether the host did not answer at all.
        anew: Whether the bytes received so far are of no use for the next try.
    """

    def __init__(self, reason: str, after: float | None = None, *, silent: bool = False, anew: bool = False) -> None:
        super().__init__(reason)
        self.after = after
        self.silent = silent
        self.anew = anew


class _Web(AbstractContextManager["_Web"]):
    """Downloads from the web with one HTTP client, one request at a time, with pauses, retries and resumption."""

    def __init__(self, settings: FetchSettings, progress: FetchProgress | None) -> None:
        self.settings = settings
        self.report: FetchProgress = progress or (lambda *_: None)
        self._next_turn: dict[str, float] = {}
        self._silent_hosts: set[str] = set()
        self._sockets: list[socket.socket] = []
        self._is_late = False
        self._client = httpx.Client(
            timeout=httpx.Timeout(settings.read_timeout, connect=settings.connect_timeout),
            follow_redirects=False,  # httpx would read and decode the whole body of each redirect
            max_redirects=5,
            # Without compression, lengths and byte ranges refer to the bytes of the file itself.
            headers={"User-Agent": f"comprules/{own_version()}", "Accept-Encoding": "identity"},
        )

    def __exit__(self, *_: object) -> None:
        self._client.close()

    def read(self, address: str, limit: int) -> bytes:
        """Return the bytes at `address`, which must not be more than `limit`.

        Raises:
            FetchError: They cannot be downloaded.
        """

        def once() -> bytes:
            with self._request_answer(address, {}) as response:
                return b"".join(self._read_chunks(response, limit))

        try:
            return self._retry_until_done(address, once)
        except SourceError as error:
            raise FetchError(f"{without_credentials(address)}: {error}; check the address and the network") from error

    def download(self, address: str, part: Path, expected: Collection[Copy], received: Callable[[int], None]) -> str:
        """Complete `part` with the bytes at `address` and return their SHA-256; see `Download`."""
        sizes = {copy.bytes for copy in expected}

        def once() -> str:
            try:
                had = size_of(part)
                if had not in sizes:
                    self._receive(address, part, sizes, received)
                sha256 = file_sha256(part)
                if not expected or any(copy.sha256 == sha256 for copy in expected):
                    return sha256
                part.unlink()
                reason = f"the bytes are not the expected ones (sha256 {sha256})"
                # Parts of two versions may have been joined; only an unresumed download proves the source wrong.
                raise _RetryableError(reason) if had else SourceError(reason)
            except _RetryableError as error:
                if error.anew:
                    part.unlink(missing_ok=True)
                raise

        with explain_errors(part):
            return self._retry_until_done(address, once)

    def _retry_until_done(self, address: str, once: Callable[[], _Result]) -> _Result:
        """Call `once` until it succeeds, the tries are used up or the fault is permanent."""
        host = urlsplit(address).netloc
        if host in self._silent_hosts:
            raise SourceError(f"{host} does not answer, not tried again")

        def note(state: tenacity.RetryCallState) -> None:
            error = state.outcome and state.outcome.exception()
            text = f"{without_credentials(address)}: {error}; trying again in {state.upcoming_sleep:.0f} s"
            self.report("note", text, 0)

        retrying = tenacity.Retrying(
            stop=tenacity.stop_after_attempt(self.settings.attempts),
            wait=self._pause_before_retry,
            retry=tenacity.retry_if_exception_type(_RetryableError),
            before_sleep=note,
            sleep=sleep,
            reraise=True,
        )
        try:
            return retrying(once)
        except _RetryableError as error:
            if error.silent:
                self._silent_hosts.add(host)
            raise SourceError(f"{error}, {self.settings.attempts} tries") from error

    def _pause_before_retry(self, state: tenacity.RetryCallState) -> float:
        error, backoff = state.outcome and state.outcome.exception(), self.settings.backoff
        after = error.after if isinstance(error, _RetryableError) else None
        waits = tenacity.wait_exponential(backoff, self.settings.longest_wait) + tenacity.wait_random(0, backoff)
        return waits(state) if after is None else after

    def _receive(self, address: str, part: Path, sizes: Collection[int], received: Callable[[int], None]) -> None:
        """Complete `part`, resuming the download if the server allows it.

        An OSError comes from writing the file.
        """
        # Without a known size or hash, parts of two tries must not be joined.
        start = size_of(part) if sizes else 0
        with self._request_answer(address, {"Range": f"bytes={start}-"} if start else {}) as response:
            resumed = response.status_code == httpx.codes.PARTIAL_CONTENT
            if resumed and not response.headers.get("Content-Range", "").startswith(f"bytes {start}-"):
                raise _RetryableError("the server answered with another part of the file than asked for", anew=True)
            count = start if resumed else 0
            if not sizes:
                _check_unknown(response, address)
            announced = response.headers.get("Content-Length", "")
            size = count + int(announced) if announced.isdecimal() else None
            if sizes and size is not None and size not in sizes:
                raise SourceError(f"it has {size:,} bytes, not {' or '.join(f'{right:,}' for right in sorted(sizes))}")
            with part.open("ab" if resumed and start else "wb") as file:
                for chunk in self._read_chunks(response, max(sizes, default=self.settings.largest), count):
                    file.write(chunk)
                    count += len(chunk)
                    received(count)
        if sizes and count not in sizes:
            raise _RetryableError(f"the answer stopped after {count:,} of {max(sizes):,} bytes")

    def _read_chunks(self, response: httpx.Response, limit: int, count: int = 0) -> Iterator[bytes]:
        if response.headers.get("Content-Encoding", "identity").strip().lower() not in {"", "identity"}:
            # A few hundred compressed bytes may expand to gigabytes, and no encoding was requested.
            raise SourceError("the server sent it encoded, which was not asked for")
        for chunk in response.iter_raw():
            count += len(chunk)
            if count > limit:
                raise SourceError(f"more than {limit:,} bytes")
            yield chunk

    def wait_turn(self, host: str) -> None:
        """Wait until the pause since the request to a host before is over."""
        sleep(max(0.0, self._next_turn.get(host, 0.0) - monotonic()))
        self._next_turn[host] = monotonic() + self.settings.pause

    @contextmanager
    def _request_answer(self, address: str, headers: dict[str, str]) -> Iterator[httpx.Response]:
        """Yield a successful answer of the server, its body still to be read; raise faults as `SourceError`."""
        self.wait_turn(urlsplit(address).netloc)
        self._is_late = False
        timer = threading.Timer(self.settings.file_timeout, self._cut)
        timer.daemon = True
        try:
            with ExitStack() as held:
                timer.start()
                response = self._final_answer(address, headers, held)
                self._check_status(response)
                yield response
        except httpx.HTTPError as error:
            raise self._explain_fault(error) from error
        except (httpx.InvalidURL, UnicodeError) as error:
            raise SourceError(f"it is no address, or leads to none ({error})") from error
        finally:
            timer.cancel()

    def _cut(self) -> None:
        """Shut down all sockets, since a server that sends a byte now and then never exceeds the time for a read."""
        self._is_late = True
        for opened in list(self._sockets):
            with suppress(OSError):
                socket.socket.shutdown(opened, socket.SHUT_RDWR)

    def _trace(self, event: str, about: dict[str, Any]) -> None:
        """Note the sockets of a request, which httpx reports at each step."""
        if event.endswith(("connect_tcp.complete", "start_tls.complete")):
            self._sockets.append(about["return_value"].get_extra_info("socket"))
            if self._is_late:
                self._cut()

    def _final_answer(self, address: str, headers: dict[str, str], held: ExitStack) -> httpx.Response:
        """Return the answer after a few redirects, without reading their bodies."""
        request = self._client.build_request("GET", address, headers=headers)
        for _ in range(self._client.max_redirects + 1):
            request.extensions = {**request.extensions, "trace": self._trace}
            response = self._client.send(request, stream=True)
            held.callback(response.close)
            if response.next_request is None:
                return response
            request = response.next_request
        raise SourceError(f"more than {self._client.max_redirects} redirects")

    def _explain_fault(self, error: httpx.HTTPError) -> SourceError:
        """Return the error that explains a fault of the network."""
        match error:
            case _ if self._is_late:
                return _RetryableError(f"not complete after {self.settings.file_timeout:.0f} s")
            case httpx.ConnectError() | httpx.ConnectTimeout():
                return _RetryableError(f"no connection ({error})", silent=True)
            case httpx.TimeoutException():
                return _RetryableError(f"no answer for {self.settings.read_timeout:.0f} s", silent=True)
            case httpx.TransportError() if not isinstance(error, httpx.UnsupportedProtocol):
                return _RetryableError(f"the connection broke ({error})")
            case _:
                return SourceError(str(error))

    def _check_status(self, response: httpx.Response) -> None:
        status = response.status_code
        if response.is_success:
            return
        reason = f"{response.reason_phrase.lower() or 'refused'} ({status})"
        is_past_end = status == httpx.codes.REQUESTED_RANGE_NOT_SATISFIABLE
        if status not in _WORTH_A_RETRY and not is_past_end:
            raise SourceError(reason)
        after = retry_after(response.headers, dt.datetime.now(dt.UTC))
        if after is not None and after > self.settings.longest_wait:
            raise SourceError(f"{reason}, and asks to come back only in {after:,.0f} s")
        raise _RetryableError(reason, after, anew=is_past_end)


def _is_web_address(source: str) -> bool:
    """Return whether `--from` names an address; else it names a folder.

    Raises:
        FetchError: It looks like an address but is not a valid one.
    """
    scheme = _SCHEME.match(source)
    if scheme is None:
        return False
    with suppress(httpx.InvalidURL, ValueError):
        if scheme[1].lower() in {"http", "https"} and urlsplit(source).hostname and httpx.URL(source).host:
            return True
    shown = without_credentials(source)
    raise FetchError(f"{shown}: is no web address; give one that begins with https:// and a host, or name a folder")


def _check_unknown(response: httpx.Response, address: str) -> None:
    """Raise `SourceError` unless the answer is from the addressed host, is no web page and states where it ends.

    This check is for files without a known hash to verify the answer.
    """
    problems = {
        f"it leads to another host, {response.url.host}": response.url.host != urlsplit(address).hostname,
        "a web page came in place of the text": response.headers.get("Content-Type", "").startswith("text/html"),
        "the server does not say where the file ends": not {"content-length", "transfer-encoding"}
        & {name.lower() for name in response.headers},
    }
    for problem, is_there in problems.items():
        if is_there:
            raise SourceError(problem)


def retry_after(headers: Mapping[str, str], now: dt.datetime) -> float | None:
    """Return the seconds until a server wants to be asked again, stated in seconds or as a date; else None."""
    text = headers.get("Retry-After", "").strip()
    if text.isdecimal():
        return float(text) if len(text) < 12 else float("inf")
    try:
        day = email.utils.parsedate_to_datetime(text)
        day = day if day.tzinfo is not None else day.replace(tzinfo=dt.UTC)
        return max(0.0, (day - now).total_seconds())
    except (ValueError, OverflowError):
        return None
