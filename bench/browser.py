"""How long a reader waits for the first search result: the real site in headless Chromium, nothing cached."""

from __future__ import annotations

import functools
import http.server
import shutil
import statistics
import threading
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import BrowserType


class NoBrowser(Exception):
    """The measurement cannot be made here; the message says what is missing."""


class _Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_arguments: object) -> None:
        """Says nothing."""


def first_result(site: Path, query: str, times: int = 5) -> float:
    """Seconds from the last key to the first result of Pagefind, the median of several cold starts.

    Args:
        site: The built site.
        query: Words that have no direct answer, so that the full text search has to give the result.
        times: How many browsers are started.

    Raises:
        NoBrowser: Playwright or Chromium is not installed.
    """
    try:
        from playwright.sync_api import sync_playwright  # noqa: PLC0415 - an optional dependency
    except ImportError as error:
        raise NoBrowser("playwright is not installed: pip install comprules[test]") from error
    executable = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if executable is None:
        raise NoBrowser("no Chromium: apt install chromium")
    handler = functools.partial(_Quiet, directory=str(site))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server, sync_playwright() as playwright:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{server.server_address[1]}/"
        waits = [_wait(playwright.chromium, executable, address, query) for _ in range(times)]
        server.shutdown()
    return statistics.median(waits)


def _wait(chromium: BrowserType, executable: str, address: str, query: str) -> float:
    browser = chromium.launch(executable_path=executable, args=["--no-sandbox"])
    try:
        page = browser.new_page()
        page.goto(address, wait_until="load")
        page.locator(".search-open:visible").first.click()
        page.locator("#search-input").wait_for()
        page.keyboard.insert_text(query)
        started = time.perf_counter()
        page.locator("#search-hits [role=option]").first.wait_for()
        return time.perf_counter() - started
    finally:
        browser.close()
