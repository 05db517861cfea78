"""The years whose changes have a word, for words that few years have.

A search of all changes reads the documents of these years only.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import TypeAlias

from graph.search.text import fold, inflection_stem_of, places_in

Parts: TypeAlias = tuple[tuple[str, str], ...]
"""The parts of a changed passage, each an op (`equal`, `delete`, `insert`) and its words."""
_SIDES = ("delete", "insert")
_PIECE = re.compile(r"[^\W_]+")
"""A part of a word between apostrophes, which a phrase in quotes finds as well."""


def list_rare_words(years: Mapping[str, Iterable[Parts]]) -> list[tuple[list[int], str]]:
    """Return what the inflections of each word have in common, by the years in which it is.

    Args:
        years: The changed passages by their years, all parts of each.

    Returns:
        Indexes of years among all years, and the words that these years have and no other, with blanks between them.
        A word that more than half of the years have is left out.
    """
    years_of = defaultdict[str, list[int]](list)
    for index, passages in enumerate(years.values()):
        for word in _list_words(passages):
            years_of[word].append(index)
    together = defaultdict[tuple[int, ...], list[str]](list)
    for word, indexes in years_of.items():
        if 2 * len(indexes) <= len(years):
            together[tuple(indexes)].append(word)
    return [(list(indexes), " ".join(sorted(words))) for indexes, words in sorted(together.items())]


def _list_words(passages: Iterable[Parts]) -> set[str]:
    """Return what the inflections of the words of some passages have in common."""
    words: set[str] = set()
    for parts in passages:
        for side in _SIDES:
            text = "".join(words for op, words in parts if op in {"equal", side})
            words |= _read_words(text)
    return {inflection_stem_of(word) for word in words}


def _read_words(text: str) -> frozenset[str]:
    return frozenset((*(word.word for word in places_in(text)), *_PIECE.findall(fold(text))))
