"""Find what the user named: the knowledge base, the edition, the rule; suggest similar ones if it does not exist."""

from __future__ import annotations

import difflib
import os
import sys
from typing import TYPE_CHECKING

from comprules.cli.errors import NotFound
from comprules.cli.ledger_notice import say_ledger
from comprules.cli.output import say, say_retyped, say_sample
from rules.edition_names import editions_of_set
from rules.numbers import is_term, name_of, without_letters
from rules.store.location import STORE_VARIABLE, store_path
from rules.store.query import number_in
from rules.store.read import Store, open_store

if TYPE_CHECKING:
    from pathlib import Path

    from rules.records import Rule

_NEAR = 5
"""Maximum number of suggestions."""


def read_document(file: str) -> bytes:
    """Return the bytes of a document, `-` for standard input.

    Of a document that is too large to be an edition, only the first bytes are read.

    Raises:
        OSError: It cannot be read.
    """
    from scraper.parse import LARGEST  # noqa: PLC0415 - not needed for `show`

    if file == "-":
        return sys.stdin.buffer.read(LARGEST + 1)
    with open(file, "rb") as stream:  # noqa: PTH123 - an empty name must stay one
        return stream.read(LARGEST + 1)


def open_knowledge_base(db: Path | None) -> Store:
    """Return the knowledge base. If there is none at its usual place, people are offered to make it.

    Raises:
        StoreError: It does not exist; the message says how to make it.
    """
    path = store_path(db)
    if db is None and not path.exists() and has_terminal():
        _offer_update(path)
    return _open(path)


def has_terminal() -> bool:
    """Return whether somebody can be asked."""
    return sys.stdin.isatty() and sys.stderr.isatty()


def _offer_update(path: Path) -> None:
    import click  # noqa: PLC0415 - only for people

    from comprules.cli.commands import update  # noqa: PLC0415 - slow to import

    say(f"There is no knowledge base yet: {path}")
    if click.confirm("Fetch all editions and make it now, as `comprules update` does?", err=True):
        update.command.main([], standalone_mode=False)


def _open(path: Path) -> Store:
    store = open_store(path)
    say_sample(store)
    return store


def opened_facts(db: Path | None) -> Store:
    """Return the knowledge base, or the ledger if no knowledge base was named and the default one does not exist.

    Raises:
        StoreError: The named one does not exist, or the file is no knowledge base.
        LedgerError: There is no ledger either.
    """
    path = store_path(db)
    if db is not None or path.exists():
        return _open(path)
    if os.environ.get(STORE_VARIABLE):
        say(f"{path}: there is no knowledge base here, though ${STORE_VARIABLE} names it; the ledger answers")
    from graph.ledger import open_ledger  # noqa: PLC0415 - not needed with a knowledge base

    ledger = open_ledger()
    say_ledger(ledger)
    return ledger


def say_no_texts(facts: Store) -> None:
    """Print that there is no knowledge base, if the facts have no texts."""
    if not facts.has_texts:
        say("No knowledge base at hand: without the texts, from the ledger. To make one: comprules update")


def edition_of(store: Store, name: str) -> str:
    """Return the id of the edition that `name` means, after a note if it is retyped.

    Raises:
        UnknownEdition: The store has no such edition.
    """
    edition = _resolve(store, name)
    say_retyped(store, edition)
    return edition


def _resolve(store: Store, name: str) -> str:
    if name in store.edition_ids:
        return name
    if not store.has_texts:
        edition = store.resolve(name)
    else:
        from scraper.registry import load_registry  # noqa: PLC0415 - most calls pass none, or an id

        edition = load_registry().resolve(name, store.edition_ids)
    say_sets(name)
    return edition


def say_sets(*names: str | None) -> None:
    """Print a note for each name that is the code of a set with several editions: which one is meant."""
    from scraper.registry import load_registry  # noqa: PLC0415 - as above

    for name in filter(None, names):
        first, *others = editions_of_set(name, load_registry().editions) or [""]
        if others:
            say(f"{name.upper()} means {first}, its first edition; also {', '.join(others)}")


def latest_of(store: Store, name: str) -> str:
    """Return what `edition_of` returns, but faster for `latest`, the most common name."""
    if name != "latest":
        return edition_of(store, name)
    return (store.chained() or store.edition_ids)[-1]


def rule_of(store: Store, edition: str, typed: str) -> Rule:
    """Return the rule that the user typed: `702.40a`, `CR 702.40a`, `rule 702.40a.` or a key such as `502.35b#2`.

    Raises:
        NotFound: The edition has no such rule; the message suggests similar ones.
    """
    key = number_in(typed) or typed.strip()
    rule = store.rule(edition, key)
    if rule is None:
        raise NotFound(_not_found(store, edition, key))
    return rule


