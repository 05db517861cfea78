"""The changes that have a word: a search of all changes fetches only the files with changes that have all words."""

import re
from bisect import bisect_right
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from itertools import pairwise
from typing import TypeAlias

from graph.search.changed_sides import list_sides
from graph.search.marks import overlaps
from graph.search.text import fold, inflection_stem_of, places_in
from rules.links import ChangedPassage

Parts: TypeAlias = tuple[tuple[str, str], ...]
"""The parts of a changed passage, each an op (`equal`, `delete`, `insert`) and its words."""
MIN_FILES = 24
"""Number of files of changes from which a word is common."""
_SIDES = ("delete", "insert")
_PIECE = re.compile(r"[^\W_]+")
"""A part of a word between apostrophes, which a phrase in quotes finds as well."""


def list_passages_by_stem(passages: Iterable[ChangedPassage]) -> dict[str, list[int]]:
    """Return stem → the positions of the changed passages that have a word with it, in the order of the alphabet.

    A passage has its words before and after the change, and the numbers of its records.

    Returns:
        The positions, rising: `{"burn": [3, 4]}` if the passages 3 and 4 have "burned".
    """
    positions_by_stem: dict[str, list[int]] = {}
    for position, passage in enumerate(passages):
        for stem in _list_stems(passage):
            positions_by_stem.setdefault(stem, []).append(position)
    return dict(sorted(positions_by_stem.items()))


def list_files_by_stem(passages_by_stem: Mapping[str, Iterable[int]], begins: Sequence[int]) -> dict[str, list[int]]:
    """Return stem → the positions of the files that have a word with it, rising.

    Args:
        passages_by_stem: What `list_passages_by_stem` returned.
        begins: The position of the first passage of each file.
    """
    files_by_stem: dict[str, list[int]] = {}
    for stem, positions in passages_by_stem.items():
        files = dict.fromkeys(bisect_right(begins, position) - 1 for position in positions)
        files_by_stem[stem] = list(files)
    return files_by_stem


def list_passages_by_pair(
    passages: Iterable[ChangedPassage], files_by_stem: Mapping[str, Collection[int]]
) -> dict[str, list[int]]:
    """Return `stem stem` → the positions of the passages in which the change reaches into two such words in a row.

    A search for a phrase finds the passages in which the change reaches into the phrase, and so into two of its words
    in a row. A passage that has all words, but none of their pairs in this table, is none of these.

    Args:
        passages: The changed passages of all files.
        files_by_stem: What `list_files_by_stem` returned. Stems that are in few files make no pairs.

    Returns:
        The positions, rising, in the order of the alphabet.
    """
    common = {stem for stem, having in files_by_stem.items() if len(having) >= MIN_FILES}
    positions_by_pair: dict[str, list[int]] = {}
    for position, passage in enumerate(passages):
        for pair in _list_changed_pairs(passage, common):
            positions_by_pair.setdefault(pair, []).append(position)
    return dict(sorted(positions_by_pair.items()))


def _list_changed_pairs(passage: ChangedPassage, common: AbstractSet[str]) -> set[str]:
    """Return the stems of each two words in a row into which the change reaches, joined, if both are common.

    A change of the marks before or after the two words counts, because a phrase may have these marks.
    """
    pairs: set[str] = set()
    for side in list_sides("", passage):
        text = fold(side.match.text)
        pieces = list(_PIECE.finditer(text))
        ends = [0, *(piece.end() for piece in pieces)]
        begins = [*(piece.start() for piece in pieces), len(text)]
        for index, (first, second) in enumerate(pairwise(pieces)):
            if overlaps(ends[index], begins[index + 2], side.match.marks):
                stems = [inflection_stem_of(first[0]), inflection_stem_of(second[0])]
                if common >= set(stems):
                    pairs.add(" ".join(stems))
    return pairs


def pack_positions(positions: Iterable[int]) -> list[int]:
    """Return the first of some rising positions, and of each further one the difference from the one before."""
    packed = []
    last = 0
    for position in positions:
        packed.append(position - last)
        last = position
    return packed


def _list_stems(passage: ChangedPassage) -> set[str]:
    """Return the stems of the words and numbers of a passage."""
    words = set(_list_numbers(passage))
    for side in _SIDES:
        words |= _read_words(_text_of(passage.parts, side))
    return {inflection_stem_of(word) for word in words}


def _list_numbers(passage: ChangedPassage) -> Iterator[str]:
    """Yield the keys of the records that had a passage, without their ordinals: `702.40a` for `702.40a#2`."""
    for key in (passage.old, passage.new):
        if key:
            yield fold(key.partition("#")[0])


def _text_of(parts: Parts, side: str) -> str:
    """Return the text of a passage before the change (`side` is `delete`) or after it (`insert`)."""
    return "".join(words for op, words in parts if op in {"equal", side})


def _read_words(text: str) -> frozenset[str]:
    """Return the words of a text, and the parts of words between apostrophes."""
    words = [place.word for place in places_in(text)]
    return frozenset([*words, *_PIECE.findall(fold(text))])
