"""How long the rules had each name of a rule or glossary entry, and where it was first and last."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from typing import NamedTuple

from msgspec import Struct

from graph.search.index import list_names
from rules.numbers import is_term
from rules.store import Store
from rules.text import fold_name

_HEADED = """
    SELECT keys.key, title, min(start.edition), max(stop.edition)
    FROM runs JOIN keys ON keys.id = key_id JOIN packed_texts AS texts ON texts.id = text_id
        JOIN line AS start ON start.place = first JOIN line AS stop ON stop.place = last
    WHERE title <> '' GROUP BY keys.id, title ORDER BY keys.id, title
"""
_OBSOLETE = re.compile(r"\((?:obsolete|informal)\)", re.IGNORECASE)
_NO_NAME = re.compile(r"^(?:and|or) |,", re.IGNORECASE)
"""The beginning of the last part of a heading that lists names, and what a whole list has."""


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
    for key, title, first, last in store.select(_HEADED):
        within = editions[bisect_left(editions, first) : bisect_right(editions, last)]
        if not within or _OBSOLETE.search(title):
            continue
        for name in list_names(title):
            if name.joined and _NO_NAME.search(name.name) is None:
                yield name.joined, _Use(fold_name(name.name), key, within[0], within[-1])


def _make_life(joined: str, uses: list[_Use]) -> NameLife:
    def begin(use: _Use) -> tuple[str, bool]:
        return use.first, is_term(use.key)

    def end(use: _Use) -> tuple[str, bool]:
        return use.last, not is_term(use.key)

    earliest, latest = min(uses, key=begin), max(uses, key=end)
    return NameLife(joined, latest.name, earliest.first, earliest.key, latest.last, latest.key)
