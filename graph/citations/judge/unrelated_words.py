"""The decision whether the words next to a number have nothing to do with the rule that it named in an edition.

Such a number was probably wrong from the beginning, so that the present number of its rule would be wrong as well.
"""

from typing import Literal

from graph.citations.judge.lexicon import COMMON, ENOUGH, UNUSUAL, Lexicon
from graph.citations.judge.words import Words
from graph.ledger.words import distinctive_terms
from rules.numbers import is_number

Support = Literal["fits", "lacks"]
"""Whether words next to a number fit a rule: `fits` if one of them shows it, `lacks` if several words of rules do not.
"""

_LEAST_TERMS = 2
"""Minimum number of terms among the words that are of rules, but not of very many: a single one may be any word of the
author's own sentence."""
_LEAST_WEIGHT = UNUSUAL + COMMON
"""Minimum weight of these terms: that of an unusual one and a common one."""
_LEAST_OF_WORDS = 0.8
"""Minimum share of the weight of the words that is of words of a rule, if they fit that rule."""


def are_unrelated(words: Words, edition: str, number: str) -> bool:
    """Return whether several words next to a number are of rules, but none of them is of its rule in an edition.

    An unusual one of them must be before the number: those after it may belong to the next thing of a sentence.
    The words of identifiers count as well, and so do the titles of the rule and its chapter. If the rule has a title,
    the words of all its subrules count, since a comment on a keyword may cite any of them.

    Args:
        words: The words next to the number.
        edition: The edition.
        number: The number, which the edition has.
    """
    lexicon = words.lexicon
    terms = _list_terms(words)
    if not is_number(number) or len(terms) < _LEAST_TERMS or lexicon.weight(terms) < _LEAST_WEIGHT:
        return False
    if not lexicon.have_rare(_list_terms_before(words)):
        return False
    if not lexicon.are_familiar(words.terms_with_identifiers):
        return False  # words of another language
    if _may_name_rule(words, edition, number):
        return False
    own_terms = _find_own_terms(lexicon, edition, number) | lexicon.rule_terms(edition).title_terms(number)
    return terms.isdisjoint(own_terms)


def find_support(words: Words, edition: str, number: str) -> Support | None:
    """Return whether the words next to a number fit the rule that it has in an edition, or lack anything that shows it.

    Very common words show nothing, even if the rule has them. Of a titled rule the words of all its subrules count.
    None if there are too few words of rules, or words of another language.

    Args:
        words: The words next to the number.
        edition: The edition.
        number: The number, which the edition has.
    """
    lexicon = words.lexicon
    if not is_number(number):
        return None
    terms = _list_terms(words)
    own_weight = lexicon.weight(terms & _find_own_terms(lexicon, edition, number))
    if own_weight >= UNUSUAL or _may_name_rule(words, edition, number):
        return "fits"
    shows_something = len(terms) >= _LEAST_TERMS and lexicon.are_familiar(words.terms_with_identifiers)
    return "lacks" if shows_something else None


def _list_terms(words: Words) -> frozenset[int]:
    """Return the terms of some words, with those of identifiers, that are of rules, but not of very many."""
    weights = words.lexicon.weight_of_term
    return frozenset(term for term in words.terms_with_identifiers if weights.get(term, 0.0) >= COMMON)


def _may_name_rule(words: Words, edition: str, number: str) -> bool:
    """Return whether some words may be about the title that a number or its chapter has in an edition."""
    titles = words.lexicon.history.titles.of_number(edition, number)
    return words.may_be_about(titles.of_rule | titles.of_chapter)


def _find_own_terms(lexicon: Lexicon, edition: str, number: str) -> frozenset[int]:
    """Return the terms of the rule that a number has in an edition; of a titled rule, also those of its subrules."""
    history = lexicon.history
    has_title = bool(history.titles.of_number(edition, number).of_rule)
    family = lexicon.family(edition, number) if has_title else frozenset[str]()
    lineage = history.lineages.find(edition, number) or ""
    return lexicon.terms_of(family | {lineage})


def _list_terms_before(words: Words) -> frozenset[int]:
    """Return the distinctive terms of the words before a number."""
    before = (evidence for evidence in words.citation.evidence if evidence.end <= words.citation.start)
    return frozenset[int]().union(*(distinctive_terms(evidence.words) for evidence in before))


def find_rule_of_words(words: Words, edition: str) -> str | None:
    """Return the rule of an edition that has nearly all of several words next to a number; None without one.

    Args:
        words: The words next to the number.
        edition: The edition.
    """
    rules = words.lexicon.rule_terms(edition)
    terms = frozenset(words.terms & words.lexicon.weight_of_term.keys())
    for rule in rules.search.rank(terms, 1):
        weight = rules.weight(terms & rules.all_terms(rule))
        if weight >= ENOUGH and weight >= _LEAST_OF_WORDS * rules.weight(terms):
            return rule
    return None
