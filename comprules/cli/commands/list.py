"""`comprules list`: keywords, an edition's contents, set codes, pages of missing issues."""

from collections.abc import Callable, Sequence
from operator import attrgetter
from typing import Any

import click
import msgspec

from comprules.cli.json_help import JsonCommand
from comprules.cli.output import Answer, Column, table
from comprules.cli.sources import answers_from, edition_of, opened_facts
from graph.answers.contents import ContentsAnswer, list_contents
from graph.answers.editions import CodeAnswer, list_codes
from graph.answers.keywords import KeywordAnswer, list_keywords
from graph.answers.partial_issues import PartialIssueAnswer, answer_partial_issues, describe_stretches
from rules.store import Store


def _list_answers() -> dict[str, Any]:
    """Return the types of the answers in JSON."""
    return {
        "of keywords": tuple[KeywordAnswer, ...],
        "of contents": tuple[ContentsAnswer, ...],
        "of codes": tuple[CodeAnswer, ...],
        "of pages": tuple[PartialIssueAnswer, ...],
    }


@click.command(
    "list",
    cls=JsonCommand,
    answers=_list_answers,
    epilog="""\b
Examples:
  comprules list keywords                  abilities, actions, ability words
  comprules list keywords --as-of 2009-07-11
  comprules list contents --as-of M10      the headings of an edition
  comprules list codes --json              sets and dates of files that name editions
  comprules list pages                     pages of issues that the archive lacks

The site has the same lists below api/v1/: keywords.json, e/<date>/toc.json, codes.json and pages.json. If there is no
knowledge base, the lists come from the ledger and leave out ability words and variants such as megamorph.
""",
)
@click.argument("kind", type=click.Choice(["keywords", "contents", "codes", "pages"]))
@click.option(
    "--as-of",
    metavar="EDITION",
    help="The edition: a date, a set code, a file date, `latest` or `first`. [default: the keywords of all editions; "
    "the contents of the latest]",
)
@answers_from(opened_facts)
def list_command(store: Store, kind: str, as_of: str | None) -> Answer:
    """List keywords, the contents of an edition, set codes, or pages of missing issues."""
    if kind == "pages":
        return _list_pages(store)
    lists: dict[str, Callable[[], Sequence[msgspec.Struct]]] = {
        "keywords": lambda: list_keywords(store, edition_of(store, as_of) if as_of else None),
        "contents": lambda: list_contents(store, edition_of(store, as_of or "latest")),
        "codes": lambda: list_codes(store),
    }
    answers = lists[kind]()
    if not answers:
        return answers, [f"edition {edition_of(store, as_of or 'latest')} has no {kind}"]
    return answers, table(answers, [(name, attrgetter(name)) for name in answers[0].__struct_fields__])


def _list_pages(store: Store) -> Answer:
    pages = answer_partial_issues(store)
    columns: tuple[Column, ...] = (
        ("page", attrgetter("file")),
        ("work", attrgetter("work")),
        ("covers", lambda page: describe_stretches(page.covers)),
        ("rules", attrgetter("rules")),
        ("condition", attrgetter("condition")),
        ("from", attrgetter("days")),
    )
    return pages, table(pages, columns) if pages else ["the archive has no pages of missing issues"]
