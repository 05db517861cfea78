"""The client for the web, the only module that touches the network: one request at a time, paced, retried, bounded.

Guarantees: requests to one host have a pause between them; a temporary fault is tried again, after the wait that the
server asks for; a host that does not answer is skipped for the rest of the run; no answer costs more time than
`file_timeout` or more memory than its limit; the body of a redirect is never read.
"""

from __future__ import annotations

import datetime as dt
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

from rules.counts import format_count
from rules.files import hash_file
from scraper.archive import Copy
from scraper.fetch_errors import FetchError, explain_errors
from scraper.web.addresses import has_scheme, without_credentials
from scraper.web.faults import WORTH_A_RETRY, RetryableError, retry_after
from scraper.web.pace import Pace
from scraper.web.partial import PartialFile
from scraper.web.settings import FetchSettings
from scraper.web.steps import FetchProgress, SourceError

_Result = TypeVar("_Result")

_CONDITIONS = frozenset(("if-none-match", "if-modified-since"))
CHECK_TIME = 6.0
"""Seconds in which a host must begin to answer when it is only asked whether there is a network."""
_ASKED_HOSTS = 4
"""Maximum number of hosts that are asked whether there is a network."""


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


class _Deadline:
    """The time at which the tries for one file end; a request that is not over by then is cut.

    A server that sends a byte now and then never exceeds the time for a read, so the sockets themselves are shut down.

    Attributes:
        is_exceeded: Whether the last request was cut.
    """

    def __init__(self) -> None:
        self.is_exceeded = False
        self._end = 0.0
        self._sockets: list[socket.socket] = []

    def begin(self, seconds: float) -> None:
        """Give the next file this much time."""
        self._end = monotonic() + seconds

    @contextmanager
    def watch(self) -> Iterator[None]:
        """Cut the request of this context when the time is over."""
        self.is_exceeded = False
        timer = threading.Timer(max(0.0, self._end - monotonic()), self._cut)
        timer.daemon = True
        timer.start()
        try:
            yield
        finally:
            timer.cancel()

    def trace(self, event: str, about: dict[str, Any]) -> None:
        """Note the sockets of a request, which httpx reports at each step."""
        if event.endswith(("connect_tcp.complete", "start_tls.complete")):
            self._sockets.append(about["return_value"].get_extra_info("socket"))
            if self.is_exceeded:
                self._cut()

    def _cut(self) -> None:
        self.is_exceeded = True
        for opened in list(self._sockets):
            with suppress(OSError):
                socket.socket.shutdown(opened, socket.SHUT_RDWR)


