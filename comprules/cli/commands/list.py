"""`comprules list`."""

from __future__ import annotations

from pathlib import Path

import click
import msgspec

from comprules.cli.lookup import edition_of, opened_facts
from comprules.cli.options import edition_option, json_option, store_option
from comprules.cli.output import print_answer, table
from graph.answers.lists import list_codes, list_contents, list_keywords

_EPILOG = """\b
Examples:
  comprules list keywords                  abilities, actions, ability words
  comprules list contents --as-of M10      the headings of an edition
  comprules list codes --json              sets and dates of files that name editions

\b
JSON: keywords [{name, kind, number, since, until}],
  contents [{number, kind, heading, parent}],
  codes [{code, name, edition, editions}]

The site has the same as api/v1/keywords.json, e/<date>/toc.json and codes.json.
Without a knowledge base the ledger answers, which knows no ability words.
"""


@click.command("list", epilog=_EPILOG)
@click.argument("what", type=click.Choice(["keywords", "contents", "codes"]))
@edition_option
@json_option
@store_option
def command(what: str, as_of: str, as_json: bool, db: Path | None) -> None:
    """List keywords, the contents of an edition, or codes of sets."""
    with opened_facts(db) as store:
        answers: list[msgspec.Struct]
        match what:
            case "keywords":
                answers = [*list_keywords(store)]
            case "contents":
                answers = [*list_contents(store, edition_of(store, as_of))]
            case _:
                answers = [*list_codes(store)]
    names = answers[0].__struct_fields__ if answers else ()
    rows = [[_format(value) for value in msgspec.structs.astuple(answer)] for answer in answers]
    print_answer(answers, table(names, rows), as_json=as_json)


def _format(value: object) -> str:
    return " ".join(value) if isinstance(value, tuple) else str(value or "")
