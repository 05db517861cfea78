"""`comprules site`: write the site from the knowledge base."""

from pathlib import Path

import click

from comprules.cli.building import out_option, run_site
from comprules.cli.options import store_option


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
