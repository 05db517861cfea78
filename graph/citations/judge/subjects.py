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
        self.of = lru_cache(1 << 12)(self._list_terms)

    @cached_property
    def worth(self) -> dict[int, float]:
        """Return the weight of each term that a rule has."""
        return {word: log(len(self._by_lineage) / count) for word, count in self._by_lineage.counts().items()}

    def _list_terms(self, lineages: frozenset[str]) -> frozenset[int]:
        """Return the distinctive terms of several lineages together."""
        return frozenset[int]().union(*(self._by_lineage.get(lineage, ()) for lineage in lineages))

    def weight(self, some: Iterable[int]) -> float:
        """Return the total weight of some terms; terms that no rule has weigh nothing."""
        return sum(self.worth.get(word, 0.0) for word in sorted(some))

    def share_known(self, terms: frozenset[int]) -> float:
        """Return the share of some terms that occurs in the rules; 1 without terms."""
        return len(terms & self.worth.keys()) / len(terms) if terms else 1.0

    def is_rare(self, terms: frozenset[int], weight: float = UNUSUAL) -> bool:
        """Return whether one of some terms is rare in the rules."""
        return any(self.worth.get(term, 0.0) >= weight for term in terms)

    def balance(self, terms: frozenset[int], ours: frozenset[str], theirs: frozenset[str]) -> Balance:
        """Return how terms are distributed between those of some lineages and those of others."""
        one, other = self.of(ours), self.of(theirs)
        mine, its = terms & (one - other), terms & (other - one)
        return Balance(self.weight(mine), self.weight(its), len(its))
