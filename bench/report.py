"""`python -m bench.report [ARCHIVE] [--base REV]`: measure how much is read, lost, aligned and identified.

With `--base` the same figures are measured with the code of another revision, in a temporary work tree, and the gains
and losses are printed. The exit status is 1 if a line of a source is in no record and was not dropped for a reason.
"""

from __future__ import annotations

import argparse
import itertools
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bench.accuracy import NUMBERS, Tally, as_json, from_json, measure
from bench.alignment_report import measure_alignment
from bench.announcement_report import figures_of, ingest_archive
from bench.gold.verdicts import GoldError
from bench.identification import measure_identification
from bench.reference_report import measure_references
from bench.terms import measure_terms
from comprules.places import SAMPLE
from comprules.tools import REAL_TOOLS
from scraper.archive import ArchiveError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bench.alignment_report import AlignmentFigures
    from bench.announcement_report import AnnouncementFigures
    from bench.identification import Identified
    from bench.reference_report import ReferenceFigures
    from bench.terms import TermFigures

    Section = ReferenceFigures | AlignmentFigures | Identified | AnnouncementFigures | TermFigures

SECTIONS = ("references", "alignment", "identification", "announcements", "terms")
"""Parts of a report, which its JSON has next to the editions."""
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
"""Maximum number of editions that a comparison lists; the totals include all."""


def main() -> int:
    """Measure, print and compare."""
    parser = argparse.ArgumentParser(prog="python -m bench.report", description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("archive", nargs="?", type=Path, help="the archive (default: the sample)")
    parser.add_argument("--archive", dest="named", type=Path, help="the same, as an option")
    parser.add_argument("--base", metavar="REV", help="compare with this revision")
    parser.add_argument("--jobs", type=int, help="worker processes (default: one for each core)")
    parser.add_argument("--no-alignment", action="store_true", help="leave out how well editions are aligned")
    parser.add_argument("--no-identification", action="store_true", help="leave out whether copies are identified")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    parser.add_argument("--no-announcements", action="store_true", help="leave out announcements and terms")
    options = parser.parse_args()
    archive = options.named or options.archive or SAMPLE
    try:
        tallies = measure(archive, REAL_TOOLS, options.jobs)
        sections: dict[str, Section] = {"references": measure_references(archive, REAL_TOOLS, options.jobs)}
        if not options.no_alignment:
            sections["alignment"] = measure_alignment(archive, REAL_TOOLS, options.jobs)
        if not options.no_identification:
            sections["identification"] = measure_identification(archive, options.jobs)
        if not options.no_announcements:
            with ingest_archive(archive, options.jobs) as store:
                sections |= {"announcements": figures_of(store), "terms": measure_terms(store)}
    except (ArchiveError, GoldError) as error:
        parser.error(str(error))
    figures = {name: section.flatten_figures() for name, section in sections.items()}
    if options.json:
        print(json.dumps({**as_json(tallies), **figures}))
    else:
        lines = itertools.chain(_format_table(tallies), *(section.lines() for section in sections.values()))
        print("\n".join(lines), flush=True)
        if options.base:
            base, others = _of_revision(options.base, archive)
            compared = (_flat_comparison(name, others[name], figures[name]) for name in sections)
            print("\n".join(itertools.chain(_format_comparison(base, tallies, options.base), *compared)))
    return int(sum_tallies(tallies).numbers["unclaimed"] > 0)


def sum_tallies(tallies: dict[str, Tally]) -> Tally:
    """Return the figures of all editions together."""
    whole = Tally()
    for tally in tallies.values():
        whole.add(tally)
    return whole


def _format_table(tallies: dict[str, Tally]) -> Iterator[str]:
    whole = sum_tallies(tallies)
    rows = [("edition", *(_SHORT.get(name, name) for name in _COLUMNS))]
    for edition, tally in (*tallies.items(), ("all", whole)):
        rows.append((edition, *(f"{tally.numbers[name]:,}" for name in _COLUMNS)))
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    for row in rows:
        yield "  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True))
    for name, counts in (("dropped lines by reason", whole.dropped), ("diagnostics by code", whole.diagnostics)):
        yield f"\n{name}"
        yield from (
            f"  {count:>8,}  {what}" for what, count in sorted(counts.items(), key=lambda item: (-item[1], item[0]))
        )


def _format_comparison(base: dict[str, Tally], now: dict[str, Tally], revision: str) -> Iterator[str]:
    yield f"\nagainst {revision}"
    changes = list(_format_changes(sum_tallies(base), sum_tallies(now)))
    yield from (f"  {line}" for line in changes)
    if not changes:
        yield "  no difference in the totals"
    changed = [edition for edition in sorted({*base, *now}) if base.get(edition) != now.get(edition)]
    yield f"\n{len(changed)} editions differ" + (f", the first {_SHOWN}:" if len(changed) > _SHOWN else "")
    for edition in changed[:_SHOWN]:
        yield f"  {edition}: " + "; ".join(_format_changes(base.get(edition, Tally()), now.get(edition, Tally())))


def _flat_comparison(what: str, base: dict[str, int], now: dict[str, int]) -> Iterator[str]:
    yield f"\n{what}, where both revisions measured"
    changes = [(name, base[name], now[name]) for name in now if name in base and base[name] != now[name]]
    yield from (f"  {name} {old:,} → {new:,} ({new - old:+,})" for name, old, new in changes)
    if not changes:
        yield "  no difference" if base else "  the other revision did not measure it"


def _format_changes(base: Tally, now: Tally) -> Iterator[str]:
    before, after = dict(base.flatten_figures()), dict(now.flatten_figures())
    for name in dict.fromkeys((*before, *after)):
        old, new = before.get(name, 0), after.get(name, 0)
        if old != new:
            yield f"{name} {old:,} → {new:,} ({new - old:+,})"


def _of_revision(revision: str, archive: Path) -> tuple[dict[str, Tally], dict[str, dict[str, int]]]:
    """Return the figures of another revision's code for the same archive: those of the editions, and the others."""
    with tempfile.TemporaryDirectory(prefix="comprules-base-") as scratch:
        tree = Path(scratch) / "tree"
        _git("worktree", "add", "--detach", "--quiet", str(tree), revision)
        try:
            done = subprocess.run(
                [sys.executable, "-m", "bench.report", "--archive", str(archive.resolve()), "--json"],
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
    figures: dict[str, Any] = json.loads(done.stdout)
    others: dict[str, dict[str, int]] = {name: figures.pop(name, {}) for name in SECTIONS}
    return from_json(figures), others


def _git(*arguments: str) -> None:
    done = subprocess.run(["git", "-C", str(ROOT), *arguments], capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"git {' '.join(arguments)}: {done.stderr.strip()}")


if __name__ == "__main__":
    sys.exit(main())