class WebClient(AbstractContextManager["WebClient"]):
    """Downloads from the web with one HTTP client, one request at a time, with pauses, retries and resumption."""

    def __init__(self, settings: FetchSettings, progress: FetchProgress | None) -> None:
        """Open the client, which asks nothing yet.

        Args:
            settings: Timeouts, retries, pauses, and who asks.
            progress: Called with what happens; None to tell nobody.
        """
        self.settings = settings
        self.report: FetchProgress = progress or (lambda *_: None)
        self._pace = Pace(settings.pause)
        self._deadline = _Deadline()
        self._given_up: dict[str, str] = {}  # host → why it is not asked again in this run
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
            paced: Whether the request, and those of its redirects, wait for the pause between two to one host.

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
        self._pace.slow_down(host, pause)

    def download(self, address: str, part: Path, expected: Collection[Copy], received: Callable[[int], None]) -> str:
        """Complete an unfinished file with the bytes at an address, and return the SHA-256 of the finished one.

        Args:
            address: Where the bytes are.
            part: The unfinished file, which need not exist.
            expected: The copies that it may become; none if its bytes are not known beforehand.
            received: Called with the number of bytes so far, those of earlier tries included.

        Raises:
            SourceError: The server does not have the expected bytes; the unfinished file is removed if it is spoiled.
            FetchError: The file cannot be written.
        """
        partial = PartialFile(part, expected)

        def once() -> str:
            try:
                return self._complete(address, partial, received)
            except RetryableError as error:
                if error.spoils_part:
                    partial.remove()
                raise

        with explain_errors(part):
            return self._retry_until_done(address, once)

    def _complete(self, address: str, partial: PartialFile, received: Callable[[int], None]) -> str:
        """Try once to complete an unfinished file, and return its hash."""
        had_bytes = partial.size > 0
        if not partial.is_complete:
            self._receive(address, partial, received)
        sha256 = hash_file(partial.path)
        if partial.matches(sha256):
            return sha256
        partial.path.unlink()
        reason = f"the file is not the expected one (SHA-256 {sha256})"
        if had_bytes:
            # Parts of two versions may have been joined; only an unresumed download proves the source wrong.
            raise RetryableError(reason)
        raise SourceError(reason)

    def _receive(self, address: str, partial: PartialFile, received: Callable[[int], None]) -> None:
        """Add bytes to an unfinished file, resuming the download if the server allows it.

        An OSError comes from writing the file.
        """
        start = partial.usable_size
        headers: dict[str, str] = {}
        if start:
            headers["Range"] = f"bytes={start}-"
        with self._request_answer(address, headers) as response:
            count = _count_kept(response, start)
            if partial.sizes:
                _check_announced_size(response, count, partial.sizes)
            else:
                _check_unknown(response, address)
            limit = max(partial.sizes, default=self.settings.largest)
            with partial.path.open("ab" if count else "wb") as file:
                for chunk in self._read_chunks(response, limit, count):
                    file.write(chunk)
                    count += len(chunk)
                    received(count)
        if partial.sizes and count not in partial.sizes:
            raise RetryableError(f"the answer stopped after {count:,} of {max(partial.sizes):,} bytes")

    def _retry_until_done(self, address: str, once: Callable[[], _Result]) -> _Result:
        """Call a function until it succeeds, the tries are used up or the fault is permanent."""
        host = urlsplit(address).netloc
        if host in self._given_up:
            raise SourceError(f"{host} {self._given_up[host]}, not tried again", host_wide=True)
        self._deadline.begin(self.settings.file_timeout)
        retrying = self._make_retrying(address)
        try:
            return retrying(once)
        except RetryableError as error:
            if error.silent:
                self._given_up[host] = "does not answer"
            tries = format_count(retrying.statistics["attempt_number"], "try", "tries")
            reason = f"{error}, {tries}"
            raise SourceError(reason, error.status, host_wide=error.host_wide) from error
        except SourceError:
            if self._deadline.is_exceeded:
                self._given_up[host] = "is too slow"
            raise

    def _make_retrying(self, address: str) -> tenacity.Retrying:
        """Return the loop that tries again after each temporary fault, and reports each new try."""

        def note(state: tenacity.RetryCallState) -> None:
            error = _error_of(state)
            text = f"{without_credentials(address)}: {error}; trying again in {state.upcoming_sleep:.0f} s"
            self.report("note", text, 0)

        most_attempts = tenacity.stop_after_attempt(self.settings.attempts)
        return tenacity.Retrying(
            stop=most_attempts | tenacity.stop_before_delay(self.settings.file_timeout),
            wait=self._pause_before_retry,
            retry=tenacity.retry_if_exception_type(RetryableError),
            before_sleep=note,
            sleep=sleep,
            reraise=True,
        )

    def _pause_before_retry(self, state: tenacity.RetryCallState) -> float:
        """Return the seconds to wait: those that the server asked for, else twice as many each time, and some more."""
        error = _error_of(state)
        if isinstance(error, RetryableError) and error.after is not None:
            return error.after
        backoff = self.settings.backoff
        waits = tenacity.wait_exponential(backoff, self.settings.longest_wait) + tenacity.wait_random(0, backoff)
        return waits(state)

    @staticmethod
    def _read_chunks(response: httpx.Response, limit: int, count: int = 0) -> Iterator[bytes]:
        """Yield the bytes of an answer as they come.

        Args:
            response: The answer.
            limit: Maximum number of bytes.
            count: The number of bytes that earlier tries received, which count towards the limit.
        """
        if response.headers.get("Content-Encoding", "identity").strip().lower() not in {"", "identity"}:
            # A few hundred compressed bytes may expand to gigabytes, and no encoding was requested.
            raise SourceError("the server sent it compressed, although this was not requested")
        for chunk in response.iter_raw():
            count += len(chunk)
            if count > limit:
                raise SourceError(f"more than {limit:,} bytes")
            yield chunk

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
        try:
            with self._deadline.watch(), ExitStack() as opened:
                response = self._final_answer(address, headers, opened, approve, paced=paced)
                self._check_status(response)
                yield response
        except httpx.HTTPError as error:
            raise self._explain_fault(error) from error
        except (httpx.InvalidURL, UnicodeError) as error:
            raise SourceError(f"the address is invalid or leads to an invalid one ({error})") from error

    def _final_answer(
        self,
        address: str,
        headers: dict[str, str],
        opened: ExitStack,
        approve: Callable[[str], None] | None,
        *,
        paced: bool,
    ) -> httpx.Response:
        """Return the answer after a few redirects, without reading their bodies; `opened` closes all of them."""
        request = self._client.build_request("GET", address, headers=headers)
        for _ in range(self._client.max_redirects + 1):
            if paced:
                self._pace.wait_turn(urlsplit(str(request.url)).netloc)
            request.extensions = {**request.extensions, "trace": self._deadline.trace}
            response = self._client.send(request, stream=True)
            opened.callback(response.close)
            if response.next_request is None:
                return response
            request = response.next_request
            if approve is not None:
                approve(str(request.url))
        raise SourceError(f"more than {self._client.max_redirects} redirects")

    def _explain_fault(self, error: httpx.HTTPError) -> SourceError:
        """Return the error that explains a fault of the network."""
        if self._deadline.is_exceeded:
            return SourceError(f"not complete after {self.settings.file_timeout:.0f} s", host_wide=True)
        match error:
            case httpx.ConnectError() | httpx.ConnectTimeout():
                return RetryableError(f"no connection ({error})", silent=True)
            case httpx.TimeoutException():
                return RetryableError(f"no answer for {self.settings.read_timeout:.0f} s", silent=True)
            case httpx.TransportError() if not isinstance(error, httpx.UnsupportedProtocol):
                return RetryableError(f"the connection broke ({error})")
            case _:
                return SourceError(str(error))

    def _check_status(self, response: httpx.Response) -> None:
        """Raise `SourceError` unless the server answered with what was asked for, or with "not modified" if asked."""
        status = response.status_code
        is_conditional = not _CONDITIONS.isdisjoint(response.request.headers)
        if response.is_success or (status == httpx.codes.NOT_MODIFIED and is_conditional):
            return
        reason = f"{response.reason_phrase.lower() or 'refused'} ({status})"
        is_past_end = status == httpx.codes.REQUESTED_RANGE_NOT_SATISFIABLE
        if status not in WORTH_A_RETRY and not is_past_end:
            raise SourceError(reason, status)
        after = retry_after(response.headers, dt.datetime.now(dt.UTC))
        if after is not None and after > self.settings.longest_wait:
            raise SourceError(f"{reason}, and asks to wait {after:,.0f} s", status, host_wide=True)
        raise RetryableError(reason, after, status=status, spoils_part=is_past_end)


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
        answers.put(_is_reachable(address, settings))

    for address in addresses:
        threading.Thread(target=ask, args=(address,), daemon=True).start()
    end = monotonic() + CHECK_TIME
    with suppress(queue.Empty):
        for _ in addresses:
            if answers.get(timeout=max(0.0, end - monotonic())):
                return True
    return False


