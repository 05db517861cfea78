"""The edition of a copy of the rules, by the numbers in it."""

import re

from graph.ledger.ledger import Ledger
from rules.numbers import chapter_of

_NUMBER = re.compile(r"(?<![\w.])[1-9]\d\d\.[1-9]\d{0,2}[a-z]?(?![\w%])")
_ENOUGH_NUMBERS = 40
"""Minimum count of numbers that can show an edition; a chapter with fewer numbers has the same ones in many editions.
"""
_LEAST_SHARED = 0.97
"""Minimum share of numbers that a copy and its edition have in common. A copy lacks some that its converter lost. Two
editions with another edition between them mostly share fewer."""


def find_copied_edition(text: str, ledger: Ledger) -> str | None:
    """Return the edition whose numbers a copy of the rules has; None if no edition has nearly the same ones.

    Only the chapters that the copy has are compared. Of several equally similar editions the newest is returned.

    Args:
        text: The copy.
        ledger: The ledger.
    """
    printed = frozenset(_NUMBER.findall(text))
    if len(printed) < _ENOUGH_NUMBERS:
        return None
    chapters = frozenset(map(chapter_of, printed))
    best: str | None = None
    best_share = _LEAST_SHARED
    for edition in ledger.editions_of():  # oldest first
        numbers = {number for number in ledger.numbers(edition) if "." in number and chapter_of(number) in chapters}
        share = len(printed & numbers) / len(printed | numbers)
        if share >= best_share:
            best, best_share = edition, share
    return best
