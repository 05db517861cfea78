"""The client for the web, the only module that touches the network: one request at a time, paced, retried, bounded.

Guarantees: requests to one host have a pause between them; a temporary fault is tried again, after the wait that the
server asks for; a host that does not answer is skipped for the rest of the run; no answer costs more time than
`file_timeout` or more memory than its limit; the body of a redirect is never read.
"""

from __future__ import annotations

import datetime as dt
import email.utils
import queue
import socket
import threading
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, ExitStack, contextmanager, suppress
from pathlib import Path
from time import monotonic, sleep
from typing import Any, TypeVar
from urllib.parse import urlsplit

import httpx
import tenacity
from msgspec import Struct

from rules.version import own_version
from scraper.archive import Copy, FetchError, explain_errors, file_sha256, size_of
from scraper.web.addresses import has_scheme, without_credentials
from scraper.web.steps import FetchProgress, SourceError

_WORTH_A_RETRY = frozenset({408, 425, 429, 500, 502, 503, 504})
_Result = TypeVar("_Result")

_CONDITIONS = frozenset(("if-none-match", "if-modified-since"))
CHECK_TIME = 6.0
"""Seconds in which a host must begin to answer when it is only asked whether there is a network."""
_MOST_DIGITS = 11
"""Maximum length of a number of seconds; a longer one means never."""
_ASKED_HOSTS = 4
"""Maximum number of hosts that are asked whether there is a network."""
AGENT = "comprules"
"""The name by which a robots.txt addresses comprules."""


