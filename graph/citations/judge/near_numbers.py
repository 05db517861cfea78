"""Describe the numbers that exist near a number that the target edition lacks."""

from graph.citations.judge.case import Case
from rules.numbers import LETTERS, is_number, kind_of
from rules.sentences import join_words

_LEAST_RUN = 3
"""Minimum number of letters that a message names by the first and the last of them: `a to c`."""


def describe_near(case: Case) -> str:
    """Return a phrase about the numbers that exist: the letters of the rule, or the last number below the parent.

    The parent is the nearest number above that exists: a rule, a chapter or a section. Examples: `; 702.40 has a and
    b`, `; chapter 702 ends with 702.190`, `; 117 has no rules below it`. Empty if no number above the missing one
    exists.
    """
    number, parent = case.find_gap()
    if parent is None:
        return ""
    children = case.history.lineages.children(case.target_edition, parent)
    if is_number(number) and kind_of(number) == "subrule":
        letters = [child.removeprefix(parent) for child in children]
        return f"; {parent} has {_describe_letters(letters)}"
    if not children:
        return f"; {parent} has no rules below it"
    noun = "chapter" if kind_of(parent) == "chapter" else "section"
    return f"; {noun} {parent} ends with {children[-1]}"


def _describe_letters(letters: list[str]) -> str:
    """Return the letters of subrules in words: `a to e`, or `a and c` if there are gaps or few letters."""
    if not letters:
        return "no subrules"
    is_run = "".join(letters) == LETTERS[: len(letters)]
    if is_run and len(letters) >= _LEAST_RUN:
        return f"{letters[0]} to {letters[-1]}"
    return join_words(letters)
