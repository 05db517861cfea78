"""`comprules digest`: show in Markdown what an edition changed."""

from pathlib import Path

import click

from comprules.cli.options import store_option
from comprules.cli.sources import edition_of, open_knowledge_base
from comprules.digesting import digest
from comprules.printable import safe_lines


@click.command(
    "digest",
    epilog="""\b
Examples:
  comprules digest                 the latest edition
  comprules digest M10 > digest.md
""",
)
@click.argument("edition", default="latest")
@store_option
def digest_command(edition: str, db: Path | None) -> None:
    """Print the changes of an edition as Markdown, compared with the edition before.

    The digest lists the added, deleted, reworded and moved rules of each chapter; then renamed terms, faults that the
    publisher made or corrected, and problems found while reading the edition. It has numbers and headings only, so you
    may publish it.
    """
    with open_knowledge_base(db) as store:
        click.echo(safe_lines(digest(store, edition_of(store, edition))), nl=False)
