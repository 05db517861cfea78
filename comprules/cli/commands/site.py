"""`comprules site`."""

from __future__ import annotations

from pathlib import Path

import click

from comprules.cli.options import store_option
from comprules.cli.output import say, status_line
from comprules.reference import fill_in
from rules.store import open_store
from rules.store.location import store_path
from site_src.builder.site import SiteReport, build_site

out_option = click.option(
    "--out",
    metavar="DIR",
    type=click.Path(path_type=Path),
    default=Path("build/site"),
    show_default=True,
    help="The site's folder; replaced when the new site is complete.",
)

_EPILOG = """\b
Examples:
  comprules site
  comprules site --out public --db rules.sqlite
  comprules site && python -m http.server --directory build/site
"""


@click.command("site", epilog=_EPILOG)
@out_option
@store_option
def command(out: Path, db: Path | None) -> None:
    """Write the site from the knowledge base."""
    run(out, db)


def run(out: Path, db: Path | None) -> SiteReport:
    """Build the site and print where it is, as `build` does too."""
    path = store_path(db)
    open_store(path).close()  # report a missing knowledge base with the message that every command uses
    with status_line() as tell:
        report = build_site(path, out, fill_in, progress=tell)
    size = report.size / 1e6
    say(f"{report.out}: {report.pages:,} pages, {size:,.1f} MB, {report.seconds:.1f} s")
    say(f"To look at it: python3 -m http.server --directory {report.out}   then http://127.0.0.1:8000/")
    return report
