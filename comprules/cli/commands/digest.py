"""`comprules digest`."""

from __future__ import annotations

from pathlib import Path

import click

from comprules.cli.lookup import edition_of, open_knowledge_base
from comprules.cli.options import store_option
from comprules.digest import digest
from comprules.lint.printable import safe_lines

_EPILOG = """\b
Examples:
  comprules digest                 the latest edition
  comprules digest M10 > digest.md
"""


@click.command("digest", epilog=_EPILOG)
@click.argument("edition", default="latest")
@store_option
def command(edition: str, db: Path | None) -> None:
    """Show in Markdown what an edition changed since the one before.

    What was added, deleted, reworded and moved, chapter by chapter; renamed terms; the publisher's faults that came and
    went; what was odd while it was read. Numbers and headings only, so that it may be published.
    """
    with open_knowledge_base(db) as store:
        click.echo(safe_lines(digest(store, edition_of(store, edition))), nl=False)