def key_of(store: Store, edition: str, typed: str) -> str:
    """Return the key of the rule or, for `glossary:TERM`, of the glossary entry that the user typed.

    Raises:
        NotFound: The edition has no such record; the message suggests similar ones.
    """
    if is_term(typed):
        return entry_of(store, edition, typed)
    key = number_in(typed) or typed.strip()
    if key not in store.keys(edition):
        raise NotFound(_not_found(store, edition, key))
    return key


def entry_of(store: Store, edition: str, typed: str) -> str:
    """Return the key of the glossary entry that the user typed, in upper or lower case.

    Raises:
        NotFound: The edition has no such entry; the message suggests similar ones.
    """
    keys = [key for key in store.keys(edition) if is_term(key)]
    alike = [key for key in keys if key.casefold() == typed.casefold()]
    if typed not in keys and len(alike) != 1:
        raise NotFound(_no_entry(keys, edition, typed))
    return typed if typed in keys else alike[0]


def lineage_of(store: Store, typed: str, as_of: str | None) -> str:
    """Return the lineage of the record that the user typed, which may no longer exist.

    Args:
        store: The knowledge base, or the ledger.
        typed: A number, `glossary:TERM`, or the id of a lineage (`502.30a@2003-07-01`).
        as_of: The edition whose number is meant; None for the latest, or else the last that had it.

    Raises:
        NotFound: There is none; the message suggests similar ones.
    """
    typed = typed.strip()
    if "@" in typed:
        lineage = store.find_lineage(typed)
        if lineage is None:
            raise NotFound(f"there is no lineage {typed!r}; a lineage is named like 502.30a@2003-07-01")
        return lineage
    key = typed if is_term(typed) else number_in(typed) or typed
    edition = latest_of(store, as_of or "latest")
    lineage = store.lineage_at(edition, key)
    if lineage is None and as_of is None:
        last = store.last_edition_with(key)
        lineage = store.lineage_at(last, key) if last else None
    if lineage is None:
        lineage = store.lineage_at(edition, key_of(store, edition, typed))
    if lineage is None:
        raise NotFound(f"edition {edition}: {key!r} has no history; the knowledge base is incomplete, ingest it anew")
    return lineage


def describe_elsewhere(store: Store, typed: str) -> str:
    """Return a line that names the editions with a rule of that number.

    It is empty if no edition has the number or no number was typed.
    """
    key = number_in(typed)
    return _describe_elsewhere(store, key) if key else ""


def _not_found(store: Store, edition: str, key: str) -> str:
    message = f"edition {edition} has no rule {key!r}"
    hints = [_describe_elsewhere(store, key), _find_near(store, edition, key)]
    return "\n".join([message, *(hint for hint in hints if hint)])


def _describe_elsewhere(store: Store, number: str) -> str:
    span = store.editions_with(number)
    if span is None:
        return ""
    first, last = span
    where = f"edition {first} has" if first == last else f"editions from {first} to {last} have"
    return f"  {where} that number; try: comprules show {number} --as-of {last}"


def _find_near(store: Store, edition: str, key: str) -> str:
    """Return a hint: rules with the typed heading, else similar numbers, the nearest first."""
    titled = store.titled(edition, key)[:_NEAR]
    if titled:
        return "  did you mean " + ", ".join(f"{number} ({title})" for number, title in titled) + "?"
    numbers = list(dict.fromkeys(store.numbers(edition)))
    # no rule has the letters l and o, which are typed for 1 and 0
    mended = key.casefold().replace("o", "0").replace("l", "1") if key[:1].isdigit() else key
    if mended != key and mended in numbers:
        return f"  did you mean {mended}?"
    family = [number for number in numbers if (stem := _stem(key)) != key and number.startswith(stem)][:40]
    near = difflib.get_close_matches(key, family or numbers, n=_NEAR, cutoff=0.6)
    if near:
        return f"  did you mean {', '.join(near)}?"
    return "" if number_in(key) or not key else f"  a number looks like 702.40a; for words use: comprules search {key}"


def _stem(key: str) -> str:
    """Return the common beginning of a number's neighbours: `702.40` for `702.40z`, `A.2.` for `A.2.Ruling.3`."""
    if key[:1].isdigit():
        return without_letters(key)
    return "".join(f"{part}." for part in key.split(".")[:2]) if key.count(".") > 1 else key


def _no_entry(keys: list[str], edition: str, typed: str) -> str:
    by_fold = {key.casefold(): key for key in keys}
    near = difflib.get_close_matches(typed.casefold(), by_fold, n=3, cutoff=0.8)
    hint = "\n  did you mean " + ", ".join(f"'{by_fold[folded]}'" for folded in near) + "?" if near else ""
    return f"edition {edition} has no glossary entry {name_of(typed)!r}{hint}"
