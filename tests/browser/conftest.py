"""The sample site, built once from the shipped archive by the real commands, served on loopback below its own path."""

from __future__ import annotations

import contextlib
import functools
import http.server
import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import msgspec
import pytest
from msgspec import Struct
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Error, Page, Request, expect, sync_playwright

from comprules.facts import SAMPLE
from comprules.reference import fill_in
from rules.records import GlossaryEntry, Rule
from rules.store import Store, open_store
from scraper.archive import ArchiveEntry, load_archive, write_manifest
from site_src.builder.site import build_site
from site_src.paths import ROOT
from tests.conftest import made_once
from tests.scraper.archives import write_edition
from tests.site_src.rulings_issues import ISSUE, as_document

CHROMIUM = shutil.which("chromium-headless-shell") or shutil.which("chromium") or "/usr/bin/chromium"
"""Its shell without windows, where it is installed: a third of the work of the whole browser."""
BELOW = "/some/where/"
"""The path below which the site is served: nothing may depend on standing at the root."""
PATIENCE = 30_000
"""Milliseconds until a condition counts as never met; what a page waits for on a busy machine comes long before."""
expect.set_options(timeout=PATIENCE)
DESKTOP = {"width": 1280, "height": 900}
WORKER_BLOCKED = "Service Worker registration blocked by Playwright"


class BuiltSite(Struct, frozen=True):
    """A built site, the records it was made from, and where it is served."""

    folder: Path
    address: str
    rules: tuple[Rule, ...]
    glossary: tuple[GlossaryEntry, ...]

    def open_store(self) -> Store:
        """The knowledge base that it was made from."""
        return open_store(self.folder.parent / "knowledge.sqlite")


class Quiet(http.server.SimpleHTTPRequestHandler):
    """Serves the folder below a path, and the site's own 404 page for whatever is not there."""

    # connections are kept, as any host of files does
    protocol_version = "HTTP/1.1"

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
            if self.command != "HEAD":
                self.wfile.write(body)
            return None
        return super().send_head()

    def end_headers(self) -> None:
        if "/assets/" in self.path:
            # named by what they hold
            self.send_header("Cache-Control", "max-age=31536000, immutable")
        super().end_headers()

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - as the standard library has it
        """Says nothing."""


class Server(http.server.ThreadingHTTPServer):
    """Serves on loopback, and says nothing where a browser left before it had everything."""

    def handle_error(self, request: object, client_address: object) -> None:
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)  # type: ignore[arg-type]


def require_assets() -> None:
    if not (ROOT / "node_modules" / "esbuild").is_dir():
        pytest.skip("the browser libraries are not installed (make setup)")


def built(folder: Path, archive: Path) -> BuiltSite:
    """Ingests an archive with the command line and builds its site; not yet served."""
    store_path = folder / "knowledge.sqlite"
    command = [sys.executable, "-m", "comprules", "ingest", "--archive", str(archive), "--db", str(store_path)]
    completed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert completed.returncode == 0, completed.stderr
    build_site(store_path, folder / "site", fill_in, progress=lambda _: None)
    return read_back(folder)


def read_back(folder: Path) -> BuiltSite:
    """The site that was built into a folder, and its newest edition."""
    with open_store(folder / "knowledge.sqlite") as store:
        latest = store.edition_ids[-1]
        return BuiltSite(folder / "site", "", store.rules(latest), store.glossary(latest))


def write_sample(root: Path) -> None:
    """The sample archive, with another issue of the rulings summary in place of its own."""
    shutil.copytree(SAMPLE, root, dirs_exist_ok=True)
    entry = write_edition(root, ISSUE, {"meadow.txt": as_document().encode()})
    write_manifest(root, [entry, *(other for other in load_archive(root).entries if other.edition != ISSUE)])


def copied_editions(archive: Path, target: Path, chosen: Sequence[ArchiveEntry]) -> Path:
    """An archive of these editions of another."""
    for copy in (copy for entry in chosen for copy in entry.copies):
        (target / copy.file).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(archive / copy.file, target / copy.file)
    write_manifest(target, chosen)
    return target


def sample_of(archive: Path, target: Path, every: int = 25) -> Path:
    """An archive of every twenty-fifth edition and the latest, copied: enough families, little time."""
    entries = load_archive(archive).entries
    return copied_editions(archive, target, [*entries[1::every], entries[-1]])


@contextlib.contextmanager
def site_of(temporary: pytest.TempPathFactory, name: str, write_archive: Callable[[Path], None]) -> Iterator[BuiltSite]:
    """The site of an archive made for the tests: made once, served below its own path."""
    require_assets()

    def make(folder: Path) -> None:
        archive = folder / "archive"
        archive.mkdir()
        write_archive(archive)
        built(folder, archive)

    built_site = read_back(made_once(temporary, f"site-{name}", make))
    with served(built_site.folder, BELOW) as address:
        yield msgspec.structs.replace(built_site, address=address)


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[BuiltSite]:
    """The site of the sample editions and of an issue of the rulings summary, served."""
    with site_of(tmp_path_factory, "sample", write_sample) as built_site:
        yield built_site


@contextlib.contextmanager
def served(folder: Path, below: str) -> Iterator[str]:
    """A server of a folder on loopback, and the address at which the folder is seen."""
    handler = functools.partial(Quiet, directory=str(folder), below=below)
    server = Server(("127.0.0.1", 0), handler)
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


