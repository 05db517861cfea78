"""`python -m bench [ARCHIVE]`: measure the figures for which the project has goals, and print them as a table."""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct

from bench.alignment import align_pair, measure_steps, sides_of
from bench.browser import (
    NoBrowser,
    as_of,
    find_heaviest,
    first_result,
    measure_interactive,
    opened_and_filtered,
    reader,
)
from bench.commands import measure_commands
from bench.linting import measure_linting
from bench.measure import CommandFailed, comprules, median, run, time_work
from bench.services import LINES, measure_services
from comprules.facts import SAMPLE
from rules.store import open_store
from scraper.archive import ArchiveError, load_archive, write_manifest
from scraper.parse import parse_bytes

_ALIGN_GOALS = {"2009-05-01..2009-07-11": 1.0, "2025-04-04..2025-06-06": 0.15, "2003-05-26..2003-07-01": 0.4}
"""Maximum seconds for aligning a pair."""


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
    print(f"{'figure':<52}{'measured':>16}{'goal':>12}  remark")
    missed = False
    with tempfile.TemporaryDirectory(prefix="comprules-bench-") as scratch:
        for figure in _measure_figures(archive, Path(scratch), site=not options.no_site):
            name, value, goal, remark = figure.cells()
            print(f"{name:<52}{value:>16}{goal:>12}  {remark}", flush=True)
            missed = missed or remark.startswith("MISSED")
    return int(missed)


def _measure_figures(archive: Path, scratch: Path, *, site: bool) -> Iterator[Figure]:
    db = scratch / "kb.sqlite"
    ingest = comprules("ingest", "--archive", str(archive), "--db", str(db))
    # status 1, because an archive may have editions that cannot be read
    measured = run(ingest, fine=(0, 1))
    yield Figure("ingest, from scratch", measured.seconds, "s", 60)
    yield Figure("ingest, from scratch: processors", measured.cpu, "s", 70)
    yield Figure("ingest, from scratch: peak of memory", measured.peak / 1e9 or None, "GB", 1.5, "all processes")
    yield Figure("knowledge base", db.stat().st_size / 1e6, "MB", None)
    yield Figure("ingest, nothing changed", median(ingest, 3, fine=(0, 1)).seconds, "s", 2)
    one_new = _ingest_one_new(archive, scratch)
    yield Figure("ingest, one new edition", one_new, "s", 5)
    ledger = run(comprules("ledger", "--db", str(db), "--out", str(scratch / "new.ledger"))).seconds
    yield Figure("update by one edition", one_new + ledger, "s", 20, "ingest and ledger, without the download")
    modern = load_archive(archive).entries[-1]
    document = archive / modern.copies[0].file
    data = document.read_bytes()
    yield Figure(
        "parse a modern edition", time_work(lambda: parse_bytes(data, document.name)), "s", 0.15, modern.edition
    )
    parse = median(comprules("parse", str(document), "--json")).seconds
    yield Figure("parse a modern edition, from the shell", parse, "s", None, "to JSON, with the start of Python")
    yield from _command_figures(db, document)
    exported = run(comprules("export", "--db", str(db), "--out", str(scratch / "export")))
    yield Figure("export", exported.seconds, "s", 30)
    yield Figure("export: peak of memory", exported.peak / 1e9 or None, "GB", 1)
    yield from _alignment_figures(db)
    yield from _linting_figures(scratch)
    waits = measure_services(db)
    yield Figure(f"findings of {LINES:,} lines in the editor", waits.diagnostics * 1e3, "ms", 100)
    yield Figure("hover in the editor", waits.hover * 1e3, "ms", 100)
    yield Figure("answer for an assistant", waits.answers * 1e3, "ms", 100, f"the slowest tool: {waits.slowest}")
    if site:
        yield from _site_figures(archive, db, scratch)


