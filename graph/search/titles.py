"""Chapters whose subject is what a query names."""

import re
from collections.abc import Collection, Iterable, Sequence
from functools import cache

from graph.search.definition import read_definition
from graph.search.index import Index, join_stems
from graph.search.text import content_words, stem_of, words_in
from rules.keys import chapter_of_key, is_entry

_BETWEEN_PARTS = re.compile(r",? and(?:/or)? |, ")
"""The words that divide a title into parts: `Timing and Priority`."""
_CHAPTER_LENGTH = 3
"""Number of digits of a chapter: `702`. A section has one, which is a number of things in most queries."""


def find_titled(index: Index, words: Sequence[str]) -> list[int]:
    """Return the positions of the chapters of an edition whose title, or a part of it, says nothing but some words.

    Examples: `combat` → the chapter "Combat Phase"; `timing` → the chapter "Timing and Priority".
    """
    subject = _join_subject(content_words(words))
    if not subject:
        return []
    chapters = [position for key, position in index.position_of.items() if "." not in key and not is_entry(key)]
    return [position for position in chapters if subject in _list_subjects(index.records[position].heading)]


def find_chapters_by_number(index: Index, words: Iterable[str]) -> list[int]:
    """Return the positions of the chapters of an edition whose number, and a word of whose title, are among some words.

    Example: `leveler cards 711` → the chapter 711 if its title is "Leveler Cards", and none if it has another subject.
    """
    different = frozenset(words)
    stems = frozenset(map(stem_of, content_words(different)))
    numbers = [word for word in sorted(different) if len(word) == _CHAPTER_LENGTH and word in index.position_of]
    chapters = [index.position_of[number] for number in numbers]
    return [chapter for chapter in chapters if not stems.isdisjoint(index.own_heading[chapter])]


@cache
def _list_subjects(title: str) -> frozenset[str]:
    """Return the subject of a title, and of each of its parts; see `_join_subject`."""
    parts = [title, *_BETWEEN_PARTS.split(title)]
    return frozenset(_join_subject(content_words(words_in(part))) for part in parts)


def _join_subject(words: Iterable[str]) -> str:
    """Return the joined stems of words, without words such as "phase" that do not say what a title is about."""
    general = {stem_of(word) for word in read_definition().title}
    return join_stems(word for word in words if stem_of(word) not in general)


def is_about(index: Index, chapter: int, stems: Collection[str]) -> bool:
    """Return whether a name is the subject of a chapter.

    Either the title has the name, or most passages that have the name are in the chapter, and most passages of the
    chapter have it: "layer" is the subject of the chapter "Interaction of Continuous Effects".

    Args:
        index: The passages.
        chapter: The position of the chapter.
        stems: The stems of the name.
    """
    if index.own_heading[chapter].issuperset(stems):
        return True
    number = index.records[chapter].key
    below = {
        position
        for position, passage in enumerate(index.passages)
        if chapter_of_key(index.records[passage.record].key) == number
    }
    using = set.intersection(*(set(index.having(stem)) for stem in stems))
    common = len(using & below)
    return 2 * common > len(below) and 2 * common > len(using)
