"""The terms of each rule of an edition, with the rules that some words fit best."""

from collections.abc import Callable, Iterable
from typing import NamedTuple

from graph.history import History
from graph.ledger.words import distinctive_terms
from rules.numbers import chapter_of, is_number, without_letters

_SATURATION, _LENGTH = 1.2, 0.5
"""The two parameters of BM25 (Robertson and Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond", 2009).
Rules are short, so that their length counts less than the usual 0.75."""
_OF_TITLE = 0.4
"""Weight of a term that only the title of a rule or chapter has, compared with a term of a rule's own words."""

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
        weight: Returns the total weight of terms.

    Attributes:
        weight: The same.
    """

    def __init__(
        self,
        history: History,
        edition: str,
        terms_of: Callable[[str], frozenset[int]],
        weight: Callable[[Iterable[int]], float],
    ) -> None:
        self.weight = weight
        self._children = history.children(edition)
        self._own: dict[str, frozenset[int]] = {}
        self._holders: dict[int, list[str]] = {}
        for number in history.ledger.numbers(edition):
            if "." not in number or not is_number(number):
                continue
            terms = terms_of(history.lineage(edition, number) or "")
            self._own[number] = terms
            for term in terms:
                self._holders.setdefault(term, []).append(number)
        headings = history.store.headings(edition)
        self._titles = {number: distinctive_terms(heading) for number, heading in headings.items()}
        total = sum(map(len, self._own.values()))
        self._average_length = total / max(1, len(self._own))

    def own(self, number: str) -> frozenset[int]:
        """Return the terms of a number's own words."""
        return self._own.get(number, frozenset())

    def titles(self, number: str) -> frozenset[int]:
        """Return the terms of the titles of the rule and the chapter that a number belongs to."""
        none = frozenset[int]()
        return self._titles.get(without_letters(number), none) | self._titles.get(chapter_of(number), none)

    def around(self, number: str) -> frozenset[int]:
        """Return the terms of a number with its titles; for a rule without a letter, also those of its subrules."""
        members = [number]
        if number == without_letters(number):
            members.extend(self._children.get(number, ()))
        return self.titles(number).union(*map(self.own, members))

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

    def rank(self, terms: frozenset[int]) -> list[FittingRule]:
        """Return the rules with any of some terms, the best first."""
        scores: dict[str, float] = {}
        for term in sorted(terms):
            weight = self.weight((term,))
            for number in self._holders.get(term, ()):
                scores[number] = scores.get(number, 0.0) + weight * self._damping(number)
        fitting = [
            FittingRule(score + _OF_TITLE * self.weight(terms & self.titles(number)), number)
            for number, score in scores.items()
        ]
        return sorted(fitting, reverse=True)

    def _damping(self, number: str) -> float:
        """Return the factor for each term of a rule, which is less for a long rule: it has many terms by chance."""
        relative_length = len(self.own(number)) / self._average_length
        length = 1 - _LENGTH + _LENGTH * relative_length
        return (_SATURATION + 1) / (1 + _SATURATION * length)
