"""The connections between a cited number and another rule: places, terms, references, and citations close together.

The *terms* of a rule are the hashes of the stems of its words.
"""

from collections.abc import Iterable, Iterator

from graph.citations.judge.case import Case
from graph.citations.records import REACH
from rules.keys import with_parents
from rules.numbers import chapter_of, without_letters


def are_related(first: str, second: str) -> bool:
    """Return whether two numbers are equal, or one is above the other: 702 and 702.40a are related."""
    return first in with_parents(second) or second in with_parents(first)


def are_connected(case: Case, number: str) -> bool:
    """Return whether another rule or chapter refers to the cited number or the reverse, or is cited close to it.

    Args:
        case: The cited number.
        number: The number of the other chapter, rule or subrule.
    """
    return _is_cited_nearby(case, number) or refer_to_each_other(case, number)


def refer_to_each_other(case: Case, number: str) -> bool:
    """Return whether another rule or chapter, or a rule below it, refers to the cited number, or the reverse.

    Args:
        case: The cited number.
        number: The number of the other chapter, rule or subrule.
    """
    return _refer(case, _list_with_subrules(case, number), case.number) or _refer(case, (case.number,), number)


def refers_to_chapter(case: Case, number: str) -> bool:
    """Return whether another rule, or a rule below it, refers to the chapter of the cited number as a whole.

    Args:
        case: The cited number.
        number: The number of the other rule.
    """
    chapter = chapter_of(case.number)
    for source in _list_with_subrules(case, number):
        references = case.history.store.references(case.target_edition, source)
        if any(chapter in reference.found_keys for reference in references):
            return True
    return False


def _is_cited_nearby(case: Case, number: str) -> bool:
    """Return whether the citation before or after the number is close, and is of a rule or of one above or below it."""
    words = case.words
    for neighbour in (words.before, words.after):
        if neighbour is None:
            continue
        gap = max(words.citation.start - neighbour.end, neighbour.start - words.citation.end)
        if gap <= REACH and any(are_related(cited, number) for cited in neighbour.numbers):
            return True
    return False


def _list_with_subrules(case: Case, number: str) -> Iterator[str]:
    """Yield a chapter or rule and all rules below it in the target edition."""
    yield number
    for child in case.history.lineages.children(case.target_edition, number):
        yield from _list_with_subrules(case, child)


def _refer(case: Case, sources: Iterable[str], number: str) -> bool:
    """Return whether one of several rules refers to a number, to a rule below it, or to the rule of a subrule.

    A rule that refers to 702.40 refers to 702.40a as well, but one that refers to the chapter 702 does not.

    Args:
        case: The cited number, whose target edition has the references.
        sources: The numbers of the rules.
        number: The number that they may refer to.
    """
    for source in sources:
        for reference in case.history.store.references(case.target_edition, source):
            for key in reference.found_keys:
                is_at_or_below = number in with_parents(key)
                is_rule_of_subrule = key == without_letters(number)
                if is_at_or_below or is_rule_of_subrule:
                    return True
    return False


def list_terms_above(case: Case) -> frozenset[int]:
    """Return the terms of the cited rule, and of the rules and the chapter above it, in any wording."""
    above = (case.history.lineages.find(case.target_edition, number) for number in with_parents(case.number))
    return case.lexicon.terms_of(frozenset(lineage for lineage in above if lineage))
