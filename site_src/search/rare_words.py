"""The years whose changes contain a word, for words that few years contain.

A search of all changes therefore fetches the documents of these years only.
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
    """Return the stems of words by the years that have them: `[([0, 3], "burn fizzl")]`.

    Args:
        years: The changed passages by their years, all parts of each.

    Returns:
        Indexes of years among all years, and the stems that these years have and no other, separated by blanks. Stems
        that more than half of the years have are left out.
    """
    years_of = defaultdict[str, list[int]](list)
    for index, passages in enumerate(years.values()):
        for word in _list_words(passages):
            years_of[word].append(index)
    words_of = defaultdict[tuple[int, ...], list[str]](list)
    for word, indexes in years_of.items():
        is_rare = 2 * len(indexes) <= len(years)
        if is_rare:
            words_of[tuple(indexes)].append(word)
    return [(list(indexes), " ".join(sorted(words))) for indexes, words in sorted(words_of.items())]


def _list_words(passages: Iterable[Parts]) -> set[str]:
    """Return the stems of all words of some passages, before and after the change."""
    words: set[str] = set()
    for parts in passages:
        for side in _SIDES:
            text = "".join(words for op, words in parts if op in {"equal", side})
            words |= _read_words(text)
    return {inflection_stem_of(word) for word in words}


def _read_words(text: str) -> frozenset[str]:
    """Return the words of a text, and the parts of words between apostrophes."""
    words = [place.word for place in places_in(text)]
    return frozenset([*words, *_PIECE.findall(fold(text))])
