"""`python -m bench [ARCHIVE]`: measure the figures for which the project has goals, and print them as a table."""

from __future__ import annotations

import argparse
import itertools
import os
import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from msgspec import Struct

from bench.alignment_figures import GOALS, STEPS_GOAL, align_pair, all_steps, texts_of
from bench.browser import (
    NoBrowser,
    as_of,
    find_heaviest,
    first_result,
    measure_interactive,
    opened_and_filtered,
    reader,
)
from bench.linting import measure_linting
from bench.measure import CommandFailed, comprules, median, run
from bench.services import LINES, measure_services
from comprules.places import SAMPLE
from rules.store import open_store
from scraper.archive import ArchiveError, load_archive, write_manifest
from scraper.parse import parse_bytes

_LOOK_UPS = (
    ("trace", "702.40a"),
    ("map", "--from", "{old}", "--to", "{new}"),
    ("diff", "{old}", "{new}"),
    ("blame", "702.40a"),
)
"""Commands that must be fast on the knowledge base."""


class Figure(Struct, frozen=True):
    """A line of the table: the name of a figure, its value, its unit, and its maximum (None: no goal)."""

    name: str
    value: float | None
    unit: str
    goal: float | None
    remark: str = ""

    def cells(self) -> tuple[str, str, str, str]:
        """Return the line's cells."""
        goal = "" if self.goal is None else f"{self.goal:g} {self.unit}"
        if self.value is None:
            return self.name, "not measured", goal, self.remark
        verdict = "" if self.goal is None else "reached" if self.value <= self.goal else "MISSED"
        return self.name, f"{self.value:.3g} {self.unit}", goal, f"{verdict} {self.remark}".strip()


def main() -> int:
    """Measure and print; return 1 if a goal is missed, else 0."""
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("archive", nargs="?", type=Path, help="the archive (default: the sample)")
    parser.add_argument("--archive", dest="named", type=Path, help="the same, as an option")
    parser.add_argument("--no-site", action="store_true", help="leave out the site and the browser")
    options = parser.parse_args()
    archive = options.named or options.archive or SAMPLE
    try:
        editions = len(load_archive(archive).entries)
    except ArchiveError as error:
        parser.error(str(error))
    print(f"{archive}: {editions} editions, {os.cpu_count()} cores")
    print(f"{'figure':<44}{'measured':>14}{'goal':>12}  remark")
    missed = False
    with tempfile.TemporaryDirectory(prefix="comprules-bench-") as scratch:
        for figure in _measure_figures(archive, Path(scratch), site=not options.no_site):
            name, value, goal, remark = figure.cells()
            print(f"{name:<44}{value:>14}{goal:>12}  {remark}", flush=True)
            missed = missed or remark.startswith("MISSED")
    return int(missed)


def _measure_figures(archive: Path, scratch: Path, *, site: bool) -> Iterator[Figure]:
    store = scratch / "kb.sqlite"
    ingest = comprules("ingest", "--archive", str(archive), "--db", str(store))
    measured = run(ingest, fine=(0, 1))
    yield Figure("ingest, from scratch", measured.seconds, "s", 60)
    yield Figure("ingest, from scratch: peak of memory", measured.peak / 1e9 or None, "GB", 1.5, "all processes")
    yield Figure("knowledge base", store.stat().st_size / 1e6, "MB", None)
    yield Figure("ingest, nothing changed", median_ingest(ingest), "s", 2)
    one_new = _one_new(archive, scratch)
    yield Figure("ingest, one new edition", one_new, "s", 5)
    ledger = run(comprules("ledger", "--db", str(store), "--out", str(scratch / "new.ledger"))).seconds
    yield Figure("update by one edition", one_new + ledger, "s", 20, "ingest and ledger, without the download")
    modern = load_archive(archive).entries[-1]
    document = archive / modern.copies[0].file
    yield Figure("parse a modern edition", _parse(document), "s", 0.15, modern.edition)
    parse = median(comprules("parse", str(document), "--json")).seconds
    yield Figure("parse a modern edition, from the shell", parse, "s", None, "to JSON, with the start of Python")
    show = median(comprules("show", "702.40a", "--db", str(store))).seconds
    yield Figure("show, from the shell", show, "s", 0.25)
    search = median(comprules("search", "mana", "--history", "--db", str(store))).seconds
    yield Figure("search the history, from the shell", search, "s", None)
    yield from _alignment_figures(store)
    yield from _linting_figures(scratch)
    yield from _service_figures(store)
    if site:
        yield from _site_figures(archive, store, scratch)


def _service_figures(db: Path) -> Iterator[Figure]:
    waits = measure_services(db)
    yield Figure(f"findings of {LINES:,} lines in the editor", waits.diagnostics * 1e3, "ms", 100)
    yield Figure("hover in the editor", waits.hover * 1e3, "ms", 100)
    yield Figure("answer for an assistant", waits.answers * 1e3, "ms", 100, f"the slowest tool: {waits.slowest}")


