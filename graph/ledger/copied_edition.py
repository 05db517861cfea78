"""The edition of a copy of the rules, by the numbers in it."""

import re
from collections.abc import Iterable

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

    None also for a copy with fewer than `_ENOUGH_NUMBERS` different numbers.

    Only the chapters that the copy has are compared. Of several equally similar editions the newest is returned.

    Args:
        text: The copy.
        ledger: The ledger.
    """
    printed = frozenset(_NUMBER.findall(text))
    if len(printed) < _ENOUGH_NUMBERS:
        return None
    chapters = frozenset(map(chapter_of, printed))
    shares = {edition: _measure_shared(printed, chapters, ledger.numbers(edition)) for edition in ledger.editions_of()}
    newest_first = reversed(shares)
    best = max(newest_first, key=shares.__getitem__, default=None)
    if best is None or shares[best] < _LEAST_SHARED:
        return None
    return best


def _measure_shared(printed: frozenset[str], chapters: frozenset[str], numbers: Iterable[str]) -> float:
    """Return the share of numbers that a copy and an edition have in common, 0 to 1.

    Args:
        printed: The numbers of the copy.
        chapters: The chapters of these numbers.
        numbers: The numbers of the edition. Only those with a point count, in the chapters that the copy has.
    """
    comparable = {number for number in numbers if "." in number and chapter_of(number) in chapters}
    return len(printed & comparable) / len(printed | comparable)
