"""`comprules export`, `graph` and `survey`: tables and graphs for other tools."""

import os
from collections.abc import Mapping, Sequence
from operator import itemgetter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from comprules.cli.shared import (
    edition_of,
    jobs_option,
    opened_facts,
    print_text,
    say,
    say_no_texts,
    store_option,
    table,
)
from comprules.progress import progress_bar
from graph.export.tables import TABLES, select_tables
from graph.export.write import (
    FILE_FORMATS,
    TABLE_FORMATS,
    FileFormat,
    Format,
    export_graphs,
    export_tables,
)
from rules.files import PendingFile
from rules.store import Store

if TYPE_CHECKING:
    from graph.network.formats import GraphFormat
    from graph.network.slices import Selection


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
in CSV. Graphs: history (of all editions, as `comprules graph` writes it) and
references (of the latest edition).

Without a knowledge base the facts of the ledger are exported.
""".format(tables="\n".join(f"  {each.name:<14} {each.about}" for each in TABLES)),
)
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option(
    "--format",
    "form",
    type=click.Choice([*TABLE_FORMATS, *FILE_FORMATS]),
    default="parquet",
    show_default=True,
    help="Tables as Parquet (needs pyarrow), JSON Lines or CSV; graphs as GEXF or GraphML.",
)
@click.option("--only", metavar="TABLE[.COLUMN]", multiple=True, help="A table or a column; repeat for more.")
@click.option("--without-texts", is_flag=True, help="Leave out the tables that have the publisher's texts.")
@store_option
def export_command(
    folder: Path, form: Format | FileFormat, only: Sequence[str], without_texts: bool, db: Path | None
) -> None:
    """Write the knowledge base into DIR as data for other tools.

    DIR is written whole or not at all. Of an earlier export in this format, only files that comprules wrote and nobody
    changed since are replaced or removed; everything else in DIR stays, and is named. A DIR with other output is
    refused.
    """
    with opened_facts(db) as store:
        store.hold()
        say_no_texts(store)
        match form:
            case "gexf" | "graphml":
                if only or without_texts:
                    raise click.UsageError("--only and --without-texts select tables; graphs have no texts")
                files = _export_graphs(store, folder, form)
            case _:
                selected = select_tables(only, has_texts=store.has_texts and not without_texts)
                with progress_bar("exporting") as report:
                    files = export_tables(store, folder, selected, form, report, tell=say)
    rows = [(name, count, (folder / name).stat().st_size) for name, count in files.items()]
    names = ("file", "rows" if form in TABLE_FORMATS else "edges", "bytes")
    print_text("\n".join(table(rows, [(name, itemgetter(at)) for at, name in enumerate(names)])))
    say(f"{folder}: {len(files)} files, {sum(size for *_, size in rows):,} bytes")


def _export_graphs(store: Store, folder: Path, form: FileFormat) -> dict[str, int]:
    from graph.network.parts import list_day, list_whole  # noqa: PLC0415 - slow to import

    latest = (store.chained() or store.edition_ids)[-1]
    graphs = {"history": list_whole(store), "references": list_day(store, latest, ["refers-to"])}
    return export_graphs(graphs, folder, form, tell=say)


@click.command(
    "graph",
    epilog="""\b
Examples:
  comprules graph --out comprules.graphml                    all editions
  comprules graph --format gexf --out comprules.gexf         a film for Gephi
  comprules graph --as-of M10 --out m10.graphml              the rules of a day
  comprules graph --as-of M10 --near 601.2 --format dot | dot -Tsvg > 601.svg
  comprules graph --near 702.40 --depth 2 --format json      its whole history
  comprules graph --between 2009-05-01 M10 --fold chapter    linked and unlinked
  comprules graph --only refers-to,renamed-to --chapter 702

Formats: graphml (networkx, igraph, yEd), gexf (Gephi, with days), json (node-link,
as networkx reads it), cytoscape, dot (Graphviz, for small parts). As a table:
`comprules export`.

\b
Nodes have a type: rule (through all its numbers), entry (of the glossary), version
(a run of editions with one number and the same words), term, edition, missing (a
number that a reference names in vain). Edges have a type, too:
  refers-to    version to the rule or entry that it names, or to what is missing
  becomes      version to the next, to the parts of a split, to what a merge made
  version-of   version to its rule or entry
  renamed-to   term to term
  retired      a term to itself
  seen-in      version to its first edition; term to a version that shows the change
  defines      glossary entry to the rule that it points to
  parent       rule to the rule one level up
  restates     rule of a rulings summary to the rule that it restates
In a slice, edges begin and end at rules instead of versions. The page about the
graph lists all attributes.
""",
)
@click.option(
    "--format",
    "form",
    type=click.Choice(["graphml", "gexf", "json", "cytoscape", "dot"]),
    default="graphml",
    show_default=True,
    help="The format of the file.",
)
@click.option("--out", metavar="FILE", type=click.Path(dir_okay=False), help="The file. [default: standard output]")
@click.option("--as-of", metavar="EDITION", help="Only the rules of this day. [default: all editions]")
@click.option(
    "--between", metavar="EDITION EDITION", nargs=2, help="Only what was linked or unlinked between two editions."
)
@click.option("--near", metavar="NUMBER", help="Only what is near a rule; see --depth.")
@click.option(
    "--depth",
    metavar="N",
    type=click.IntRange(min=1),
    help="Edges between the rule of --near and what is near it. [default: 1]",
)
@click.option("--chapter", metavar="NUMBER", help="Only edges from or to this chapter, or `glossary`.")
@click.option(
    "--fold", type=click.Choice(["rule", "chapter"]), help="Count subrules as their rule, or rules as chapters."
)
@click.option("--only", metavar="TYPE", multiple=True, help="Only edges of this type; with commas, or repeat for more.")
@store_option
def graph_command(form: "GraphFormat", out: str | None, db: Path | None, **asked: Any) -> None:
    """Export the graph of rules, references, versions and terms, or a part of it."""
    from graph.network.formats import write  # noqa: PLC0415 - slow to import
    from graph.network.slices import select  # noqa: PLC0415

    with opened_facts(db) as store:
        if not (asked["as_of"] or asked["between"]):
            store.hold()  # the whole takes a while; a slice is read at once, and would need twice the memory
        graph = select(store, _read_selection(store, asked))
        pieces = write(graph, form)
        if out is None:
            for piece in pieces:
                click.echo(piece, nl=False)
            return
        with PendingFile(Path(out)) as pending:
            pending.file.writelines(piece.encode() for piece in pieces)
            pending.commit()
        say(f"{out}: {len(graph.nodes):,} nodes, {graph.count_edges():,} edges")


def _read_selection(store: Store, asked: Mapping[str, Any]) -> "Selection":
    """Return the part of the graph that the options select."""
    from graph.network.slices import Selection, read_relations  # noqa: PLC0415 - as above

    if asked["depth"] and not asked["near"]:
        raise click.UsageError("--depth needs a rule: comprules graph --near 702.40 --depth 2")
    between = tuple(edition_of(store, name) for name in asked["between"] or ())
    return Selection(
        as_of=edition_of(store, asked["as_of"]) if asked["as_of"] else None,
        between=(between[0], between[1]) if between else None,
        only=read_relations(asked["only"]),
        chapter=asked["chapter"],
        near=asked["near"],
        depth=asked["depth"] or 1,
        fold=asked["fold"],
    )


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
