"""CR001: numbers that no edition has."""

from __future__ import annotations

from typing import TYPE_CHECKING

from graph.citations.judge.meaning import Fault
from graph.citations.judge.messages import join_words
from rules.numbers import LETTERS, chapter_of, is_number, kind_of, parent_of

if TYPE_CHECKING:
    from graph.citations.judge.case import Case


def check(case: Case) -> Fault | None:
    """Return the fault of a number that no edition has; None for examples, placeholders and amounts."""
    if _is_example(case.number):
        return None
    named = _find_named(case)
    if named is None and _may_be_amount(case):
        return None
    noun = "a rule" if "." in case.number else "a chapter"
    suggestion = f' "{named[0]}", named beside it, is {named[1]}.' if named else ""
    message = f"No edition has {noun} {case.number}{_describe_near(case)}.{suggestion}"
    return Fault("CR001", message, named[1:] if named else (), evidence="title" if named else None)


def _is_example(number: str) -> bool:
    """Return whether a number only shows how a number is written: `123.4a`, `999.9`."""
    digits = "".join(filter(str.isdigit, number))
    return "." in number and (digits in "123456789" or len(set(digits)) == 1)


def _may_be_amount(case: Case) -> bool:
    """Return whether a number may be an amount: it has no cue and no letter.

    Of 18 such numbers in 31 public trees 15 were prices and scores, two examples of a number and one a citation.
    """
    citation = case.words.citation
    bare = citation.cue is None and citation.stamp is None and citation.form == "number"
    return bare and not case.number[-1].isalpha()


def _find_named(case: Case) -> tuple[str, str] | None:
    """Return the words that name the only rule of the number's chapter named near the citation, and its number.

    Rules of other chapters do not count: comments name many of them without citing them. Of a subrule whose rule exists
    only the letter is wrong.
    """
    if case.parent is not None and "." in case.parent and case.history.exists(case.parent, case.target):
        return None
    chapter = chapter_of(case.number)
    numbers: dict[str, str] = {}
    for named in case.words.names_alone:
        if named.as_title or named.touching or named.near:
            for bearer in case.history.bearers_in(named.name, case.target):
                if bearer.startswith(f"{chapter}."):
                    numbers.setdefault(bearer, named.mention.words)
    if len(numbers) != 1:
        return None
    ((bearer, words),) = numbers.items()
    return words, case.lexicon.with_letter(bearer, case.number, case.target)


def _describe_near(case: Case) -> str:
    """Return a phrase with the numbers that exist instead: the letters of the rule, or the last rule of the chapter."""
    number, parent = case.number, case.parent
    while parent is not None and not case.history.exists(parent, case.target):
        number, parent = parent, parent_of(parent)
    if parent is None:
        return ""
    children = case.history.children(case.target).get(parent, ())
    if is_number(number) and kind_of(number) == "subrule":
        letters = [child.removeprefix(parent) for child in children]
        if not letters:
            return f"; {parent} has no subrules"
        run = "".join(letters) == LETTERS[: len(letters)] and len(letters) > 2
        return f"; {parent} has {f'{letters[0]} to {letters[-1]}' if run else join_words(letters)}"
    if not children:
        return f"; {parent} has no rules below it"
    name = "chapter" if kind_of(parent) == "chapter" else "section"
    return f"; {name} {parent} ends with {children[-1]}"
