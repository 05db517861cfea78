"""Find numbers next to the name of a rule that is likelier meant, by the odds of `name_measures`.

Right numbers must not be reported, so that CR004 and CR005 need high odds and a clear name outside of a sentence that
the number is a part of. The number must also be in a chapter of rules with titles, such as keywords: other rules are
cited next to all kinds of names. CR010, which only some users want, is content with any chapter and with names of the
glossary that have several words.
"""

from typing import NamedTuple

from graph.citations.judge.case import Case
from graph.citations.judge.cr004 import make_name_fault
from graph.citations.judge.glossary_names import has_several_words
from graph.citations.judge.messages import number_with_title
from graph.citations.judge.name_measures import Measures, NameMeasurer, find_logit
from graph.citations.judge.named_rules import NamedRule, is_of_neighbour, is_verb, list_named_rules
from graph.citations.judge.other_titles import make_other_fault
from graph.citations.judge.placing import PlacedTitle
from graph.citations.records import Fault
from graph.ledger.words import distinctive_terms
from rules.numbers import chapter_of
from rules.sentences import join_words

_LEAST = 2.5
"""Minimum logarithm of the odds. At 2.5 the odds are 12 to 1, in a text half of whose numbers are
wrong."""
_MOST_OF_CITED = 0.25
"""Maximum share of the words that the cited rule has, for CR004 and CR005. A keyword that does the same as an older one
is often described with a citation of the older one."""
_MOST_OF_CITED_ON_REQUEST = 0.4
"""Maximum share of the words that the cited rule has, for CR010. Hardly any wrong number has more, and most right
numbers have, so that this spares most of the work."""


class _LikelyRule(NamedTuple):
    """A rule that is named next to a number, with its measures and the logarithm of the odds that it is meant."""

    rule: NamedRule
    measures: Measures
    logit: float


def check(case: Case) -> Fault | None:
    """Return the fault of a number next to which another rule is named that is almost certainly meant; else None."""
    if not case.lexicon.is_chapter_of_titles(case.target_edition, chapter_of(case.number)):
        return None
    likely = _find_likeliest(case, _LEAST, _MOST_OF_CITED)
    if likely is None or not _is_clear(likely) or is_verb(case, likely.rule.name):
        return None
    rule = likely.rule
    if rule.is_title:
        return make_other_fault(case, rule.name, rule.numbers, is_sure=bool(likely.measures.is_label))
    return make_name_fault(case, rule.name.words, rule.numbers).without_suggestions()


def _is_clear(likely: _LikelyRule) -> bool:
    """Return whether a name is certainly meant as the name of its rule.

    A name of the glossary must lead to a rule of the same chapter: most of these names are of things, which rules of
    all chapters are about.
    """
    measures = likely.measures
    if not (likely.rule.is_title or measures.is_titled_sister):
        return False
    return bool(measures.is_name) and not (measures.is_in_prose or measures.is_chapter)


def check_on_request(case: Case) -> Fault | None:
    """Return the fault CR010 of a number next to which another rule is named that is probably meant; else None."""
    likely = _find_likeliest(case, _LEAST, _MOST_OF_CITED_ON_REQUEST)
    if likely is None or not _is_name_of_rule(likely) or _is_common_word(case, likely.rule.name):
        return None
    history, target, rule = case.history, case.target_edition, likely.rule
    meant = join_words([number_with_title(history, target, number) for number in rule.numbers], "or")
    return Fault(
        "CR010", f'"{rule.name.words}", named next to {number_with_title(history, target, case.number)}, fits {meant}.'
    )


def _is_name_of_rule(likely: _LikelyRule) -> bool:
    """Return whether a name is meant as the name of one rule, and not as a thing that rules of all kinds are about.

    A title of a chapter is often such a thing, as are one word of the glossary and a name within a sentence.
    """
    measures, rule = likely.measures, likely.rule
    if not (rule.is_title or has_several_words(rule.name.words)):
        return False
    return bool(measures.is_name) and not (measures.is_in_prose or measures.is_chapter)


def _is_common_word(case: Case, name: PlacedTitle) -> bool:
    """Return whether a name is only one word that many rules have, such as "library"."""
    return not (has_several_words(name.words) or case.lexicon.have_rare(distinctive_terms(name.words)))


def _find_likeliest(case: Case, least: float, most_of_cited: float) -> _LikelyRule | None:
    """Return the rule that is named next to a number and is likeliest meant instead of it; None if none is likely.

    None also for a chapter, a range and a list, for a number that named another rule in the edition that it was written
    for, and if rules have less than half of the words, which are then of another language or subject.

    Args:
        case: The number, which the target edition has.
        least: Minimum logarithm of the odds.
        most_of_cited: Maximum share of the words that the cited rule has.
    """
    if case.is_chapter or case.words.citation.form != "number" or case.words.in_list or case.may_have_drifted:
        return None
    measurer = NameMeasurer(case)
    # The cheapest test comes first: the words of most right numbers are all words of the cited rule.
    if measurer.has_cited_all or measurer.share_of_cited > most_of_cited:
        return None
    if not case.lexicon.are_familiar(case.words.terms):
        return None
    likely: list[_LikelyRule] = []
    for rule in list_named_rules(case):
        measures = measurer.measure(rule, least)
        if measures is None or find_logit(measures) < least:
            continue
        if not is_of_neighbour(case, rule):
            likely.append(_LikelyRule(rule, measures, find_logit(measures)))
    return max(likely, key=lambda found: found.logit, default=None)
