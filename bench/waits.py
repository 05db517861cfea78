"""How long a reader with a slow phone waits for the results of the search page.

`python -m bench.waits SITE` prints a table with a row for each of some searches of all editions and of changes.
Parameters of the search page after SITE are measured instead, for example `python -m bench.waits build/site
"q=storm&editions=all"`. The network and the processor are those of Lighthouse's phone. Chromium slows down the page
only, not its workers. Measure on a quiet machine, and more than once; bytes and requests are the same each time.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from bench.browser import NoBrowser, find_chromium, serve_compressed

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Request

SEARCHES = (
    "q=exile&editions=all",
    "q=combat+damage+stack&editions=all",
    "q=when+does+a+token+leave&editions=all",
    "q=%22mana+pool%22&editions=all",
    "q=banding&editions=all",
    "q=502.9&editions=all",
    "q=loyalty&in=changes",
    "q=combat+damage+stack&in=changes",
    "q=%22as+though+it%22&in=changes",
    "q=%22beginning+of+the%22&in=changes",
    "q=banding&in=changes",
    "q=502.9&in=changes",
)
PHONE: dict[str, Any] = {
    "viewport": {"width": 412, "height": 823},
    "device_scale_factor": 1.75,
    "is_mobile": True,
    "has_touch": True,
}
NETWORK = {"offline": False, "latency": 150, "downloadThroughput": 1.6384e6 / 8, "uploadThroughput": 750e3 / 8}
"""The network: milliseconds for the way there and back, and bytes a second."""
SLOWDOWN = 4
"""The factor by which the processor is slower than the one of this machine."""
QUIET = 2500
"""Milliseconds without a change of the list after which it counts as complete."""
PATIENCE = 60_000
"""Milliseconds after which a search that found nothing is given up."""

# Notes when the list of results changed, with the number of its rows.
_WATCH = """
window.listChanges = [];
new MutationObserver(() => {
  const rows = document.querySelectorAll(".search-results > li").length;
  if (rows !== (window.listChanges.at(-1)?.rows ?? 0))
    window.listChanges.push({ rows, time: performance.now(), found: document.querySelectorAll(".hit-found").length });
}).observe(document, { subtree: true, childList: true });
"""
_IS_QUIET = """(quiet) => window.listChanges.length > 0
    && performance.now() > window.listChanges.at(-1).time + quiet"""


class ListChange(NamedTuple):
    """A change of the list of results.

    Attributes:
        rows: The number of its rows afterwards.
        found: The number of those with a passage; the others are answers by number or name.
        seconds: From the start of the visit.
    """

    rows: int
    found: int
    seconds: float


class Fetched(NamedTuple):
    """A file that a visit has fetched.

    Attributes:
        seconds: From the start of the visit until its last byte.
        size: Its bytes, compressed.
    """

    seconds: float
    size: int


class Wait(NamedTuple):
    """How long a reader waited.

    Attributes:
        row: Seconds until the first row, which may be an answer by number or name; None if there is none.
        passage: Seconds until the first row with a passage; None if there is none.
        rows: Seconds until all rows that are shown at first; None if there is none.
        kilobytes: What was transferred before the first row with a passage, or else before the last row.
        requests: The number of files among it.
    """

    row: float | None
    passage: float | None
    rows: float | None
    kilobytes: float
    requests: int


def summarize(changes: Sequence[ListChange], files: Iterable[Fetched]) -> Wait:
    """Return how long a reader waited, given the changes of the list and the files of a visit."""
    row = next((change.seconds for change in changes if change.rows), None)
    passage = next((change.seconds for change in changes if change.found), None)
    rows = changes[-1].seconds if changes else None
    end = passage if passage is not None else rows
    before = [file.size for file in files if end is None or file.seconds <= end]
    return Wait(row, passage, rows, sum(before) / 1000, len(before))


def measure(browser: Browser, address: str) -> Wait:
    """Return how long a reader waits for the results at an address of the search page."""
    context = browser.new_context(service_workers="block", **PHONE)
    try:
        page = context.new_page()
        page.add_init_script(_WATCH)
        session = context.new_cdp_session(page)
        session.send("Network.enable")
        session.send("Network.emulateNetworkConditions", NETWORK)
        session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWDOWN})
        finished: list[Request] = []

        def note(request: Request) -> None:
            finished.append(request)

        context.on("requestfinished", note)
        page.goto(address, wait_until="commit")
        page.wait_for_function(_IS_QUIET, arg=QUIET, timeout=PATIENCE)
        begin = page.evaluate("performance.timeOrigin")
        noted = page.evaluate("window.listChanges")
        changes = [ListChange(change["rows"], change["found"], change["time"] / 1000) for change in noted]
        return summarize(changes, list(_list_files(finished, begin)))
    finally:
        context.close()


def _list_files(requests: Iterable[Request], begin: float) -> Iterator[Fetched]:
    """Yield what was fetched; `begin` is the time when the visit began, in milliseconds."""
    for request in requests:
        timing = request.timing
        seconds = (timing["startTime"] - begin + timing["responseEnd"]) / 1000
        yield Fetched(seconds, request.sizes()["responseBodySize"])


def print_table(site: Path, searches: Sequence[str]) -> None:
    """Print the table, each row as soon as it is measured.

    Raises:
        NoBrowser: Playwright or Chromium is not installed.
    """
    try:
        from playwright.sync_api import sync_playwright  # noqa: PLC0415 - an optional dependency
    except ImportError as error:
        raise NoBrowser("playwright is not installed: pip install '.[test]' in the checkout") from error
    print("| search | first row | first passage | all rows | kB before | requests before |\n|---|---|---|---|---|---|")
    with serve_compressed(site) as root, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=["--no-sandbox"])
        for search in searches:
            wait = measure(browser, f"{root}search/?{search}")
            times = " | ".join("none" if time is None else f"{time:.1f} s" for time in wait[:3])
            print(f"| {search} | {times} | {wait.kilobytes:.0f} | {wait.requests} |", flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        prog="python -m bench.waits", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("site", type=Path, metavar="SITE", help="the folder of a site")
    parser.add_argument("searches", nargs="*", metavar="SEARCH", default=SEARCHES, help="parameters of the search page")
    options = parser.parse_args()
    try:
        print_table(options.site, options.searches)
    except NoBrowser as error:
        sys.exit(str(error))
