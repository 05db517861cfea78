"""The changes that may have some words, found by letters that every inflection of a word has.

A change has two *sides*: the text after it, and the text before it.

Reading the words of every change of all editions would take too long. So the knowledge base is asked for the changes
whose letters have a *beginning* of each word: `fold` for "folded", since "folds" and "folding" begin in this way too.
Beginnings have ASCII letters only, because SQLite compares no others without regard to case. Some changes that are
found have none of the words; `match` decides.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import NamedTuple

from graph.answers.search import Match, Side
from graph.compare.changed import list_first
from graph.search.definition import read_definition
from graph.search.match import SIDES, Wanted, read_side
from graph.search.text import inflection_stem_of
from rules.links import ChangedPassage
from rules.store import Store
from rules.store.search import changes_of, changes_with

_ASCII = re.compile(r"[a-z0-9{}+/.-]+")
"""A run of the characters of folded words and symbols that are ASCII."""
_PLAIN = re.compile(r"[a-z0-9]+")
"""A run of ASCII letters and digits. The knowledge base keeps a changed word apart from equal marks after it."""


class ChangedSide(NamedTuple):
    """A passage before or after a change.

    Attributes:
        edition: The edition that changed the passage; the oldest edition inserts all that it has.
        key: Key of the record with the passage: in `edition` for the side after the change, else in the edition before.
        passage: The change.
        match: The text of this side. Its marks are the changed parts.
    """

    edition: str
    key: str
    passage: ChangedPassage
    match: Match

    @property
    def side(self) -> Side:
        """Return which side it is: `inserted` for the text after the change, `deleted` for the text before."""
        return self.match.side


def find_candidates(store: Store, wanted: Sequence[Wanted]) -> Iterator[ChangedSide]:
    """Yield the sides of changes that may have all wanted words, oldest first."""
    words = _list_words(wanted)
    for edition, passage in list_changes(store, words):
        for side in list_sides(edition, passage):
            if _may_have_all(side.match.text.lower(), words):
                yield side


def _list_words(wanted: Sequence[Wanted]) -> list[tuple[str, ...]]:
    """Return beginnings for each wanted word, and for each word of a wanted phrase.

    Each inflection of a word has one of its beginnings. The words of a phrase are wanted as they are, so that each is
    its own only beginning. Example: `choose "late boat"` → `("choos", "chose")`, `("late",)` and `("boat",)`.
    """
    beginnings: list[tuple[str, ...]] = []
    for part in wanted:
        beginnings += map(_list_beginnings, part.words)
    for part in wanted:
        beginnings += [(letters,) for letters in _PLAIN.findall(part.phrase)]
    return beginnings


def _list_beginnings(word: str) -> tuple[str, ...]:
    """Return beginnings of which each inflection of a word has one: `fold`; for "choose" both `choos` and `chose`.

    Args:
        word: The stem of the word, or a beginning with a star, as in `Wanted.words`.
    """
    shared = word.removesuffix("*")
    beginnings = {_trim_to_ascii(shared)}
    is_stem_of_y = word.endswith("i")  # the stem of "ability" is `abiliti`
    if is_stem_of_y:
        beginnings.add(_trim_to_ascii(f"{shared.removesuffix('i')}y"))
    for form in read_definition().irregular:
        if inflection_stem_of(form) == word:
            beginnings.add(_trim_to_ascii(form))
    return tuple(sorted(beginning for beginning in beginnings if not _has_shorter(beginning, beginnings)))


def _trim_to_ascii(word: str) -> str:
    """Return a word up to its first letter outside ASCII; empty, which every text has, if that is the first letter."""
    match = _ASCII.match(word)
    return match[0] if match else ""


def _has_shorter(beginning: str, beginnings: Iterable[str]) -> bool:
    """Return whether a beginning is superfluous, because a shorter one has all its words: `chosen` next to `chose`."""
    return any(shorter != beginning and beginning.startswith(shorter) for shorter in beginnings)


def _may_have_all(text: str, words: Iterable[Sequence[str]]) -> bool:
    """Return whether a text has at least one beginning of each word.

    Args:
        text: The text, in lower case.
        words: The beginnings of each word.
    """
    return all(_has_any(text, beginnings) for beginnings in words)


def _has_any(text: str, beginnings: Iterable[str]) -> bool:
    """Return whether a text has at least one of some beginnings."""
    return any(beginning in text for beginning in beginnings)


def list_changes(store: Store, words: Iterable[Sequence[str]] = ()) -> Iterator[tuple[str, ChangedPassage]]:
    """Yield the texts of the oldest edition, as inserted, then what each edition changed, oldest first.

    Args:
        store: The knowledge base.
        words: For each word, beginnings of which a change must have one. The texts of the oldest edition are listed
            whether or not they have them.
    """
    first = store.chained()[0]
    passages = ((first, passage) for passage in list_first(store.rules(first), store.glossary(first)))
    return chain(passages, changes_with(store, words))


def list_changes_of_rule(store: Store, number: str) -> Iterator[tuple[str, ChangedPassage]]:
    """Yield the same as `list_changes`, for the rules that have a number before a change or after it."""
    first = store.chained()[0]
    rules = [rule for rule in store.rules(first) if rule.number == number]
    return chain(((first, passage) for passage in list_first(rules, ())), changes_of(store, number))


def list_sides(edition: str, passage: ChangedPassage) -> Iterator[ChangedSide]:
    """Yield the text of a passage after its change, then the one before.

    A passage that was added has no text before, one that was removed none after.
    """
    for side in SIDES:
        key = passage.new if side == "inserted" else passage.old
        if key is not None:
            yield ChangedSide(edition, key, passage, read_side(passage.field, passage.parts, side))
