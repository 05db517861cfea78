"""`comprules graph`."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import click

from comprules.cli.lookup import open_knowledge_base
from comprules.cli.options import store_option
from comprules.cli.output import say
from graph.history import History
from rules.files import PendingFile

_EPILOG = """\b
Examples:
  comprules graph --format graphml --out comprules.graphml
  comprules graph --format json --out comprules.json

For networkx, Gephi, Cytoscape and the like. `networkx.read_graphml` and `networkx.node_link_graph(data, edges="edges")`
read the two formats.

\b
Nodes have a type: lineage; version (a run of editions with one number and the same
words); term. Edges have a type, too:
  version-of   version to lineage
  becomes      version to the next, to the parts of a split, to what a merge made;
               with kind, class, method, score and edition
  renamed-to   term to term; with kind, edition, support and score
  retired      a term to itself
  seen-in      term to a version in which it was seen to change
"""


@click.command("graph", epilog=_EPILOG)
@click.option(
    "--format",
    "form",
    type=click.Choice(["graphml", "json"]),
    default="graphml",
    show_default=True,
    help="GraphML, or JSON (node-link) as networkx reads it.",
)
@click.option("--out", metavar="FILE", type=click.Path(dir_okay=False), help="The file. [default: standard output]")
@store_option
def command(form: str, out: str | None, db: Path | None) -> None:
    """Export the graph of lineages, versions and terms."""
    from graph.network import as_graphml, as_json, network  # noqa: PLC0415

    with open_knowledge_base(db) as store:
        built = network(History(store), store.best_terms())
        pieces = as_graphml(built) if form == "graphml" else as_json(built)
        if out is None:
            for piece in pieces:
                click.echo(piece, nl=False)
            return
        _write(Path(out), pieces)
        say(f"{out}: {built.number_of_nodes():,} nodes, {built.number_of_edges():,} edges")


def _write(path: Path, pieces: Iterable[str]) -> None:
    with PendingFile(path) as pending:
        pending.file.writelines(piece.encode() for piece in pieces)
        pending.commit()
