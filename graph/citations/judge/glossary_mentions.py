"""The names of the glossary in the clause of a number that need not label it: `ten poison counters lose (CR 704.5b)`.

All kinds of rules are cited next to the names of things. So such a name shows a wrong number only if the glossary
leads from it to just one rule of the number's chapter, if no wording of the number's rule has an unusual word of the
name, and if none of the unusual words of the clause is of the number's rule.
"""

from collections.abc import Iterator

from graph.citations.judge.case import Case
from graph.citations.judge.connections import are_connected, are_related, list_terms_above
from graph.citations.judge.glossary_names import WORD, ChapterName
from graph.citations.judge.lexicon import UNUSUAL
from graph.citations.judge.placing import NEAR, is_compared
from graph.citations.records import Citation, Evidence
from graph.ledger.words import distinctive_terms
from rules.numbers import chapter_of
from rules.text import strip_title

_LEAST_COVERED = 0.4
"""Minimum share of the weight of the words that the rule with the name has, in any wording."""


def find_glossary_mention(case: Case) -> ChapterName | None:
    """Return the name of another rule of the chapter in the clause of a number; None without one.

    None also if the names lead to several rules, if the number has a title or is below one, if it named another rule in
    the edition that it was written for, and for a chapter, a range or a list.
    """
    words = case.words
    if case.is_chapter or words.in_list or words.citation.form != "number":
        return None
    if case.history.titles.of_number(case.target_edition, case.number).of_rule:
        return None  # a title decides, and few files need the glossary
    names = case.lexicon.glossary_names(case.target_edition).list_names_of_chapter(chapter_of(case.number))
    letters = strip_title(words.text) if names else ""
    mentioned = [name for name in names if name.stripped in letters]  # a cheap test that few clauses pass
    if not mentioned or case.may_have_drifted:
        return None
    cited_terms = case.lexicon.rule_terms(case.target_edition).all_terms(case.number)
    known_terms = list_terms_above(case) | cited_terms
    if case.lexicon.have_rare(words.terms & known_terms, UNUSUAL):
        return None
    of_others = [name for name in mentioned if _names_another_rule(case, name, known_terms)]
    return of_others[0] if len({name.number for name in of_others}) == 1 else None


def _names_another_rule(case: Case, name: ChapterName, known_terms: frozenset[int]) -> bool:
    """Return whether a name near a number is of another rule, and has an unusual word that the number's rule lacks.

    Args:
        case: The number.
        name: The name.
        known_terms: The terms of the number's rule and of all that is above it.
    """
    is_foreign = case.lexicon.have_rare(distinctive_terms(name.words) - known_terms, UNUSUAL)
    return is_foreign and _is_mentioned(case, name) and _is_of_another_rule(case, name)


def _is_mentioned(case: Case, name: ChapterName) -> bool:
    """Return whether a name is near a number, also in the plural, and nothing is only compared with it."""
    citation = case.words.citation
    for evidence in case.words.unquoted:
        if evidence.apart:
            continue  # the words belong to the next number of a list: `life loss (CR 120.3a), excess damage`
        for start, end in _find_name(evidence, name):
            is_near = _measure_gap(citation, evidence.start + start, evidence.start + end) <= NEAR
            if is_near and not is_compared(evidence.words, start):
                return True
    return False


def _find_name(evidence: Evidence, name: ChapterName) -> Iterator[tuple[int, int]]:
    """Yield the offsets in some words at which a name begins and ends."""
    forms = {name.stripped, f"{name.stripped}s"}
    tokens = list(WORD.finditer(evidence.words))
    for first in range(len(tokens) - name.length + 1):
        start, end = tokens[first].start(), tokens[first + name.length - 1].end()
        if strip_title(evidence.words[start:end]) in forms:
            yield start, end


def _measure_gap(citation: Citation, start: int, end: int) -> int:
    """Return the number of characters between a citation and `start:end` before or after it."""
    return max(0, citation.start - end, start - citation.end)


def _is_of_another_rule(case: Case, name: ChapterName) -> bool:
    """Return whether a name is of another rule than the number, with which that rule has nothing to do.

    The rule of the name must have a good part of the words. The two have to do with each other if one is above the
    other, if one refers to the other, or if a citation close by is of the rule of the name.
    """
    lineage = case.history.lineages.find(case.target_edition, name.number) or ""
    if are_related(case.number, name.number) or case.words.neighbour_cites(lineage) or are_connected(case, name.number):
        return False
    weight = case.lexicon.weight
    covered = case.words.terms & case.lexicon.terms_of(frozenset({lineage}))
    return weight(covered) >= _LEAST_COVERED * weight(case.words.terms)
