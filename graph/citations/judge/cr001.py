"""CR001: numbers that no edition has."""

from graph.citations.judge.messages import join_words
from graph.citations.judge.words import Case
from graph.citations.records import Fault
from rules.numbers import LETTERS, is_number, kind_of


def check(case: Case) -> Fault | None:
    """Return the fault of a number that no edition has; None for examples, placeholders and amounts."""
    number, citation = case.number, case.words.citation
    digits = "".join(filter(str.isdigit, number))
    is_example = number.endswith("x") or ("." in number and (digits in "123456789" or len(set(digits)) == 1))
    # Of 18 numbers without cue and letter in 31 public trees 15 were prices and scores, and one was a citation.
    may_be_amount = (
        citation.cue is None and citation.stamp is None and citation.form == "number" and number[-1].isdigit()
    )
    if is_example or may_be_amount:
        return None
    noun = "a rule" if "." in case.number else "a chapter"
    return Fault("CR001", f"No edition has {noun} {case.number}{_describe_near(case)}.")


def _describe_near(case: Case) -> str:
    """Return a phrase with the numbers that exist instead: the letters of the rule, or the last rule of the chapter."""
    number, parent = case.find_gap()
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
