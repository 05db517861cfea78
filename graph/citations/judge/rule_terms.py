"""The terms of each rule of an edition, with the rules that some words fit best."""

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from math import fsum

from graph.history import History
from graph.ledger.words import distinctive_terms
from rules.numbers import chapter_of, is_number, without_letters

_SATURATION, _LENGTH = 1.2, 0.5
"""The two parameters of BM25 (Robertson and Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond", 2009).
Rules are short, so that their length counts less than the usual 0.75."""
_OF_TITLE = 0.4
"""Weight of a term that only the title of a rule or chapter has, compared with a term of a rule's own words."""

_MANY_NUMBERS = 120
"""Maximum number of rules that a term may have to make them candidates by itself. More rules have terms like "card" or
"player"."""
_SPARE = 2
"""Number of candidates that are scored for each rule that is wanted. Terms of many rules and titles, left out at
first, change their order little."""
_NUMBER_OF_TERMS = 1 << 16
"""A term is a hash of 16 bits."""
_CLAUSES = 1 << 12
"""Number of clauses whose best rules are kept."""


class RuleTerms:
    """The terms of all rules and subrules of an edition; a term is the hash of a word (`distinctive_terms`).

    The *own terms* of a number are those of its text, in all wordings that its lineage ever had. Its *title terms* are
    those of the titles above its text.

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
        self._weight_of_term = [0.0] * _NUMBER_OF_TERMS  # all weigh nothing at first
        for term, weight in weight_of_term.items():
            self._weight_of_term[term] = weight
        self.rank = lru_cache(_CLAUSES)(self._rank)
        self._children = history.lineages.children(edition)
        numbers = [number for number in history.ledger.numbers(edition) if "." in number and is_number(number)]
        self._own_terms = {number: terms_of(history.lineages.find(edition, number) or "") for number in numbers}
        self._numbers_with = _list_numbers_with(self._own_terms)
        headings = history.store.headings(edition)
        self._titles = {number: distinctive_terms(heading) for number, heading in headings.items()}
        total = sum(map(len, self._own_terms.values()))
        average_length = total / max(1, len(self._own_terms))
        self._damping = {number: _damp(len(terms), average_length) for number, terms in self._own_terms.items()}
        self._shares: dict[int, tuple[tuple[str, float], ...]] = {}  # a cache of `_list_shares`
        # Caches of `weight_of_own_terms`, `all_terms` and `title_terms`.
        self._weight_of_own_terms: dict[str, float] = {}
        self._all_terms: dict[str, frozenset[int]] = {}
        self._title_terms: dict[str, frozenset[int]] = {}

    def weight(self, terms: Iterable[int]) -> float:
        """Return the total weight of terms; those that no rule has weigh nothing."""
        return fsum(map(self._weight_of_term.__getitem__, terms))

    def own_terms(self, number: str) -> frozenset[int]:
        """Return the terms of a number's own words, in all their wordings; none for a number without any."""
        return self._own_terms.get(number, frozenset())

    def weight_of_own_terms(self, number: str) -> float:
        """Return the total weight of the terms of a number's own words."""
        if number not in self._weight_of_own_terms:
            self._weight_of_own_terms[number] = self.weight(self.own_terms(number))
        return self._weight_of_own_terms[number]

    def title_terms(self, number: str) -> frozenset[int]:
        """Return the terms of the titles of the rule and the chapter that a number belongs to."""
        if number not in self._title_terms:
            none = frozenset[int]()
            rule, chapter = without_letters(number), chapter_of(number)
            self._title_terms[number] = self._titles.get(rule, none) | self._titles.get(chapter, none)
        return self._title_terms[number]

    def all_terms(self, number: str) -> frozenset[int]:
        """Return the own terms of a number and its title terms; for a rule, also the own terms of its subrules.

        For 702.40 these are the terms of the words of 702.40, 702.40a and 702.40b, and of the titles of 702.40 and 702;
        for 702.40a, those of the words of 702.40a alone and of the same titles.
        """
        if number not in self._all_terms:
            members = [number]
            if number == without_letters(number):
                members.extend(self._children.get(number, ()))
            self._all_terms[number] = self.title_terms(number).union(*map(self.own_terms, members))
        return self._all_terms[number]

    def list_rule_with_subrules(self, number: str) -> tuple[str, ...]:
        """Return the rule that a number is or belongs to, and all of its subrules."""
        rule = without_letters(number)
        return (rule, *self._children.get(rule, ()))

    def _rank(self, terms: frozenset[int], most: int) -> tuple[str, ...]:
        """Return the numbers of the rules that some terms fit best, the best first.

        First the rules are ranked by their own words that few rules have, which is fast; if many rules have each of the
        terms, the rarest term decides. Then the best rules are scored by all terms and titles.

        Args:
            terms: The terms.
            most: Maximum number of rules.
        """
        scores: dict[str, float] = {}
        rarest_first = sorted(terms, key=lambda term: (len(self._numbers_with.get(term, ())), term))
        for term in rarest_first:
            is_common = len(self._numbers_with.get(term, ())) > _MANY_NUMBERS
            if is_common and scores:
                break  # all further terms are common, too
            for number, share in self._list_shares(term):
                scores[number] = scores.get(number, 0.0) + share
        return tuple(_list_largest(scores, most))

    def _list_shares(self, term: int) -> tuple[tuple[str, float], ...]:
        """Return the rules whose own words have a term, each with the share of the term in the score of the rule."""
        if term not in self._shares:
            weight = self._weight_of_term[term]
            numbers = self._numbers_with.get(term, ())
            self._shares[term] = tuple((number, weight * self._damping[number]) for number in numbers)
        return self._shares[term]

    def _score(self, number: str, terms: frozenset[int]) -> float:
        """Return how well some terms fit a rule; only to be compared with scores of other rules for the same terms."""
        score = self.weight(terms & self.own_terms(number)) * self._damping[number]
        of_titles = terms & self.title_terms(number)
        if of_titles:
            score += _OF_TITLE * self.weight(of_titles)
        return score


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
