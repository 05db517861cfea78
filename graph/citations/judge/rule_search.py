"""The search for the rules that have the most of some terms; a *term* is the hash of the stem of a word."""

from collections.abc import Mapping, Sequence
from functools import lru_cache

_SATURATION, _LENGTH = 1.2, 0.5
"""The two parameters of BM25 (Robertson and Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond", 2009).
Rules are short, so that their length counts less than the usual 0.75."""
_MANY_NUMBERS = 120
"""Maximum number of rules that a term may have to be searched for together with rarer terms. More rules have terms like
"card" or "player"."""
_LATEST_SEARCHES = 1 << 12
"""Number of searches whose results are kept."""


class RuleSearch:
    """An index of the rules of an edition by their terms.

    Args:
        terms_of_number: The terms of each rule's own words.
        weight_of_term: The weight of each term, at the position that is the term.

    Attributes:
        rank: Returns the rules that have the most of some terms; see `_rank`. Cached, since files repeat clauses.
    """

    def __init__(self, terms_of_number: Mapping[str, frozenset[int]], weight_of_term: Sequence[float]) -> None:
        self.rank = lru_cache(_LATEST_SEARCHES)(self._rank)
        self._weight_of_term = weight_of_term
        self._numbers_with = _list_numbers_with(terms_of_number)
        average_length = sum(map(len, terms_of_number.values())) / max(1, len(terms_of_number))
        self._damping = {number: _damp(len(terms), average_length) for number, terms in terms_of_number.items()}
        self._shares: dict[int, tuple[tuple[str, float], ...]] = {}  # a cache of `_list_shares`

    def _rank(self, terms: frozenset[int], most: int) -> tuple[str, ...]:
        """Return the numbers of the rules with the greatest weight of some terms, the best first.

        The search goes from the rarest term to the most common one. It ends with the terms that many rules have, which
        hardly change the order; if many rules have each of the terms, the rarest term decides alone.

        Args:
            terms: The terms.
            most: Maximum number of rules.
        """
        scores: dict[str, float] = {}
        for term in sorted(terms, key=self._rarity):
            is_common = len(self._numbers_with.get(term, ())) > _MANY_NUMBERS
            if is_common and scores:
                break  # all further terms are common, too
            for number, share in self._list_shares(term):
                scores[number] = scores.get(number, 0.0) + share
        return tuple(_list_largest(scores, most))

    def _rarity(self, term: int) -> tuple[int, int]:
        """Return a value that sorts terms from the rarest one to the most common one."""
        return len(self._numbers_with.get(term, ())), term

    def _list_shares(self, term: int) -> tuple[tuple[str, float], ...]:
        """Return the rules whose own words have a term, each with the share of the term in the score of the rule."""
        if term not in self._shares:
            weight = self._weight_of_term[term]
            numbers = self._numbers_with.get(term, ())
            self._shares[term] = tuple((number, weight * self._damping[number]) for number in numbers)
        return self._shares[term]


def _list_largest(scores: Mapping[str, float], most: int) -> list[str]:
    """Return the numbers with the largest scores, largest first; of equal scores the last number is first."""
    if len(scores) > most:
        # To sort the scores alone is much faster than to sort them with their numbers.
        least = sorted(scores.values())[-most]
        scores = {number: score for number, score in scores.items() if score >= least}
    return sorted(scores, key=lambda number: (scores[number], number), reverse=True)[:most]


def _list_numbers_with(terms_of_number: Mapping[str, frozenset[int]]) -> dict[int, list[str]]:
    """Return term → the numbers whose own words have it."""
    numbers_with: dict[int, list[str]] = {}
    for number, terms in terms_of_number.items():
        for term in terms:
            numbers_with.setdefault(term, []).append(number)
    return numbers_with


def _damp(length: int, average_length: float) -> float:
    """Return the factor for each term of a rule, which is less for a long rule: it has many terms by chance."""
    relative_length = length / max(1.0, average_length)
    return (_SATURATION + 1) / (1 + _SATURATION * (1 - _LENGTH + _LENGTH * relative_length))
