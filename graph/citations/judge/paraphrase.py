"""The rules that the words next to a number may paraphrase, each with the probability that it is meant.

A conditional logit model (McFadden, "Conditional logit analysis of qualitative choice behavior", 1974) chooses among
the cited rule, its siblings and the rules that the words fit best. `python -m bench.paraphrases` fits its weights.
"""

import re
from collections.abc import Mapping, Sequence
from math import exp
from typing import NamedTuple

from graph.citations.judge.case import Case
from graph.citations.judge.rule_terms import FittingRule, RuleTerms
from graph.ledger.words import distinctive_terms
from rules.numbers import without_letters

_MOST_COVERED = 0.5
"""Maximum share of the weight of the words that the cited rule, its titles and its subrules have. Few wrong numbers
have more, and half of all right ones, which are spared the search for another rule."""
_MOST_CANDIDATES = 12
"""Number of rules with the best scores that may be meant. The one that is meant is rarely further down the list, and
each costs time."""
_CONTRAST = re.compile(
    r"\b(?:unlike|rather than|instead of|as opposed to|in contrast (?:to|with)|compare)\b", re.IGNORECASE
)
"""Words that introduce a rule which is not meant."""
_PROPER_NAME = re.compile(
    r"(?<![.!?:] )(?<!^)\b(?:[A-Z][\w'’-]*,? (?:(?:of|the|and|to|in) ){0,2})+[A-Z][\w'’-]*", re.MULTILINE
)
"""Several words with a capital within a sentence, mostly the name of a card."""


class Measures(NamedTuple):
    """The measures of a rule that may be meant. Shares are shares of the weight of terms.

    Attributes:
        score: The score of the rule in `RuleTerms.score`, divided by ten.
        share_of_rule: Share of the rule's own terms that the words have.
        share_of_words: Share of the words' terms that the rule, its titles and its subrules have.
        share_of_closest: Share of the closest words' terms that the rule has.
        shared_terms: Number of terms that words and rule have in common, divided by five.
        is_sibling: 1 for another subrule of the cited rule, or that rule.
        is_neighbour: 1 for a rule next to the cited one.
        is_cited: 1 for the cited rule.
        share_of_words_if_cited: `share_of_words` for the cited rule, 0 for others.
    """

    score: float
    share_of_rule: float
    share_of_words: float
    share_of_closest: float
    shared_terms: float
    is_sibling: float
    is_neighbour: float
    is_cited: float
    share_of_words_if_cited: float


WEIGHTS = Measures(
    score=0.24,
    share_of_rule=2.42,
    share_of_words=5.0,
    share_of_closest=1.03,
    shared_terms=1.19,
    is_sibling=4.04,
    is_neighbour=3.8,
    is_cited=5.44,
    share_of_words_if_cited=0.68,
)
"""The weight of each measure."""


class Candidate(NamedTuple):
    """A rule that may be meant.

    Attributes:
        number: Its number.
        measures: The measures of the rule.
    """

    number: str
    measures: Measures


def may_be_paraphrased(case: Case) -> bool:
    """Return whether rules have at least half of the words next to a number, and its own rule not most of them.

    The titles and the subrules of the number's own rule count as well. False if no rule has any of the words.
    """
    rules = case.lexicon.rule_terms(case.target_edition)
    terms = case.words.terms & case.lexicon.weight_of_term.keys()
    if not terms or not case.lexicon.are_familiar(case.words.terms):
        return False
    weight = rules.weight(terms)
    return rules.weight(terms & rules.all_terms(case.number)) <= _MOST_COVERED * weight


