"""CR010 likely-another-rule: numbers next to which the words of another rule are paraphrased."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from graph.citations.judge.case import Case
from graph.citations.judge.messages import number_with_title
from graph.citations.judge.paraphrase import (
    WEIGHTS,
    Candidate,
    find_probabilities,
    list_candidates,
    may_be_paraphrased,
    read_terms,
)
from graph.citations.records import Fault
from graph.ledger.words import distinctive_terms
from rules.numbers import without_letters
from rules.sentences import join_words
from rules.text import plain_words

LEAST_PROBABILITY = 0.9
"""Minimum probability that the best rule was meant for a number to be reported."""
_MOST_SHOWN = 5
"""Maximum number of words that a message shows."""


class Rival(NamedTuple):
    """The rule that the words next to a number fit best, apart from the cited one.

    Attributes:
        number: The number of the rule.
        probability: The probability that this rule is meant, or the rule above it, or one of its subrules.
    """

    number: str
    probability: float


def check(case: Case) -> Fault | None:
    """Return the fault of a number next to which another rule is paraphrased.

    None if the words may paraphrase the cited rule, or paraphrase no rule.
    """
    if case.is_chapter or case.words.in_list or case.words.citation.form != "number":
        return None
    if not may_be_paraphrased(case):
        return None
    terms = read_terms(case)
    rival = find_rival(case.number, list_candidates(case, terms))
    if rival is None or rival.probability < LEAST_PROBABILITY or _may_belong_elsewhere(case, rival.number):
        return None
    deciding = _find_deciding_words(case, terms, rival.number)
    if not deciding:
        return None
    words = join_words([f'"{word}"' for word in deciding])
    cited, meant = case.number, number_with_title(case.history, case.target_edition, rival.number)
    return Fault("CR010", f"The words next to {cited} fit {meant} better. Unlike {cited}, that rule has {words}.")


def find_rival(cited: str, candidates: Sequence[Candidate], weights: Sequence[float] = WEIGHTS) -> Rival | None:
    """Return the likeliest rule that is neither the cited one nor above or below it; None if there is none.

    That is the best single number, or the rule whose subrules have a greater probability together: words that fit all
    subrules alike give each of them only a small probability.

    Args:
        cited: The cited number.
        candidates: The rules that may be meant, with the cited one.
        weights: The weight of each measure of a candidate.
    """
    probabilities = find_probabilities(candidates, weights)
    nearest, whole = _find_nearest_rival(cited, probabilities), _find_whole_rival(cited, probabilities)
    rivals = [rival for rival in (nearest, whole) if rival is not None]
    return max(rivals, key=lambda rival: rival.probability, default=None)


def _find_nearest_rival(cited: str, probabilities: Mapping[str, float]) -> Rival | None:
    """Return the likeliest number, together with the rule above it or its subrules; None if there is none.

    Example: 702.40a is cited. If 702.34a has 0.5, 702.34 has 0.2 and 702.34b has 0.1, then 702.34a is returned with
    0.7, since 702.34b is not related to it.
    """
    rivals = [number for number in probabilities if not are_related(number, cited)]
    if not rivals:
        return None
    best = max(rivals, key=lambda number: (probabilities[number], number))
    return Rival(best, sum(probabilities[number] for number in rivals if are_related(number, best)))


def _find_whole_rival(cited: str, probabilities: Mapping[str, float]) -> Rival | None:
    """Return the likeliest rule, together with all of its subrules; None if there is none.

    The rule of the cited number is left out. Example: as for `_find_nearest_rival`, but 702.34 is returned with 0.8.
    """
    totals: dict[str, float] = {}
    for number, probability in probabilities.items():
        rule = without_letters(number)
        if rule != without_letters(cited):
            totals[rule] = totals.get(rule, 0.0) + probability
    if not totals:
        return None
    best = max(totals, key=lambda rule: (totals[rule], rule))
    return Rival(best, totals[best])


def _is_whole_rule(number: str) -> bool:
    """Return whether a number has no letter, so that it has subrules or may have some: 702.40, not 702.40a."""
    return number == without_letters(number)


def are_related(first: str, second: str) -> bool:
    """Return whether two numbers are the same, or one is a subrule of the other."""
    return first == second or first == without_letters(second) or second == without_letters(first)


def _may_belong_elsewhere(case: Case, rival: str) -> bool:
    """Return whether the words may belong to a neighbouring citation, or be those of a rival that cites the number.

    Args:
        case: The cited number and the words next to it.
        rival: The number of the rival.
    """
    lineage = case.history.lineages.find(case.target_edition, rival)
    return case.words.neighbour_cites(lineage) or _rival_cites(case, rival)


def _rival_cites(case: Case, rival: str) -> bool:
    """Return whether the text of the rival, or of one of its subrules, cites the number of the case."""
    rules = case.lexicon.rule_terms(case.target_edition)
    members = rules.list_rule_with_subrules(rival) if _is_whole_rule(rival) else (rival,)
    for member in members:
        references = case.history.store.references(case.target_edition, member)
        if any(case.number in resolution.found_keys for resolution in references):
            return True
    return False


def _find_deciding_words(case: Case, terms: frozenset[int], rival: str) -> list[str]:
    """Return the words next to the number that the rival has and the cited rule lacks, in the order of the text.

    At most `_MOST_SHOWN` words are returned, those with the greatest weights. Empty if there is none.

    Args:
        case: The cited number and the words next to it.
        terms: The terms of these words.
        rival: The number of the rival.
    """
    rules = case.lexicon.rule_terms(case.target_edition)
    # A rival without a letter may be meant for its subrules (`_find_whole_rival`), so their words count as well.
    rival_terms = rules.all_terms(rival) if _is_whole_rule(rival) else rules.own_terms(rival)
    deciding_terms = terms & (rival_terms - rules.all_terms(case.number))
    weights: dict[str, float] = {}  # in the order of the text
    for word in plain_words(case.words.text):
        terms_of_word = distinctive_terms(word)
        if terms_of_word & deciding_terms:
            weights[word] = case.lexicon.weight(terms_of_word)
    heaviest = sorted(weights, key=lambda word: (-weights[word], word))[:_MOST_SHOWN]
    return [word for word in weights if word in heaviest]
