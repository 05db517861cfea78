"""`comprules ingest`: read the archive into the knowledge base."""

from pathlib import Path

import click

from comprules.cli.building import run_ingest
from comprules.cli.options import archive_option, jobs_option, store_option


@click.command(
    "ingest",
    epilog="""\b
Examples:
  comprules ingest
  comprules ingest --archive ~/editions --db rules.sqlite --jobs 4

Only editions that changed are processed again. If a run is interrupted, the old knowledge base is left unchanged.

\b
Exit code 1: an edition was left out because all of its copies are damaged.
""",
)
@archive_option
@store_option
@jobs_option
@click.option("--fresh", is_flag=True, help="Re-read every edition, even if unchanged.")
@click.option("-v", "--verbose", is_flag=True, help="Show every problem, not just one example of each kind.")
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

    Every copy is parsed, the copies of an edition are collated into one text, and references are resolved. Then each
    edition is aligned with the one before it, every rule is traced through all editions, and renamed terms are
    detected.
    """
    ctx.exit(run_ingest(archive, db, jobs, fresh=fresh, verbose=verbose))
