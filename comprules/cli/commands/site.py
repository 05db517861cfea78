"""`comprules site`: write the site from the knowledge base."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from comprules.cli.options import store_option

if TYPE_CHECKING:
    pass
from comprules.cli.building import out_option, run_site


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
