"""`comprules refs`."""

from collections.abc import Mapping, Sequence
from operator import attrgetter
from typing import Any

import click

from comprules.cli.options import (
    Answer,
    answers_from,
    edition_of,
    edition_option,
    opened_facts,
)
from comprules.cli.output import SHOWN, Column, table
from graph.answers.lookup import key_of
from graph.answers.rule import answer_reference
from graph.references.resolve import index_references
from rules.errors import NotFound
from rules.numbers import Level, fold_key, is_index
from rules.records import Resolution
from rules.store import Store

_OF_EDITION = ("most-cited", "orphans", "cycles")
"""Views of a whole edition; the others are about one record."""
_LONGEST = 3
"""Maximum length of the listed cycles, in references."""
_COUNTS: tuple[Column, ...] = (("references", attrgetter("references")), ("in records", attrgetter("sources")))


@click.command(
    "refs",
    epilog="""\b
Examples:
  comprules refs 702.40a               what 702.40a refers to
  comprules refs 601.2f --to           what refers to 601.2f
  comprules refs 601.2 --to --by rule  what refers to 601.2 or any of its subrules
  comprules refs --as-of M10 --json    every reference of the edition
  comprules refs 702.139a --near 2     what lies up to two references away
  comprules refs 610.5 --path 611.2f   the shortest ways along the references
  comprules refs 601.2b --through      how often it was cited in each edition, whatever its number
  comprules refs --most-cited --by rule

Exit status 1: there is no such rule, or no way.

\b
JSON: [{source, field, kind, raw, start, end, targets, quoted_title, status,
  suggestion}]
  source: a number or glossary:TERM; field: its passage (text, example:0)
  --most-cited, --through: [{edition, key, references, sources}]
  --near: {key, distances: [{key, distance}], edges: [{source, target,
    count}]}
  --path: [[KEY]], the shortest ways
  --orphans: {rules, entries}
  --cycles: {groups, cycles}
""",
)
@click.argument("number", nargs=-1)
@click.option("--to", "view", flag_value="to", help="References into the rule, not out of it.")
@click.option("--near", metavar="N", type=click.IntRange(1, 9), help="What lies up to N references away, either way.")
@click.option("--path", "other", metavar="OTHER", help="The shortest ways from the rule to another.")
@click.option("--through", "view", flag_value="through", help="How often it was cited in each edition.")
@click.option("--most-cited", "view", flag_value="most-cited", help="What is cited most in the edition.")
@click.option("--orphans", "view", flag_value="orphans", help="What cites nothing and is cited by nothing.")
@click.option("--cycles", "view", flag_value="cycles", help="References that lead back to where they began.")
@click.option(
    "--by",
    type=click.Choice(["subrule", "rule", "chapter"]),
    help="Count subrules as their rule, or rules as their chapter. [default: subrule; rule for --orphans]",
)
@click.option(
    "--limit",
    metavar="N",
    type=click.IntRange(min=1),
    help="Rows at most. [default: 20 of an answer, all of a list; in JSON all]",
)
@edition_option
@answers_from(opened_facts)
def refs_command(store: Store, number: Sequence[str], as_of: str, **asked: Any) -> Answer:
    """List references out of a rule, or into it.

    NUMBER is a rule or `glossary:TERM`; without one, every reference of the edition is listed. The other options ask
    what hangs together by references. Entries of the index that ends an edition of 1999 are listed last, as
    `index:TERM`. Without a knowledge base the ledger answers, which has no index.
    """
    typed = " ".join(number).strip()
    if number and not typed:  # a script's empty variable must not list the whole edition
        raise click.UsageError("NUMBER is empty; leave it out to list every reference of the edition")
    view = _choose_view(asked, typed)
    edition = edition_of(store, as_of)
    if view in ("from", "to"):
        return _list_references(store, edition, typed, asked, to=view == "to")
    return _answer_view(store, edition, view, [name for name in (typed, asked["other"]) if name], asked)


def _choose_view(asked: Mapping[str, Any], typed: str) -> str:
    """Return the question that the options ask.

    Raise an error if they ask several, or if a number is missing or must not be there.
    """
    views = [*filter(None, (asked["view"], "near" if asked["near"] else None, "path" if asked["other"] else None))]
    if len(views) > 1:
        raise click.UsageError(f"--{views[0]} and --{views[1]} are two questions; ask one at a time")
    question = views[0] if views else "from"
    if question in _OF_EDITION and typed:
        raise click.UsageError(f"--{question} is about a whole edition; leave {typed!r} out")
    if views and question not in _OF_EDITION and not typed:
        value = {"near": " 2", "path": " 601.2b"}.get(question, "")
        raise click.UsageError(f"--{question} needs a number: comprules refs 601.2f --{question}{value}")
    return question


