"""`comprules ingest`."""

from __future__ import annotations

from pathlib import Path

import click

from comprules.cli.errors import ENVIRONMENT, NOT_FOUND
from comprules.cli.lookup import choose_archive
from comprules.cli.options import archive_option, jobs_option, store_option
from comprules.cli.output import say, summarize_problems
from comprules.ingest import IngestReport, ingest
from comprules.progress import progress_bar
from rules.store.location import store_path

_EPILOG = """\b
Examples:
  comprules ingest
  comprules ingest --archive ~/editions --db rules.sqlite --jobs 4

Only editions that changed are worked again. A run that is interrupted leaves the old knowledge base as it was.

\b
Exit status 1: an edition had to be left out, because all of its copies are damaged.
"""


@click.command("ingest", epilog=_EPILOG)
@archive_option
@store_option
@jobs_option
@click.option("--fresh", is_flag=True, help="Work every edition again.")
@click.option("-v", "--verbose", is_flag=True, help="Show every problem, not one example of each kind.")
@click.pass_context
def command(  # noqa: PLR0917
    ctx: click.Context,
    archive: Path | None,
    db: Path | None,
    jobs: int | None,
    fresh: bool,
    verbose: bool,
) -> None:
    """Read the archive into the knowledge base.

    Every copy is parsed, the copies of an edition are collated into one reading, references are resolved; then each
    edition is aligned with the one before, rules are followed through all of them, and renamed terms are mined.
    """
    report = run(archive, db, jobs, fresh=fresh, verbose=verbose)
    ctx.exit(ENVIRONMENT if report.failed else NOT_FOUND if report.damaged else 0)


def run(archive: Path | None, db: Path | None, jobs: int | None, *, fresh: bool, verbose: bool) -> IngestReport:
    """Ingest an archive and report on standard error, as `build` does too."""
    root = choose_archive(archive, "using")
    with progress_bar("ingest") as progress:
        report = ingest(root, store_path(db), jobs=jobs, fresh=fresh, progress=progress, tell=say)
    for line in summarize_problems(report.diagnostics, every=verbose):
        say(line)
    say(_format_conclusion(report))
    return report


def _format_conclusion(report: IngestReport) -> str:
    count = len(report.worked) + len(report.carried)
    left_out = f"; left out: {', '.join(report.left_out)}" if report.left_out else ""
    if not report.written:
        return f"{report.path}: {count} editions, nothing changed{left_out}"
    return f"{report.path}: {count} editions, {len(report.worked)} worked, {len(report.carried)} unchanged{left_out}"
