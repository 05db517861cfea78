"""`comprules explain`."""

import click

from comprules.cli.options import json_option
from comprules.cli.output import print_answer
from graph.answers.rule import NumberAnswer, OwnerAnswer, RedirectionAnswer
from graph.citations.codes import CODES, INTERNAL, code_of, unknown_code
from graph.citations.judge.messages import describe_number, describe_place, join_words
from graph.history import History
from graph.ledger import Ledger, open_ledger
from rules.errors import NotFound
from rules.numbers import is_number, is_term, kind_of, name_of, number_of


@click.command(
    "explain",
    epilog="""\b
Examples:
  comprules explain CR004
  comprules explain text-mismatch
  comprules explain 702.36e

Without a download: the ledger that ships with the package has the numbers and headings of every edition.

\b
Exit status: 0 fine; 1 there is no such code, and no edition has such a number.

\b
JSON: {code, name, severity, meaning, is_default}, or {number, owners: [{first, last,
  until, title, now, numbers, gone, last_number, see}]}; first and last are
  editions, until is the last day, null for a rule that still has the number
  gone: the edition that dropped the rule, and last_number its last number;
    null while it is there
  see: where its last words send readers, if it had become empty: {number,
    numbers}, the number printed and where that rule is now
""",
)
@click.argument("what", metavar="CODE|NUMBER")
@json_option
def explain_command(what: str, as_json: bool) -> None:
    """Explain a finding's code, or what a number was and is.

    For a number, each rule that ever had it is listed: since when, until when, and where that rule is now, or when it
    went and what its last number was.
    """
    code = code_of(what)
    if code is not None:
        about = CODES[code]
        lines = [f"{about.code} {about.name} ({about.severity})", about.meaning]
        if code != INTERNAL:
            lines.append(f"To let one pass, write beside it: comprules: ignore[{code}] reason")
        print_answer(about, lines, as_json=as_json)
        return
    number = what.strip().lower()
    if not is_number(number):
        raise NotFound(f"{unknown_code(what)}; a rule's number is written as 702.36e")
    owners = _list_owners(open_ledger(), number)
    if not owners:
        raise NotFound(f"no edition has a rule {number}")
    rows = (
        f"{f'{owner.first} to {owner.until}' if owner.until else f'since {owner.first}'}: "
        f"{f'{owner.title}; ' if owner.title else ''}{owner.now}"
        for owner in owners
    )
    print_answer(NumberAnswer(number, owners), rows, as_json=as_json)


def _list_owners(ledger: Ledger, number: str) -> tuple[OwnerAnswer, ...]:
    """Return the rules that had a number, oldest first, each with its dates, its title and its current place."""
    history = History(ledger)
    latest = ledger.resolve("latest")
    owners = []
    for period in history.periods_of_number(number):
        place = history.place(period.lineage, period.last, latest)
        now = "it still has this number" if place.keys == (period.key,) else describe_place(history, place, latest)
        gone = last_number = None
        see: tuple[RedirectionAnswer, ...] = ()
        if not place.keys:
            end, last_key = history.find_end(period.lineage)
            gone, last_number = history.edition_after(end), name_of(last_key)
            now = f"it is gone since {gone}" + (f", last as {last_number}" if last_number != number else "")
            see = tuple(
                RedirectionAnswer(target, tuple(history.place(lineage, end, latest).numbers))
                for target in _list_redirections(ledger, end, last_key)
                if (lineage := history.lineage(end, target))
            )
        if see:
            parts = (f"{each.number}, now {join_words(each.numbers) or 'gone'}" for each in see)
            now += f"; it was empty at last and said to see {'; '.join(parts)}"
        owners.append(
            OwnerAnswer(
                period.first,
                period.last,
                until=history.last_day(period.last),
                title=describe_number(history, period.last, period.key) or None,
                now=now,
                numbers=tuple(place.numbers),
                gone=gone,
                last_number=last_number,
                see=see,
            )
        )
    return tuple(owners)


def _list_redirections(ledger: Ledger, edition: str, key: str) -> list[str]:
    """Return the rules that an empty chapter names: one without rules below it only says where they are now."""
    if is_term(key) or kind_of(number_of(key)) != "chapter":
        return []
    if any(other.startswith(f"{key}.") for other in ledger.keys(edition)):
        return []
    named = (target for found in ledger.references(edition, key) for target in found.target)
    return list(dict.fromkeys(named))