def _command_figures(db: Path, document: Path) -> Iterator[Figure]:
    """Yield the time and the memory of each command."""
    with open_store(db) as store:
        editions = store.editions_of()
    for command, typed, measured, remark in measure_commands(db, editions, document):
        name = typed.replace(str(document), document.name)
        yield Figure(name, measured.cpu if measured else None, "s CPU", command.cpu, remark)
        if measured and measured.peak:
            yield Figure(f"{name}: memory", measured.peak / 1e6, "MB", command.memory)


def _alignment_figures(db: Path) -> Iterator[Figure]:
    with open_store(db) as store:
        editions = store.editions_of()
        for name, goal in _ALIGN_GOALS.items():
            old, _, new = name.partition("..")
            there = {old, new} <= {*editions}
            seconds = align_pair(sides_of(store, old), sides_of(store, new), times=3)[1] if there else None
            yield Figure(f"align {name}", seconds, "s", goal, "" if there else "the archive lacks an edition")
        remark = "with the reading of the texts, all cores"
        yield Figure(f"align all {len(editions) - 1} steps", measure_steps(store), "s", 30, remark)


def _linting_figures(scratch: Path) -> Iterator[Figure]:
    measured = measure_linting(scratch)
    yield Figure("check 100 MB in 20,000 files", measured.check.seconds, "s", 3)
    yield Figure("check 100 MB: peak of memory", measured.check.peak / 1e6 or None, "MB", 300, "all processes")
    yield Figure("check 100 MB, one process", measured.single.seconds, "s", None)
    if measured.grep:
        yield Figure("grep -rE on the same tree", measured.grep.seconds, "s", None)
    yield Figure("find and judge a citation", measured.per_citation * 1e6, "µs CPU", 300)
    yield Figure("check one small file, from the shell", measured.start.cpu, "s CPU", 0.15)
    trees = map(str, (scratch / "tree").glob("part*"))
    survey = run(comprules("survey", *trees, "--out", str(scratch / "survey.parquet")))
    idle = 100 * (1 - survey.cpu / survey.seconds / (os.cpu_count() or 1))
    yield Figure("survey of 20 trees", survey.seconds, "s", None)
    yield Figure("survey of 20 trees: time that cores are idle", idle, "%", 10)


def _ingest_one_new(archive: Path, scratch: Path) -> float:
    """Return the seconds to ingest the newest edition into a knowledge base with all others."""
    copy = scratch / "archive"
    shutil.copytree(archive, copy)
    entries = load_archive(archive).entries
    command = comprules("ingest", "--archive", str(copy), "--db", str(scratch / "new.sqlite"))
    write_manifest(copy, entries[:-1])
    run(command, fine=(0, 1))
    write_manifest(copy, entries)
    return run(command, fine=(0, 1)).seconds


def _site_figures(archive: Path, db: Path, scratch: Path) -> Iterator[Figure]:
    out = scratch / "site"
    is_sample = archive.resolve() == SAMPLE.resolve()
    goal, name = (30, "site, from the sample") if is_sample else (90, "site, from the archive")
    try:
        built = run(comprules("site", "--db", str(db), "--out", str(out)))
    except CommandFailed as error:
        yield Figure(name, None, "s", goal, str(error).splitlines()[-1])
        return
    yield Figure(name, built.seconds, "s", goal)
    yield Figure(f"{name}: peak of memory", built.peak / 1e9 or None, "GB", 1.2, "all processes")
    files = [path for path in out.rglob("*") if path.is_file()]
    yield Figure("site: files", len(files), "", 15_000)
    yield Figure("site: size", sum(path.stat().st_size for path in files) / 1e6, "MB", 250)
    try:
        yield from _browser_figures(out, db)
    except NoBrowser as error:
        yield Figure("the site in a browser", None, "s", None, str(error))


def _browser_figures(site: Path, db: Path) -> Iterator[Figure]:
    with open_store(db) as store:
        editions = store.editions_of()
        chapters = [rule.number for rule in store.rules(editions[len(editions) // 2]) if rule.kind == "chapter"]
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


if __name__ == "__main__":
    sys.exit(main())
