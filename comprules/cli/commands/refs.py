"""`comprules refs`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import click

from comprules.cli.options import (
    Answer,
    answers_from,
    edition_of,
    edition_option,
    opened_facts,
)
from comprules.cli.output import table
from graph.answers.lookup import key_of
from graph.answers.rule import answer_reference
from graph.references.resolve import index_references
from rules.numbers import Level, fold_key, is_index
from rules.records import Resolution
from rules.store import Store

_OF_EDITION = ("most-cited", "orphans", "cycles")
"""Views of a whole edition; the others are about one record."""


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
    typed, limit = " ".join(number).strip(), asked["limit"]
    if number and not typed:  # a script's empty variable must not list the whole edition
        raise click.UsageError("NUMBER is empty; leave it out to list every reference of the edition")
    view = _choose_view(asked, typed)
    edition = edition_of(store, as_of)
    if view in ("from", "to"):
        references = _find_references(store, edition, typed, asked["by"] or "subrule", to=view == "to")
        return list(map(answer_reference, references[:limit])), _format_lines(edition, references, limit)
    from comprules.cli.reference_graph import answer_view  # noqa: PLC0415 - networkx is slow to import

    return answer_view(store, edition, view, typed, asked)


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
