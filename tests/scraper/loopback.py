"""A web server on the loopback interface that misbehaves as a test tells it to."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from msgspec import Struct, field

Answer = Callable[[BaseHTTPRequestHandler], None]


class Request(Struct):
    """What the server was asked for."""

    path: str
    headers: dict[str, str]
    at_once: int


class Site(Struct):
    """The server as a test sees it: set `answers[path]`, read `requests`."""

    base: str = ""
    answers: dict[str, list[Answer]] = field(default_factory=dict)
    requests: list[Request] = field(default_factory=list)
    open_requests: int = 0
    guard: threading.Lock = field(default_factory=threading.Lock)
    closed: threading.Event = field(default_factory=threading.Event)

    def serve(self, path: str, *answers: Answer) -> str:
        """Give these answers in turn at `path`, the last one for ever; return the address."""
        self.answers[path] = list(answers)
        return self.base + path

    def asked(self, path: str) -> list[Request]:
        return [request for request in self.requests if request.path == path]


class _Server(ThreadingHTTPServer):
    """A server that is silent about clients that go away, which would be taken for words of the command."""

    def handle_error(self, request: object, client_address: object) -> None:
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)  # type: ignore[arg-type]


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    site: Site

    def do_GET(self) -> None:
        site = self.site
        with site.guard:
            site.open_requests += 1
            site.requests.append(Request(self.path, dict(self.headers), site.open_requests))
            answers = site.answers.get(self.path, [status(404)])
            answer = answers.pop(0) if len(answers) > 1 else answers[0]
        try:
            answer(self)
        except (BrokenPipeError, ConnectionResetError):
            self.close_connection = True
        finally:
            with site.guard:
                site.open_requests -= 1

    def log_message(self, *args: object) -> None:
        """Say nothing."""


@contextmanager
def running_site() -> Iterator[Site]:
    """A server on a free port of 127.0.0.1 while the context lasts."""
    site = Site()
    server = _Server(("127.0.0.1", 0), type("Handler", (_Handler,), {"site": site}))
    server.daemon_threads = True
    site.base = f"http://127.0.0.1:{server.server_address[1]}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield site
    finally:
        site.closed.set()
        server.shutdown()
        server.server_close()
        thread.join()


def _send(handler: BaseHTTPRequestHandler, code: int, headers: Mapping[str, str], body: bytes) -> None:
    handler.send_response(code)
    for name, value in {"Content-Length": str(len(body)), "Content-Type": "text/plain", **headers}.items():
        handler.send_header(name, value)
    handler.end_headers()
    handler.wfile.write(body)


def _underscored(headers: Mapping[str, str]) -> dict[str, str]:
    return {name.replace("_", "-"): value for name, value in headers.items()}


def status(code: int, **headers: str) -> Answer:
    """An answer without the file; `Retry_After="1"` sets a header."""
    return lambda handler: _send(handler, code, _underscored(headers), b"sorry\n")


def whole(body: bytes, **headers: str) -> Answer:
    """The file in one piece, whatever was asked for: this server ignores ranges."""
    return lambda handler: _send(handler, 200, _underscored(headers), body)


def ranged(body: bytes) -> Answer:
    """The file, or the part of it that was asked for."""

    def answer(handler: BaseHTTPRequestHandler) -> None:
        wanted = handler.headers.get("Range", "")
        start = int(wanted.removeprefix("bytes=").rstrip("-")) if wanted else 0
        if start:
            if start >= len(body):
                _send(handler, 416, {}, b"")
                return
            place = f"bytes {start}-{len(body) - 1}/{len(body)}"
            _send(handler, 206, {"Content-Range": place}, body[start:])
        else:
            _send(handler, 200, {}, body)

    return answer


def misplaced(body: bytes) -> Answer:
    """Another part of the file than was asked for."""
    headers = {"Content-Range": f"bytes 1-{len(body) - 1}/{len(body)}"}
    return lambda handler: _send(handler, 206, headers, body[1:])


def _begin(handler: BaseHTTPRequestHandler, headers: Mapping[str, str], body: bytes) -> None:
    """The headers and the beginning of a body, after which the connection is closed."""
    handler.send_response(200)
    for name, value in headers.items():
        handler.send_header(name, value)
    handler.end_headers()
    handler.wfile.write(body)
    handler.wfile.flush()
    handler.close_connection = True


def unbounded(body: bytes) -> Answer:
    """A body whose length nobody tells; it ends with the connection."""
    return lambda handler: _begin(handler, {}, body)


def truncated(body: bytes, after: int) -> Answer:
    """The file's beginning under the length of the whole; then the connection is closed."""
    return lambda handler: _begin(handler, {"Content-Length": str(len(body))}, body[:after])


def stalled(body: bytes, after: int) -> Answer:
    """The file's beginning, then silence until the server closes."""

    def answer(handler: BaseHTTPRequestHandler) -> None:
        _begin(handler, {"Content-Length": str(len(body))}, body[:after])
        assert isinstance(handler, _Handler)
        handler.site.closed.wait()

    return answer


def redirect(address: str) -> Answer:
    """See other."""
    return status(302, Location=address)


def marked(body: bytes, etag: str = "", **headers: str) -> Answer:
    """The file with a mark of its version; to whoever has that version, that nothing changed."""

    def answer(handler: BaseHTTPRequestHandler) -> None:
        stamp = headers.get("Last_Modified", "no date")
        has_mark = bool(etag) and handler.headers.get("If-None-Match") == etag
        if has_mark or handler.headers.get("If-Modified-Since") == stamp:
            handler.send_response(304)
            handler.end_headers()
            return
        _send(handler, 200, {**({"ETag": etag} if etag else {}), **_underscored(headers)}, body)

    return answer
