"""`comprules export`, `graph` and `survey`: tables and graphs for other tools."""

import os
from collections.abc import Sequence
from operator import itemgetter
from pathlib import Path

import click

from comprules.cli.shared import (
    jobs_option,
    open_knowledge_base,
    opened_facts,
    print_text,
    say,
    say_no_texts,
    store_option,
    table,
)
from comprules.progress import progress_bar
from graph.export import (
    GRAPH_FORMATS,
    TABLE_FORMATS,
    TABLES,
    Format,
    GraphFormat,
    export_graphs,
    export_tables,
    select_tables,
)
from graph.history import History
from rules.files import PendingFile
from rules.store import Store


@click.command(
    "export",
    epilog="""\b
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
""".format(tables="\n".join(f"  {each.name:<14} {each.about}" for each in TABLES)),
)
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
def export_command(
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
    rows = [(name, count, (folder / name).stat().st_size) for name, count in files.items()]
    names = ("file", "rows" if form in TABLE_FORMATS else "edges", "bytes")
    print_text("\n".join(table(rows, [(name, itemgetter(at)) for at, name in enumerate(names)])))
    say(f"{folder}: {len(files)} files, {sum(size for *_, size in rows):,} bytes")


def _export_graphs(store: Store, folder: Path, form: GraphFormat) -> dict[str, int]:
    from graph.network import network  # noqa: PLC0415
    from graph.references.network import reference_graph  # noqa: PLC0415

    latest = (store.chained() or store.edition_ids)[-1]
    graphs = {
        "history": network(History(store), store.best_terms()),
        "references": reference_graph(store, latest, "subrule"),
    }
    return export_graphs(graphs, folder, form)


@click.command(
    "graph",
    epilog="""\b
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
""",
)
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
def graph_command(form: str, out: str | None, db: Path | None) -> None:
    """Export the graph of lineages, versions and terms."""
    from graph.network import as_graphml, as_json, network  # noqa: PLC0415

    with open_knowledge_base(db) as store:
        built = network(History(store), store.best_terms())
        pieces = as_graphml(built) if form == "graphml" else as_json(built)
        if out is None:
            for piece in pieces:
                click.echo(piece, nl=False)
            return
        with PendingFile(Path(out)) as pending:
            pending.file.writelines(piece.encode() for piece in pieces)
            pending.commit()
        say(f"{out}: {built.number_of_nodes():,} nodes, {built.number_of_edges():,} edges")


@click.command(
    "survey",
    epilog="""\b
Examples:
  comprules survey engines/* --out survey.parquet
  comprules survey contents/*.parquet --out survey.parquet
  comprules survey contents/*.parquet --out survey.parquet --engine ray
  comprules survey dump.parquet --columns repository=repo_name --out survey.parquet

A folder is one tree. A Parquet file has a row for each file of a repository: repository, path, content. Each tree is
dated as by `init` and judged; its own configuration is not read. The output has a row for each number cited, and one
with the reason for a tree that could not be read.

A survey that was stopped goes on where it was: what is done stands in FILE.journal until FILE is written.
""",
)
@click.argument("sources", metavar="DIR...", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option(
    "--out", metavar="FILE", required=True, type=click.Path(path_type=Path), help="The Parquet file to write."
)
@click.option(
    "--engine",
    type=click.Choice(["local", "ray"]),
    default="local",
    show_default=True,
    help="A process pool on this machine, or Ray Data (for Parquet files of contents, on the cluster that Ray finds).",
)
@click.option(
    "--columns",
    metavar="COLUMN=NAME",
    multiple=True,
    help="What a column is called in the Parquet files; repeat for more.",
)
@jobs_option
def survey_command(sources: Sequence[Path], out: Path, engine: str, columns: Sequence[str], jobs: int | None) -> None:
    """Write what many trees cite into one table, a row for each number."""
    from comprules import survey as surveys  # noqa: PLC0415 - slow to import

    names = {column: column for column in surveys.COLUMNS}
    for typed in columns:
        column, _, name = typed.partition("=")
        if column not in names or not name:
            raise click.UsageError(f"--columns {typed}: write COLUMN=NAME with one of {', '.join(names)}")
        names[column] = name
    workers = jobs or len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else jobs or os.cpu_count() or 1
    if not out.parent.is_dir():
        raise surveys.SurveyError(f"{out}: there is no folder {out.parent}")
    folders = [source for source in sources if source.is_dir()]
    files = [source for source in sources if not source.is_dir()]
    missing = [str(file) for file in files if not file.exists()]
    if missing:
        raise surveys.SurveyError(f"{', '.join(missing)}: does not exist; name folders, or Parquet files of contents")
    if engine == "ray":
        if folders:
            raise surveys.SurveyError(f"{folders[0]}: Ray reads Parquet files of contents, not folders")
        survey = surveys.survey_contents(files, names, out, workers)
    else:
        # The largest first, so that no worker is left with one at the end.
        folders.sort(key=surveys.weigh_folder, reverse=True)
        trees: dict[str, surveys.Source] = {folder.as_posix(): folder for folder in folders}
        trees |= surveys.read_contents(files, names) if files else {}
        with progress_bar("surveying") as report:
            survey = surveys.survey_trees(trees, out, workers, report)
    resumed = f", {survey.resumed:,} of them in an earlier run" if survey.resumed else ""
    failed = f"; {survey.failed:,} trees or files failed, see the column error" if survey.failed else ""
    say(f"{out}: {survey.numbers:,} numbers in {survey.trees:,} trees{resumed}{failed}")
