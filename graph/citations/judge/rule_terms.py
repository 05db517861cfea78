"""The terms of each rule of an edition, with the rules that some words fit best."""

from array import array
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from heapq import nlargest
from math import fsum
from typing import NamedTuple

from graph.history import History
from graph.ledger.words import distinctive_terms
from rules.numbers import chapter_of, is_number, without_letters

_SATURATION, _LENGTH = 1.2, 0.5
"""The two parameters of BM25 (Robertson and Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond", 2009).
Rules are short, so that their length counts less than the usual 0.75."""
_OF_TITLE = 0.4
"""Weight of a term that only the title of a rule or chapter has, compared with a term of a rule's own words."""

_MANY_HOLDERS = 250
"""Number of rules with a term from which that term alone makes none of them a candidate: it has "card" or "player"."""
_SPARE = 2
"""Number of candidates that are scored for each rule that is wanted. Terms of many rules and titles, left out at
first, change their order little."""
_NUMBER_OF_TERMS = 1 << 16
"""A term is a hash of 16 bits."""
_BYTES_OF_FLOAT = 8
_CLAUSES = 1 << 12
"""Number of clauses whose best rules are kept."""
_NEAR = 2
"""Maximum distance of a neighbouring rule, in places of the chapter."""


class FittingRule(NamedTuple):
    """A rule that some words fit.

    Attributes:
        score: How well they fit; only to be compared with the scores of other rules for the same words.
        number: Its number.
    """

    score: float
    number: str


class RuleTerms:
    """The terms of all rules and subrules of an edition, each with those of all its wordings.

    Args:
        history: The history of the rules.
        edition: Id of the edition.
        terms_of: Returns the terms of all wordings of a lineage.
        weight_of_term: The weight of each term.

    Attributes:
        rank: Returns the rules that some terms fit best; see `_rank`. Cached, since files repeat clauses.
    """

    def __init__(
        self,
        history: History,
        edition: str,
        terms_of: Callable[[str], frozenset[int]],
        weight_of_term: Mapping[int, float],
    ) -> None:
        self._weight_of_term = array("d", bytes(_BYTES_OF_FLOAT * _NUMBER_OF_TERMS))  # all weigh nothing at first
        for term, weight in weight_of_term.items():
            self._weight_of_term[term] = weight
        self.rank = lru_cache(_CLAUSES)(self._rank)
        self._children = history.lineages.children(edition)
        numbers = [number for number in history.ledger.numbers(edition) if "." in number and is_number(number)]
        self._own = {number: terms_of(history.lineages.find(edition, number) or "") for number in numbers}
        self._holders: dict[int, list[str]] = {}  # term → the numbers whose own words have it
        for number, terms in self._own.items():
            for term in terms:
                self._holders.setdefault(term, []).append(number)
        headings = history.store.headings(edition)
        self._titles = {number: distinctive_terms(heading) for number, heading in headings.items()}
        total = sum(map(len, self._own.values()))
        average_length = total / max(1, len(self._own))
        self._damping = {number: _damp(len(terms), average_length) for number, terms in self._own.items()}
        # Caches of `weight_of_own`, `around` and `titles`.
        self._weight_of_own: dict[str, float] = {}
        self._around: dict[str, frozenset[int]] = {}
        self._titles_above: dict[str, frozenset[int]] = {}

    def weight(self, terms: Iterable[int]) -> float:
        """Return the total weight of terms; those that no rule has weigh nothing."""
        return fsum(map(self._weight_of_term.__getitem__, terms))

    def own(self, number: str) -> frozenset[int]:
        """Return the terms of a number's own words."""
        return self._own.get(number, frozenset())

    def weight_of_own(self, number: str) -> float:
        """Return the total weight of the terms of a number's own words."""
        if number not in self._weight_of_own:
            self._weight_of_own[number] = self.weight(self.own(number))
        return self._weight_of_own[number]

    def titles(self, number: str) -> frozenset[int]:
        """Return the terms of the titles of the rule and the chapter that a number belongs to."""
        if number not in self._titles_above:
            none = frozenset[int]()
            own, chapter = without_letters(number), chapter_of(number)
            self._titles_above[number] = self._titles.get(own, none) | self._titles.get(chapter, none)
        return self._titles_above[number]

    def around(self, number: str) -> frozenset[int]:
        """Return the terms of a number with its titles; for a rule without a letter, also those of its subrules."""
        if number not in self._around:
            members = [number]
            if number == without_letters(number):
                members.extend(self._children.get(number, ()))
            self._around[number] = self.titles(number).union(*map(self.own, members))
        return self._around[number]

    def list_siblings(self, number: str) -> tuple[str, ...]:
        """Return the rule that a number is or belongs to, and all of its subrules."""
        rule = without_letters(number)
        return (rule, *self._children.get(rule, ()))

    def list_neighbours(self, number: str) -> frozenset[str]:
        """Return the rules of the chapter that are at most `_NEAR` places from the rule of a number."""
        rules = self._children.get(chapter_of(number), ())
        rule = without_letters(number)
        if rule not in rules:
            return frozenset()
        place = rules.index(rule)
        return frozenset(rules[max(0, place - _NEAR) : place + _NEAR + 1]) - {rule}

    def _rank(self, terms: frozenset[int], most: int) -> tuple[FittingRule, ...]:
        """Return the rules that some terms fit best, the best first.

        First the rules are ranked by their own words that few rules have, which is fast. Then the best of them are
        scored by all terms and titles.

        Args:
            terms: The terms.
            most: Maximum number of rules.
        """
        scores: dict[str, float] = {}
        rarest_first = sorted(terms, key=lambda term: (len(self._holders.get(term, ())), term))
        for term in rarest_first:
            holders = self._holders.get(term, ())
            is_common = len(holders) > _MANY_HOLDERS
            if is_common and scores:
                break  # all further terms are common, too
            weight = self._weight_of_term[term]
            for number in holders:
                scores[number] = scores.get(number, 0.0) + weight * self._damping[number]
        likely = nlargest(_SPARE * most, ((score, number) for number, score in scores.items()))
        return tuple(nlargest(most, [FittingRule(self.score(number, terms), number) for _, number in likely]))

    def score(self, number: str, terms: frozenset[int]) -> float:
        """Return the fit of some terms to a rule of the edition; only to be compared with that of other rules."""
        own = self.weight(terms & self.own(number)) * self._damping[number]
        return own + _OF_TITLE * self.weight(terms & self.titles(number))


def _damp(length: int, average_length: float) -> float:
    """Return the factor for each term of a rule, which is less for a long rule: it has many terms by chance."""
    relative_length = length / max(1.0, average_length)
    return (_SATURATION + 1) / (1 + _SATURATION * (1 - _LENGTH + _LENGTH * relative_length))
