"""The keywords that any edition has.

The keywords are read from runs of editions in which a heading, or a list of ability words, stays the same. That is
faster than to read each edition.
"""

import re
from collections.abc import Iterator
from typing import Literal, NamedTuple

from msgspec import Struct

from graph.history import KEYWORD_ACTIONS
from graph.search.text import fold
from rules.grouping import grouped
from rules.numbers import chapter_of
from rules.store import Store
from rules.store.schema import RANK

KeywordKind = Literal["ability", "action", "ability word"]
_KINDS: dict[str, KeywordKind] = {"Keyword Abilities": "ability", KEYWORD_ACTIONS: "action"}
_ABILITY_WORDS = re.compile(r"The ability words are ([^.]+)\.")
_AND = re.compile(r",\s*(?:and\s+)?|\s+and\s+")
_IN_ORDER = f"ORDER BY {RANK}"
_PLACES = "SELECT place, edition FROM line"
_HEADINGS = f"""
    SELECT kind, number, title, first, last
    FROM runs JOIN keys ON keys.id = key_id JOIN packed_texts ON packed_texts.id = text_id
    WHERE title IS NOT NULL AND kind IN ('chapter', 'rule') {_IN_ORDER}
"""  # noqa: S608 - fixed words only
_LISTS = f"""
    SELECT number, text, first, last
    FROM packed_texts JOIN runs ON text_id = packed_texts.id JOIN keys ON keys.id = key_id
    WHERE text LIKE '%the ability words are%' AND number IS NOT NULL {_IN_ORDER}
"""  # noqa: S608


class KeywordSighting(NamedTuple):
    """A keyword in a run of editions.

    Attributes:
        kind: The kind of keyword.
        name: As printed.
        number: The number of its rule.
        first: The place, in `line`, of the first of these editions.
        last: The place of the last of these editions.
    """

    kind: KeywordKind
    name: str
    number: str
    first: int
    last: int


class KeywordAnswer(Struct, frozen=True):
    """A keyword of the rules.

    Attributes:
        name: As last printed.
        kind: `ability` or `action` of the chapters with these names; `ability word` of the rule that lists them.
        number: The number of its rule in the last edition with it; of an ability word that of the list.
        since: The first edition with it.
        until: The last edition with it; null if the newest has it.
    """

    name: str
    kind: KeywordKind
    number: str
    since: str
    until: str | None


def list_keywords(store: Store) -> list[KeywordAnswer]:
    """Return all keywords that any edition had, in alphabetical order.

    Args:
        store: The knowledge base. A ledger has no texts, so its keywords lack the ability words.
    """
    editions: dict[int, str] = dict(store.select(_PLACES))
    chained = set(store.chained())
    places = [place for place, edition in editions.items() if edition in chained]
    sightings = [*_list_headed_keywords(store)]
    if store.has_texts:
        sightings += _list_ability_words(store)
    # The places of a work's editions are consecutive, the retyped ones after the others.
    within = [sighting for sighting in sightings if sighting.last >= places[0] and sighting.first <= places[-1]]
    by_name = grouped(((fold(sighting.name), sighting.kind), sighting) for sighting in within)
    answers: list[KeywordAnswer] = []
    for (_, kind), of_name in sorted(by_name.items()):
        since = editions[min(sighting.first for sighting in of_name)]
        newest = of_name[0]
        for sighting in of_name:
            if sighting.last >= newest.last:
                newest = sighting
        until = None if newest.last == places[-1] else editions[newest.last]
        answers.append(KeywordAnswer(newest.name, kind, newest.number, since, until))
    return answers


def _list_headed_keywords(store: Store) -> Iterator[KeywordSighting]:
    """Yield the keywords that are headings of rules in the chapters of keywords, in the order of the documents."""
    rows = store.select(_HEADINGS)
    chapters = grouped(
        (number, (_KINDS[title], first, last))
        for kind, number, title, first, last in rows
        if kind == "chapter" and title in _KINDS
    )
    for kind, number, title, first, last in rows:
        if kind != "rule":
            continue
        for keyword_kind, begins, ends in chapters.get(chapter_of(number), ()):
            if begins <= last and first <= ends:
                yield KeywordSighting(keyword_kind, title, number, max(first, begins), min(last, ends))


def _list_ability_words(store: Store) -> Iterator[KeywordSighting]:
    """Yield the ability words, which one rule of each edition lists."""
    for number, text, first, last in store.select(_LISTS):
        for words in _ABILITY_WORDS.findall(text):
            for word in _AND.split(words):
                yield KeywordSighting("ability word", word, number, first, last)
