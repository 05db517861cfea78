"""The terms of each rule of an edition; a term is the hash of a word (`distinctive_terms`)."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from math import fsum

from graph.citations.judge.rule_search import RuleSearch
from graph.history import History
from graph.ledger.words import distinctive_terms
from rules.caching import cached_property
from rules.numbers import chapter_of, is_number, without_letters

_NUMBER_OF_TERMS = 1 << 16
"""A term is a hash of 16 bits."""


class RuleTerms:
    """The terms of all rules and subrules of an edition.

    The *own terms* of a number are those of its text, in all wordings that its lineage ever had. Its *title terms* are
    those of the titles above its text. All of them are read at first use: a small file needs those of few rules.

    Args:
        history: The history of the rules.
        edition: Id of the edition.
        terms_of: Returns the terms of all wordings of a lineage.
        read_weights: Returns the weight of each term.
    """

    def __init__(
        self,
        history: History,
        edition: str,
        terms_of: Callable[[str], frozenset[int]],
        read_weights: Callable[[], Mapping[int, float]],
    ) -> None:
        self._history = history
        self._edition = edition
        self._terms_of = terms_of
        self._read_weights = read_weights
        # Caches of the methods with these names.
        self._own_terms: dict[str, frozenset[int]] = {}
        self._weight_of_own_terms: dict[str, float] = {}
        self._all_terms: dict[str, frozenset[int]] = {}
        self._title_terms: dict[str, frozenset[int]] = {}

    @cached_property
    def search(self) -> RuleSearch:
        """Return the search for the rules that have the most of some terms."""
        self._history.lineages.of_edition(self._edition)  # to read all of them at once is faster than one by one
        numbers = [number for number in self._history.ledger.numbers(self._edition) if "." in number]
        terms_of_number = {number: self.own_terms(number) for number in numbers if is_number(number)}
        return RuleSearch(terms_of_number, self._weight_of_term)

    @cached_property
    def _weight_of_term(self) -> Sequence[float]:
        """Return the weight of each term, by the term as index; that of a term that no rule has is 0."""
        weights = [0.0] * _NUMBER_OF_TERMS
        for term, weight in self._read_weights().items():
            weights[term] = weight
        return weights

    def weight(self, terms: Iterable[int]) -> float:
        """Return the total weight of terms; those that no rule has weigh nothing."""
        return fsum(map(self._weight_of_term.__getitem__, terms))

    def heaviest(self, terms: Iterable[int]) -> float:
        """Return the greatest weight of several terms; 0 if there are none."""
        return max(map(self._weight_of_term.__getitem__, terms), default=0.0)

    def own_terms(self, number: str) -> frozenset[int]:
        """Return the terms of a number's own words, in all their wordings; none for a number without any."""
        if number not in self._own_terms:
            lineage = self._history.lineages.find(self._edition, number)
            self._own_terms[number] = self._terms_of(lineage) if lineage else frozenset()
        return self._own_terms[number]

    def weight_of_own_terms(self, number: str) -> float:
        """Return the total weight of the terms of a number's own words."""
        if number not in self._weight_of_own_terms:
            self._weight_of_own_terms[number] = self.weight(self.own_terms(number))
        return self._weight_of_own_terms[number]

    def title_terms(self, number: str) -> frozenset[int]:
        """Return the terms of the titles of the rule and the chapter that a number belongs to."""
        if number not in self._title_terms:
            titles = self._history.titles
            headings = [titles.heading(self._edition, own) for own in (without_letters(number), chapter_of(number))]
            terms = [distinctive_terms(heading) for heading in headings if heading]
            self._title_terms[number] = frozenset[int]().union(*terms)
        return self._title_terms[number]

    def all_terms(self, number: str) -> frozenset[int]:
        """Return the own terms of a number and its title terms; for a rule, also the own terms of its subrules.

        For 702.40 these are the terms of the words of 702.40, 702.40a and 702.40b, and of the titles of 702.40 and 702;
        for 702.40a, those of the words of 702.40a alone and of the same titles.
        """
        if number not in self._all_terms:
            members = [number]
            if number == without_letters(number):
                members.extend(self._history.lineages.children(self._edition, number))
            self._all_terms[number] = self.title_terms(number).union(*map(self.own_terms, members))
        return self._all_terms[number]

    def list_rule_with_subrules(self, number: str) -> tuple[str, ...]:
        """Return the rule that a number is or belongs to, and all of its subrules."""
        rule = without_letters(number)
        return (rule, *self._history.lineages.children(self._edition, rule))