def _alignment_figures(db: Path) -> Iterator[Figure]:
    with open_store(db) as store:
        editions = store.editions_of()
        texts = texts_of(store)
        for name, goal in GOALS.items():
            old, _, new = name.partition("..")
            there = {old, new} <= set(editions)
            seconds = align_pair(texts(old), texts(new), times=3)[1] if there else None
            yield Figure(f"align {name}", seconds, "s", goal, "" if there else "the archive lacks an edition")
    pairs = list(itertools.pairwise(editions))
    remark = "with the reading of the texts, all cores"
    yield Figure(f"align all {len(pairs)} steps", all_steps(db, pairs), "s", STEPS_GOAL, remark)
    for words in _LOOK_UPS:
        arguments = [word.format(old=editions[-2], new=editions[-1]) for word in words]
        name = f"{words[0]}, from the shell"
        try:
            yield Figure(name, median(comprules(*arguments, "--db", str(db)), times=3).seconds, "s", 0.5)
        except CommandFailed as error:
            yield Figure(name, None, "s", 0.5, str(error).splitlines()[-1])


def _linting_figures(scratch: Path) -> Iterator[Figure]:
    measured = measure_linting(scratch)
    yield Figure("check 100 MB in 20,000 files", measured.check.seconds, "s", 3)
    yield Figure("check 100 MB: peak of memory", measured.check.peak / 1e6 or None, "MB", 300, "all processes")
    yield Figure("check 100 MB, one process", measured.single.seconds, "s", None)
    grep = measured.grep.seconds if measured.grep else None
    yield Figure("grep -rE on the same tree", grep, "s", None, "" if grep else "there is no grep")
    yield Figure("find and judge a citation", measured.per_citation * 1e6, "µs CPU", 150)
    yield Figure("check one small file, from the shell", measured.start.seconds, "s", 0.2)


def median_ingest(command: list[str]) -> float:
    """Return the median seconds of three runs.

    Status 1 is accepted, because an archive may have editions that cannot be read.
    """
    return statistics.median(run(command, fine=(0, 1)).seconds for _ in range(3))


def _one_new(archive: Path, scratch: Path) -> float:
    """Return the seconds to ingest the newest edition into a knowledge base with all others."""
    copy = scratch / "archive"
    copy.mkdir()
    entries = load_archive(archive).entries
    for entry in entries:
        for witness in entry.copies:
            (copy / witness.file).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(archive / witness.file, copy / witness.file)
    command = comprules("ingest", "--archive", str(copy), "--db", str(scratch / "new.sqlite"))
    write_manifest(copy, entries[:-1])
    run(command, fine=(0, 1))
    write_manifest(copy, entries)
    return run(command, fine=(0, 1)).seconds


def _parse(document: Path) -> float:
    """Return the median seconds to parse a document in this process, after all imports."""
    data = document.read_bytes()
    parse_bytes(data, document.name)
    return statistics.median(_measure_seconds(lambda: parse_bytes(data, document.name)) for _ in range(7))


def _measure_seconds(work: Callable[[], object]) -> float:
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


def _site_figures(archive: Path, store: Path, scratch: Path) -> Iterator[Figure]:
    out = scratch / "site"
    is_sample = archive.resolve() == SAMPLE.resolve()
    goal, name = (30, "site, from the sample") if is_sample else (100, "site, from the archive")
    try:
        yield Figure(name, run(comprules("site", "--db", str(store), "--out", str(out))).seconds, "s", goal)
    except CommandFailed as error:
        yield Figure(name, None, "s", goal, str(error).splitlines()[-1])
        return
    if not is_sample:
        yield _sample_site(scratch)
    files = [path for path in out.rglob("*") if path.is_file()]
    yield Figure("site: files", len(files), "", 40_000)
    yield Figure("site: size", sum(path.stat().st_size for path in files) / 1e6, "MB", 300)
    try:
        yield from _browser_figures(out, store)
    except NoBrowser as error:
        yield Figure("the site in a browser", None, "s", None, str(error))


def _browser_figures(site: Path, store: Path) -> Iterator[Figure]:
    with open_store(store) as opened:
        editions = opened.editions_of()
        chapters = [rule.number for rule in opened.rules(editions[len(editions) // 2]) if rule.kind == "chapter"]
    chapter, comparison = find_heaviest(site, "cr/*/index.html"), find_heaviest(site, "compare/*..*/index.html")
    with reader(site) as visits:
        yield Figure("first search result in a browser, cold", visits.median(first_result("copy target")), "s", 0.4)
        for page in (chapter, find_heaviest(site, "glossary/*/index.html")):
            yield Figure(f"{page}, a first visit", visits.count_transferred(page) / 1e3, "kB", 120, "compressed")
        yield Figure(f"{chapter}, interactive", visits.median(measure_interactive(chapter)), "s", 1)
        seconds = visits.median(opened_and_filtered(comparison))
        yield Figure(f"{comparison}, open and filtered", seconds, "s", 1)
        edition = editions[len(editions) // 2]
        waits = visits.median(as_of(edition, chapters[0], chapters[-1]))
        yield Figure(f"e/{edition}/, to another chapter", waits, "s", 0.3)


def _sample_site(scratch: Path) -> Figure:
    store = scratch / "sample.sqlite"
    run(comprules("ingest", "--archive", str(SAMPLE), "--db", str(store)))
    measured = run(comprules("site", "--db", str(store), "--out", str(scratch / "sample-site")))
    return Figure("site, from the sample", measured.seconds, "s", 30)


if __name__ == "__main__":
    sys.exit(main())