class FetchSettings(Struct, frozen=True):
    """What to fetch, timeouts, retries and rate limits. The defaults suit a public server; times are in seconds.

    Attributes:
        connect_timeout: Maximum time to connect.
        read_timeout: Maximum time without data from the server.
        file_timeout: Maximum time for one file from one source, all tries together; a host that needs more is given up.
        attempts: Number of tries per source before the next source is tried.
        backoff: Wait after the first failed try; doubled each time, plus a random part of up to this value.
        longest_wait: Maximum wait before a try; a source whose server asks for more is given up.
        pause: Minimum time between two requests to one host.
        largest: Maximum size in bytes of a file whose size is not known beforehand.
        until: Editions that take effect after this day are left out; None for all.
        contact: Where the owner of a site can write to whoever runs comprules: an address of mail or of a page; None
            if nobody said so.
        check_network: Whether to ask first if there is a network at all; False if the caller has asked.
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
    contact: str | None = None
    check_network: bool = True

    @property
    def agent(self) -> str:
        """What requests name as their sender."""
        sender = "run by a person who gave no address to write to"
        if self.contact:
            sender = f"+{self.contact}"
        return f"{AGENT}/{own_version()} ({sender})"


class WebAnswer(Struct, frozen=True):
    """What a server answered.

    Attributes:
        address: Where the answer came from, after redirects.
        body: Its bytes; empty if nothing changed.
        content_type: The kind that the server states; may be empty, like the next two.
        etag: The mark by which the server knows this version.
        last_modified: When the server says that it was changed.
        unchanged: Whether the server answered a conditional request with "not modified".
    """

    address: str
    body: bytes
    content_type: str = ""
    etag: str = ""
    last_modified: str = ""
    unchanged: bool = False


class _RetryableError(SourceError):
    """A fault that may be temporary.

    Attributes:
        after: The wait in seconds that the server asked for, or None.
        silent: Whether the host did not answer at all.
        anew: Whether the bytes received so far are of no use for the next try.
    """

    def __init__(
        self,
        reason: str,
        after: float | None = None,
        *,
        status: int | None = None,
        silent: bool = False,
        anew: bool = False,
    ) -> None:
        super().__init__(reason, status, host_wide=silent or status == httpx.codes.TOO_MANY_REQUESTS)
        self.after = after
        self.silent = silent
        self.anew = anew


class WebClient(AbstractContextManager["WebClient"]):
    """Downloads from the web with one HTTP client, one request at a time, with pauses, retries and resumption."""

    def __init__(self, settings: FetchSettings, progress: FetchProgress | None) -> None:
        self.settings = settings
        self.report: FetchProgress = progress or (lambda *_: None)
        self._next_turn: dict[str, float] = {}
        self._pauses: dict[str, float] = {}
        self._given_up: dict[str, str] = {}  # host → why it is not asked again in this run
        self._end = 0.0
        self._sockets: list[socket.socket] = []
        self._is_late = False
        self._client = httpx.Client(
            timeout=httpx.Timeout(settings.read_timeout, connect=settings.connect_timeout),
            follow_redirects=False,  # httpx would read and decode the whole body of each redirect
            max_redirects=5,
            # Without compression, lengths and byte ranges refer to the bytes of the file itself.
            headers={"User-Agent": settings.agent, "Accept-Encoding": "identity"},
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

    def get(
        self,
        address: str,
        limit: int,
        conditions: Mapping[str, str] | None = None,
        approve: Callable[[str], None] | None = None,
        *,
        paced: bool = True,
    ) -> WebAnswer:
        """Return a whole answer of a server.

        Args:
            address: Where to ask.
            limit: Maximum number of bytes.
            conditions: Headers that make the request conditional; then the server may answer that nothing changed.
            approve: Called with the address of each redirect before it is followed; raises `SourceError` to refuse it.
            paced: Whether this request takes its turn among those to its host.

        Raises:
            SourceError: The server does not answer, refuses, or sends more than `limit`.
        """

        def once() -> WebAnswer:
            with self._request_answer(address, dict(conditions or {}), approve, paced=paced) as response:
                body = b"".join(self._read_chunks(response, limit))
                headers = {name: response.headers.get(name, "") for name in ("ETag", "Last-Modified", "Content-Type")}
                unchanged = response.status_code == httpx.codes.NOT_MODIFIED
                return WebAnswer(
                    address=str(response.url),
                    body=body,
                    content_type=headers["Content-Type"],
                    etag=headers["ETag"],
                    last_modified=headers["Last-Modified"],
                    unchanged=unchanged,
                )

        return self._retry_until_done(address, once)

    def slow_down(self, host: str, pause: float) -> None:
        """Make the pause between two requests to a host at least this long, in seconds."""
        self._pauses[host] = max(pause, self._pauses.get(host, 0.0))

    def download(self, address: str, part: Path, expected: Collection[Copy], received: Callable[[int], None]) -> str:
        """Complete `part` with the bytes at `address` and return their SHA-256; see `Download`."""
        sizes = {copy.bytes for copy in expected}

        def once() -> str:
            try:
                had = size_of(part)
                if had not in sizes or not part.exists():
                    self._receive(address, part, sizes, received)
                sha256 = file_sha256(part)
                if not expected or any(copy.sha256 == sha256 for copy in expected):
                    return sha256
                part.unlink()
                reason = f"the file is not the expected one (SHA-256 {sha256})"
                # Parts of two versions may have been joined; only an unresumed download proves the source wrong.
                error_type: type[SourceError] = SourceError
                if had:
                    error_type = _RetryableError
                raise error_type(reason)
            except _RetryableError as error:
                if error.anew:
                    part.unlink(missing_ok=True)
                raise

        with explain_errors(part):
            return self._retry_until_done(address, once)

    def _retry_until_done(self, address: str, once: Callable[[], _Result]) -> _Result:
        """Call `once` until it succeeds, the tries are used up or the fault is permanent."""
        host = urlsplit(address).netloc
        if host in self._given_up:
            raise SourceError(f"{host} {self._given_up[host]}, not tried again", host_wide=True)
        self._end = monotonic() + self.settings.file_timeout

        def note(state: tenacity.RetryCallState) -> None:
            error = state.outcome and state.outcome.exception()
            text = f"{without_credentials(address)}: {error}; trying again in {state.upcoming_sleep:.0f} s"
            self.report("note", text, 0)

        retrying = tenacity.Retrying(
            stop=tenacity.stop_after_attempt(self.settings.attempts)
            | tenacity.stop_before_delay(self.settings.file_timeout),
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
                self._given_up[host] = "does not answer"
            reason = f"{error}, {retrying.statistics['attempt_number']} tries"
            raise SourceError(reason, error.status, host_wide=error.host_wide) from error
        except SourceError:
            if self._is_late:
                self._given_up[host] = "is too slow"
            raise

    def _pause_before_retry(self, state: tenacity.RetryCallState) -> float:
        error = state.outcome and state.outcome.exception()
        if isinstance(error, _RetryableError) and error.after is not None:
            return error.after
        backoff = self.settings.backoff
        waits = tenacity.wait_exponential(backoff, self.settings.longest_wait) + tenacity.wait_random(0, backoff)
        return waits(state)

    def _receive(self, address: str, part: Path, sizes: Collection[int], received: Callable[[int], None]) -> None:
        """Complete `part`, resuming the download if the server allows it.

        An OSError comes from writing the file.
        """
        start = 0
        # Without a known size or hash, parts of two tries must not be joined.
        if sizes:
            start = size_of(part)
        headers = {}
        if start:
            headers["Range"] = f"bytes={start}-"
        with self._request_answer(address, headers) as response:
            resumed = response.status_code == httpx.codes.PARTIAL_CONTENT
            if resumed and not response.headers.get("Content-Range", "").startswith(f"bytes {start}-"):
                raise _RetryableError("the server sent a different part of the file than requested", anew=True)
            count = 0
            if resumed:
                count = start
            if not sizes:
                _check_unknown(response, address)
            announced = response.headers.get("Content-Length", "")
            if sizes and announced.isdecimal() and count + int(announced) not in sizes:
                expected = " or ".join(f"{size:,}" for size in sorted(sizes))
                raise SourceError(f"it has {count + int(announced):,} bytes, not {expected}")
            mode = "wb"
            if count:
                mode = "ab"
            with part.open(mode) as file:
                for chunk in self._read_chunks(response, max(sizes, default=self.settings.largest), count):
                    file.write(chunk)
                    count += len(chunk)
                    received(count)
        if sizes and count not in sizes:
            raise _RetryableError(f"the answer stopped after {count:,} of {max(sizes):,} bytes")

    def _read_chunks(self, response: httpx.Response, limit: int, count: int = 0) -> Iterator[bytes]:
        if response.headers.get("Content-Encoding", "identity").strip().lower() not in {"", "identity"}:
            # A few hundred compressed bytes may expand to gigabytes, and no encoding was requested.
            raise SourceError("the server sent it compressed, although this was not requested")
        for chunk in response.iter_raw():
            count += len(chunk)
            if count > limit:
                raise SourceError(f"more than {limit:,} bytes")
            yield chunk

    def wait_turn(self, host: str) -> None:
        """Wait until the pause since the request to a host before is over."""
        sleep(max(0.0, self._next_turn.get(host, 0.0) - monotonic()))
        self._next_turn[host] = monotonic() + max(self.settings.pause, self._pauses.get(host, 0.0))

    @contextmanager
    def _request_answer(
        self,
        address: str,
        headers: dict[str, str],
        approve: Callable[[str], None] | None = None,
        *,
        paced: bool = True,
    ) -> Iterator[httpx.Response]:
        """Yield a successful answer of the server, its body still to be read; raise faults as `SourceError`."""
        if paced:
            self.wait_turn(urlsplit(address).netloc)
        self._is_late = False
        timer = threading.Timer(max(0.0, self._end - monotonic()), self._cut)
        timer.daemon = True
        try:
            with ExitStack() as held:
                timer.start()
                response = self._final_answer(address, headers, held, approve)
                self._check_status(response)
                yield response
        except httpx.HTTPError as error:
            raise self._explain_fault(error) from error
        except (httpx.InvalidURL, UnicodeError) as error:
            raise SourceError(f"the address is invalid or leads to an invalid one ({error})") from error
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

    def _final_answer(
        self, address: str, headers: dict[str, str], held: ExitStack, approve: Callable[[str], None] | None
    ) -> httpx.Response:
        """Return the answer after a few redirects, without reading their bodies."""
        request = self._client.build_request("GET", address, headers=headers)
        for _ in range(self._client.max_redirects + 1):
            request.extensions = {**request.extensions, "trace": self._trace}
            response = self._client.send(request, stream=True)
            held.callback(response.close)
            if response.next_request is None:
                return response
            request = response.next_request
            if approve is not None:
                approve(str(request.url))
        raise SourceError(f"more than {self._client.max_redirects} redirects")

    def _explain_fault(self, error: httpx.HTTPError) -> SourceError:
        """Return the error that explains a fault of the network."""
        match error:
            case _ if self._is_late:
                return SourceError(f"not complete after {self.settings.file_timeout:.0f} s", host_wide=True)
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
        is_conditional = not _CONDITIONS.isdisjoint(response.request.headers)
        if response.is_success or (status == httpx.codes.NOT_MODIFIED and is_conditional):
            return
        reason = f"{response.reason_phrase.lower() or 'refused'} ({status})"
        is_past_end = status == httpx.codes.REQUESTED_RANGE_NOT_SATISFIABLE
        if status not in _WORTH_A_RETRY and not is_past_end:
            raise SourceError(reason, status)
        after = retry_after(response.headers, dt.datetime.now(dt.UTC))
        if after is not None and after > self.settings.longest_wait:
            raise SourceError(f"{reason}, and asks to wait {after:,.0f} s", status, host_wide=True)
        raise _RetryableError(reason, after, status=status, anew=is_past_end)


def find_silent_hosts(addresses: Iterable[str], settings: FetchSettings) -> tuple[str, ...]:
    """Return the first few hosts of these addresses if none of them answers at all; empty if one does.

    Args:
        addresses: Web addresses, the ones that matter most first; none at all means that no host is asked.
        settings: What a request names as its sender.
    """
    hosts: dict[str, str] = {}
    for address in addresses:
        hosts.setdefault(urlsplit(address).netloc, address)
        if len(hosts) == _ASKED_HOSTS:
            break
    if not hosts or is_any_reachable(hosts.values(), settings):
        return ()
    return tuple(hosts)


def is_any_reachable(addresses: Collection[str], settings: FetchSettings) -> bool:
    """Return whether the host of any of these addresses answers at all, whatever it says.

    They are asked at the same time, once; a name that the system cannot resolve may cost any time, which is not waited
    for.
    """
    answers: queue.Queue[bool] = queue.Queue()

    def ask(address: str) -> None:
        with suppress(httpx.HTTPError, httpx.InvalidURL, UnicodeError):
            client = httpx.Client(timeout=CHECK_TIME, headers={"User-Agent": settings.agent})
            with client, client.stream("HEAD", address):
                answers.put(True)
                return
        answers.put(False)

    for address in addresses:
        threading.Thread(target=ask, args=(address,), daemon=True).start()
    end = monotonic() + CHECK_TIME
    with suppress(queue.Empty):
        for _ in addresses:
            if answers.get(timeout=max(0.0, end - monotonic())):
                return True
    return False


def is_web_address(source: str) -> bool:
    """Return whether `--from` names an address; else it names a folder.

    Raises:
        FetchError: It looks like an address but is not a valid one.
    """
    if not has_scheme(source):
        return False
    with suppress(httpx.InvalidURL, ValueError):
        parts = urlsplit(source)
        if parts.scheme in {"http", "https"} and parts.hostname and httpx.URL(source).host:
            return True
    shown = without_credentials(source)
    raise FetchError(f"{shown}: not a web address; give one that begins with https:// and a host, or name a folder")


def _check_unknown(response: httpx.Response, address: str) -> None:
    """Raise `SourceError` unless the answer is from the addressed host, is no web page and states where it ends.

    This check is for files without a known hash to verify the answer.
    """
    problems = {
        f"it leads to another host, {response.url.host}": response.url.host != urlsplit(address).hostname,
        "the server sent a web page instead of the text": response.headers.get("Content-Type", "").startswith(
            "text/html"
        ),
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
        if len(text) > _MOST_DIGITS:
            return float("inf")
        return float(text)
    try:
        day = email.utils.parsedate_to_datetime(text)
        if day.tzinfo is None:
            day = day.replace(tzinfo=dt.UTC)
        return max(0.0, (day - now).total_seconds())
    except (ValueError, OverflowError):
        return None
