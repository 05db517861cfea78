"""`python -m bench.report [ARCHIVE] [--base REV]`: what is read from each edition, and what is lost.

With `--base` the same figures are made with the code of another revision, in a temporary work tree, and what was gained
and lost against it is told. Status 1 where a line of a source is in no record and was not dropped for a reason.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bench.accuracy import NUMBERS, Tally, as_json, from_json, measure
from comprules.places import SAMPLE
from comprules.tools import REAL_TOOLS
from scraper.archive import ArchiveError

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).resolve().parent.parent
_COLUMNS = tuple(name for name in NUMBERS if name != "ambiguous")
_SHORT = {
    "witnesses": "wit",
    "unreadable": "unread",
    "unclaimed": "unclmd",
    "glossary": "gloss",
    "examples": "examp",
    "variants": "varia",
    "references": "refs",
    "title-mismatch": "title",
}
_SHOWN = 40
"""Editions that a comparison lists; the totals tell of all."""


def main() -> int:
    """Measures, prints, compares."""
    parser = argparse.ArgumentParser(prog="python -m bench.report", description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("archive", nargs="?", type=Path, help="the archive (default: the sample)")
    parser.add_argument("--archive", dest="named", type=Path, help="the same, as an option")
    parser.add_argument("--base", metavar="REV", help="compare with this revision")
    parser.add_argument("--jobs", type=int, help="worker processes (default: one for each core)")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    options = parser.parse_args()
    archive = options.named or options.archive or SAMPLE
    try:
        tallies = measure(archive, REAL_TOOLS, options.jobs)
    except ArchiveError as error:
        parser.error(str(error))
    if options.json:
        print(json.dumps(as_json(tallies)))
    else:
        _print(_table(tallies))
        if options.base:
            _print(_comparison(_of_revision(options.base, archive), tallies, options.base))
    return int(total(tallies).numbers["unclaimed"] > 0)


def total(tallies: dict[str, Tally]) -> Tally:
    """The figures of all editions together."""
    whole = Tally()
    for tally in tallies.values():
        whole.add(tally)
    return whole


def _print(lines: Iterator[str]) -> None:
    for line in lines:
        print(line)


def _table(tallies: dict[str, Tally]) -> Iterator[str]:
    whole = total(tallies)
    rows = [("edition", *(_SHORT.get(name, name) for name in _COLUMNS))]
    for edition, tally in (*tallies.items(), ("all", whole)):
        rows.append((edition, *(f"{tally.numbers[name]:,}" for name in _COLUMNS)))
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    for row in rows:
        yield "  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True))
    for name, counts in (("dropped lines by reason", whole.dropped), ("diagnostics by code", whole.diagnostics)):
        yield f"\n{name}"
        yield from (
            f"  {count:>8,}  {what}" for what, count in sorted(counts.items(), key=lambda one: (-one[1], one[0]))
        )


def _comparison(base: dict[str, Tally], now: dict[str, Tally], revision: str) -> Iterator[str]:
    yield f"\nagainst {revision}"
    changes = list(_changes(total(base), total(now)))
    yield from (f"  {line}" for line in changes)
    if not changes:
        yield "  no difference in the totals"
    changed = [edition for edition in sorted({*base, *now}) if base.get(edition) != now.get(edition)]
    yield f"\n{len(changed)} editions differ" + (f", the first {_SHOWN}:" if len(changed) > _SHOWN else "")
    for edition in changed[:_SHOWN]:
        yield f"  {edition}: " + "; ".join(_changes(base.get(edition, Tally()), now.get(edition, Tally())))


def _changes(base: Tally, now: Tally) -> Iterator[str]:
    before, after = dict(base.flat()), dict(now.flat())
    for name in dict.fromkeys((*before, *after)):
        old, new = before.get(name, 0), after.get(name, 0)
        if old != new:
            yield f"{name} {old:,} → {new:,} ({new - old:+,})"


def _of_revision(revision: str, archive: Path) -> dict[str, Tally]:
    """The figures that the code of another revision gives for the same archive."""
    with tempfile.TemporaryDirectory(prefix="comprules-base-") as scratch:
        tree = Path(scratch) / "tree"
        _git("worktree", "add", "--detach", "--quiet", str(tree), revision)
        try:
            done = subprocess.run(
                [sys.executable, "-m", "bench.report", "--archive", str(archive.resolve()), "--json"],
                cwd=tree,
                # Before the installed project, which is the work tree that we stand in.
                env={**os.environ, "PYTHONPATH": str(tree)},
                capture_output=True,
                text=True,
                check=False,
            )
        finally:
            _git("worktree", "remove", "--force", str(tree))
    if not done.stdout:
        sys.exit(f"the report of {revision} could not be made:\n{done.stderr}")
    figures: dict[str, Any] = json.loads(done.stdout)
    return from_json(figures)


def _git(*arguments: str) -> None:
    done = subprocess.run(["git", "-C", str(ROOT), *arguments], capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"git {' '.join(arguments)}: {done.stderr.strip()}")


if __name__ == "__main__":
    sys.exit(main())
