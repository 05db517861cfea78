"""The edition of a copy of the rules, by the numbers in it."""

import re

from graph.ledger.ledger import Ledger
from rules.numbers import chapter_of

_NUMBER = re.compile(r"(?<![\w.])[1-9]\d\d\.[1-9]\d{0,2}[a-z]?(?![\w%])")
_ENOUGH = 40
"""Minimum numbers that show an edition; a copy of a chapter with fewer has the same ones in many editions."""
_ALIKE = 0.97
"""Minimum share of numbers in common. The numbers of two editions with another one between them are mostly less alike;
a copy lacks some that its converter lost."""


def find_copied_edition(text: str, ledger: Ledger) -> str | None:
    """Return the edition whose numbers a copy of the rules has; None if no edition has nearly the same ones.

    Only the chapters that the copy has are compared. Of several equally similar editions it is the newest.

    Args:
        text: The copy.
        ledger: The ledger.
    """
    printed = frozenset(_NUMBER.findall(text))
    if len(printed) < _ENOUGH:
        return None
    chapters = frozenset(map(chapter_of, printed))
    best: str | None = None
    best_share = _ALIKE
    for edition in ledger.editions_of():  # oldest first
        numbers = {number for number in ledger.numbers(edition) if "." in number and chapter_of(number) in chapters}
        share = len(printed & numbers) / len(printed | numbers)
        if share >= best_share:
            best, best_share = edition, share
    return best
