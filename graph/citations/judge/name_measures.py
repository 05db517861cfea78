"""Measure how likely a rule that is named next to a number is meant instead of the rule of the number.

All kinds of rules are cited next to the titles of keywords: `Flashback (CR 601.2f)`. No single fact shows whether such
a number is wrong, but several facts together do. A logistic regression (Cox, "The regression analysis of binary
sequences", 1958) weighs them. `python -m bench.likely_names` fits its weights.
"""

from math import fsum, inf, log10
from operator import mul
from typing import NamedTuple

from graph.citations.judge.case import Case
from graph.citations.judge.connections import refer_to_each_other
from graph.citations.judge.glossary_names import has_several_words
from graph.citations.judge.labels import list_labels
from graph.citations.judge.name_positions import find_position
from graph.citations.judge.named_rules import NamedRule
from graph.citations.judge.placing import PlacedTitle
from graph.ledger.words import distinctive_terms
from rules.caching import cached_property
from rules.numbers import chapter_of, without_letters
from rules.text import strip_title

_GREATEST_WEIGHT = 10.0
"""The greatest weights of terms are about ten. Divided by it, they are measures between 0 and 1, as most others are."""


class Measures(NamedTuple):
    """The measures of a rule that is named next to a number.

    The *cited rule* is that of the number, with the titles above it; the *named rule* is one that is named, with all
    that is below it. The *words* are those near the number; each has a weight, which is the greater the fewer rules
    have the word. Shares are shares of this weight. A measure that is a question is 1 for yes and 0 for no.

    Attributes:
        constant: 1 for every rule.
        share_of_cited: Share of the words that the cited rule has.
        heaviest_of_cited: The greatest weight of a word that the cited rule has, divided by ten.
        share_of_chapter: Share of the words that the chapter of the cited rule has; 0 if the cited rule has a title,
            since such chapters have all kinds of words.
        share_of_named: Share of the words, without the name, that the named rule has.
        weight_of_named: Logarithm to base ten of 1 plus the weight of those words that only the named rule has.
        weight_of_name: The greatest weight of a word of the name, divided by ten.
        is_name_of_cited: Does the cited rule have all words of the name?
        is_about_cited: May a word be about the title of the cited rule?
        is_cited_titled: Does the cited rule have a title?
        is_titled_sister: Are both rules in one chapter, and has the cited one a title?
        is_sister: Are both rules in one chapter, and has the cited one no title?
        is_chapter: Is the named rule a chapter?
        is_label: Is the name all that is directly next to the number?
        stands_alone: Do marks separate the name from all other words?
        is_name: Is the name more than an ordinary word, by its form or because few rules have the word?
        is_in_prose: Is the name in a sentence that the number is a part of?
        is_in_list: Is the number in a list of citations?
        has_chapter_in_list: Is a citation directly before or after in the list of the chapter of the number?
        has_rule_in_list: Is one of them of the rule of the number?
        is_connected: Does one of the rules refer to the other?
    """

    constant: float
    share_of_cited: float
    heaviest_of_cited: float
    share_of_chapter: float
    share_of_named: float
    weight_of_named: float
    weight_of_name: float
    is_name_of_cited: float
    is_about_cited: float
    is_cited_titled: float
    is_titled_sister: float
    is_sister: float
    is_chapter: float
    is_label: float
    stands_alone: float
    is_name: float
    is_in_prose: float
    is_in_list: float
    has_chapter_in_list: float
    has_rule_in_list: float
    is_connected: float


