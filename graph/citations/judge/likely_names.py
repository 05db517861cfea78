"""Find numbers next to the name of a rule that is likelier meant, by the odds of `name_measures`.

Right numbers must not be reported, so that CR004 and CR005 need high odds and a clear name outside of a sentence that
the number is a part of. In a chapter of rules without titles, the odds must be higher, and the two rules must have no
word in common that is not in very many rules: such rules are cited next to the names of all that they are about, such
as "skulk" next to a rule about blocking. No odds are needed if the words also quote a part of the named rule, and
nothing of the cited one. CR010, which is only a note, is content with lower odds in any chapter; in one without titles,
it needs two rules of one chapter, or two that have nothing in common.
"""

from math import inf
from typing import NamedTuple

from graph.citations.judge.case import Case
from graph.citations.judge.connections import are_connected
from graph.citations.judge.cr004 import make_name_fault
from graph.citations.judge.glossary_names import has_several_words
from graph.citations.judge.lexicon import COMMON
from graph.citations.judge.messages import number_with_title
from graph.citations.judge.name_measures import Measures, NameMeasurer, find_logit
from graph.citations.judge.named_rules import NamedRule, is_of_neighbour, is_verb, list_named_rules
from graph.citations.judge.other_titles import make_other_fault
from graph.citations.judge.placing import PlacedTitle
from graph.citations.judge.quotes import AS_GOOD
from graph.citations.records import Fault
from graph.ledger.words import distinctive_terms
from rules.numbers import chapter_of, without_letters
from rules.sentences import join_words

_LEAST = 2.5
"""Minimum logarithm of the odds. At 2.5 the odds are 12 to 1, in a text half of whose numbers are
wrong."""
_LEAST_ANYWHERE = 3.0
"""The same for CR004 and CR005 in a chapter of rules without titles, and for CR010 if the name is in a sentence that
the number is a part of. In about 16,000 citations of public trees, three numbers without
another finding had such odds in clear names, and all three were wrong."""
_LEAST_OF_NAMED = 0.5
"""Minimum share of the words apart from the name that the named rule has, if the name may be an ordinary word."""
_LEAST_QUOTED = 0.5
"""Minimum share of a quote that the named rule has, with its subrules, if the cited rule has nothing of it."""
_MOST_OF_CITED = 0.25
"""Maximum share of the words that the cited rule has, for CR004 and CR005. A keyword that does the same as an older one
is often described with a citation of the older one."""
_MOST_OF_CITED_ON_REQUEST = 0.4
"""Maximum share of the words that the cited rule has, for CR010. Hardly any wrong number has more, and most right
numbers have, so that this spares most of the work."""


class _LikelyRule(NamedTuple):
    """A rule that is named next to a number.

    Attributes:
        rule: The rule.
        measures: Its measures.
        logit: The logarithm of the odds that it is meant.
        is_quoted: Whether the words also quote it, and nothing of the cited rule.
    """

    rule: NamedRule
    measures: Measures
    logit: float
    is_quoted: bool


def check(case: Case) -> Fault | None:
    """Return the fault of a number next to which another rule is named that is almost certainly meant; else None."""
    is_of_titles = case.lexicon.is_chapter_of_titles(case.target_edition, chapter_of(case.number))
    likely = _find_likeliest(case, _LEAST if is_of_titles else _LEAST_ANYWHERE, _MOST_OF_CITED)
    if likely is None or is_verb(case, likely.rule.name):
        return None
    rule = likely.rule
    if not likely.is_quoted:
        if not _is_clear(case, likely, is_of_titles=is_of_titles):
            return None
        if not is_of_titles and _may_belong_together(case, rule):
            return None
    if rule.is_title:
        is_sure = bool(likely.measures.is_label) and is_of_titles
        return make_other_fault(case, rule.name, rule.numbers, is_sure=is_sure)
    return make_name_fault(case, rule.name.words, rule.numbers).without_suggestions()


