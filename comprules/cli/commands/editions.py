"""`comprules editions`."""

from __future__ import annotations

from pathlib import Path

import click

from comprules.cli.lookup import opened_facts
from comprules.cli.options import json_option, store_option
from comprules.cli.output import print_answer, table
from graph.answers.edition import answer_editions

_EPILOG = """\b
Examples:
  comprules editions
  comprules editions --json

\b
JSON: [{id, set, set_name, sets, work, dialect, rules, glossary, references,
  witnesses, condition, reason, aliases,
  copies}]
  set, set_name: its main set; sets: all of them, {code, name, words}; words are
    in this edition and in no older one
  rules, glossary, references, witnesses: counts
  reason: how it is known that the edition is retyped; else null
  copies: {file, origin, sha256, bytes, encoding, condition, reason,
    stated_edition, rules, glossary, chosen}
"""


@click.command("editions", epilog=_EPILOG)
@json_option
@store_option
def command(as_json: bool, db: Path | None) -> None:
    """List the editions, oldest first: those of the knowledge base, or without one those of the ledger."""
    with opened_facts(db) as store:
        editions = answer_editions(store)
        head = ("edition", "set", "rules", "glossary", "references", "witnesses", "condition", "work")
        rows = [
            (
                edition.id,
                " ".join(each.code for each in edition.sets),
                *(f"{count:,}" for count in (edition.rules, edition.glossary, edition.references)),
                str(edition.witnesses),
                edition.condition,
                edition.work,
            )
            for edition in editions
        ]
        print_answer(editions, table(head, rows, numeric=frozenset({2, 3, 4, 5})), as_json=as_json)
