"""`comprules editions`: list the editions."""

from operator import attrgetter

import click

from comprules.cli.output import Answer, table
from comprules.cli.sources import answers_from, opened_facts
from graph.answers.lists import answer_editions
from rules.store import Store


@click.command(
    "editions",
    epilog="""\b
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
""",
)
@answers_from(opened_facts)
def editions_command(store: Store) -> Answer:
    """List the editions, oldest first: those of the knowledge base, or without one those of the ledger."""
    editions = answer_editions(store)
    return editions, table(
        editions,
        (
            ("edition", attrgetter("id")),
            ("set", lambda edition: tuple(each.code for each in edition.sets)),
            *(
                (name, attrgetter(name))
                for name in ("rules", "glossary", "references", "witnesses", "condition", "work")
            ),
        ),
    )