WEIGHTS = Measures(
    constant=-0.66,
    share_of_cited=-2.52,
    heaviest_of_cited=-4.47,
    share_of_chapter=-2.36,
    share_of_named=3.03,
    weight_of_named=1.08,
    weight_of_name=1.79,
    is_name_of_cited=-1.36,
    is_about_cited=-2.22,
    is_cited_titled=0.56,
    is_titled_sister=1.59,
    is_sister=3.58,
    is_chapter=-0.61,
    is_label=2.01,
    stands_alone=0.78,
    is_name=0.58,
    is_in_prose=-0.73,
    is_in_list=-0.23,
    has_chapter_in_list=-1.69,
    has_rule_in_list=-2.19,
    is_connected=-1.58,
)
"""The weight of each measure."""
_BY_POSITION = ("is_label", "stands_alone", "is_name", "is_in_prose")
"""The measures of the position of a name."""
_MOST_BY_POSITION = sum(max(0.0, getattr(WEIGHTS, name)) for name in _BY_POSITION)
"""The most that these measures, which are 0 or 1, can add to a logit. The weights of all others that take long to find
are negative."""
_NOTHING = Measures(*(0.0 for _ in Measures._fields))
"""The measures before any is found."""


class NameMeasurer:
    """Measures rules that are named next to one number.

    Args:
        case: The number.
    """

    def __init__(self, case: Case) -> None:
        self._case = case
        self._rules = case.lexicon.rule_terms(case.target_edition)
        self._terms = case.words.terms
        self._cited_terms = self._rules.all_terms(case.number)
        self._titles = case.history.titles.of_number(case.target_edition, case.number).of_rule

    @property
    def has_cited_all(self) -> bool:
        """Return whether there are words next to the number, and its own rule has all of them: a share of 1."""
        return bool(self._terms) and self._terms <= self._cited_terms

    @cached_property
    def share_of_cited(self) -> float:
        """Return the share of the words next to the number that its own rule has, with the titles above it."""
        return self._find_share(self._terms & self._cited_terms, self._terms)

    def measure(self, rule: NamedRule, least: float = -inf) -> Measures | None:
        """Return the measures of a named rule; None if its logit is smaller than `least`, whatever the others are.

        Most rules are so unlikely by the words that the measures that take longer need not be found.
        """
        found = self._of_cited._replace(**self._measure_words(rule), **self._measure_chapters(rule))
        if find_logit(found) + _MOST_BY_POSITION < least:
            return None
        found = found._replace(**self._measure_position(rule))
        if find_logit(found) < least:
            return None  # the measures that are left only lower the logit
        return found._replace(**self._measure_neighbours(), **self._measure_connections(rule))

    @cached_property
    def _of_cited(self) -> Measures:
        """Return the measures of the cited rule by the words; all others are 0."""
        return _NOTHING._replace(
            constant=1.0,
            share_of_cited=self.share_of_cited,
            heaviest_of_cited=self._find_heaviest(self._terms & self._cited_terms),
            share_of_chapter=self._find_share_of_chapter(),
            is_cited_titled=float(bool(self._titles)),
        )

    def _measure_words(self, rule: NamedRule) -> dict[str, float]:
        """Return the measures of the words near the number that the named rule has."""
        name_terms = distinctive_terms(rule.name.words)
        terms_beyond_name = self._terms - name_terms
        named_terms = terms_beyond_name & self._list_named_terms(rule)
        has_name = bool(name_terms) and name_terms <= self._cited_terms
        return {
            "share_of_named": self._find_share(named_terms, terms_beyond_name),
            "weight_of_named": log10(1 + self._rules.weight(named_terms - self._cited_terms)),
            "weight_of_name": self._find_heaviest(name_terms),
            "is_name_of_cited": float(has_name),
        }

    def _measure_chapters(self, rule: NamedRule) -> dict[str, float]:
        """Return the measures of the chapters of the two rules."""
        are_in_same_chapter = chapter_of(self._case.number) in map(chapter_of, rule.numbers)
        return {
            "is_titled_sister": float(are_in_same_chapter and bool(self._titles)),
            "is_sister": float(are_in_same_chapter and not self._titles),
            "is_chapter": float(not any("." in number for number in rule.numbers)),
        }

    def _measure_position(self, rule: NamedRule) -> dict[str, float]:
        """Return the measures of the position of the name."""
        case, name = self._case, rule.name
        return {
            "is_label": float(_is_label(case, name)),
            "stands_alone": float(find_position(case, name).stands_alone),
            "is_name": float(is_clear_name(case, name)),
            "is_in_prose": float(name.in_prose),
        }

    def _measure_neighbours(self) -> dict[str, float]:
        """Return the measures of the list that the number is in."""
        number, neighbours = self._case.number, _list_neighbours(self._case)
        return {
            "is_in_list": float(self._case.words.in_list),
            "has_chapter_in_list": float(chapter_of(number) in map(chapter_of, neighbours)),
            "has_rule_in_list": float(without_letters(number) in map(without_letters, neighbours)),
        }

    def _measure_connections(self, rule: NamedRule) -> dict[str, float]:
        """Return the measures of the title of the cited rule, and of the references of the two rules."""
        case = self._case
        return {
            "is_about_cited": float(case.words.may_be_about(self._titles)),
            "is_connected": float(any(refer_to_each_other(case, number) for number in rule.numbers)),
        }

    def _list_named_terms(self, rule: NamedRule) -> frozenset[int]:
        """Return the terms of a named rule and all that is below it."""
        edition, terms_below = self._case.target_edition, self._case.lexicon.terms_below
        if len(rule.numbers) == 1:
            return terms_below(edition, rule.numbers[0])  # nearly always
        return frozenset[int]().union(*(terms_below(edition, number) for number in rule.numbers))

    def _find_share_of_chapter(self) -> float:
        """Return the share of the words that the chapter of the number has; 0 for a rule with a title."""
        if self._titles:
            return 0.0
        case = self._case
        of_chapter = case.lexicon.terms_below(case.target_edition, chapter_of(case.number))
        return self._find_share(self._terms & of_chapter, self._terms)

    def _find_heaviest(self, terms: frozenset[int]) -> float:
        """Return the greatest weight of several terms, divided by `_GREATEST_WEIGHT`; 0 if there are none."""
        return self._rules.heaviest(terms) / _GREATEST_WEIGHT

    def _find_share(self, part: frozenset[int], whole: frozenset[int]) -> float:
        """Return the share of the weight of some terms in that of others; 0 of nothing."""
        if not part:
            return 0.0
        weight = self._rules.weight(whole)
        return self._rules.weight(part) / weight if weight else 0.0


