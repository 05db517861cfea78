"""`comprules ingest`, `site` and `build`."""

from __future__ import annotations

from pathlib import Path

import click

from comprules.cli.group import ENVIRONMENT, NOT_FOUND
from comprules.cli.options import archive_option, choose_archive, jobs_option, store_option
from comprules.cli.output import say, status_line, summarize_problems
from comprules.ingest import IngestReport, ingest
from comprules.progress import progress_bar
from comprules.reference import fill_in
from rules.store import open_store
from rules.store.location import store_path
from site_src.builder.site import SiteReport, build_site


@click.command(
    "ingest",
    epilog="""\b
Examples:
  comprules ingest
  comprules ingest --archive ~/editions --db rules.sqlite --jobs 4

Only editions that changed are worked again. A run that is interrupted leaves the old knowledge base as it was.

\b
Exit status 1: an edition had to be left out, because all of its copies are damaged.
""",
)
@archive_option
@store_option
@jobs_option
@click.option("--fresh", is_flag=True, help="Work every edition again.")
@click.option("-v", "--verbose", is_flag=True, help="Show every problem, not one example of each kind.")
@click.pass_context
def ingest_command(  # noqa: PLR0917
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
    report = run_ingest(archive, db, jobs, fresh=fresh, verbose=verbose)
    ctx.exit(ENVIRONMENT if report.failed else NOT_FOUND if report.damaged else 0)


def run_ingest(archive: Path | None, db: Path | None, jobs: int | None, *, fresh: bool, verbose: bool) -> IngestReport:
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


out_option = click.option(
    "--out",
    metavar="DIR",
    type=click.Path(path_type=Path),
    default=Path("build/site"),
    show_default=True,
    help="The site's folder; replaced when the new site is complete.",
)


@click.command(
    "site",
    epilog="""\b
Examples:
  comprules site
  comprules site --out public --db rules.sqlite
  comprules site && python -m http.server --directory build/site
""",
)
@out_option
@store_option
def site_command(out: Path, db: Path | None) -> None:
    """Write the site from the knowledge base."""
    run_site(out, db)


def run_site(out: Path, db: Path | None) -> SiteReport:
    """Build the site and print where it is, as `build` does too."""
    path = store_path(db)
    open_store(path).close()  # report a missing knowledge base with the message that every command uses
    with status_line() as tell:
        report = build_site(path, out, fill_in, progress=tell)
    size = report.size / 1e6
    say(f"{report.out}: {report.pages:,} pages, {size:,.1f} MB, {report.seconds:.1f} s")
    say(f"To look at it: python3 -m http.server --directory {report.out}   then http://127.0.0.1:8000/")
    return report


@click.command(
    "build",
    epilog="""\b
Examples:
  comprules build
  comprules build --archive ~/editions --out public
""",
)
@archive_option
@store_option
@jobs_option
@out_option
@click.pass_context
def build_command(ctx: click.Context, archive: Path | None, db: Path | None, jobs: int | None, out: Path) -> None:
    """Ingest, then write the site."""
    report = run_ingest(archive, db, jobs, fresh=False, verbose=False)
    run_site(out, db)
    ctx.exit(ENVIRONMENT if report.failed else NOT_FOUND if report.damaged else 0)