def read_terms(case: Case) -> frozenset[int]:
    """Return the distinctive terms of the words next to a number; none if they compare its rule with another one.

    Terms that only names of cards have are left out: a rule that lists these cards is not about them. So are terms that
    no rule has.
    """
    # A title in a sentence is also a part of its clause, where a name of several words shows as that of a card.
    texts = [evidence.words for evidence in case.words.citation.evidence if not evidence.in_sentence]
    if any(_CONTRAST.search(text) for text in texts):
        return frozenset()
    terms = frozenset[int]().union(*(distinctive_terms(_PROPER_NAME.sub(" ", text)) for text in texts))
    return frozenset(terms & case.lexicon.weight_of_term.keys())


def list_candidates(case: Case, terms: frozenset[int]) -> list[Candidate]:
    """Return the rules that may be meant by words with some terms; empty without terms.

    They are the rules that the terms fit best, then the cited rule and its siblings, if these are not among the best.
    """
    if not terms:
        return []
    rules = case.lexicon.rule_terms(case.target_edition)
    fits = {fitting.number: fitting for fitting in rules.rank(terms, _MOST_CANDIDATES)}
    siblings = [number for number in rules.list_rule_with_subrules(case.number) if rules.own_terms(number)]
    for number in (case.number, *siblings):
        if number not in fits:
            fits[number] = rules.fit(number, terms)
    close = distinctive_terms(case.words.close)
    clause = _Clause(
        cited=case.number,
        terms=terms,
        weight=rules.weight(terms),
        close=close,
        weight_of_close=rules.weight(close),
        neighbours=rules.list_neighbours(case.number),
        rules=rules,
    )
    return [Candidate(number, clause.measure(fitting)) for number, fitting in fits.items()]


class _Clause(NamedTuple):
    """The words next to a number.

    Attributes:
        cited: The number.
        terms: Their terms.
        weight: The weight of these terms.
        close: The terms of the closest words.
        weight_of_close: The weight of those terms.
        neighbours: The rules next to the cited one.
        rules: The terms of all rules.
    """

    cited: str
    terms: frozenset[int]
    weight: float
    close: frozenset[int]
    weight_of_close: float
    neighbours: frozenset[str]
    rules: RuleTerms

    def measure(self, fitting: FittingRule) -> Measures:
        """Return the measurements of a rule that may be meant."""
        number = fitting.number
        weight, own = self.rules.weight, self.rules.own_terms(number)
        shared = self.terms & own
        is_cited = number == self.cited
        rule = without_letters(number)
        is_sibling = not is_cited and rule == without_letters(self.cited)
        share_of_rule = _divide(fitting.weight_of_shared, self.rules.weight_of_own_terms(number))
        share_of_words = _divide(weight(self.terms & self.rules.all_terms(number)), self.weight)
        share_of_closest = _divide(weight(self.close & own), self.weight_of_close)
        return Measures(
            score=fitting.score / 10,
            share_of_rule=share_of_rule,
            share_of_words=share_of_words,
            share_of_closest=share_of_closest,
            shared_terms=len(shared) / 5,
            is_sibling=float(is_sibling),
            is_neighbour=float(rule in self.neighbours),
            is_cited=float(is_cited),
            share_of_words_if_cited=share_of_words if is_cited else 0.0,
        )


def _divide(part: float, whole: float) -> float:
    """Return a share; 0 of nothing."""
    return part / whole if whole else 0.0


def find_probabilities(candidates: Sequence[Candidate], weights: Sequence[float] = WEIGHTS) -> Mapping[str, float]:
    """Return the probability that each rule is meant, by its number; empty without candidates.

    The probabilities add up to 1. They are those of a text in which half of all numbers are wrong, since the weights
    were fitted to such texts.
    """
    logits = [_weigh(candidate, weights) for candidate in candidates]
    highest = max(logits, default=0.0)
    shares = [exp(logit - highest) for logit in logits]
    total = sum(shares)
    return {candidate.number: share / total for candidate, share in zip(candidates, shares, strict=True)}


def _weigh(candidate: Candidate, weights: Sequence[float]) -> float:
    """Return the logarithm of the odds of a rule that may be meant."""
    return sum(weight * value for weight, value in zip(weights, candidate.measures, strict=True))
