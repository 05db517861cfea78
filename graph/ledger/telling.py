"""The telling words of each lineage of rules: for judging what a remark in somebody's code is about.

Two sections: how many words each lineage has, and the words, 16 bits each, sorted within the lineage.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

from graph.citations.judge.subjects import distinctive_terms
from graph.ledger import tables
from graph.ledger.columns import narrow, starts, widened

if TYPE_CHECKING:
    from collections.abc import Sequence

    from graph.ledger.container import Container


class TellingTables:
    """The words, as they are gathered from one version after the other."""

    def __init__(self) -> None:
        self._found: dict[int, set[int]] = {}

    def add(self, lineage: int, text: str) -> None:
        """Takes in the words of a version of a lineage."""
        self._found.setdefault(lineage, set()).update(distinctive_terms(text))

    def sections(self, lineages: int) -> dict[str, Any]:
        """Both sections, for so many lineages."""
        words = [sorted(self._found.get(lineage, ())) for lineage in range(lineages)]
        return {
            tables.TELLING_COUNTS: [len(some) for some in words],
            tables.TELLING_WORDS: narrow([word for some in words for word in some]),
        }


def read_telling_words(file: Container, lineages: Sequence[str]) -> dict[str, frozenset[int]]:
    """Lineage id to its telling words; without lineages that have none."""
    bounds = pairwise(starts(file.read(tables.TELLING_COUNTS, list[int])))
    words = widened(file.section(tables.TELLING_WORDS))
    spans = zip(lineages, bounds, strict=True)
    return {lineage: frozenset(words[start:end]) for lineage, (start, end) in spans if start < end}
