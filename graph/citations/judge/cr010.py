"""CR010 likely-another-rule: numbers next to which the words of another rule are paraphrased."""

from graph.citations.judge.case import Case
from graph.citations.judge.messages import number_with_title
from graph.citations.judge.paraphrase import (
    LEAST_DOUBT,
    Paraphrase,
    find_doubt,
    find_probability,
    measure_file,
    read_terms,
)
from graph.citations.records import Fault
from graph.ledger.words import distinctive_terms
from rules.numbers import is_number, without_letters
from rules.sentences import join_words
from rules.text import plain_words

LEAST_PROBABILITY = 0.77
"""Minimum probability that a number is wrong for a report, in a text in which half of all numbers are wrong."""
_MOST_SHOWN = 5
"""Maximum number of words that a message shows."""


def check(case: Case) -> Fault | None:
    """Return the fault of a number next to which another rule is paraphrased.

    None if the words may paraphrase the cited rule, or paraphrase no rule. The cheapest tests come first: many numbers
    are so likely right by their own words that no rival need be searched for.
    """
    if case.is_chapter or case.words.citation.form != "number" or not is_number(case.number):
        return None
    cited_terms = case.lexicon.rule_terms(case.target_edition).all_terms(case.number)
    if case.words.terms <= cited_terms:
        return None
    file_measures = measure_file(case)
    if find_doubt(file_measures) < LEAST_DOUBT:
        return None
    terms = read_terms(case)
    if not terms:
        return None
    paraphrase = Paraphrase(case, terms)
    doubt = find_doubt(file_measures, paraphrase.measures)
    if doubt < LEAST_DOUBT:
        return None
    rival = paraphrase.find_rival()
    if rival is None or find_probability(doubt, paraphrase.measure_rival(rival)) < LEAST_PROBABILITY:
        return None
    if _may_belong_elsewhere(case, rival):
        return None
    return _make_fault(case, paraphrase.list_deciding_terms(rival), rival)


def _make_fault(case: Case, deciding_terms: frozenset[int], rival: str) -> Fault:
    """Return the fault of a number, with the words that decide.

    The rival is the rule that is meant in less than half of all cases, since another rule of its chapter often has the
    same words.

    Args:
        case: The number.
        deciding_terms: The terms of the words that decide.
        rival: The number of the rival.
    """
    words = join_words([f'"{word}"' for word in _list_deciding_words(case, deciding_terms)])
    cited, rule = case.number, number_with_title(case.history, case.target_edition, rival)
    return Fault(
        "CR010",
        f"The words next to {cited} fit another rule better, such as {rule}. Unlike {cited}, that rule has {words}. "
        "It is not certain which rule is meant.",
    )


def _is_whole_rule(number: str) -> bool:
    """Return whether a number has no letter, so that it has subrules or may have some: 702.40, not 702.40a."""
    return number == without_letters(number)


def _may_belong_elsewhere(case: Case, rival: str) -> bool:
    """Return whether the words may belong to a neighbouring citation, or be those of a rival that cites the number.

    Args:
        case: The cited number and the words next to it.
        rival: The number of the rival.
    """
    lineage = case.history.lineages.find(case.target_edition, rival)
    return case.words.neighbour_cites(lineage) or _rival_cites(case, rival)


def _rival_cites(case: Case, rival: str) -> bool:
    """Return whether the text of the rival, or of one of its subrules, cited the number of the case in any edition.

    The words are then likely those of the rival, copied with its reference: `see rule 702.40`.
    """
    rules = case.lexicon.rule_terms(case.target_edition)
    members = rules.list_rule_with_subrules(rival) if _is_whole_rule(rival) else (rival,)
    lineages = (case.history.lineages.find(case.target_edition, member) for member in members)
    return any(lineage is not None and _ever_cited(case, lineage) for lineage in lineages)


def _ever_cited(case: Case, lineage: str) -> bool:
    """Return whether a lineage cited the number of the case in the first or the last edition of one of its versions."""
    for version in case.history.versions.of_lineage(lineage):
        for edition in {version.first, version.last}:
            references = case.history.store.references(edition, version.key)
            if any(case.number in resolution.found_keys for resolution in references):
                return True
    return False


def _list_deciding_words(case: Case, deciding_terms: frozenset[int]) -> list[str]:
    """Return the words next to the number that decide, in the order of the text.

    At most `_MOST_SHOWN` words are returned, those with the greatest weights.

    Args:
        case: The number and the words next to it.
        deciding_terms: The terms of the words that decide.
    """
    weights: dict[str, float] = {}  # in the order of the text
    for word in plain_words(case.words.text):
        terms_of_word = distinctive_terms(word)
        if terms_of_word & deciding_terms:
            weights[word] = case.lexicon.weight(terms_of_word)
    heaviest = sorted(weights, key=lambda word: (-weights[word], word))[:_MOST_SHOWN]
    return [word for word in weights if word in heaviest]
