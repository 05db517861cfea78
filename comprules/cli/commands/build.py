"""`comprules build`."""

from __future__ import annotations

from pathlib import Path

import click

from comprules.cli.commands import ingest, site
from comprules.cli.errors import ENVIRONMENT, NOT_FOUND
from comprules.cli.options import archive_option, jobs_option, store_option

_EPILOG = """\b
Examples:
  comprules build
  comprules build --archive ~/editions --out public
"""


@click.command("build", epilog=_EPILOG)
@archive_option
@store_option
@jobs_option
@site.out_option
@click.pass_context
def command(ctx: click.Context, archive: Path | None, db: Path | None, jobs: int | None, out: Path) -> None:
    """Ingest, then write the site."""
    report = ingest.run(archive, db, jobs, fresh=False, verbose=False)
    site.run(out, db)
    ctx.exit(ENVIRONMENT if report.failed else NOT_FOUND if report.damaged else 0)
