"""`comprules refs`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from comprules.cli.lookup import edition_of, opened_facts
from comprules.cli.options import edition_option, json_option, store_option
from comprules.cli.output import SHOWN, print_answer, table
from graph.answers.lookup import key_of
from graph.answers.rule import answer_reference
from graph.references import network
from graph.references.term_index import index_references
from rules.errors import NotFound
from rules.numbers import Level, fold_key, is_index
from rules.records import Resolution
from rules.store import Store

_EPILOG = """\b
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
"""
_OF_EDITION = ("most-cited", "orphans", "cycles")
"""Views of a whole edition; the others are about one record."""


@click.command("refs", epilog=_EPILOG)
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
@json_option
@store_option
def command(number: tuple[str, ...], as_of: str, as_json: bool, db: Path | None, **asked: Any) -> None:
    """List references out of a rule, or into it.

    NUMBER is a rule or `glossary:TERM`; without one, every reference of the edition is listed. The other options ask
    what hangs together by references. Entries of the index that ends an edition of 1999 are listed last, as
    `index:TERM`. Without a knowledge base the ledger answers, which has no index.
    """
    typed, limit = " ".join(number).strip(), asked["limit"]
    if number and not typed:  # a script's empty variable must not list the whole edition
        raise click.UsageError("NUMBER is empty; leave it out to list every reference of the edition")
    view = _choose_view(asked, typed)
    with opened_facts(db) as store:
        edition = edition_of(store, as_of)
        if view in ("from", "to"):
            references = _find_references(store, edition, typed, asked["by"] or "subrule", to=view == "to")
            lines = _format_lines(edition, references, limit)
            print_answer(list(map(answer_reference, references[:limit])), lines, as_json=as_json)
            return

        print_answer(*answer_view(store, edition, view, typed, asked), as_json=as_json)


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


def _find_references(store: Store, edition: str, typed: str, by: Level, *, to: bool) -> Sequence[Resolution]:
    every = store.references(edition)
    if store.has_texts:  # a ledger has no index
        every = (*every, *index_references(store, edition))
    if not typed:
        return every
    of_index = is_index(typed) and any(resolution.reference.source == typed for resolution in every)
    key = typed if of_index else key_of(store, edition, typed)
    node = fold_key(key, by)
    return [
        resolution
        for resolution in every
        if node in {fold_key(end, by) for end in (resolution.target if to else (resolution.reference.source,))}
    ]


def _format_lines(edition: str, references: Sequence[Resolution], limit: int | None) -> Iterator[str]:
    head = ("source", "field", "as printed", "targets", "status", "suggestion")
    rows = [
        (
            resolution.reference.source,
            resolution.reference.field,
            resolution.reference.raw,
            " ".join(resolution.reference.targets),
            resolution.status,
            resolution.suggestion or "",
        )
        for resolution in references[:limit]
    ]
    yield from table(head, rows) if rows else [f"no reference (edition {edition})"]
    if limit is not None and len(references) > limit:
        yield f"… and {len(references) - limit:,} more (--limit)"


_LONGEST = 3
"""Maximum length of the listed cycles, in references."""
Answer = tuple[Any, list[str]]
"""The JSON, and the lines for people."""


def answer_view(store: Store, edition: str, view: str, typed: str, asked: Mapping[str, Any]) -> Answer:
    """Return the answer to a question about the reference graph.

    Args:
        store: The knowledge base or ledger.
        edition: Id of the edition.
        view: The question, named as the option that asks it.
        typed: The rule or glossary entry as typed; empty for the whole edition.
        asked: The options of the command: `near`, `other`, `by` and `limit`.

    Raises:
        NotFound: The edition has no such record, or no references lead from the one to the other.
    """
    limit = asked["limit"]
    shown = limit or SHOWN
    if view == "through":
        return _count_through(store, edition, key_of(store, edition, typed), asked["by"] or "subrule")
    graph = network.reference_graph(store, edition, asked["by"] or ("rule" if view == "orphans" else "subrule"))
    match view:
        case "most-cited":
            return _list_most_cited(graph, limit, shown)
        case "orphans":
            return _list_orphans(graph, shown)
        case "cycles":
            return _list_cycles(graph, limit, shown)
    key = _find_node(store, edition, graph, typed, asked["by"])
    if view == "near":
        return _list_near(graph, key, asked["near"], shown)
    other = _find_node(store, edition, graph, asked["other"], asked["by"])
    return _list_paths(graph, edition, (key, other), shown)


def _find_node(store: Store, edition: str, graph: network.Graph, typed: str, by: Level | None) -> str:
    node = fold_key(key_of(store, edition, typed), by or "subrule")
    if node not in graph:
        raise NotFound(f"edition {edition}: {typed!r} is not in the graph by {by}")
    return node


def _list_most_cited(graph: network.Graph, limit: int | None, shown: int) -> Answer:
    """Return the records to which most references lead."""
    cited = network.most_cited(graph, limit)
    rows = [(count.key, f"{count.references:,}", f"{count.sources:,}") for count in cited[:shown]]
    lines = table(("cited", "references", "in records"), rows, numeric=frozenset({1, 2}))
    return cited, [*lines, *_describe_more(cited, shown)]


def _list_orphans(graph: network.Graph, shown: int) -> Answer:
    """Return rules without any reference in or out, and glossary entries without any out."""
    uncited = network.orphans(graph)
    lines = []
    for what, keys in (("rules that cite nothing and that nothing cites", uncited.rules),
                       ("glossary entries that refer to nothing", uncited.entries)):  # fmt: skip
        lines += [f"{len(keys):,} {what}", *(f"  {key}" for key in keys[:shown]), *_describe_more(keys, shown)]
    return uncited, lines


def _list_cycles(graph: network.Graph, limit: int | None, shown: int) -> Answer:
    """Return groups of records that lead to each other, and the shortest cycles."""
    circles = network.circles(graph)
    cycles = network.cycles(graph, _LONGEST, limit or len(graph))
    return network.Cycles(circles, cycles), [
        f"{len(circles):,} groups of records that all lead to each other",
        *(f"  {len(circle):,}: {' '.join(circle)}" for circle in circles[:shown]),
        *_describe_more(circles, shown),
        f"{len(cycles):,} cycles of at most {_LONGEST} references",
        *(f"  {' → '.join((*cycle, cycle[0]))}" for cycle in cycles[:shown]),
        *_describe_more(cycles, shown),
    ]


def _list_paths(graph: network.Graph, edition: str, ends: tuple[str, str], shown: int) -> Answer:
    """Return the shortest paths from one record to another."""
    source, target = ends
    paths = network.paths(graph, source, target, shown)
    if not paths:
        raise NotFound(f"edition {edition}: no references lead from {source} to {target}")
    return paths, [" → ".join(steps) for steps in paths]


def _list_near(graph: network.Graph, key: str, radius: int, shown: int) -> Answer:
    """Return the records within some references of a record."""
    around = network.neighbourhood(graph, key, radius)
    rows = [
        (str(near.distance), near.key, " ".join(edge.target for edge in around.edges if edge.source == near.key))
        for near in around.distances[:shown]
    ]
    lines = table(("away", "record", "refers to"), rows, numeric=frozenset({0}))
    return around, [*lines, *_describe_more(around.distances, shown)]


def _count_through(store: Store, edition: str, key: str, by: Level) -> Answer:
    """Return how often a rule was referred to in every edition, whatever its number."""
    lineage = store.lineage_at(edition, key)
    editions = store.editions_of(store.works[edition])
    counts = network.cited_through(store, editions, lineage, by) if lineage else ()
    rows = [(str(count.edition), count.key, f"{count.references:,}", f"{count.sources:,}") for count in counts]
    return counts, [*table(("edition", "number", "references", "in records"), rows, numeric=frozenset({2, 3}))]


def _describe_more(rows: Sequence[object], shown: int) -> list[str]:
    return [f"  … and {len(rows) - shown:,} more (--limit)"] if len(rows) > shown else []
