"""`comprules map`: show where each rule went between two editions."""

from collections import Counter
from collections.abc import Iterator, Sequence
from operator import attrgetter

import click

from comprules.cli.failures import exit_code_for
from comprules.cli.json_help import JsonCommand
from comprules.cli.output import Answer, dim, report_missing, say, table
from comprules.cli.sources import answers_from, edition_of, opened_facts
from graph.answers.correspondence import answer_moves_between
from graph.answers.lookup import edition_with, keys_of
from graph.answers.moves import MoveAnswer
from graph.answers.page_moves import answer_page_moves
from graph.answers.pages import PageRule, find_on_pages
from graph.answers.partial_issues import describe_stretches, find_partial
from graph.history import History
from rules.partial import PartialIssue
from rules.store import Store
from rules.store.query import number_in


@click.command(
    "map",
    cls=JsonCommand,
    answers=lambda: {"": tuple[MoveAnswer, ...]},
    unused=("MoveAnswer.matches",),
    epilog="""\b
Examples:
  comprules map 502.30a --from 2004-06-01             where it is today
  comprules map 409.1b 217.1c --from 2009-05-01 --to M10
  comprules map 702.40a --from latest --to 2004-06-01  backwards
  comprules map --from 2009-05-01 --to M10 --json      all of the edition
  comprules map A.2.4 --to M10                         of a rulings summary
  comprules map --from fragments/page.html --to M10    of a page of another issue

Backwards, a rule that the earlier edition lacks is `not-yet`, and one that only the earlier edition has is `gone`.

Exit code 1: the edition has no such number.
""",
)
@click.argument("numbers", metavar="[NUMBER]...", nargs=-1)
@click.option(
    "--from",
    "first",
    metavar="EDITION",
    help="The edition that has NUMBER; not needed for a number of a rulings summary, such as A.2.4.",
)
@click.option(
    "--to",
    "last",
    metavar="EDITION",
    default="latest",
    show_default=True,
    help="The edition in which the rules are looked up.",
)
@answers_from(opened_facts)
def map_command(store: Store, numbers: Sequence[str], first: str | None, last: str) -> Answer:
    """Show the number of each rule in another edition.

    NUMBER is a rule, `glossary:TERM` or a lineage of the edition --from; without NUMBER, all rules are listed,
    including new ones. --to may be earlier than --from. Without a knowledge base, the answer comes from the ledger.
    Between a rulings summary and an edition of the rules, each number is mapped to the rule or ruling that says the
    same. --from may be a page of another issue (`comprules list pages`); a number that only such a page has needs no
    --from.
    """
    history = History(store)
    new = edition_of(store, last)
    page = None
    if first is not None:
        page = find_partial(store, first)
    if page is not None:
        return _map_page(history, page, numbers, new)
    on_pages = _find_on_pages(store, numbers)
    moves: list[MoveAnswer] = []
    for page_rule in on_pages.values():
        moves += answer_page_moves(history, page_rule.issue, new, [page_rule.rule.key])
    files = list(dict.fromkeys(page_rule.issue.file for page_rule in on_pages.values()))
    in_editions = [number for number in numbers if number not in on_pages]
    if numbers and not in_editions:
        return moves, _format_moves(moves, ", ".join(files), new)
    old = _find_old_edition(store, first, in_editions)
    keys, missing = keys_of(store, old, in_editions)
    report_missing(missing)
    if not numbers:
        moves += answer_moves_between(history, old, new)
    elif keys:
        moves += _order_moves(answer_moves_between(history, old, new, list(dict.fromkeys(keys))), keys)
    return moves, _format_moves(moves, ", ".join([old, *files]), new), exit_code_for(missing)


def _find_on_pages(store: Store, numbers: Sequence[str]) -> dict[str, PageRule]:
    """Return the numbers that only a page of another issue has, each with its rule on the first of these pages."""
    on_pages: dict[str, PageRule] = {}
    for number in numbers:
        pages = find_on_pages(store, number)
        if pages:
            on_pages[number] = pages[0]
    return on_pages


def _find_old_edition(store: Store, first: str | None, numbers: Sequence[str]) -> str:
    """Return the edition of `--from`; without it, the only issue of a rulings summary that has the numbers.

    Raises:
        UsageError: `--from` is missing, and the numbers are those of the rules, or of several issues.
    """
    if first is not None:
        return edition_of(store, first)
    latest = edition_of(store, "latest")
    issues = {edition_with(store, latest, number) for number in numbers}
    if len(issues) != 1 or issues == {latest}:
        raise click.UsageError("--from is missing: name the edition of the numbers")
    return issues.pop()


def _order_moves(moves: Sequence[MoveAnswer], keys: Sequence[str]) -> Iterator[MoveAnswer]:
    """Yield the moves in the order in which their numbers were typed, each number once."""
    for key in dict.fromkeys(keys):
        yield from (move for move in moves if move.old == key)


def _map_page(history: History, page: PartialIssue, numbers: Sequence[str], new: str) -> Answer:
    """Return where the rules of a page are in an edition; print an error for each number that the page lacks.

    Args:
        history: The history of the rules.
        page: The page.
        numbers: The numbers as typed; none for all rules of the page.
        new: The edition.
    """
    keys = {rule.key for rule in page.rules}
    wanted = {number: number_in(number) or number for number in numbers}
    missing = [number for number, key in wanted.items() if key not in keys]
    for number in missing:
        say(f"Error: {page.file} has no rule {number!r}; it covers {describe_stretches(page.covers)}")
    chosen = None
    if numbers:
        chosen = set(wanted.values())
    moves = answer_page_moves(history, page, new, chosen)
    return moves, _format_moves(moves, page.file, new), exit_code_for(missing)


def _format_moves(moves: Sequence[MoveAnswer], old: str, new: str) -> Iterator[str]:
    if not moves:
        return
    yield from table(
        moves,
        (
            (old, attrgetter("old")),
            (new, attrgetter("new")),
            ("kind", attrgetter("kind")),
            ("class", attrgetter("change")),
            ("method", _method_of),
            ("score", _score_of),
        ),
    )
    if len(moves) > 1:
        kinds = Counter(move.kind for move in moves)
        yield dim(", ".join(f"{count:,} {kind}" for kind, count in kinds.items()))


def _method_of(move: MoveAnswer) -> str | None:
    if move.method == "none":
        return None
    return move.method


def _score_of(move: MoveAnswer) -> float | None:
    if move.method == "none":
        return None
    return move.score
