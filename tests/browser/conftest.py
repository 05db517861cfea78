"""The sample site, built once from the shipped archive by the real commands, served on loopback below its own path."""

from __future__ import annotations

import contextlib
import dataclasses
import functools
import http.server
import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Request, expect, sync_playwright

from comprules.places import SAMPLE
from rules.records import GlossaryEntry, Rule
from rules.store import open_store
from site_src.builder.site import build_site
from site_src.paths import ROOT
from tests.conftest import made_once

CHROMIUM = shutil.which("chromium") or "/usr/bin/chromium"
BELOW = "/some/where/"
"""The path below which the site is served: nothing may depend on standing at the root."""
PATIENCE = 120_000
"""Milliseconds until a condition counts as never met; what a page waits for on a busy machine comes long before."""
expect.set_options(timeout=PATIENCE)
WORKER_BLOCKED = "Service Worker registration blocked by Playwright"


ADAPTED = Path(__file__).with_name("adapted.txt")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests that nobody has seen pass on the pages of today's frame are skipped, and say so."""
    if os.environ.get("BROWSER_ALL"):
        return
    adapted = {line for line in ADAPTED.read_text(encoding="utf-8").splitlines() if not line.startswith("#")}
    skip = pytest.mark.skip(
        reason="not seen to pass on Material's frame yet (tests/browser/adapted.txt); BROWSER_ALL=1"
    )
    for item in items:
        path, _, name = item.nodeid.partition("::")
        if path.startswith("tests/browser/") and f"{Path(path).name}::{name.partition('[')[0]}" not in adapted:
            item.add_marker(skip)


@dataclass(frozen=True)
class BuiltSite:
    """A built site, the records it was made from, and where it is served."""

    folder: Path
    address: str
    rules: tuple[Rule, ...]
    glossary: tuple[GlossaryEntry, ...]


class Quiet(http.server.SimpleHTTPRequestHandler):
    """Serves the folder below a path, and the site's own 404 page for whatever is not there."""

    def __init__(self, *settings: object, below: str, **more: object) -> None:
        self._below = below
        super().__init__(*settings, **more)  # type: ignore[arg-type]

    def translate_path(self, path: str) -> str:
        inside = path.removeprefix(self._below) if path.startswith(self._below) else "no/such/page"
        return super().translate_path("/" + inside)

    def send_head(self):  # type: ignore[no-untyped-def]
        if not os.path.exists(self.translate_path(self.path.partition("?")[0])):  # noqa: PTH110
            body = Path(str(self.directory), "404.html").read_bytes()
            self.send_response(404)
            self.send_header("Content-Type", "text/html")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)
            return None
        return super().send_head()

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - as the standard library has it
        """Says nothing."""


def require_assets() -> None:
    if not (ROOT / "node_modules" / "esbuild").is_dir():
        pytest.skip("the browser libraries are not installed (make setup)")


def built(folder: Path, archive: Path) -> BuiltSite:
    """Ingests an archive with the command line and builds its site; not yet served."""
    store_path = folder / "knowledge.sqlite"
    command = [sys.executable, "-m", "comprules", "ingest", "--archive", str(archive), "--db", str(store_path)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    build_site(store_path, folder / "site", progress=lambda _: None)
    return read_back(folder)


def read_back(folder: Path) -> BuiltSite:
    """The site that was built into a folder, and its newest edition."""
    with open_store(folder / "knowledge.sqlite") as store:
        latest = store.edition_ids[-1]
        return BuiltSite(folder / "site", "", store.rules(latest), store.glossary(latest))


@contextlib.contextmanager
def site_of(
    temporary: pytest.TempPathFactory, name: str, write_archive: Callable[[Path], None] | None = None
) -> Iterator[BuiltSite]:
    """The site of an archive made for a test, or of the sample: made once, served below its own path."""
    require_assets()

    def make(folder: Path) -> None:
        archive = SAMPLE
        if write_archive is not None:
            archive = folder / "archive"
            archive.mkdir()
            write_archive(archive)
        built(folder, archive)

    made = read_back(made_once(temporary, f"site-{name}", make))
    with served(made.folder, BELOW) as address:
        yield dataclasses.replace(made, address=address)


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[BuiltSite]:
    """The site of the sample editions, served."""
    with site_of(tmp_path_factory, "sample") as made:
        yield made


@contextlib.contextmanager
def served(folder: Path, below: str) -> Iterator[str]:
    """A server of a folder on loopback, and the address at which the folder is seen."""
    handler = functools.partial(Quiet, directory=str(folder), below=below)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}{below}"
    finally:
        server.shutdown()
        server.server_close()


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    if not Path(CHROMIUM).is_file():
        pytest.skip("chromium is not installed (Debian's package chromium)")
    with sync_playwright() as playwright:
        flags = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=flags, timeout=PATIENCE)
        yield browser
        browser.close()


class Visitor:
    """Opens pages, and keeps what went wrong on them: messages of the console, failures, requests to other hosts."""

    def __init__(self, browser: Browser, site: BuiltSite) -> None:
        self._browser = browser
        self._site = site
        self._contexts: list[BrowserContext] = []
        self.problems: list[str] = []

    def context(self, **settings: object) -> BrowserContext:
        # a service worker would answer in the place of the server; test_offline.py allows it
        values: dict[str, object] = {"viewport": {"width": 1280, "height": 900}, "service_workers": "block", **settings}
        context = self._browser.new_context(base_url=self._site.address, **values)  # type: ignore[arg-type]
        context.set_default_timeout(PATIENCE)
        context.on("request", self._watch)
        context.on("requestfailed", self._failed)
        context.on("console", self._said)
        context.on("weberror", lambda error: self.problems.append(str(error.error)))
        self._contexts.append(context)
        return context

    def _failed(self, request: Request) -> None:
        # what was still on its way when the page was left is no failure
        if request.failure != "net::ERR_ABORTED":
            self.problems.append(f"failed: {request.url}: {request.failure}")

    def _said(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and message.text != WORKER_BLOCKED:
            self.problems.append(message.text)

    def _watch(self, request: Request) -> None:
        if not request.url.startswith((self._site.address, "data:", "blob:")):
            self.problems.append(f"request to elsewhere: {request.url}")

    def open(self, address: str = "", **settings: object) -> Page:
        page = self.context(**settings).new_page()
        page.goto(address or ".", wait_until="load")
        return page

    def close(self) -> None:
        for context in self._contexts:
            context.close()


@contextlib.contextmanager
def visiting(chromium: Browser, site: BuiltSite) -> Iterator[Visitor]:
    """A visitor; the test fails if anything went wrong on a page it opened."""
    one = Visitor(chromium, site)
    yield one
    one.close()
    assert one.problems == []


@pytest.fixture
def visitor(chromium: Browser, site: BuiltSite) -> Iterator[Visitor]:
    """A visitor of the sample site."""
    with visiting(chromium, site) as one:
        yield one


@pytest.fixture
def visitor_at_the_root(chromium: Browser, site: BuiltSite) -> Iterator[Visitor]:
    """A visitor of the same site where it stands at the root of its host."""
    with served(site.folder, "/") as address:
        one = Visitor(chromium, dataclasses.replace(site, address=address))
        yield one
        one.close()
        # the page that is not there is an error in the console, and rightly so
        assert [problem for problem in one.problems if "404" not in problem] == []
