"""The distinctive terms of each lineage, as small numbers, and the weight of each term.

Most comments describe a rule in their own words: they share no phrase of four words with it, but its nouns and verbs.
These show which of two rules is meant if there are only two candidates: the rule that has the number, and the one that
had it before. A term is the hash of a word's stem; the fewer rules have a term, the greater is its weight (inverse
document frequency: Spärck Jones, "A statistical interpretation of term specificity", Journal of Documentation, 1972).
"""

from __future__ import annotations

from functools import cached_property, lru_cache
from math import log
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable

    from graph.ledger.words import PackedWords

ENOUGH, CLEARLY = 8.0, 3.0
"""Minimum weight of terms that show a subject, that of two terms which one rule in fifty has; and its ratio to the
weight for another rule. Found by comparing parts of all rules, with noise added, with the numbers that these rules have
and had."""
RARE, UNUSUAL = 5.0, 4.0
"""Weight of a term that one rule in 150 has: "scry" is such a word, "tap" is not. Weight of a term that fewer than one
rule in fifty has: "haste" is such a word, "counter" and "cast" are not."""


class Balance(NamedTuple):
    """The distribution of terms between two rules.

    Attributes:
        ours: Weight of the terms that only the first rule has.
        theirs: Weight of the terms that only the second rule has.
        terms: Number of terms that only the second rule has.
    """

    ours: float
    theirs: float
    terms: int

    @property
    def clearly_second(self) -> bool:
        """Return whether the terms are clearly about the second rule."""
        return self.theirs >= ENOUGH and self.terms > 1 and self.theirs >= CLEARLY * self.ours

    @property
    def prefers_second(self) -> bool:
        """Return whether the second rule is likelier to be meant, if one of the two must be."""
        return self.theirs >= ENOUGH / 2 and self.theirs >= 2 * self.ours


class Subjects:
    """The distinctive terms of all lineages, and the weight of each term.

    Args:
        by_lineage: Lineage → the distinctive terms of all of its versions.
    """

    def __init__(self, by_lineage: PackedWords) -> None:
        self._by_lineage = by_lineage
        self.of_one = lru_cache(None)(self._terms_of)
        self.of = lru_cache(1 << 12)(self._terms_of_several)

    @cached_property
    def _worth(self) -> dict[int, float]:
        return {word: log(len(self._by_lineage) / count) for word, count in self._by_lineage.counts().items()}

    def _terms_of_several(self, lineages: frozenset[str]) -> frozenset[int]:
        """Return the distinctive terms of several lineages together."""
        return frozenset[int]().union(*map(self.of_one, lineages))

    def _terms_of(self, lineage: str) -> frozenset[int]:
        """Return the distinctive terms of a lineage."""
        return self._by_lineage.get(lineage, frozenset())

    def weight(self, some: Iterable[int]) -> float:
        """Return the total weight of some terms; terms that no rule has weigh nothing."""
        return sum(self._worth.get(word, 0.0) for word in sorted(some))

    def know(self, terms: frozenset[int], share: float) -> bool:
        """Return whether at least a share of some terms occurs in the rules."""
        return len(terms & self._worth.keys()) >= share * len(terms)

    def is_rare(self, terms: frozenset[int], weight: float = UNUSUAL) -> bool:
        """Return whether one of some terms is rare in the rules."""
        return any(self._worth.get(term, 0.0) >= weight for term in terms)

    def balance(self, terms: frozenset[int], one: frozenset[int], other: frozenset[int]) -> Balance:
        """Return how terms are distributed between those of one rule and those of another."""
        ours, theirs = terms & (one - other), terms & (other - one)
        return Balance(self.weight(ours), self.weight(theirs), len(theirs))