class Window:
    """A page that is kept from test to test: a new one costs a process of the browser, and loads all scripts anew."""

    def __init__(self, browser: Browser, address: str, settings: dict[str, object]) -> None:
        # a service worker would answer in the place of the server; test_offline.py allows it
        self.context: BrowserContext = browser.new_context(
            base_url=address,
            **{"viewport": DESKTOP, "service_workers": "block", **settings},  # type: ignore[arg-type]
        )
        self.context.set_default_timeout(PATIENCE)
        self.problems: list[str] = []
        self._address = address
        self.context.on("request", self._watch)
        self.context.on("requestfailed", self._failed)
        self.context.on("console", self._said)
        self.context.on("weberror", lambda error: self.problems.append(str(error.error)))
        self._page: Page | None = None

    @property
    def page(self) -> Page:
        """The one page of it."""
        if self._page is None:
            self._page = self.context.new_page()
        return self._page

    def clean(self) -> None:
        """Forgets what a test did: addresses that it answered itself, what the site stored, where the pointer was."""
        if self._page is not None:
            self._page.unroute_all()
            self._page.evaluate("() => { localStorage.clear(); sessionStorage.clear(); }")
            self._page.goto("about:blank")
            self._page.mouse.move(0, 0)
            self.context.clear_permissions()

    def _failed(self, request: Request) -> None:
        # what was still on its way when the page was left is no failure
        if request.failure != "net::ERR_ABORTED":
            self.problems.append(f"failed: {request.url}: {request.failure}")

    def _said(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and message.text != WORKER_BLOCKED:
            self.problems.append(message.text)

    def _watch(self, request: Request) -> None:
        if not request.url.startswith((self._address, "data:", "blob:", "about:")):
            self.problems.append(f"request to elsewhere: {request.url}")


class Windows:
    """The windows of a worker that no test uses at the moment, by address of the site and settings of the browser."""

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self._free: dict[str, list[Window]] = {}

    def take(self, address: str, settings: dict[str, object]) -> Window:
        free = self._free.setdefault(repr((address, sorted(settings.items()))), [])
        return free.pop() if free else Window(self.browser, address, settings)

    def give_back(self, address: str, settings: dict[str, object], window: Window) -> None:
        try:
            window.clean()
        except Error:
            window.context.close()
        else:
            self._free[repr((address, sorted(settings.items())))].append(window)


class Visitor:
    """Opens pages, and keeps what went wrong on them: messages of the console, failures, requests to other hosts."""

    def __init__(self, windows: Windows, address: str) -> None:
        self._windows = windows
        self._address = address
        self._taken: list[tuple[dict[str, object], Window]] = []
        self._own: list[Window] = []

    @property
    def problems(self) -> list[str]:
        """All that went wrong, on any page."""
        return [problem for window in self._all() for problem in window.problems]

    def forget_problems(self) -> None:
        """For a test that provoked them."""
        for window in self._all():
            window.problems.clear()

    def _all(self) -> list[Window]:
        return [*(window for _, window in self._taken), *self._own]

    def context(self, **settings: object) -> BrowserContext:
        """A context of the test's own, with nothing kept: for what cannot be undone, and for a first visit."""
        window = Window(self._windows.browser, self._address, settings)
        self._own.append(window)
        return window.context

    def open(self, address: str = "", **settings: object) -> Page:
        """A page at an address, in a window as it was never used; `settings` are those of a context."""
        viewport = settings.pop("viewport", None)
        scheme = settings.pop("color_scheme", "light")
        permissions = settings.pop("permissions", None)
        window = self._windows.take(self._address, settings)
        window.problems.clear()
        self._taken.append((settings, window))
        page = window.page
        page.set_viewport_size(viewport or DESKTOP)  # type: ignore[arg-type]
        page.emulate_media(color_scheme=scheme, media="screen")  # type: ignore[arg-type]
        if permissions:
            window.context.grant_permissions(permissions)  # type: ignore[arg-type]
        page.goto(address or ".", wait_until="load")
        return page

    def close(self) -> None:
        for settings, window in self._taken:
            self._windows.give_back(self._address, settings, window)
        for window in self._own:
            window.context.close()


@contextlib.contextmanager
def visiting(windows: Windows, site: BuiltSite) -> Iterator[Visitor]:
    """A visitor; the test fails if anything went wrong on a page it opened."""
    new_visitor = Visitor(windows, site.address)
    yield new_visitor
    problems = new_visitor.problems
    new_visitor.close()
    assert problems == []


@pytest.fixture(scope="session")
def windows(chromium: Browser) -> Windows:
    """The pages that the tests of a worker share."""
    return Windows(chromium)


@pytest.fixture
def visitor(windows: Windows, site: BuiltSite) -> Iterator[Visitor]:
    """A visitor of the sample site."""
    with visiting(windows, site) as new_visitor:
        yield new_visitor


@pytest.fixture(scope="session")
def address_at_the_root(site: BuiltSite) -> Iterator[str]:
    """The same site where it stands at the root of its host."""
    with served(site.folder, "/") as address:
        yield address


@pytest.fixture
def visitor_at_the_root(windows: Windows, address_at_the_root: str) -> Iterator[Visitor]:
    """A visitor there."""
    new_visitor = Visitor(windows, address_at_the_root)
    yield new_visitor
    # the page that is not there is an error in the console, and rightly so
    problems = [problem for problem in new_visitor.problems if "404" not in problem]
    new_visitor.close()
    assert problems == []