def _is_reachable(address: str, settings: FetchSettings) -> bool:
    """Return whether the host of an address answers, whatever it says."""
    with suppress(httpx.HTTPError, httpx.InvalidURL, UnicodeError):
        client = httpx.Client(timeout=CHECK_TIME, headers={"User-Agent": settings.agent})
        with client, client.stream("HEAD", address):
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


def _error_of(state: tenacity.RetryCallState) -> BaseException | None:
    """Return the error of the last try."""
    if state.outcome is None:
        return None
    return state.outcome.exception()


def _count_kept(response: httpx.Response, start: int) -> int:
    """Return how many bytes of an unfinished file the answer continues: all, or none if the server begins again.

    Args:
        response: The answer to a request for the bytes from `start` on.
        start: The number of bytes of the unfinished file.
    """
    if response.status_code != httpx.codes.PARTIAL_CONTENT:
        return 0
    if not response.headers.get("Content-Range", "").startswith(f"bytes {start}-"):
        raise RetryableError("the server sent a different part of the file than requested", spoils_part=True)
    return start


def _check_announced_size(response: httpx.Response, count: int, sizes: Collection[int]) -> None:
    """Raise `SourceError` if the server announces a file of another size, before its bytes are read.

    Args:
        response: The answer.
        count: The number of bytes that are there already.
        sizes: The expected sizes.
    """
    announced = response.headers.get("Content-Length", "")
    if not announced.isdecimal():
        return
    size = count + int(announced)
    if size not in sizes:
        expected = " or ".join(f"{size:,}" for size in sorted(sizes))
        raise SourceError(f"the server announces {size:,} bytes, not {expected}")


def _check_unknown(response: httpx.Response, address: str) -> None:
    """Raise `SourceError` unless the answer is from the addressed host, is no web page and states where it ends.

    This check is for files without a known hash to verify the answer.
    """
    if response.url.host != urlsplit(address).hostname:
        raise SourceError(f"the address leads to another host, {response.url.host}")
    if response.headers.get("Content-Type", "").startswith("text/html"):
        raise SourceError("the server sent a web page instead of the text")
    if "Content-Length" not in response.headers and "Transfer-Encoding" not in response.headers:
        raise SourceError("the server does not say where the file ends")
