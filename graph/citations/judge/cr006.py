"""CR006: citations that cannot be meant as printed in any edition."""

from graph.citations.judge.messages import join_words
from graph.citations.judge.words import Case
from graph.citations.records import Citation, Fault
from graph.history import History
from rules.numbers import is_number

_SKIPPED = {"l": "1", "o": "0"}
"""The letters that no subrule has, and the digit that each looks like."""


def check_form(history: History, citation: Citation) -> Fault | None:
    """Return the fault of a citation that is misprinted as a whole; None if it is not."""
    problem = citation.problem
    if problem is None and citation.form == "range" and len(citation.parts) == 2:
        ours, theirs = (history.periods(part.number) for part in citation.parts)
        if ours and theirs and not any(one.first <= it.last and it.first <= one.last for one in ours for it in theirs):
            problem = f"no edition has both {citation.parts[0].number} and {citation.parts[1].number}"
    return Fault("CR006", f"{citation.raw}: {problem}.") if problem else None


def check_letter(case: Case) -> Fault | None:
    """Return the fault of a number such as `702.1l`: the rules have no l and no o, which look like 1 and 0."""
    number, letter = case.number, case.number[-1]
    if letter not in _SKIPPED or not is_number(number):
        return None
    digit = number[:-1] + _SKIPPED[letter]
    before, after = (number[:-1] + chr(ord(letter) + step) for step in (-1, 1))
    neighbours = [neighbour for neighbour in (before, after) if case.history.exists(neighbour, case.target)]
    is_digit = case.history.exists(digit, case.target) and not neighbours
    hint = f" {digit} was probably meant." if is_digit else ""
    hint = f" {join_words(neighbours, 'or')} may be meant." if neighbours else hint
    message = f"No rule has the letter {letter}: the rules skip l and o.{hint}"
    return Fault("CR006", message, (digit,) if is_digit else ())
