"""`comprules export`: write the knowledge base as data for other tools."""

from collections.abc import Sequence
from operator import itemgetter
from pathlib import Path

import click

from comprules.cli.options import store_option
from comprules.cli.output import print_text, say, table
from comprules.cli.sources import opened_facts, say_no_texts
from comprules.progress import progress_bar
from graph.export.select import select_tables
from graph.export.tables import TABLES
from graph.export.write import (
    FILE_FORMATS,
    TABLE_FORMATS,
    FileFormat,
    Format,
    export_graphs,
    export_tables,
)
from rules.counts import format_count
from rules.store import Store


@click.command(
    "export",
    epilog="""\b
Examples:
  comprules export data                                Parquet, for DuckDB, polars, pandas
  comprules export data --format jsonl --only rules --only texts
  comprules export data --format csv --only rules.number --only rules.edition
  comprules export data --without-texts                only facts, which anybody may publish
  comprules export graphs --format gexf                for Gephi: the histories, and the references

\b
Tables:
{tables}
Columns, their types and descriptions are in datapackage.json next to the files;
`sha256sum --check SHA256SUMS` checks the files. Editions are given as dates. In CSV, lists
are written as JSON. Graphs: history (of all editions, as `comprules graph` writes
it) and references (of the latest edition).

Without a knowledge base, the command exports the facts of the ledger.
""".format(tables="\n".join(f"  {each.name:<14} {each.about}" for each in TABLES)),
)
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option(
    "--format",
    "file_format",
    type=click.Choice([*TABLE_FORMATS, *FILE_FORMATS]),
    default="parquet",
    show_default=True,
    help="Tables as Parquet (needs pyarrow), JSON Lines or CSV; graphs as GEXF or GraphML.",
)
@click.option(
    "--only", metavar="TABLE[.COLUMN]", multiple=True, help="A table or a column; repeat the option for several."
)
@click.option("--without-texts", is_flag=True, help="Leave out the tables that have the publisher's texts.")
@store_option
def export_command(
    folder: Path, file_format: Format | FileFormat, only: Sequence[str], without_texts: bool, db: Path | None
) -> None:
    """Write the knowledge base into DIR as data for other tools.

    DIR is written completely or not at all. If DIR has an earlier export in this format, the files that comprules wrote
    and nobody has changed since are replaced or removed. All other files in DIR are kept and listed. A DIR with other
    output of comprules is refused.
    """
    with opened_facts(db) as store:
        store.hold()
        say_no_texts(store)
        match file_format:
            case "gexf" | "graphml":
                if only or without_texts:
                    raise click.UsageError("--only and --without-texts select tables; graphs have no texts")
                files = _export_graphs(store, folder, file_format)
            case _:
                selected = select_tables(only, has_texts=store.has_texts and not without_texts)
                with progress_bar("exporting") as report:
                    files = export_tables(store, folder, selected, file_format, report, tell=say)
    rows = [(name, count, (folder / name).stat().st_size) for name, count in files.items()]
    names = ("file", "rows" if file_format in TABLE_FORMATS else "edges", "bytes")
    print_text("\n".join(table(rows, [(name, itemgetter(index)) for index, name in enumerate(names)])))
    total = sum(size for _, _, size in rows)
    say(f"{folder}: {format_count(len(files), 'file')}, {total:,} bytes")


def _export_graphs(store: Store, folder: Path, file_format: FileFormat) -> dict[str, int]:
    from graph.network.parts import graph_of_all_editions, graph_of_edition  # noqa: PLC0415 - slow to import

    latest = (store.chained() or store.edition_ids)[-1]
    graphs = {"history": graph_of_all_editions(store), "references": graph_of_edition(store, latest, ["refers-to"])}
    return export_graphs(graphs, folder, file_format, tell=say)