def _list_references(store: Store, edition: str, typed: str, asked: Mapping[str, Any], *, to: bool) -> Answer:
    """Return the references out of a record or into it; without one, all of the edition."""
    references: Sequence[Resolution] = store.references(edition)
    if store.has_texts:  # a ledger has no index
        references = (*references, *index_references(store, edition))
    if typed:
        by: Level = asked["by"] or "subrule"
        of_index = is_index(typed) and any(resolution.reference.source == typed for resolution in references)
        node = fold_key(typed if of_index else key_of(store, edition, typed), by)
        references = [
            resolution
            for resolution in references
            if node in {fold_key(end, by) for end in (resolution.target if to else (resolution.reference.source,))}
        ]
    shown = references[: asked["limit"]]
    columns: tuple[Column, ...] = (
        ("source", attrgetter("reference.source")),
        ("field", attrgetter("reference.field")),
        ("as printed", attrgetter("reference.raw")),
        ("targets", attrgetter("reference.targets")),
        ("status", attrgetter("status")),
        ("suggestion", attrgetter("suggestion")),
    )
    lines = [*table(shown, columns)] if shown else [f"no reference (edition {edition})"]
    if len(references) > len(shown):
        lines.append(f"… and {len(references) - len(shown):,} more (--limit)")
    return list(map(answer_reference, shown)), lines


def _answer_view(store: Store, edition: str, view: str, names: Sequence[str], asked: Mapping[str, Any]) -> Answer:
    """Return the answer to a question about the reference graph.

    Args:
        store: The knowledge base or ledger.
        edition: Id of the edition.
        view: The question, named as the option that asks it.
        names: The records that it is about, as typed.
        asked: The options of the command.

    Raises:
        NotFound: The edition has no such record, or no references lead from the one to the other.
    """
    from graph.references import network  # noqa: PLC0415 - networkx is slow to import

    by: Level = asked["by"] or ("rule" if view == "orphans" else "subrule")
    limit, shown = asked["limit"], asked["limit"] or SHOWN
    keys = [key_of(store, edition, name) for name in names]
    if view == "through":
        lineage = store.lineage_at(edition, keys[0])
        counts = network.cited_through(store, store.editions_of(store.works[edition]), lineage, by) if lineage else ()
        return counts, table(counts, (("edition", attrgetter("edition")), ("number", attrgetter("key")), *_COUNTS))
    graph, nodes = network.reference_graph(store, edition, by), [fold_key(key, by) for key in keys]
    match view:
        case "most-cited":
            cited = network.most_cited(graph, limit)
            lines = [*table(cited[:shown], (("cited", attrgetter("key")), *_COUNTS)), *_describe_more(cited, shown)]
            return cited, lines
        case "orphans":
            uncited = network.orphans(graph)
            return uncited, [
                *_list_rows("rules that cite nothing and that nothing cites", uncited.rules, shown),
                *_list_rows("glossary entries that refer to nothing", uncited.entries, shown),
            ]
        case "cycles":
            circles, cycles = network.circles(graph), network.cycles(graph, _LONGEST, limit or len(graph))
            groups = [f"{len(circle):,}: {' '.join(circle)}" for circle in circles]
            ways = [" → ".join((*cycle, cycle[0])) for cycle in cycles]
            return network.Cycles(circles, cycles), [
                *_list_rows("groups of records that all lead to each other", groups, shown),
                *_list_rows(f"cycles of at most {_LONGEST} references", ways, shown),
            ]
        case "near":
            around = network.neighbourhood(graph, nodes[0], asked["near"])
            columns: tuple[Column, ...] = (
                ("away", attrgetter("distance")),
                ("record", attrgetter("key")),
                ("refers to", lambda near: tuple(edge.target for edge in around.edges if edge.source == near.key)),
            )
            return around, [*table(around.distances[:shown], columns), *_describe_more(around.distances, shown)]
    paths = network.paths(graph, nodes[0], nodes[1], shown)
    if not paths:
        raise NotFound(f"edition {edition}: no references lead from {nodes[0]} to {nodes[1]}")
    return paths, [" → ".join(steps) for steps in paths]


def _list_rows(what: str, rows: Sequence[str], shown: int) -> list[str]:
    return [f"{len(rows):,} {what}", *(f"  {row}" for row in rows[:shown]), *_describe_more(rows, shown)]


def _describe_more(rows: Sequence[object], shown: int) -> list[str]:
    return [f"  … and {len(rows) - shown:,} more (--limit)"] if len(rows) > shown else []
