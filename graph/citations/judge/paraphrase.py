"""The probability that a number is wrong, by its own rule and the rule that the words next to it fit best, its rival.

The model is a logistic regression (Cox, "The Regression Analysis of Binary Sequences", 1958). It measures how much of
the words each of the two rules has, and how well the number and the rival fit the other citations of the file: a number
that continues a sequence is seldom wrong. `python -m bench.paraphrases --fit` fits the weights.
"""

import re
from collections.abc import Iterable, Sequence
from math import exp, inf
from typing import NamedTuple

from graph.citations.judge.case import Case
from graph.citations.judge.connections import are_related
from graph.citations.judge.lexicon import ENOUGH
from graph.ledger.words import distinctive_terms
from rules.late_patterns import compile_late
from rules.numbers import chapter_of, is_number, sort_key, without_letters

_MOST_CANDIDATES = 12
"""Number of rules among which the rival is chosen. With more of them hardly a wrong number more is found, and each
costs time."""
_OF_CITED_RULE = 0.2
"""Addition to the share of the words of a candidate for the rival whose rule the file cites elsewhere."""
_MOST_TERMS = 4
"""Maximum number of terms that count if the rival has more of them than the cited rule."""
LEAST_DOUBT = -1.2
"""Minimum log odds of a number, without those of its rival, for a search for the rival. It spares three of four right
numbers that search, and costs one in eight reports of wrong ones."""
_LEAST_FAMILIAR = 0.7
"""Minimum share of the terms of the words that rules have. Of words that are half in another language, rules have about
half."""
_MOST_OF_WORDS = 0.8
"""Minimum share of the words that a rival in the chapter of the cited rule has. Authors mostly mistake a rule for one
near it, so that the words need not have a good part of such a rival."""
_ENOUGH_OF_WORDS = 0.6
"""Minimum share of the words that any rival has: the words must be about the rival and not only mention its subject."""
_LEAST_AGREEMENT = 0.2
"""Minimum product of the share of the words that the rival has and the share of the rival that the words have. Words
that have a small part of a long rule are seldom a paraphrase of it."""
_LEAST_WEIGHT = 11.0
"""Minimum weight of the terms that the rival has and the cited rule lacks: that of three unusual words."""
_LEAST_DECIDING = 3
"""Minimum number of these terms. Two words are often next to each other in rules of very different subjects."""
_MOST_OF_CITED = 1 / 3
"""Maximum share of the words that the cited rule has, with its titles and its subrules. If it has more of them, they
may be about it, however well they fit another rule."""
_CONTRAST = compile_late(
    r"\b(?:unlike|rather than|instead of|as opposed to|in contrast (?:to|with)|compare)\b", re.IGNORECASE
)
"""Words that introduce a rule which is not meant."""
_PROPER_NAME = compile_late(
    r"(?<![.!?:] )(?<!^)\b(?:[A-Z][\w'’-]*,? (?:(?:of|the|and|to|in) ){0,2})+[A-Z][\w'’-]*", re.MULTILINE
)
"""Several words with a capital within a sentence, mostly the name of a card."""


class FileMeasures(NamedTuple):
    """The measures of a cited number among the citations of its file.

    Attributes:
        is_only_of_rule: 1 if the file cites the rule of the number nowhere else.
        is_in_order: 1 if the number is between those of the citations before and after it, all of one chapter.
    """

    is_only_of_rule: float
    is_in_order: float


class WordMeasures(NamedTuple):
    """The measures of a cited number by the words next to it. Shares are shares of the weight of terms.

    Attributes:
        share_of_rule: Share of the rule's own terms that the words have.
        share_of_words: Share of the words' terms that the rule, its titles and its subrules have.
    """

    share_of_rule: float
    share_of_words: float


class RivalMeasures(NamedTuple):
    """The measures of a rival, compared with the cited rule.

    Attributes:
        share_of_rule: Share of the rival's own terms that the words have.
        more_of_words: Share of the words' terms that the rival, its titles and its subrules have, minus that of the
            cited rule.
        more_terms: Number of the words' terms that the rival's own text has, minus that of the cited rule; at most
            `_MOST_TERMS`, so that long clauses do not decide by their length.
        is_cited: 1 if the file cites the rival, its rule or one of its subrules elsewhere.
    """

    share_of_rule: float
    more_of_words: float
    more_terms: float
    is_cited: float


