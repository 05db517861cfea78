"""Open what a command answers from, and say what the user should know of it."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, cast

from comprules.cli.ledger_notice import say_ledger
from comprules.cli.output import say, say_retyped, say_sample
from comprules.facts import open_facts, resolve_edition
from comprules.places import SAMPLE, find_archive
from rules.edition_names import editions_of_set
from rules.store.location import STORE_VARIABLE, store_path
from rules.store.read import Store, open_store

if TYPE_CHECKING:
    from pathlib import Path

    from graph.ledger import Ledger
    from rules.records import ParsedDocument


def read_document(file: str, dialect: str | None) -> ParsedDocument:
    """Return the records of a document, `-` for standard input.

    Of a document that is too large to be an edition, only the first bytes are read.

    Raises:
        OSError: It cannot be read.
        UnknownDialect: No dialect claims it, or there is none of that name.
    """
    from scraper.parse import LARGEST, parse_bytes  # noqa: PLC0415 - not needed for `show`

    if file == "-":
        return parse_bytes(sys.stdin.buffer.read(LARGEST + 1), "standard input", dialect)
    with open(file, "rb") as stream:  # noqa: PTH123 - an empty name must stay one
        return parse_bytes(stream.read(LARGEST + 1), file, dialect)


def choose_archive(named: Path | None, activity: str) -> Path:
    """Return the archive to use; if there is none, say what is done instead with the sample, and return that."""
    root = find_archive(named)
    if root is None:
        say(f"No archive at hand: {activity} the sample editions. The real ones: comprules fetch --all")
    return root or SAMPLE


def open_knowledge_base(db: Path | None) -> Store:
    """Return the knowledge base. If there is none at its usual place, people are offered to make it.

    Raises:
        StoreError: It does not exist; the message says how to make it.
    """
    path = store_path(db)
    if db is None and not path.exists() and has_terminal():
        _offer_update(path)
    store = open_store(path)
    say_sample(store)
    return store


def has_terminal() -> bool:
    """Return whether somebody can be asked."""
    return sys.stdin.isatty() and sys.stderr.isatty()


def _offer_update(path: Path) -> None:
    import click  # noqa: PLC0415 - only for people

    from comprules.cli.commands import update  # noqa: PLC0415 - slow to import

    say(f"There is no knowledge base yet: {path}")
    if click.confirm("Fetch all editions and make it now, as `comprules update` does?", err=True):
        update.command.main([], standalone_mode=False)


def opened_facts(db: Path | None) -> Store:
    """Return the knowledge base or the ledger, as `open_facts` does, after a note if it is not what was expected."""
    store = open_facts(db)
    if store.has_texts:
        say_sample(store)
        return store
    if os.environ.get(STORE_VARIABLE):
        say(f"{store_path(db)}: there is no knowledge base here, though ${STORE_VARIABLE} names it; the ledger answers")
    say_ledger(cast("Ledger", store))
    return store


def say_no_texts(facts: Store) -> None:
    """Print that there is no knowledge base, if the facts have no texts."""
    if not facts.has_texts:
        say("No knowledge base at hand: without the texts, from the ledger. To make one: comprules update")


def edition_of(store: Store, name: str) -> str:
    """Return the id of the edition that `name` means, after a note if it is retyped, or one of several of its set.

    Raises:
        UnknownEdition: The store has no such edition.
    """
    edition = resolve_edition(store, name)
    if name not in ("latest", edition):
        say_sets(name)
    if name != "latest":
        say_retyped(store, edition)
    return edition


def say_sets(*names: str | None) -> None:
    """Print a note for each name that is the code of a set with several editions: which one is meant."""
    from scraper.registry import load_registry  # noqa: PLC0415 - most calls name no set

    for name in filter(None, names):
        first, *others = editions_of_set(name, load_registry().editions) or [""]
        if others:
            say(f"{name.upper()} means {first}, its first edition; also {', '.join(others)}")
