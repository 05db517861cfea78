"""The source of a command's answers (archive, knowledge base or ledger), with the notes about it."""

import datetime as dt
import os
import sys
from collections.abc import Callable, Iterable
from functools import wraps
from pathlib import Path
from typing import Any, cast

import click

from comprules.cli.options import json_option, store_option
from comprules.cli.output import Answer, print_answer, say
from comprules.facts import SAMPLE, find_archive, open_facts, resolve_edition
from rules.edition_names import editions_of_set
from rules.records import RETYPED
from rules.sets_without_edition import find_set_without_edition
from rules.store.location import STORE_VARIABLE, own_store_path, store_path
from rules.store.read import Store, open_store

_OLD = dt.timedelta(days=365)
"""Age of the newest edition from which a user is advised to update; editions appear several times a year."""
_UPDATE = "for a newer one, run: comprules update"


def say_retyped(store: Store, edition: str) -> None:
    """Print a note if no copy of an edition is the publisher's text."""
    if edition in store.retyped:
        reason = store.edition(edition).reason
        say(
            f"{edition} is known only from a {RETYPED} copy, so it is used only to date what first appears in it: "
            f"{reason}"
        )


def say_sample(store: Store) -> None:
    """Print a note if the store holds the sample editions, with the path of the user's own knowledge base if any."""
    if not store.is_sample:
        return
    own = own_store_path()
    choice = ""
    if own.exists() and not own.samefile(store.path):
        choice = f"To use your own knowledge base, pass --db {own}. "
    say(
        f"{store.path}: sample editions, with real numbers and made-up wording. {choice}To get the real ones, run: "
        "comprules update"
    )


def answers_from(opened: Callable[[Path | None], Store]) -> Callable[[Callable[..., Answer]], Callable[..., None]]:
    """Return a decorator for commands that answer from a store.

    It adds the options `--json` and `--db`, opens the store, passes it as the first argument, and prints the answer.

    Args:
        opened: `open_knowledge_base`, or `opened_facts` for commands that the ledger can answer too.
    """

    def decorate(command: Callable[..., Answer]) -> Callable[..., None]:
        @json_option
        @store_option
        @wraps(command)
        def run(*, as_json: bool, db: Path | None, **options: Any) -> None:
            with opened(db) as store:
                answer, lines, *status = command(store, **options)
                print_answer(answer, lines, as_json=as_json)
            click.get_current_context().exit(*status)  # 0 if the command returned none

        return run

    return decorate


def choose_archive(named: Path | None, activity: str) -> Path:
    """Return the archive to use; if there is none, that of the sample editions, after a note.

    Args:
        named: The archive as typed; None for the usual one.
        activity: What the command does with the sample, for the note: `checking`.
    """
    root = find_archive(named)
    if root is None:
        say(f"No archive found: {activity} the sample editions. To get the real ones, run: comprules fetch --all")
    return root or SAMPLE


def open_knowledge_base(db: Path | None) -> Store:
    """Return the knowledge base. If there is none at its usual place, offer to build it, if there is somebody to ask.

    Raises:
        StoreError: It does not exist; the message says how to build it.
    """
    path = store_path(db)
    if db is None and not path.exists() and has_terminal():
        say(f"There is no knowledge base yet: {path}")
        if click.confirm("Download all editions and build it now, as `comprules update` does?", err=True):
            root = click.get_current_context().find_root()
            update = cast("click.Group", root.command).get_command(root, "update")
            cast("click.Command", update).main([], standalone_mode=False)
    store = open_store(path)
    say_sample(store)
    return store


def has_terminal() -> bool:
    """Return whether somebody can answer a question."""
    return sys.stdin.isatty() and sys.stderr.isatty()


def opened_facts(db: Path | None) -> Store:
    """Return the knowledge base or, without one, the ledger; print a note if users could expect another source."""
    store = open_facts(db)
    if store.has_texts:
        say_sample(store)
        return store
    if os.environ.get(STORE_VARIABLE):
        say(f"{store_path(db)}: ${STORE_VARIABLE} names this file, but it does not exist; answering from the ledger")
    say_ledger(store)
    return store


def say_no_texts(facts: Store) -> None:
    """Print that there is no knowledge base, if the facts have no texts."""
    if not facts.has_texts:
        say("No knowledge base found: answering from the ledger, without texts. To build one, run: comprules update")


def edition_of(store: Store, name: str) -> str:
    """Return the id of the edition that `name` means; print a note if the user could expect another one.

    There is a note if its set has several editions or none, or if the edition is known only from a retyped copy.

    Raises:
        UnknownEdition: The store has no such edition.
    """
    edition = resolve_edition(store, name)
    if name not in ("latest", edition):
        say_ambiguous_codes(name)
        _say_in_force(name, edition)
    if name != "latest":
        say_retyped(store, edition)
    return edition


def say_ambiguous_codes(*names: str | None) -> None:
    """Print a note for each name that is the code of a set with several editions: `M10 means 2009-07-11, …`."""
    named = [name for name in names if name]
    if not named:
        return
    from scraper.registry import load_registry  # noqa: PLC0415 - most calls name no set

    for name in named:
        editions = editions_of_set(name, load_registry().editions)
        if len(editions) > 1:
            first, *further = editions
            say(f"{name.upper()} means {first}, its first edition; also {', '.join(further)}")


def _say_in_force(name: str, edition: str) -> None:
    """Print a note if `name` is the code of a set without an edition: which edition was in force at its release."""
    card_set = find_set_without_edition(name)
    if card_set is not None:
        say(
            f"{card_set.name} ({card_set.code}) has no edition of its own; "
            f"{edition} was in force when it was released on {card_set.released}"
        )


def say_ledger(ledger: Store) -> None:
    """Print a note if the user's own ledger is used, or cannot be read."""
    from graph.ledger import user_ledger_path, user_ledger_problem  # noqa: PLC0415 - slow to import

    if ledger.path == user_ledger_path():
        say(f"Using your own ledger, up to {ledger.editions_of()[-1]}: {ledger.path}")
    elif (problem := user_ledger_problem()) is not None:
        say(f"Your own ledger is not used: {problem}; to rebuild it, run: comprules update")


def say_old_ledger(ledger: Store, beyond: Iterable[str], today: dt.date | None = None) -> None:
    """Print a line if the ledger is too old for the request, or more than a year old.

    Args:
        ledger: The ledger that answered.
        beyond: Cited numbers that may belong to later editions.
        today: The current date; by default that of the clock in UTC.
    """
    newest = ledger.editions_of()[-1:]
    if not newest or ledger.is_sample:
        return
    numbers = sorted(set(beyond))
    if numbers:
        more = ""
        if len(numbers) > 1:
            more = f" and {len(numbers) - 1} more"
        say(f"The newest edition known is {newest[0]}; {numbers[0]}{more} may belong to a later one: {_UPDATE}")
    elif (today or dt.datetime.now(dt.UTC).date()) - dt.date.fromisoformat(newest[0]) > _OLD:
        say(f"The newest edition known is {newest[0]}, more than a year old: {_UPDATE}")