def find_logit(measures: Measures, weights: Measures = WEIGHTS) -> float:
    """Return the logarithm of the odds that the named rule is meant, if half of all such numbers are wrong."""
    return fsum(map(mul, weights, measures))


def is_clear_name(case: Case, named: PlacedTitle) -> bool:
    """Return whether a name is surely meant as a name, and not as an ordinary word of the sentence.

    It is if it has several words, if it is a keyword with a word that few rules have, if it stands alone, or if it is
    set off, as by a capital. At the start of a sentence or clause a capital sets nothing off.
    """
    if has_several_words(named.words):
        return True
    if named.name in case.lexicon.keywords and case.lexicon.have_rare(distinctive_terms(named.words)):
        return True
    position = find_position(case, named)
    if position.stands_alone:
        return True
    return named.set_off and not (position.begins_clause or named.starts_sentence)


def _is_label(case: Case, named: PlacedTitle) -> bool:
    """Return whether a name is all that is directly next to a number: `Storm (702.40)`, or `702.40: Storm`.

    The first word of a sentence is none, and no word within the sentence of the number. Unlike for other users of
    labels, the citation after the number does not matter.
    """
    if named.starts_sentence:
        return False
    labels = list_labels(case.words.citation, next_citation=None)
    return any(strip_title(label.words) == named.name and not label.in_sentence for label in labels)


def _list_neighbours(case: Case) -> list[str]:
    """Return the numbers of the citations directly before and after that of a number in its list."""
    citations, position = case.words.list_with_position
    neighbours = (*citations[max(0, position - 1) : position], *citations[position + 1 : position + 2])
    return [number for neighbour in neighbours for number in neighbour.numbers]
