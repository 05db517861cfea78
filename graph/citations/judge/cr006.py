"""CR006: citations that cannot be meant as printed in any edition."""

from __future__ import annotations

from typing import TYPE_CHECKING

from graph.citations.judge.messages import join_words
from graph.citations.records import Fault
from rules.numbers import chapter_of, is_number, kind_of, sort_key

if TYPE_CHECKING:
    from graph.citations.judge.case import Case
    from graph.citations.records import Citation
    from graph.history import History

_SKIPPED = {"l": "1", "o": "0"}
"""The letters that no subrule has, and the digit that each looks like."""


def check_form(history: History, citation: Citation) -> Fault | None:
    """Return the fault of a citation that is misprinted as a whole; None if it is not."""
    problem = citation.problem or (_check_range(history, citation) if len(citation.parts) == 2 else None)
    return Fault("CR006", f"{citation.raw}: {problem.rstrip('.')}.") if problem else None


def _check_range(history: History, citation: Citation) -> str | None:
    first, last = (part.number for part in citation.parts)
    if citation.form != "range" or not (is_number(first) and is_number(last)):
        return None
    if kind_of(first) != "chapter" and chapter_of(first) != chapter_of(last):
        return "a range over two chapters"
    if sort_key(first) > sort_key(last):
        return "a range that runs backwards"
    ours, theirs = history.periods(first), history.periods(last)
    if ours and theirs and not any(one.first <= it.last and it.first <= one.last for one in ours for it in theirs):
        return f"no edition has both {first} and {last}"
    return None


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
