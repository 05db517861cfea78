"""Small lists of the whole: keywords, the contents of an edition, and what names editions."""

from __future__ import annotations

import json
import re
from typing import Literal

from msgspec import Struct

from graph.history.history import KEYWORD_ACTIONS
from graph.search.text import fold
from rules.numbers import chapter_of
from rules.store import Store

KeywordKind = Literal["ability", "action", "ability word"]
_KINDS: dict[str, KeywordKind] = {"Keyword Abilities": "ability", KEYWORD_ACTIONS: "action"}
_ABILITY_WORDS = re.compile(r"The ability words are ([^.]+)\.")
_HEADINGS = """
    SELECT edition, number, kind, title, parent FROM rules JOIN texts ON texts.id = text_id
    WHERE title IS NOT NULL AND kind IN ('section', 'chapter', 'rule') AND edition IN (SELECT value FROM json_each(?))
    ORDER BY edition, position
"""


class KeywordAnswer(Struct, frozen=True):
    """A keyword of the rules.

    Attributes:
        name: As last printed.
        kind: `ability` or `action` of the chapters so called; `ability word` of the rule that lists them.
        number: The number of its rule in the last edition with it; of an ability word that of the list.
        since: The first edition with it.
        until: The last edition with it; null if the newest has it.
    """

    name: str
    kind: KeywordKind
    number: str
    since: str
    until: str | None


class ContentsAnswer(Struct, frozen=True):
    """A heading of an edition.

    Attributes:
        number: Its number.
        kind: `section`, `chapter` or `rule`.
        heading: The words.
        parent: Number of the heading above it; null for a section.
    """

    number: str
    kind: str
    heading: str
    parent: str | None


class CodeAnswer(Struct, frozen=True):
    """A name of an edition.

    Attributes:
        code: The code of a set, or the date in the name of a file.
        name: The name of the set; null for a date.
        edition: The edition that it names: of a set the first one.
        editions: All editions that it is said of.
    """

    code: str
    name: str | None
    edition: str
    editions: tuple[str, ...]


def list_keywords(store: Store) -> list[KeywordAnswer]:
    """Return all keywords that any edition had, in alphabetical order.

    Args:
        store: The knowledge base; the ledger has no texts, so without ability words.
    """
    editions = store.chained()
    chapters: dict[str, KeywordKind] = {}
    seen: dict[tuple[str, KeywordKind], tuple[str, str, str, str]] = {}

    def note(edition: str, name: str, kind: KeywordKind, number: str) -> None:
        first = seen.get((fold(name), kind), (edition,))[0]
        seen[fold(name), kind] = first, edition, name, number

    for edition, number, kind, title, _ in store.select(_HEADINGS, json.dumps(editions)):
        if kind == "chapter":
            chapters.pop(number, None)
            if title in _KINDS:
                chapters[number] = _KINDS[title]
        elif kind == "rule" and chapter_of(number) in chapters:
            note(edition, title, chapters[chapter_of(number)], number)
    if store.has_texts:
        query = """SELECT edition, number, text FROM rules JOIN texts ON texts.id = text_id
                   WHERE text LIKE '%the ability words are%' AND edition IN (SELECT value FROM json_each(?))
                   ORDER BY edition"""
        for edition, number, text in store.select(query, json.dumps(editions)):
            for words in _ABILITY_WORDS.findall(text):
                for word in re.split(r",\s*(?:and\s+)?|\s+and\s+", words):
                    note(edition, word, "ability word", number)
    return [
        KeywordAnswer(name, kind, number, first, None if last == editions[-1] else last)
        for (_, kind), (first, last, name, number) in sorted(seen.items())
    ]


def list_contents(store: Store, edition: str) -> list[ContentsAnswer]:
    """Return the headings of an edition, in the order of the document."""
    return [
        ContentsAnswer(number, kind, title, parent)
        for _, number, kind, title, parent in store.select(_HEADINGS, json.dumps([edition]))
    ]


def list_codes(store: Store) -> list[CodeAnswer]:
    """Return the codes of sets and the dates of files that name editions, in the order of the first edition of each."""
    named: dict[str, tuple[str | None, list[str]]] = {}
    for edition in store.editions():
        for code, name in [
            *((each.code, each.name) for each in edition.sets),
            *((day, None) for day in edition.aliases),
        ]:
            named.setdefault(code, (name, []))[1].append(edition.id)
    return [CodeAnswer(code, name, editions[0], tuple(editions)) for code, (name, editions) in named.items()]
