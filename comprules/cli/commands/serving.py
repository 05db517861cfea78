"""`comprules lsp` and `mcp`."""

from __future__ import annotations

import os
from pathlib import Path

import click

from comprules.cli.options import store_option
from comprules.links import SITE_VARIABLE
from rules.errors import needing_extra


@click.command(
    "lsp",
    epilog="""\b
Example:
  comprules lsp --site https://example.org/rules

Needs the extra: pip install "comprules[lsp]". It uses the Language Server Protocol on
standard input and output; docs/integrations.md explains how editors start it.
""",
)
@click.option("--site", metavar="URL", help=f"The site that numbers link to. [default: ${SITE_VARIABLE}]")
@store_option
def lsp_command(site: str | None, db: Path | None) -> None:
    """Serve an editor: findings, hover, quick fixes, completion, links.

    Findings are those of `check`, with the configuration that applies to each file. Texts come from the knowledge base
    where there is one.
    """
    with needing_extra("lsp"):
        from comprules.lsp.server import make_server  # noqa: PLC0415 - slow to import

    make_server(db, os.environ.get(SITE_VARIABLE, "") if site is None else site).start_io()


@click.command(
    "mcp",
    epilog="""\b
Example:
  comprules mcp --db build/comprules.sqlite

Needs the extra: pip install "comprules[mcp]". It uses the Model Context Protocol on
standard input and output; docs/integrations.md explains how assistants start it.
""",
)
@click.option("--site", metavar="URL", help=f"The site that answers link to. [default: ${SITE_VARIABLE}]")
@store_option
def mcp_command(site: str | None, db: Path | None) -> None:
    """Serve an assistant: rules, old numbers, search, citations.

    Texts come from the knowledge base where there is one; without it the ledger answers with headings and histories.
    """
    with needing_extra("mcp"):
        from comprules.mcp import make_server  # noqa: PLC0415 - slow to import

    make_server(db, site).run("stdio")