def _is_clear(case: Case, likely: _LikelyRule, *, is_of_titles: bool) -> bool:
    """Return whether a name is certainly meant as the name of its rule.

    A name of the glossary must lead to a rule of the same chapter, or have several words if no rule of that chapter has
    a title: most names of one word are of things, which rules of all chapters are about. Next to such a rule, the name
    must have a capital or marks, or the named rule half of the other words: `exalted (CR 112.4)` may be a topic.

    Args:
        case: The number.
        likely: The rule that is named.
        is_of_titles: Whether the number is in a chapter of rules with titles.
    """
    measures, rule = likely.measures, likely.rule
    is_in_chapter = chapter_of(case.number) in map(chapter_of, rule.numbers)
    is_clear_name = is_in_chapter or (has_several_words(rule.name.words) and not is_of_titles)
    if not (rule.is_title or is_clear_name):
        return False
    if not (is_of_titles or rule.name.set_off or measures.share_of_named >= _LEAST_OF_NAMED):
        return False
    return bool(measures.is_name) and not (measures.is_in_prose or measures.is_chapter)


def _may_belong_together(case: Case, rule: NamedRule) -> bool:
    """Return whether the cited rule may be about a named rule of another kind.

    It may if the two rules, with their subrules, have a word that is not in very many rules, if one refers to the
    other, or if the named rule is cited close by.
    """
    edition = case.target_edition
    cited_terms = case.lexicon.terms_below(edition, without_letters(case.number))
    cited_terms |= case.lexicon.rule_terms(edition).title_terms(case.number)
    shared = (cited_terms & case.lexicon.terms_below(edition, number) for number in rule.numbers)
    if any(case.lexicon.have_rare(terms, COMMON) for terms in shared):
        return True
    return any(are_connected(case, number) for number in rule.numbers)


def check_on_request(case: Case) -> Fault | None:
    """Return the fault CR010 of a number next to which another rule is named that is probably meant; else None."""
    likely = _find_likeliest(case, _LEAST, _MOST_OF_CITED_ON_REQUEST)
    if likely is None or not _is_name_of_rule(likely) or _is_common_word(case, likely.rule.name):
        return None
    chapter = chapter_of(case.number)
    is_elsewhere = chapter not in map(chapter_of, likely.rule.numbers)
    is_of_titles = case.lexicon.is_chapter_of_titles(case.target_edition, chapter)
    if is_elsewhere and not is_of_titles and _may_belong_together(case, likely.rule):
        return None
    history, target, rule = case.history, case.target_edition, likely.rule
    meant = join_words([number_with_title(history, target, number) for number in rule.numbers], "or")
    return Fault(
        "CR010", f'"{rule.name.words}", named next to {number_with_title(history, target, case.number)}, fits {meant}.'
    )


def _is_name_of_rule(likely: _LikelyRule) -> bool:
    """Return whether a name is meant as the name of one rule, and not as a thing that rules of all kinds are about.

    One word of the glossary is often such a thing, and so is the title of a chapter. A name within a sentence needs
    higher odds.
    """
    measures, rule = likely.measures, likely.rule
    if measures.is_chapter or not (rule.is_title or has_several_words(rule.name.words)):
        return False
    is_clear = likely.logit >= _LEAST_ANYWHERE or not measures.is_in_prose
    return bool(measures.is_name) and is_clear


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
        is_quoted = _is_quoted(case, rule)
        measures = measurer.measure(rule, -inf if is_quoted else least)
        if measures is None or not (is_quoted or find_logit(measures) >= least):
            continue
        if not is_of_neighbour(case, rule):
            likely.append(_LikelyRule(rule, measures, find_logit(measures), is_quoted))
    return max(likely, key=lambda found: (found.is_quoted, found.logit), default=None)


def _is_quoted(case: Case, rule: NamedRule) -> bool:
    """Return whether the words quote a part of a named rule, no other rule much more, and nothing of the cited rule."""
    if not case.words.quotes:
        return False
    families = (case.lexicon.family(case.target_edition, number) for number in rule.numbers)
    named = frozenset[str]().union(*families)
    for quote in case.words.quotes:
        share = quote.best_share_of(named)
        if share >= max(_LEAST_QUOTED, AS_GOOD * quote.best_share) and not quote.best_share_of(case.family):
            return True
    return False
