"""CR006 malformed: numbers and ranges that cannot be meant as they are printed."""

from typing import NamedTuple

from graph.citations.judge.case import Case
from graph.citations.records import Citation, Fault
from graph.history import History
from rules.numbers import is_number, without_letters
from rules.sentences import join_words

_SKIPPED = {"l": "1", "o": "0"}
"""The letters that no subrule has, and the digit that each looks like."""
_ENDS = 2
"""Number of parts of a range."""


def check_form(history: History, citation: Citation) -> Fault | None:
    """Return the fault of the form of a citation, such as a range that runs backwards; None if the form is right."""
    problem = citation.problem
    if problem is None and citation.form == "range" and len(citation.parts) == _ENDS:
        first, last = (part.number for part in citation.parts)
        if _were_never_together(history, first, last):
            problem = f"no edition has both {first} and {last}"
    return Fault("CR006", f"{citation.raw}: {problem}.") if problem else None


def _were_never_together(history: History, first: str, last: str) -> bool:
    """Return whether two numbers existed, but never in the same edition.

    False if one of them never existed: then that number alone is reported, as CR001.
    """
    periods_first, periods_last = history.periods.of_key(first), history.periods.of_key(last)
    if not periods_first or not periods_last:
        return False
    for period in periods_first:
        if any(period.first <= rival.last and rival.first <= period.last for rival in periods_last):
            return False
    return True


def check(case: Case) -> Fault | None:
    """Return the fault of a number with a letter that the rules skip, such as `702.1l`; None for other numbers.

    The rules have no l and no o, which look like 1 and 0. If a name of the glossary next to the number leads to another
    subrule of its rule, that is meant. Else, if the edition has the rule with the letter before or after, that may be
    meant; if not, the digit probably is: for `702.1l` the rule 702.11. Only a named rule and the digit are suggested.
    """
    number, letter = case.number, case.number[-1]
    if letter not in _SKIPPED or not is_number(number):
        return None
    digit = number[:-1] + _SKIPPED[letter]
    before, after = (number[:-1] + chr(ord(letter) + step) for step in (-1, 1))
    lineages = case.history.lineages
    neighbours = [neighbour for neighbour in (before, after) if lineages.edition_has(case.target_edition, neighbour)]
    message = f"No rule has the letter {letter}: the rules skip l and o."
    named = _find_named_sister(case)
    if named is not None:
        return Fault(
            "CR006", f'{message} {named.number} was probably meant, because of "{named.words}".', (named.number,)
        )
    if neighbours:
        return Fault("CR006", f"{message} {join_words(neighbours, 'or')} may be meant.")
    if lineages.edition_has(case.target_edition, digit):
        return Fault("CR006", f"{message} {digit} was probably meant.", (digit,))
    return Fault("CR006", message)


class _NamedRule(NamedTuple):
    """A name of the glossary next to a number, and the rule to which it leads."""

    words: str
    number: str


def _find_named_sister(case: Case) -> _NamedRule | None:
    """Return the only name of the glossary that labels a number and leads to a subrule of the same rule; else None."""
    names = case.lexicon.glossary_names(case.target_edition)
    labels = [label.words for label in case.words.labels]
    titles = [evidence.words for evidence in case.words.citation.evidence if evidence.kind == "title"]
    found = [_NamedRule(words, number) for words in (*titles, *labels) for number in names.find_numbers(words)]
    sisters = {named.number: named for named in found if without_letters(named.number) == without_letters(case.number)}
    return next(iter(sisters.values())) if len(sisters) == 1 else None
