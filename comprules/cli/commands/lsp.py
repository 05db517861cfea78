"""`comprules lsp`: serve an editor."""

import os
from pathlib import Path

import click

from comprules.cli.options import store_option
from comprules.site_links import SITE_VARIABLE
from rules.errors import needing_extra


@click.command(
    "lsp",
    epilog="""\b
Example:
  comprules lsp --site https://example.org/rules

Needs the extra lsp; without it, the command says how to install it. It uses the Language Server Protocol on
standard input and output; docs/integrations.md explains how editors start it.
""",
)
@click.option("--site", metavar="URL", help=f"The site that numbers link to. [default: ${SITE_VARIABLE}]")
@store_option
def lsp_command(site: str | None, db: Path | None) -> None:
    """Serve an editor with findings, rule texts, quick fixes and completion.

    The server also links numbers to a site. The findings are those of `check`, with the configuration that applies to
    each file. Rule texts come from the knowledge base; without one, you see only headings and histories.
    """
    with needing_extra("lsp"):
        from comprules.lsp.server import make_server, serve  # noqa: PLC0415 - slow to import

    serve(make_server(db, os.environ.get(SITE_VARIABLE, "") if site is None else site))