class Weights(NamedTuple):
    """The weights of all measures: the greater the weighted sum, the likelier is the number wrong.

    Attributes:
        constant: The sum if all measures are 0.
        file: The weight of each measure of the number in its file.
        words: The weight of each measure by the words; not positive: words of the cited rule only lessen the doubt.
        rival: The weight of each measure of the rival.
    """

    constant: float
    file: FileMeasures
    words: WordMeasures
    rival: RivalMeasures


WEIGHTS = Weights(
    constant=-0.71,
    file=FileMeasures(is_only_of_rule=0.91, is_in_order=-0.69),
    words=WordMeasures(share_of_rule=-2.17, share_of_words=-0.94),
    rival=RivalMeasures(share_of_rule=1.01, more_of_words=2.09, more_terms=0.19, is_cited=0.84),
)


def read_terms(case: Case) -> frozenset[int]:
    """Return the distinctive terms of the words next to a number; none if they cannot show that it is wrong.

    They cannot if some of them may belong to the number before or to a list, if they compare the rule with another one,
    or if too many of them are of no rule, such as words of another language. Terms that only names of cards have are
    left out: a rule that lists these cards is not about them.
    """
    if case.words.in_list or case.words.before in case.words.list_sharing():
        return frozenset()
    # A title in a sentence is also a part of its clause, where a name of several words shows as that of a card.
    texts = [evidence.words for evidence in case.words.citation.evidence if not evidence.in_sentence]
    if any(_CONTRAST.search(text) for text in texts):
        return frozenset()
    terms = frozenset[int]().union(*(distinctive_terms(_PROPER_NAME.sub(" ", text)) for text in texts))
    familiar = frozenset(terms & case.lexicon.weight_of_term.keys())
    return familiar if len(familiar) >= _LEAST_FAMILIAR * len(terms) else frozenset()


def measure_file(case: Case) -> FileMeasures:
    """Return the measures of a number among the citations of its file."""
    return FileMeasures(
        is_only_of_rule=float(case.cited_numbers.count_rule(case.number) <= 1),  # the number itself is one of them
        is_in_order=float(_is_in_order(case)),
    )


