"""`comprules map`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import click

from comprules.cli.errors import NOT_FOUND
from comprules.cli.lookup import edition_of, opened_facts
from comprules.cli.options import json_option, store_option
from comprules.cli.output import dim, print_answer, say, table
from graph.answers.comparison import MoveAnswer, answer_map
from graph.answers.lookup import keys_of
from graph.compare import compare
from graph.history import History
from rules.store import Store

_EPILOG = """\b
Examples:
  comprules map 502.30a --from 2004-06-01             where it is today
  comprules map 409.1b 217.1c --from 2009-05-01 --to M10
  comprules map 702.40a --from latest --to 2004-06-01  backwards
  comprules map --from 2009-05-01 --to M10 --json      all of the edition

Exit status 1: the edition has no such number.

\b
JSON: [{old, new, kind, class, method, score, lineage}]
  a row for each number of --from in its order, and one with old null for
    what is new
  new: a list, empty for what was deleted; both continuations where kind is
    ambiguous
  kind: split for a rule with several continuations, merged for one that
    shares its only one; method: steps where the editions are not
    consecutive
"""


@click.command("map", epilog=_EPILOG)
@click.argument("numbers", metavar="[NUMBER]...", nargs=-1)
@click.option("--from", "first", metavar="EDITION", required=True, help="The edition compared from.")
@click.option("--to", "last", metavar="EDITION", default="latest", show_default=True, help="The edition compared to.")
@json_option
@store_option
def command(numbers: tuple[str, ...], first: str, last: str, as_json: bool, db: Path | None) -> None:
    """Show where each rule went between two editions.

    NUMBER is a rule or `glossary:TERM` of the edition --from; without one, all rules are listed, also new ones. --to
    may be the earlier one. Without a knowledge base the ledger is read.
    """
    with opened_facts(db) as store:
        old, new = edition_of(store, first), edition_of(store, last)
        keys, missing = keys_of(store, old, numbers)
        rows = _build_rows(store, old, new, list(dict.fromkeys(keys)) if numbers else None)
        print_answer(rows, _format_lines(rows, old, new), as_json=as_json)
        for error in missing:
            say(f"Error: {error}")
        if missing:
            raise click.exceptions.Exit(NOT_FOUND)


def _build_rows(store: Store, old: str, new: str, keys: list[str] | None) -> Sequence[MoveAnswer]:
    if keys == []:
        return []
    rows = answer_map(compare(History(store), old, new, keys))
    return rows if keys is None else [row for key in keys for row in rows if row.old == key]


def _format_lines(rows: Sequence[MoveAnswer], old: str, new: str) -> Iterator[str]:
    if not rows:
        return
    head = (old, new, "kind", "class", "method", "score")
    cells = [
        (
            row.old or "",
            " ".join(row.new),
            row.kind,
            row.change or "",
            row.method if row.method != "none" else "",
            f"{row.score:.2f}" if row.method != "none" else "",
        )
        for row in rows
    ]
    yield from table(head, cells, numeric=frozenset({5}))
    if len(rows) > 1:
        kinds = [row.kind for row in rows]
        yield dim(", ".join(f"{kinds.count(kind):,} {kind}" for kind in dict.fromkeys(kinds)))
