"""How long the rules had each name of a rule or glossary entry, and where it was first and last."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from msgspec import Struct

from graph.search.index import list_names
from rules.numbers import is_term
from rules.store import Store
from rules.text import fold_name

_HEADED = """
    SELECT keys.key, title, start.edition, stop.edition
    FROM runs JOIN keys ON keys.id = key_id JOIN packed_texts AS texts ON texts.id = text_id
        JOIN line AS start ON start.place = first JOIN line AS stop ON stop.place = last
    WHERE title <> '' ORDER BY keys.id, first
"""
_OBSOLETE = re.compile(r"\((?:obsolete|informal)\)", re.IGNORECASE)
_REST = re.compile(r"^(?:and|or) ", re.IGNORECASE)
"""The beginning of the last part of a heading, which is no name."""


class NameLife(Struct, frozen=True):
    """How long the rules had a name. Entries that only say that a name is obsolete do not count.

    Attributes:
        joined: The stems of the words of the name, without blanks.
        name: The name, folded.
        first: The first edition with it.
        first_key: What had it there: a rule rather than a glossary entry.
        last: The last edition with it.
        last_key: What has it there.
    """

    joined: str
    name: str
    first: str
    first_key: str
    last: str
    last_key: str


class _Use(NamedTuple):
    """A record that has a name from one edition to another."""

    name: str
    key: str
    first: str
    last: str


def read_lives(store: Store) -> dict[str, NameLife]:
    """Return the names of all editions of the Comprehensive Rules, by the stems of their words without blanks."""
    uses: dict[str, list[_Use]] = {}
    for joined, use in _list_uses(store):
        uses.setdefault(joined, []).append(use)
    return {joined: _make_life(joined, of_name) for joined, of_name in sorted(uses.items())}


def _list_uses(store: Store) -> Iterator[tuple[str, _Use]]:
    editions = store.chained()
    oldest, newest = editions[0], editions[-1]
    for key, title, first, last in store.select(_HEADED):
        if last < oldest or first > newest or _OBSOLETE.search(title):
            continue
        for name in list_names(title):
            if name.joined and _REST.match(name.name) is None:
                yield name.joined, _Use(fold_name(name.name), key, max(first, oldest), last)


def _make_life(joined: str, uses: list[_Use]) -> NameLife:
    def begin(use: _Use) -> tuple[str, bool]:
        return use.first, is_term(use.key)

    def end(use: _Use) -> tuple[str, bool]:
        return use.last, not is_term(use.key)

    earliest, latest = min(uses, key=begin), max(uses, key=end)
    return NameLife(joined, latest.name, earliest.first, earliest.key, latest.last, latest.key)
