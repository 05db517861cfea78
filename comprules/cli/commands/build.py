"""`comprules build`: ingest, then write the site."""

from pathlib import Path

import click

from comprules.cli.building import out_option, run_ingest, run_site
from comprules.cli.options import archive_option, jobs_option, store_option


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
    status = run_ingest(archive, db, jobs, fresh=False, verbose=False)
    run_site(out, db)
    ctx.exit(status)