class Paraphrase:
    """The words next to a number, which may paraphrase its rule or another one.

    Args:
        case: The number.
        terms: The terms of the words, from `read_terms`; at least one.

    Attributes:
        measures: The measures of the number by these words.
    """

    def __init__(self, case: Case, terms: frozenset[int]) -> None:
        self._case = case
        self._terms = terms
        self._rules = case.lexicon.rule_terms(case.target_edition)
        self._weight = self._rules.weight(terms)
        self._shared = terms & self._rules.own_terms(case.number)
        self.measures = WordMeasures(
            share_of_rule=self._share_of_rule(case.number),
            share_of_words=self._share_of_words(case.number),
        )

    def find_rival(self) -> str | None:
        """Return the rule that has the greatest share of the words, apart from the cited rule.

        A rule that the file cites elsewhere is preferred. Rules above and below the cited one are left out.

        Returns:
            None if no rule has any of the words, or if they are not clearly a paraphrase of that rule.
        """
        if self._terms <= self._rules.all_terms(self._case.number):
            return None
        rival = self._find_best()
        if rival is None:
            return None
        return rival if self._can_decide(rival) else None

    def _can_decide(self, rival: str) -> bool:
        """Return whether the words are clearly a paraphrase of a rival, and not of the cited rule.

        The cited rule must have few of the words, and lack at least three that the rival has. A rival in its chapter
        must have nearly all of the words, one of them unusual. Any other rival must have most of the words, they a good
        part of the rival, and more must decide.
        """
        terms = self.list_deciding_terms(rival)
        if len(terms) < _LEAST_DECIDING or self.measures.share_of_words > _MOST_OF_CITED:
            return False
        weight, share = self._rules.weight(terms), self._share_of_words(rival)
        is_near = chapter_of(rival) == chapter_of(self._case.number)
        if is_near and share >= _MOST_OF_WORDS and weight >= ENOUGH and self._case.lexicon.have_rare(terms):
            return True
        if share < _ENOUGH_OF_WORDS or weight < _LEAST_WEIGHT:
            return False
        return share * self._share_of_rule_with_subrules(rival) >= _LEAST_AGREEMENT

    def list_deciding_terms(self, rival: str) -> frozenset[int]:
        """Return the terms of the words that a rival has and the cited rule lacks."""
        # A rival without a letter may be meant for its subrules, so their words count as well.
        is_whole_rule = rival == without_letters(rival)
        rival_terms = self._rules.all_terms(rival) if is_whole_rule else self._rules.own_terms(rival)
        return self._terms & (rival_terms - self._rules.all_terms(self._case.number))

    def _find_best(self) -> str | None:
        """Return the rule that has the greatest share of the words; see `find_rival`."""
        best, best_share = None, -inf
        for number in self._rules.search.rank(self._terms, _MOST_CANDIDATES):
            if are_related(number, self._case.number):
                continue
            share = self._share_of_words(number)
            if self._is_cited_elsewhere(number):
                share += _OF_CITED_RULE
            if share > best_share:
                best, best_share = number, share
        return best

    def measure_rival(self, rival: str) -> RivalMeasures:
        """Return the measures of a rival, given by its number."""
        shared = self._terms & self._rules.own_terms(rival)
        return RivalMeasures(
            share_of_rule=self._share_of_rule(rival),
            more_of_words=self._share_of_words(rival) - self.measures.share_of_words,
            more_terms=float(min(_MOST_TERMS, len(shared) - len(self._shared))),
            is_cited=float(self._is_cited_elsewhere(rival)),
        )

    def _share_of_rule(self, number: str) -> float:
        """Return the share of a rule's own terms that the words have."""
        shared = self._terms & self._rules.own_terms(number)
        return _divide(self._rules.weight(shared), self._rules.weight_of_own_terms(number))

    def _share_of_rule_with_subrules(self, number: str) -> float:
        """Return the share of the terms of a rule that the words have; its subrules count if its number has no letter.

        The own words of a rule with subrules are often only its title, which is in many clauses about other rules.
        """
        if number != without_letters(number):
            return self._share_of_rule(number)
        all_terms = self._rules.all_terms(number)
        return _divide(self._rules.weight(self._terms & all_terms), self._rules.weight(all_terms))

    def _share_of_words(self, number: str) -> float:
        """Return the share of the words' terms that a rule, its titles and its subrules have."""
        return _divide(self._rules.weight(self._terms & self._rules.all_terms(number)), self._weight)

    def _is_cited_elsewhere(self, number: str) -> bool:
        """Return whether the file cites the rule of another number, apart from the citation that is judged."""
        is_same_rule = without_letters(number) == without_letters(self._case.number)
        judged_citations = 1 if is_same_rule else 0  # the citation that is judged counts in the file, too
        return self._case.cited_numbers.count_rule(number) > judged_citations


def _divide(part: float, whole: float) -> float:
    """Return a share; 0 of nothing."""
    return part / whole if whole else 0.0


def _is_in_order(case: Case) -> bool:
    """Return whether a number is between those of the citations before and after it, all of one chapter.

    Examples: 702.40b between 702.40a and 702.41 is; 702.40b between 702.40a and 704.3 is not.
    """
    before, after = case.words.before, case.words.after
    if before is None or after is None or not before.numbers or not after.numbers:
        return False
    previous, following = before.numbers[-1], after.numbers[0]
    if not (is_number(previous) and is_number(following) and is_number(case.number)):
        return False
    chapter = chapter_of(case.number)
    if chapter_of(previous) != chapter or chapter_of(following) != chapter:
        return False
    return sort_key(previous) <= sort_key(case.number) <= sort_key(following)


def find_doubt(file: FileMeasures, words: WordMeasures | None = None, weights: Weights = WEIGHTS) -> float:
    """Return the log odds that a number is wrong, without those of its rival.

    Args:
        file: The measures of the number in its file.
        words: Its measures by the words; None for the greatest doubt that any words can leave.
        weights: The weight of each measure.
    """
    doubt = weights.constant + _weigh(file, weights.file)
    if words is not None:
        doubt += _weigh(words, weights.words)
    return doubt


def find_probability(doubt: float, rival: RivalMeasures, weights: Weights = WEIGHTS) -> float:
    """Return the probability that a number is wrong.

    It is that of a text in which half of all numbers are wrong, since the weights were fitted to such texts.

    Args:
        doubt: The log odds without the rival, from `find_doubt`.
        rival: The measures of the rival.
        weights: The weight of each measure.
    """
    log_odds = doubt + _weigh(rival, weights.rival)
    return 1 / (1 + exp(-log_odds))


def _weigh(measures: Iterable[float], weights: Sequence[float]) -> float:
    """Return the weighted sum of measures."""
    return sum(weight * measure for weight, measure in zip(weights, measures, strict=True))
