"""Waiting times of readers: the real site in headless Chromium, without caches, compressed as by web hosts."""

from __future__ import annotations

import functools
import gzip
import http.server
import shutil
import statistics
import threading
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import BrowserType, Page

_TIMES = 5
_SETTLED = """() => { const entry = performance.getEntriesByType("navigation")[0];
    return (entry.domContentLoadedEventEnd - entry.startTime) / 1000; }"""


class NoBrowser(Exception):
    """Error: the measurement is not possible here; the message says what is missing."""


class _Compressed(http.server.SimpleHTTPRequestHandler):
    """Serves a folder with gzip compression, and counts the bytes."""

    # connections are kept, as web hosts do
    protocol_version = "HTTP/1.1"
    sent = 0

    def do_GET(self) -> None:
        path = Path(self.translate_path(self.path.partition("?")[0]))
        file = path / "index.html" if path.is_dir() else path
        if not file.is_file():
            self.send_error(404)
            return
        body = gzip.compress(file.read_bytes(), 6)
        self.send_response(200)
        self.send_header("Content-Type", self.guess_type(str(file)))
        self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)
        type(self).sent += len(body)

    def log_message(self, *_arguments: object) -> None:
        """Log nothing."""


class Reader:
    """Opens pages of a site, each visit in a new browser.

    Args:
        chromium: Playwright's browser type.
        executable: The browser's program.
        address: Address of the served site, with a slash at the end.
    """

    def __init__(self, chromium: BrowserType, executable: str, address: str) -> None:
        self._chromium = chromium
        self._executable = executable
        self._address = address

    def median(self, wait: Callable[[Page, str], float]) -> float:
        """Return the median seconds of several visits; `wait` gets an empty page and the site's address."""
        return statistics.median(self._visit(wait) for _ in range(_TIMES))

    def _visit(self, wait: Callable[[Page, str], float]) -> float:
        browser = self._chromium.launch(executable_path=self._executable, args=["--no-sandbox"])
        try:
            return wait(browser.new_context(service_workers="block").new_page(), self._address)
        finally:
            browser.close()

    def count_transferred(self, path: str) -> int:
        """Return the compressed bytes of a first visit to a page."""
        _Compressed.sent = 0

        def open_page(page: Page, address: str) -> float:
            page.goto(address + path, wait_until="networkidle")
            return 0

        self._visit(open_page)
        return _Compressed.sent


@contextmanager
def reader(site: Path) -> Iterator[Reader]:
    """Serve a built site on this machine, and yield its reader.

    Raises:
        NoBrowser: Playwright or Chromium is not installed.
    """
    try:
        from playwright.sync_api import sync_playwright  # noqa: PLC0415 - an optional dependency
    except ImportError as error:
        raise NoBrowser("playwright is not installed: pip install '.[test]' in the checkout") from error
    executable = find_chromium()
    with serve_compressed(site) as address, sync_playwright() as playwright:
        yield Reader(playwright.chromium, executable, address)


def find_chromium() -> str:
    """Return the path of Chromium's program.

    Raises:
        NoBrowser: Chromium is not installed.
    """
    executable = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if executable is None:
        raise NoBrowser("no Chromium: apt install chromium")
    return executable


@contextmanager
def serve_compressed(site: Path) -> Iterator[str]:
    """Serve a built site on this machine with gzip compression, and yield its address, with a slash at the end."""
    handler = functools.partial(_Compressed, directory=str(site))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield f"http://127.0.0.1:{server.server_address[1]}/"
        finally:
            server.shutdown()


def first_result(query: str) -> Callable[[Page, str], float]:
    """Return a function that measures from the last key to the first passage; `query` has no direct answer."""

    def wait(page: Page, address: str) -> float:
        page.goto(address, wait_until="load")
        page.locator(".search-open:visible").first.click()
        page.locator("#search-input").wait_for()
        page.keyboard.insert_text(query)
        started = time.perf_counter()
        page.locator("#search-hits [role=option]").first.wait_for()
        return time.perf_counter() - started

    return wait


def measure_interactive(path: str) -> Callable[[Page, str], float]:
    """Return a function that measures from the click until a page is parsed and its scripts have run."""

    def wait(page: Page, address: str) -> float:
        page.goto(address + path, wait_until="load")
        return float(page.evaluate(_SETTLED))

    return wait


def opened_and_filtered(path: str) -> Callable[[Page, str], float]:
    """Return a function that measures from a comparison's address until its changes are shown and filtered once."""

    def wait(page: Page, address: str) -> float:
        started = time.perf_counter()
        page.goto(address + path, wait_until="load")
        before = page.locator(".c-shown").inner_text()
        page.locator(".chips input").first.click()
        page.wait_for_function("text => document.querySelector('.c-shown').innerText !== text", arg=before)
        return time.perf_counter() - started

    return wait


def as_of(edition: str, first: str, then: str) -> Callable[[Page, str], float]:
    """Return a function that measures from the click on a chapter of an old edition to its rules.

    Another chapter of that edition is open before.
    """

    def wait(page: Page, address: str) -> float:
        page.goto(f"{address}e/{edition}/#{first}", wait_until="networkidle")
        page.locator(".asof-reader h1", has_text=first).wait_for()
        started = time.perf_counter()
        page.evaluate("hash => { location.hash = hash; }", then)
        page.locator(".asof-reader h1", has_text=then).wait_for()
        return time.perf_counter() - started

    return wait


def find_heaviest(site: Path, pattern: str) -> str:
    """Return the address of the largest page that matches a pattern, the worst case for a reader."""
    return f"{max(site.glob(pattern), key=lambda page: page.stat().st_size).parent.relative_to(site).as_posix()}/"
