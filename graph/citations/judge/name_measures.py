"""Measure how likely a rule that is named next to a number is meant instead of the rule of the number.

All kinds of rules are cited next to the titles of keywords: `Flashback (CR 601.2f)`. No single fact shows whether such
a number is wrong, but several facts together do. A logistic regression (Cox, "The regression analysis of binary
sequences", 1958) weighs them. `python -m bench.likely_names` fits its weights.
"""

from math import log10
from typing import NamedTuple

from graph.citations.judge.case import Case
from graph.citations.judge.connections import list_all_terms, refer_to_each_other
from graph.citations.judge.glossary_names import has_several_words
from graph.citations.judge.labels import list_labels
from graph.citations.judge.name_positions import find_position
from graph.citations.judge.named_rules import NamedRule
from graph.citations.judge.placing import PlacedTitle
from graph.ledger.words import distinctive_terms
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


def measure_name(case: Case, rule: NamedRule) -> Measures:
    """Return the measures of a rule that is named next to a number.

    Args:
        case: The number.
        rule: The named rule.
    """
    of_words, of_rules, of_name = _measure_words(case, rule), _measure_rules(case, rule), _measure_position(case, rule)
    return Measures(constant=1.0, **of_words, **of_rules, **of_name)


def _measure_words(case: Case, rule: NamedRule) -> dict[str, float]:
    """Return the measures of the words near a number that the two rules have."""
    near_terms, name_terms, cited_terms = case.words.terms, distinctive_terms(rule.name.words), list_all_terms(case)
    terms_beyond_name = near_terms - name_terms
    named_terms = terms_beyond_name & _list_named_terms(case, rule)
    has_name = bool(name_terms) and name_terms <= cited_terms
    weight_of_named = case.lexicon.weight(named_terms - cited_terms)
    return {
        "share_of_cited": find_share_of_cited(case),
        "heaviest_of_cited": _find_heaviest(case, near_terms & cited_terms),
        "share_of_chapter": _find_share_of_chapter(case),
        "share_of_named": _divide(case.lexicon.weight(named_terms), case.lexicon.weight(terms_beyond_name)),
        "weight_of_named": log10(1 + weight_of_named),
        "weight_of_name": _find_heaviest(case, name_terms),
        "is_name_of_cited": float(has_name),
    }


def _measure_rules(case: Case, rule: NamedRule) -> dict[str, float]:
    """Return the measures of the titles, the chapters and the references of the two rules."""
    titles = _list_titles(case)
    are_in_same_chapter = chapter_of(case.number) in map(chapter_of, rule.numbers)
    return {
        "is_about_cited": float(case.words.may_be_about(titles)),
        "is_cited_titled": float(bool(titles)),
        "is_titled_sister": float(are_in_same_chapter and bool(titles)),
        "is_sister": float(are_in_same_chapter and not titles),
        "is_chapter": float(not any("." in number for number in rule.numbers)),
        "is_connected": float(any(refer_to_each_other(case, number) for number in rule.numbers)),
    }


def _measure_position(case: Case, rule: NamedRule) -> dict[str, float]:
    """Return the measures of the position of the name, and of the list that the number is in."""
    neighbours, name = _list_neighbours(case), rule.name
    return {
        "is_label": float(_is_label(case, name)),
        "stands_alone": float(find_position(case, name).stands_alone),
        "is_name": float(is_clear_name(case, name)),
        "is_in_prose": float(name.in_prose),
        "is_in_list": float(case.words.in_list),
        "has_chapter_in_list": float(chapter_of(case.number) in map(chapter_of, neighbours)),
        "has_rule_in_list": float(without_letters(case.number) in map(without_letters, neighbours)),
    }


def find_share_of_cited(case: Case) -> float:
    """Return the share of the words next to a number that its own rule has, with the titles above it."""
    terms = case.words.terms
    return _divide(case.lexicon.weight(terms & list_all_terms(case)), case.lexicon.weight(terms))


def find_logit(measures: Measures, weights: Measures = WEIGHTS) -> float:
    """Return the logarithm of the odds that the named rule is meant, if half of all such numbers are wrong."""
    return sum(weight * value for weight, value in zip(weights, measures, strict=True))


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


def _list_titles(case: Case) -> frozenset[str]:
    """Return the titles of the rule of a number; none for a rule without a title."""
    return case.history.titles.of_number(case.target_edition, case.number).of_rule


def _find_share_of_chapter(case: Case) -> float:
    """Return the share of the words that the chapter of a number has; 0 for a rule with a title."""
    if _list_titles(case):
        return 0.0
    terms = case.words.terms
    of_chapter = terms & case.lexicon.terms_below(case.target_edition, chapter_of(case.number))
    return _divide(case.lexicon.weight(of_chapter), case.lexicon.weight(terms))


def _is_label(case: Case, named: PlacedTitle) -> bool:
    """Return whether a name is all that is directly next to a number: `Storm (702.40)`, or `702.40: Storm`.

    The first word of a sentence is none, and no word within the sentence of the number. Unlike for other users of
    labels, the citation after the number does not matter.
    """
    if named.starts_sentence:
        return False
    labels = list_labels(case.words.citation, next_citation=None)
    return any(strip_title(label.words) == named.name and not label.in_sentence for label in labels)


def _list_named_terms(case: Case, rule: NamedRule) -> frozenset[int]:
    """Return the terms of a named rule and all that is below it."""
    return frozenset[int]().union(*(case.lexicon.terms_below(case.target_edition, number) for number in rule.numbers))


def _list_neighbours(case: Case) -> list[str]:
    """Return the numbers of the citations directly before and after that of a number in its list."""
    citations, position = case.words.list_with_position
    neighbours = (*citations[max(0, position - 1) : position], *citations[position + 1 : position + 2])
    return [number for neighbour in neighbours for number in neighbour.numbers]


def _find_heaviest(case: Case, terms: frozenset[int]) -> float:
    """Return the greatest weight of several terms, divided by `_GREATEST_WEIGHT`; 0 if there are none."""
    return max((case.lexicon.weight_of_term.get(term, 0.0) for term in terms), default=0.0) / _GREATEST_WEIGHT


def _divide(part: float, whole: float) -> float:
    """Return a share; 0 of nothing."""
    return part / whole if whole else 0.0
