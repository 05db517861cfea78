"""`comprules graph`: export the graph of rules, references, versions and terms."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from msgspec import Struct

from comprules.cli.options import store_option
from comprules.cli.output import say
from comprules.cli.sources import edition_of, opened_facts
from graph.network.format_names import GRAPH_FORMATS, GraphFormat, describe_formats
from rules.counts import format_count
from rules.files import PendingFile
from rules.keys import Level
from rules.store import Store

if TYPE_CHECKING:
    from graph.network.slices import Selection


class GraphOptions(Struct, frozen=True, kw_only=True):
    """The options of `graph` that select a part, by the names of their parameters."""

    as_of: str | None
    between: tuple[str, ...] | None
    center: str | None
    depth: int | None
    chapter: str | None
    fold: Level | None
    only: tuple[str, ...]


@click.command(
    "graph",
    epilog=f"""\b
Examples:
  comprules graph --out comprules.graphml                    all editions
  comprules graph --format gexf --out comprules.gexf         for Gephi, with a timeline
  comprules graph --as-of M10 --out m10.graphml              the rules of a day
  comprules graph --as-of M10 --near 601.2 --format dot | dot -Tsvg > 601.svg
  comprules graph --near 702.40 --depth 2 --format json      a rule with its history
  comprules graph --between 2009-05-01 M10 --fold chapter    added and removed references
  comprules graph --only refers-to,renamed-to --chapter 702

Formats: {describe_formats()}. As a table: `comprules export`.

\b
Nodes have a type: rule (through all its numbers), entry (of the glossary), version
(a run of editions with one number and the same words), term, edition, missing (a
number that a reference names but no rule has). Edges have a type, too:
  refers-to    version to the rule or entry that it names, or to what is missing
  becomes      version to the next one, to each part of a split, or to the result of a merge
  version-of   version to its rule or entry
  renamed-to   term to term
  retired      a term to itself
  seen-in      version to its first edition; term to a version that shows the change
  defines      glossary entry to the rule that it points to
  parent       rule to the rule one level up
  restates     rule of a rulings summary to the rule that it restates
With --as-of or --between, edges begin and end at rules instead of versions. The page about the
graph lists all attributes.
""",
)
@click.option(
    "--format",
    "form",
    type=click.Choice(list(GRAPH_FORMATS)),
    default="graphml",
    show_default=True,
    help="The format of the file.",
)
@click.option("--out", metavar="FILE", type=click.Path(dir_okay=False), help="The file. [default: standard output]")
@click.option(
    "--as-of", metavar="EDITION", help="Only the rules that were in force in this edition. [default: all editions]"
)
@click.option(
    "--between",
    metavar="EDITION EDITION",
    nargs=2,
    help="Only references that were added or removed between two editions.",
)
@click.option("--near", "center", metavar="NUMBER", help="Only nodes near this rule; see --depth.")
@click.option(
    "--depth",
    metavar="N",
    type=click.IntRange(min=1),
    help="Maximum number of edges between the rule of --near and the others. [default: 1]",
)
@click.option("--chapter", metavar="NUMBER", help="Only edges from or to this chapter, or `glossary`.")
@click.option(
    "--fold", type=click.Choice(["rule", "chapter"]), help="Join subrules to their rule, or rules to their chapter."
)
@click.option(
    "--only",
    metavar="TYPE",
    multiple=True,
    help="Only edges of this type; name several with commas, or repeat the option.",
)
@store_option
def graph_command(form: GraphFormat, out: str | None, db: Path | None, **values: Any) -> None:
    """Export the graph of rules, references, versions and terms, or a part of it."""
    options = GraphOptions(**values)
    from graph.network.formats import write  # noqa: PLC0415 - slow to import
    from graph.network.slices import select  # noqa: PLC0415

    with opened_facts(db) as store:
        if not (options.as_of or options.between):
            store.hold()  # the whole takes a while; a slice is read at once, and would need twice the memory
        graph = select(store, _read_selection(store, options))
        pieces = write(graph, form)
        if out is None:
            for piece in pieces:
                click.echo(piece, nl=False)
            return
        with PendingFile(Path(out)) as pending:
            pending.file.writelines(piece.encode() for piece in pieces)
            pending.commit()
        say(f"{out}: {format_count(len(graph.nodes), 'node')}, {format_count(graph.count_edges(), 'edge')}")


def _read_selection(store: Store, options: GraphOptions) -> "Selection":
    """Return the part of the graph that the options select."""
    from graph.network.slices import Selection, read_relations  # noqa: PLC0415 - as above

    if options.depth and not options.center:
        raise click.UsageError("--depth needs a rule: comprules graph --near 702.40 --depth 2")
    between = tuple(edition_of(store, name) for name in options.between or ())
    return Selection(
        as_of=edition_of(store, options.as_of) if options.as_of else None,
        between=(between[0], between[1]) if between else None,
        only=read_relations(options.only),
        chapter=options.chapter,
        near=options.center,
        depth=options.depth or 1,
        fold=options.fold,
    )
