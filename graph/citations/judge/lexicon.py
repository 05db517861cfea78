"""What the judge knows about the words of the rules: their titles, distinctive terms and fingerprints.

Most comments describe a rule in their own words: they share no phrase of four words with it, but its nouns and verbs.
These show which of two rules is meant if there are only two candidates: the rule that has the number, and the one that
had it before. A term is the hash of a word's stem; the fewer rules have a term, the greater is its weight (inverse
document frequency: Spärck Jones, "A statistical interpretation of term specificity", Journal of Documentation, 1972).
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property, lru_cache
from math import log
from typing import NamedTuple

from graph.citations.judge.titles import Titles
from graph.history import History
from graph.ledger.words import PackedWords
from rules.numbers import LETTERS, is_number, without_letters

RARE, UNUSUAL = 5.0, 4.0
"""Weight of a term that one rule in 150 has: "scry" is such a word, "tap" is not. Weight of a term that fewer than one
rule in fifty has: "haste" is such a word, "counter" and "cast" are not."""
ENOUGH = 2 * UNUSUAL
"""Minimum weight of terms that show a subject. Found, as is `CLEARLY`, by comparing parts of all rules, with noise
added, with the numbers that these rules have and had."""
CLEARLY = 3.0
"""Minimum ratio of that weight to the weight for another rule."""


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
        return self.theirs >= UNUSUAL and self.theirs >= 2 * self.ours


class Lexicon:
    """The words of the rules, with caches, for all citations of a run.

    Args:
        history: The history of the rules.
    """

    def __init__(self, history: History) -> None:
        self.history = history
        self.titles = Titles(history)
        self.resembling = lru_cache(1 << 10)(self._find_resembling)
        self.family = lru_cache(None)(self._list_family)
        self.terms_of = lru_cache(1 << 12)(self._list_terms)

    @cached_property
    def _terms(self) -> PackedWords:
        """Return the distinctive terms of all versions of each lineage, which are read on first access."""
        return self.history.ledger.distinctive_terms()

    def _find_resembling(self, text: str) -> dict[str, float]:
        """Return lineage → the share of a quote's fingerprints that the lineage has, for the lineages of rules.

        Glossary entries, headings without a rule number and other works are left out: a number never means them.
        """
        shares = self.history.ledger.resembling(text)
        return {lineage: share for lineage, share in shares.items() if self.history.is_rule(lineage)}

    def _list_family(self, edition: str, number: str) -> frozenset[str]:
        """Return the lineages that a quote next to a number may be from.

        Returns:
            For a rule or subrule, the rule with all its subrules; for a chapter or section, it and what is right below.
        """
        if not is_number(number):
            return frozenset()
        rule = without_letters(number)
        members = (
            (rule, *(f"{rule}{letter}" for letter in LETTERS))
            if "." in number
            else (number, *self.history.children(edition).get(number, ()))
        )
        lineages = (self.history.lineage(edition, member) for member in members)
        return frozenset(lineage for lineage in lineages if lineage is not None)

    @cached_property
    def worth(self) -> dict[int, float]:
        """Return the weight of each term that a rule has."""
        return {word: log(len(self._terms) / count) for word, count in self._terms.counts().items()}

    def _list_terms(self, lineages: frozenset[str]) -> frozenset[int]:
        """Return the distinctive terms of several lineages together."""
        return frozenset[int]().union(*(self._terms.get(lineage, ()) for lineage in lineages))

    def weight(self, some: Iterable[int]) -> float:
        """Return the total weight of some terms; terms that no rule has weigh nothing."""
        return sum(self.worth.get(word, 0.0) for word in sorted(some))

    def is_rare(self, terms: frozenset[int], weight: float = UNUSUAL) -> bool:
        """Return whether one of some terms is rare in the rules."""
        return any(self.worth.get(term, 0.0) >= weight for term in terms)

    def balance(self, terms: frozenset[int], ours: frozenset[str], theirs: frozenset[str]) -> Balance:
        """Return how terms are distributed between those of some lineages and those of others."""
        one, other = self.terms_of(ours), self.terms_of(theirs)
        mine, its = terms & (one - other), terms & (other - one)
        return Balance(self.weight(mine), self.weight(its), len(its))
