"""`comprules editions`: list the editions."""

from operator import attrgetter

import click

from comprules.cli.json_help import JsonCommand
from comprules.cli.output import Answer, table
from comprules.cli.sources import answers_from, opened_facts
from graph.answers.editions import EditionAnswer, answer_editions
from rules.store import Store


@click.command(
    "editions",
    cls=JsonCommand,
    answers=lambda: {"": tuple[EditionAnswer, ...]},
    epilog="""\b
Examples:
  comprules editions
  comprules editions --json
""",
)
@answers_from(opened_facts)
def editions_command(store: Store) -> Answer:
    """List the editions, oldest first.

    Without a knowledge base, the list comes from the ledger.
    """
    editions = answer_editions(store)
    return editions, table(
        editions,
        (
            ("edition", attrgetter("id")),
            ("set", lambda edition: tuple(each.code for each in edition.sets)),
            ("rules and headings", attrgetter("rules")),
            *((name, attrgetter(name)) for name in ("glossary", "references", "witnesses", "condition", "work")),
        ),
    )
