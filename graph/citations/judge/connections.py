"""The connections between a cited number and another rule: references between them, and citations close together."""

from collections.abc import Iterable

from graph.citations.judge.case import Case
from graph.citations.records import REACH
from graph.ledger.words import distinctive_terms
from rules.numbers import chapter_of, without_letters


def are_connected(case: Case, titled: str) -> bool:
    """Return whether a rule or chapter refers to the cited number or the reverse, or is cited close to it.

    Args:
        case: The cited number.
        titled: The rule or chapter.
    """
    if is_cited_nearby(case, titled):
        return True
    below = case.history.lineages.children(case.target_edition).get(titled, ())
    return refers(case, (titled, *below), case.number) or refers(case, (case.number,), titled)


def is_cited_nearby(case: Case, titled: str) -> bool:
    """Return whether the citation before or after the number is close, and is of a rule or of its chapter."""
    words = case.words
    for neighbour in (words.before, words.after):
        if neighbour is None:
            continue
        gap = max(words.citation.start - neighbour.end, neighbour.start - words.citation.end)
        if gap > REACH:
            continue
        for number in neighbour.numbers:
            if without_letters(number) == titled or number == chapter_of(titled):
                return True
    return False


def refers(case: Case, sources: Iterable[str], number: str) -> bool:
    """Return whether one of several rules refers to a number or to its whole rule."""
    wanted = {number, without_letters(number)}
    for source in sources:
        for reference in case.history.store.references(case.target_edition, source):
            if not wanted.isdisjoint(reference.found_keys):
                return True
    return False


def list_own_terms(case: Case) -> frozenset[int]:
    """Return the terms of the cited rule in any wording, and those of the titles of its rule and chapter.

    For a rule without a letter, those of its subrules are among them.
    """
    lineages = case.family if case.number == without_letters(case.number) else frozenset({case.now or ""})
    numbers = (without_letters(case.number), chapter_of(case.number))
    headings = (case.history.titles.heading(case.target_edition, number) or "" for number in numbers)
    return case.lexicon.terms_of(lineages).union(*map(distinctive_terms, headings))
