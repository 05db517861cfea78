"""`comprules refs`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from comprules.cli.lookup import key_of, latest_of, opened
from comprules.cli.options import edition_option, json_option, store_option
from comprules.cli.output import print_json, say_sample, table
from comprules.cli.records import reference_json

if TYPE_CHECKING:
    from pathlib import Path

    from rules.records import Resolution
    from rules.store import Store

_EPILOG = """\b
Examples:
  comprules refs 702.40a             what 702.40a refers to
  comprules refs 601.2f --to         what refers to 601.2f
  comprules refs --as-of M10 --json  every reference of the edition
"""


@click.command("refs", epilog=_EPILOG)
@click.argument("number", nargs=-1)
@click.option("--to", is_flag=True, help="References into the rule, not out of it.")
@edition_option
@json_option
@store_option
def command(number: tuple[str, ...], to: bool, as_of: str, as_json: bool, db: Path | None) -> None:
    """List references out of a rule, or into it.

    NUMBER is a rule or `glossary:TERM`; without one, every reference of the edition is listed.
    """
    typed = " ".join(number)
    if to and not typed:
        raise click.UsageError("--to needs a number: comprules refs 601.2f --to")
    with opened(db) as store:
        edition = latest_of(store, as_of)
        found = _found(store, edition, typed, to=to)
        if as_json:
            print_json([reference_json(one) for one in found])
            return
        say_sample(store)
        head = ("source", "field", "as printed", "targets", "status", "suggestion")
        rows = [
            (
                one.reference.source,
                one.reference.field,
                one.reference.raw,
                " ".join(one.reference.targets),
                one.status,
                one.suggestion or "",
            )
            for one in found
        ]
        for line in table(head, rows) if rows else [f"no reference (edition {edition})"]:
            click.echo(line)


def _found(store: Store, edition: str, typed: str, *, to: bool) -> tuple[Resolution, ...]:
    if not typed:
        return store.references(edition)
    key = key_of(store, edition, typed)
    return store.references_to(edition, key) if to else store.references(edition, key)
