"""`comprules export`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from comprules.cli.lookup import opened_facts, say_no_texts
from comprules.cli.options import store_option
from comprules.cli.output import print_text, say, table
from comprules.progress import progress_bar
from graph.export import GRAPH_FORMATS, TABLE_FORMATS, TABLES, ExportedFile, export_graphs, export_tables, select_tables
from graph.export.files import Format, GraphFormat
from graph.history import History
from rules.store import Store

_EPILOG = """\b
Examples:
  comprules export data                                Parquet, for DuckDB, polars, pandas
  comprules export data --format jsonl --only rules --only texts
  comprules export data --format csv --only rules.number --only rules.edition
  comprules export data --without-texts                facts alone, which anybody may publish
  comprules export graphs --format gexf                for Gephi: histories, and references

\b
Tables:
{tables}
Columns, their types and descriptions are in datapackage.json beside the files;
SHA256SUMS is what `sha256sum --check` reads. Editions are dates. Lists are JSON
in CSV. Graphs: history (lineages, versions, terms) and references (of the
latest edition).

Without a knowledge base the facts of the ledger are exported.
""".format(tables="\n".join(f"  {each.name:<14} {each.about}" for each in TABLES))


@click.command("export", epilog=_EPILOG)
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option(
    "--format",
    "form",
    type=click.Choice([*TABLE_FORMATS, *GRAPH_FORMATS]),
    default="parquet",
    show_default=True,
    help="Tables as Parquet (needs pyarrow), JSON Lines or CSV; graphs as GEXF or GraphML.",
)
@click.option("--only", metavar="TABLE[.COLUMN]", multiple=True, help="A table or a column; repeat for more.")
@click.option("--without-texts", is_flag=True, help="Leave out the tables that have the publisher's texts.")
@store_option
def command(
    folder: Path, form: Format | GraphFormat, only: Sequence[str], without_texts: bool, db: Path | None
) -> None:
    """Write the knowledge base into DIR as data for other tools.

    DIR is written whole or not at all; an earlier export in it is replaced, and nothing else ever is.
    """
    with opened_facts(db) as store:
        say_no_texts(store)
        match form:
            case "gexf" | "graphml":
                if only or without_texts:
                    raise click.UsageError("--only and --without-texts select tables; graphs have no texts")
                files = _export_graphs(store, folder, form)
            case _:
                selected = select_tables(only, has_texts=store.has_texts and not without_texts)
                with progress_bar("exporting") as report:
                    files = export_tables(store, folder, selected, form, report)
    rows = [(file.name, f"{file.rows:,}", f"{file.size:,}") for file in files]
    for line in table(("file", "rows" if form in TABLE_FORMATS else "edges", "bytes"), rows, numeric=frozenset({1, 2})):
        print_text(line)
    say(f"{folder}: {len(files)} files, {sum(file.size for file in files):,} bytes")


def _export_graphs(store: Store, folder: Path, form: GraphFormat) -> list[ExportedFile]:
    from graph.network import network  # noqa: PLC0415
    from graph.references.network import reference_graph  # noqa: PLC0415

    latest = (store.chained() or store.edition_ids)[-1]
    graphs = {
        "history": network(History(store), store.best_terms()),
        "references": reference_graph(store, latest, "subrule"),
    }
    return export_graphs(graphs, folder, form)
