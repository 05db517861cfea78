"""Near matches of units in an edition: damaged, reworded, cut off, or repaired differently."""

from __future__ import annotations

import re
from collections import defaultdict
from functools import cache
from typing import TYPE_CHECKING

from rapidfuzz.distance import Indel

from rules.provenance import without_tags
from rules.text import fold

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from graph.identify.verbatim import DocumentUnit, Verbatim
    from rules.store import Store

NEAR = 0.75
"""Minimum similarity of a near match. Two rules of the same form about different things (`multiple instances of …`)
reach it too, which is intended: a fragment with one in place of the other nearly matches. Random rules stay below
0.6."""

_COMPARED = 4000
"""Maximum number of characters of a passage that are compared."""
_SOUGHT = 12
"""Maximum number of units without a verbatim match that are searched by their words, the longest ones first."""
_HITS = 6
_WORDS = 8
_LONG_WORD = re.compile(r"[a-z]{5,}")
_ENOUGH_TO_CUT = 20
"""Minimum number of characters of a passage that breaks off."""


class Near:
    """Finds near matches, and caches the comparisons."""

    def __init__(self, store: Store, units: Sequence[DocumentUnit], verbatim: Verbatim) -> None:
        self._store = store
        self._units = units
        self._verbatim = verbatim
        self._own_words = cache(lambda index: _fold(units[index].passage))
        self._other_words = cache(self._read_words)
        self._compare_texts = cache(self._measure_likeness)
        self._by_words: dict[str, dict[int, list[int]]] = defaultdict(lambda: defaultdict(list))

    def seek(self) -> None:
        """Search all editions at once, by their words, for units that no edition has verbatim."""
        lost = [index for index in range(len(self._units)) if not self._verbatim.main[index]]
        lost.sort(key=lambda index: (-len(self._units[index].passage), index))
        hits: dict[int, list[int]] = defaultdict(list)
        for index in lost[:_SOUGHT]:
            long_words = set(_LONG_WORD.findall(self._own_words(index)))
            telling = sorted(long_words, key=lambda word: (-len(word), word))[:_WORDS]
            for text in self._store.texts_sharing(telling, _HITS):
                hits[text].append(index)
        for text, name, editions in self._store.find_occurrences(hits):
            for edition in editions.split(",") if name else ():
                for index in hits[text]:
                    self._by_words[edition][index].append(text)

    def editions(self) -> tuple[str, ...]:
        """Return the editions that have a text found by `seek`, those with the most first."""
        return tuple(sorted(self._by_words, key=lambda edition: (-len(self._by_words[edition]), edition)))

    def in_edition(self, edition: str, missing: Sequence[int]) -> dict[int, tuple[float, bool]]:
        """Return the near matches of `missing` units in an edition: similarity, and whether under the same name."""
        named = self._store.texts_at(edition, {self._units[index].name for index in missing})
        nearest: dict[int, tuple[float, bool]] = {}
        for index in missing:
            own = named.get(self._units[index].name, ())
            best = self._find_best(index, own), True
            if best[0] < NEAR and (others := self._by_words[edition].get(index, ())):
                best = self._find_best(index, others), False
            if best[0] >= NEAR:
                nearest[index] = best
        return nearest

    def _find_best(self, index: int, texts: Iterable[int]) -> float:
        return max((self._compare_texts(index, text) for text in texts), default=0.0)

    def _measure_likeness(self, index: int, text: int) -> float:
        own_words, other_words = self._own_words(index), self._other_words(text)
        if self._units[index].is_last and _ENOUGH_TO_CUT <= len(own_words) < len(other_words):
            other_words = other_words[: len(own_words)]
        similarity: float = Indel.normalized_similarity(own_words, other_words, score_cutoff=NEAR)
        return similarity

    def _read_words(self, text: int) -> str:
        title, words = self._store.texts([text])[text]
        return _fold(words or title or "")


def _fold(passage: str) -> str:
    return fold(without_tags(passage))[:_COMPARED]
