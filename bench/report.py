"""`python -m bench.report [ARCHIVE] [--base REV]`: measure how much is read, lost, aligned and identified.

With `--base` the same figures are measured with the code of another revision, in a temporary work tree, and the gains
and losses are printed. The exit code is 1 if a line of a source is in no record and was not dropped for a reason.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from bench.alignment import measure_alignment
from bench.announcements import measure_announcements
from bench.gold.verdicts import GoldError
from bench.identification import measure_identification
from bench.reading import measure_reading
from bench.references import measure_references
from bench.terms import measure_terms
from comprules.facts import SAMPLE
from comprules.ingest import ingest
from rules.store import open_store
from scraper.archive import ArchiveError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from bench.section import Section

PARTS = ("reading", "references", "alignment", "identification", "announcements", "terms")
ROOT = Path(__file__).resolve().parent.parent
_SHOWN = 40
"""Maximum number of differences of a part that a comparison lists."""


def main() -> int:
    """Measure, print and compare."""
    parser = argparse.ArgumentParser(prog="python -m bench.report", description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("archive", nargs="?", type=Path, help="the archive (default: the sample)")
    parser.add_argument("--archive", dest="named", type=Path, help="the same, as an option")
    parser.add_argument("--part", choices=PARTS, action="append", help="only this part; repeat for more")
    parser.add_argument("--pair", metavar="OLD..NEW", help="of the alignment, only this judged pair")
    parser.add_argument("--failures", action="store_true", help="list what differs from the labels and verdicts")
    parser.add_argument("--base", metavar="REV", help="compare with this revision")
    parser.add_argument("--jobs", type=int, help="worker processes (default: one for each core)")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    options = parser.parse_args()
    archive, parts = options.named or options.archive or SAMPLE, options.part or PARTS
    try:
        sections = measure(archive, parts, options)
    except (ArchiveError, GoldError) as error:
        parser.error(str(error))
    counts = {part: section.counts for part, section in sections.items()}
    if options.json:
        print(json.dumps(counts))
    else:
        print("\n".join(line for section in sections.values() for line in section.lines), flush=True)
        if options.base:
            base = measure_revision(options.base, archive, parts)
            print("\n".join(compare_counts(options.base, base, counts)))
    return int(counts.get("reading", {}).get("all unclaimed", 0) > 0)


def measure(archive: Path, parts: tuple[str, ...], options: argparse.Namespace) -> dict[str, Section]:
    """Return the figures of some parts for an archive, from one knowledge base of it.

    Raises:
        ArchiveError: The archive cannot be read.
        GoldError: Labels or verdicts do not fit it.
    """
    jobs, failures = options.jobs, options.failures
    with tempfile.TemporaryDirectory(prefix="comprules-report-") as scratch:
        db = Path(scratch) / "kb.sqlite"
        ingest(archive, db, jobs=jobs)
        with open_store(db) as store:
            work: dict[str, Callable[[], Section]] = {
                "reading": lambda: measure_reading(archive, jobs),
                "references": lambda: measure_references(store, jobs, failures=failures),
                "alignment": lambda: measure_alignment(store, jobs, options.pair, failures=failures),
                "identification": lambda: measure_identification(archive, store, jobs),
                "announcements": lambda: measure_announcements(store),
                "terms": lambda: measure_terms(store),
            }
            return {part: work[part]() for part in parts}


def compare_counts(revision: str, base: dict[str, dict[str, int]], counts: dict[str, dict[str, int]]) -> Iterator[str]:
    """Yield the gains and losses against another revision, part by part, where both have a count."""
    for part, now in counts.items():
        yield f"\n{part}, against {revision}"
        before = base.get(part, {})
        changes = [(name, before[name], now[name]) for name in now if before.get(name, now[name]) != now[name]]
        # the totals first, which come last in the part
        changes.sort(key=lambda change: not change[0].startswith("all "))
        yield from (f"  {name} {old:,} → {new:,} ({new - old:+,})" for name, old, new in changes[:_SHOWN])
        if len(changes) > _SHOWN:
            yield f"  and {len(changes) - _SHOWN} more"
        if not changes:
            yield "  no difference" if before else "  the other revision did not measure it"


def measure_revision(revision: str, archive: Path, parts: tuple[str, ...]) -> dict[str, dict[str, int]]:
    """Return the counts that another revision's code has for the same archive, by part."""
    with tempfile.TemporaryDirectory(prefix="comprules-base-") as scratch:
        tree = Path(scratch) / "tree"
        _git("worktree", "add", "--detach", "--quiet", str(tree), revision)
        try:
            chosen = [word for part in parts for word in ("--part", part)]
            done = subprocess.run(
                [sys.executable, "-m", "bench.report", "--archive", str(archive.resolve()), "--json", *chosen],
                cwd=tree,
                # The installed project is this work tree, so the other one must come first.
                env={**os.environ, "PYTHONPATH": str(tree)},
                capture_output=True,
                text=True,
                check=False,
            )
        finally:
            _git("worktree", "remove", "--force", str(tree))
    if not done.stdout:
        sys.exit(f"the report of {revision} could not be made:\n{done.stderr}")
    counts: dict[str, dict[str, int]] = json.loads(done.stdout)
    return counts


def _git(*arguments: str) -> None:
    done = subprocess.run(["git", "-C", str(ROOT), *arguments], capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"git {' '.join(arguments)}: {done.stderr.strip()}")


if __name__ == "__main__":
    sys.exit(main())
