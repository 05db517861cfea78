"""Lighthouse's figures for every kind of page, on a simulated phone with a slow network.

`python -m bench.lighthouse SITE` prints a table. It measures the samples of all kinds of page that the site has, and
the largest page of some folders, the worst case. Addresses after SITE are measured instead, for example
`python -m bench.lighthouse build/site cr/702/ "search/?q=storm"`. It needs Chromium, and the program `lighthouse` on
the PATH (`npm install --global lighthouse`). Measure on a quiet machine: Lighthouse also counts the time for which a
task waits for a processor, and multiplies it.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

from bench.browser import NoBrowser, find_chromium, find_heaviest, serve_compressed
from site_src.page_kinds import PAGE_KINDS

FOLDERS_WITH_LARGE_PAGES = ("cr", "compare", "e", "history", "id", "references", "terms")
"""The largest page of each of them is measured besides the samples."""
PATIENCE = 240
"""Seconds until a page counts as not measurable."""


class Figures(NamedTuple):
    """What Lighthouse measured on a page.

    Attributes:
        performance: The score, from 0 to 100.
        first_paint: Seconds until the first contents are painted.
        largest_paint: Seconds until the largest element is painted.
        blocking: Milliseconds for which the page cannot answer a tap.
        shift: How far contents are moved while the page loads; 0 is best.
        kilobytes: What is transferred, compressed.
    """

    performance: int
    first_paint: float
    largest_paint: float
    blocking: float
    shift: float
    kilobytes: float


def list_addresses(site: Path) -> list[str]:
    """Return the addresses that are measured if none are given, relative to the root of the site."""
    samples = [sample.address for kind in PAGE_KINDS for sample in kind.samples]
    addresses = [address for address in samples if _has_page(site, address)]
    patterns = [f"{folder}/*/index.html" for folder in FOLDERS_WITH_LARGE_PAGES]
    addresses += [find_heaviest(site, pattern) for pattern in patterns if any(site.glob(pattern))]
    return list(dict.fromkeys(addresses))


def _has_page(site: Path, address: str) -> bool:
    path = address.partition("#")[0].partition("?")[0]
    return (site / path / "index.html").is_file()


def measure(program: str, chromium: str, address: str) -> Figures | None:
    """Return the figures of a page; None if Lighthouse failed.

    Args:
        program: The path of Lighthouse.
        chromium: The path of Chromium.
        address: The whole address of the page.
    """
    command = [
        program,
        address,
        "--quiet",
        "--output=json",
        "--output-path=stdout",
        "--only-categories=performance",
        "--chrome-flags=--headless=new --no-sandbox",
    ]
    environment = {**os.environ, "CHROME_PATH": chromium}
    try:
        completed = subprocess.run(
            command, capture_output=True, text=True, check=False, timeout=PATIENCE, env=environment
        )
    except subprocess.TimeoutExpired:
        return None
    if completed.returncode != 0:
        return None
    return read_report(json.loads(completed.stdout))


def read_report(report: dict[str, Any]) -> Figures | None:
    """Return the figures of a report of Lighthouse; None if it has no score."""
    score = report["categories"]["performance"]["score"]
    if score is None:
        return None
    values = {name: audit.get("numericValue", 0) for name, audit in report["audits"].items()}
    return Figures(
        performance=round(100 * score),
        first_paint=values["first-contentful-paint"] / 1000,
        largest_paint=values["largest-contentful-paint"] / 1000,
        blocking=values["total-blocking-time"],
        shift=values["cumulative-layout-shift"],
        kilobytes=values["total-byte-weight"] / 1000,
    )


def print_table(site: Path, addresses: list[str]) -> None:
    """Print the table, each row as soon as it is measured.

    Raises:
        NoBrowser: Chromium or Lighthouse is not installed.
    """
    chromium = find_chromium()
    program = shutil.which("lighthouse")
    if program is None:
        raise NoBrowser("lighthouse is not installed: npm install --global lighthouse")
    print("| page | performance | first paint | largest paint | blocking | shift | kB |\n|---|---|---|---|---|---|---|")
    with serve_compressed(site) as root:
        for address in addresses:
            figures = measure(program, chromium, root + address)
            print(f"| {address or '(home)'} | {_write_row(figures)} |", flush=True)


def _write_row(figures: Figures | None) -> str:
    if figures is None:
        return "not measured | | | | |"
    paints = f"{figures.first_paint:.1f} s | {figures.largest_paint:.1f} s"
    rest = f"{figures.blocking:.0f} ms | {figures.shift:.3f} | {figures.kilobytes:.0f}"
    return f"{figures.performance} | {paints} | {rest}"


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        prog="python -m bench.lighthouse", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("site", type=Path, metavar="SITE", help="the folder of a site")
    parser.add_argument("addresses", nargs="*", metavar="ADDRESS", help="pages below it (default: every kind)")
    options = parser.parse_args()
    try:
        print_table(options.site, options.addresses or list_addresses(options.site))
    except NoBrowser as error:
        sys.exit(str(error))
