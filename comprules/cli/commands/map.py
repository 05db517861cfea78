"""`comprules map`: show where each rule went between two editions."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain
from operator import attrgetter

import click

from comprules.cli.failures import NOT_FOUND
from comprules.cli.json_help import JsonCommand
from comprules.cli.output import Answer, dim, say, table
from comprules.cli.sources import answers_from, edition_of, opened_facts
from graph.answers.comparison import MoveAnswer
from graph.answers.correspondence import answer_moves_between
from graph.answers.lookup import edition_with, keys_of
from graph.answers.pages import answer_page_moves, find_on_pages
from graph.answers.sightings import describe_stretches, find_partial
from graph.history import History
from rules.partial import PartialIssue
from rules.store import Store
from rules.store.query import number_in


@click.command(
    "map",
    cls=JsonCommand,
    answers=lambda: {"": tuple[MoveAnswer, ...]},
    epilog="""\b
Examples:
  comprules map 502.30a --from 2004-06-01             where it is today
  comprules map 409.1b 217.1c --from 2009-05-01 --to M10
  comprules map 702.40a --from latest --to 2004-06-01  backwards
  comprules map --from 2009-05-01 --to M10 --json      all of the edition
  comprules map A.2.4 --to M10                         of a rulings summary
  comprules map --from fragments/page.html --to M10    of a page of another issue

Exit status 1: the edition has no such number.
""",
)
@click.argument("numbers", metavar="[NUMBER]...", nargs=-1)
@click.option(
    "--from", "first", metavar="EDITION", help="The edition compared from; may be omitted for A.2.4 of a summary."
)
@click.option("--to", "last", metavar="EDITION", default="latest", show_default=True, help="The edition compared to.")
@answers_from(opened_facts)
def map_command(store: Store, numbers: Sequence[str], first: str | None, last: str) -> Answer:
    """Show where each rule went between two editions.

    NUMBER is a rule or `glossary:TERM` of the edition --from; without one, all rules are listed, also new ones. --to
    may be the earlier one. Without a knowledge base the ledger is read. Between a rulings summary and an edition of the
    rules, each number is mapped to what says the same. --from may be a page of another issue (`comprules list pages`);
    a number that only such a page has needs no --from.
    """
    new = edition_of(store, last)
    page = None
    if first is not None:
        page = find_partial(store, first)
    if page is not None:
        return _map_page(History(store), page, numbers, new)
    on_pages = {number: find_on_pages(store, number)[:1] for number in dict.fromkeys(numbers)}
    elsewhere = [number for number in numbers if not on_pages[number]]
    rows: list[MoveAnswer] = []
    for issue, rule in chain.from_iterable(on_pages.values()):
        rows += answer_page_moves(History(store), issue, new, [rule.key])
    if numbers and not elsewhere:
        files = dict.fromkeys(pages[0].issue.file for pages in on_pages.values())
        return rows, _format_moves(rows, ", ".join(files), new)
    old = edition_of(store, first or "latest")
    if first is None:
        issues = {edition_with(store, old, number) for number in elsewhere}
        if issues in (set(), {old}) or len(issues) > 1:
            raise click.UsageError("--from is missing: name the edition of the numbers")
        (old,) = issues
    keys, missing = keys_of(store, old, elsewhere)
    for error in missing:
        say(f"Error: {error}")
    if not numbers:
        rows += answer_moves_between(History(store), old, new)
    elif keys:
        moves = answer_moves_between(History(store), old, new, list(dict.fromkeys(keys)))
        rows += [row for key in dict.fromkeys(keys) for row in moves if row.old == key]
    files = dict.fromkeys(issue.file for issue, _ in chain.from_iterable(on_pages.values()))
    return rows, _format_moves(rows, ", ".join([old, *files]), new), NOT_FOUND if missing else 0


def _map_page(history: History, page: PartialIssue, numbers: Sequence[str], new: str) -> Answer:
    """Return where the rules of a page are in an edition; of several numbers those that the page has not are told."""
    keys = {rule.key for rule in page.rules}
    wanted = {number: number_in(number) or number for number in numbers}
    missing = [number for number, key in wanted.items() if key not in keys]
    for number in missing:
        say(f"Error: {page.file} has no rule {number!r}; it covers {describe_stretches(page.covers)}")
    rows = answer_page_moves(history, page, new, set(wanted.values()) if numbers else None)
    return rows, _format_moves(rows, page.file, new), NOT_FOUND if missing else 0


def _format_moves(rows: Sequence[MoveAnswer], old: str, new: str) -> Iterator[str]:
    if not rows:
        return
    yield from table(
        rows,
        (
            (old, attrgetter("old")),
            (new, attrgetter("new")),
            ("kind", attrgetter("kind")),
            ("class", attrgetter("change")),
            ("method", lambda row: row.method if row.method != "none" else None),
            ("score", lambda row: row.score if row.method != "none" else None),
        ),
    )
    if len(rows) > 1:
        yield dim(", ".join(f"{count:,} {kind}" for kind, count in Counter(row.kind for row in rows).items()))
