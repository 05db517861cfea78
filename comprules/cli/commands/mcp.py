"""`comprules mcp`: serve an assistant."""

from pathlib import Path

import click

from comprules.cli.options import store_option
from comprules.site_links import SITE_VARIABLE
from rules.errors import needing_extra


@click.command(
    "mcp",
    epilog="""\b
Example:
  comprules mcp --db build/comprules.sqlite

Needs the extra mcp; without it, the command says how to install it. It uses the Model Context Protocol on
standard input and output; docs/integrations.md explains how assistants start it.
""",
)
@click.option("--site", metavar="URL", help=f"The site that answers link to. [default: ${SITE_VARIABLE}]")
@store_option
def mcp_command(site: str | None, db: Path | None) -> None:
    """Serve an assistant with rules, old numbers, search and citations.

    Rule texts come from the knowledge base; without one, the ledger answers with headings and histories.
    """
    with needing_extra("mcp"):
        from comprules.mcp import make_server  # noqa: PLC0415 - slow to import

    make_server(db, site).run("stdio")
