"""CR010 likely-another-rule: numbers next to which the words of another rule are paraphrased.

A model with few parameters compares how well the words fit the cited rule and the rule of the edition that they fit
best. `python -m bench.paraphrases` fits and measures it.
"""

from collections.abc import Sequence
from math import exp, log, log1p
from typing import NamedTuple

from graph.citations.judge.case import Case
from graph.citations.judge.messages import join_words, number_with_title
from graph.citations.judge.rule_terms import FittingRule, RuleTerms
from graph.citations.records import Fault
from graph.ledger.words import distinctive_terms
from rules.numbers import chapter_of, without_letters
from rules.text import plain_words

LEAST_PROBABILITY = 0.9
"""Minimum probability that the best rule was meant for a number to be reported."""
_LEAST_TERMS = 3
"""Minimum number of terms that are a paraphrase."""
_LEAST_WEIGHT = 8.0
"""Minimum weight of these terms: two unusual words."""
_MOST_SHOWN = 5
"""Maximum number of words that a message shows."""
WEIGHTS = (-2.08, -0.17, 0.7, -0.48, 2.16, 0.85, 1.05, -1.01)
"""The weight of 1 and of each number of `Fit.measures`, in a logistic regression."""


class Fit(NamedTuple):
    """How well the words next to a number fit another rule than the one cited.

    Attributes:
        number: The number of the other rule.
        deciding: The terms that it has, and the cited rule, its titles and its subrules lack.
        measures: The share of the weight of all terms that the cited rule has; the logarithms of the weights of the
            terms that only the other rule has, and that only the cited one has; 1 if both are in one chapter, else 0;
            the lead of the other rule over the next best one, and over the cited one; the logarithm of the weight of
            all terms.
    """

    number: str
    deciding: frozenset[int]
    measures: tuple[float, ...]

    def probability_by(self, weights: Sequence[float] = WEIGHTS) -> float:
        """Return the probability that the other rule is meant, if half of all numbers were wrong."""
        logit = sum(weight * value for weight, value in zip(weights, (1.0, *self.measures), strict=True))
        return 1 / (1 + exp(-logit))


def check(case: Case) -> Fault | None:
    """Return the fault of a number next to which another rule is paraphrased; None if its own may be, or none."""
    fit = measure_fit(case)
    if fit is None or fit.probability_by() < LEAST_PROBABILITY or _may_belong_elsewhere(case, fit):
        return None
    words = join_words([f'"{word}"' for word in _list_deciding_words(case, fit)])
    cited, rival = case.number, number_with_title(case.history, case.target, fit.number)
    return Fault("CR010", f"The words next to {cited} fit {rival} better. Unlike {cited}, that rule has {words}.")


def measure_fit(case: Case) -> Fit | None:
    """Return how well the words next to a number fit the best other rule; None for too few words, or for none."""
    if case.is_chapter or case.words.in_list or case.words.citation.form != "number":
        return None
    rules = case.lexicon.rule_terms(case.target)
    terms = frozenset(term for term in case.words.terms if case.lexicon.weight((term,)))
    total = rules.weight(terms)
    if len(terms) < _LEAST_TERMS or total < _LEAST_WEIGHT:
        return None
    ranked = rules.rank(terms)
    rivals = [fitting for fitting in ranked if not _are_related(fitting.number, case.number)]
    if not rivals:
        return None
    return _compare(case, rules, terms, ranked, rivals)


def _compare(
    case: Case, rules: RuleTerms, terms: frozenset[int], ranked: list[FittingRule], rivals: list[FittingRule]
) -> Fit:
    """Return the comparison of the cited rule with the best of its rivals.

    Args:
        case: The cited number.
        rules: The terms of all rules.
        terms: The terms next to the number.
        ranked: All rules with any of these terms, the best first.
        rivals: Those of them that are unrelated to the cited rule; at least one.
    """
    best = rivals[0]
    next_score = rivals[1].score if len(rivals) > 1 else 0.0
    own_score = next((fitting.score for fitting in ranked if fitting.number == case.number), 0.0)
    cited, rival = rules.around(case.number), rules.own(best.number)
    deciding = terms & (rival - cited)
    total = rules.weight(terms)
    share = rules.weight(terms & cited) / total
    only_rival = log1p(rules.weight(deciding))
    only_cited = log1p(rules.weight(terms & (cited - rival)))
    in_one_chapter = float(chapter_of(best.number) == chapter_of(case.number))
    # Leads are divided so that all measures have about the same size.
    lead_over_next = (best.score - next_score) / 5
    lead_over_cited = (best.score - own_score) / 10
    measures = (share, only_rival, only_cited, in_one_chapter, lead_over_next, lead_over_cited, log(total))
    return Fit(best.number, deciding, measures)


def _are_related(first: str, second: str) -> bool:
    """Return whether two numbers are the same, or one is a subrule of the other."""
    return first == second or first == without_letters(second) or second == without_letters(first)


def _may_belong_elsewhere(case: Case, fit: Fit) -> bool:
    """Return whether the words may belong to the citation next to this one, or be the text of a rule that cites it."""
    if case.words.are_of_neighbour(case.history.lineage(case.target, fit.number) or ""):
        return True
    references = case.history.store.references(case.target, fit.number)
    return any(case.number in resolution.target for resolution in references)


def _list_deciding_words(case: Case, fit: Fit) -> list[str]:
    """Return the words with a deciding term, those of the greatest weight, in the order of the text."""
    weights = {
        word: case.lexicon.weight(distinctive_terms(word))
        for word in plain_words(case.words.text)
        if distinctive_terms(word) & fit.deciding
    }
    heaviest = sorted(weights, key=lambda word: (-weights[word], word))[:_MOST_SHOWN]
    return [word for word in weights if word in heaviest]
