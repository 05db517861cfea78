"""Ranges of rule numbers: `409.1f` to `409.1h` → 409.1f, 409.1g, 409.1h.

Computed from the printed ends only: letters in the publisher's order (without l and o), numbers by ones.
"""

from __future__ import annotations

import re

from rules.numbers import LETTERS, NUMBER
from rules.ruling_numbers import STEM

LONGEST_RANGE = 60
"""A numeric range with a greater difference is not expanded: no range of 1999-2026 is that long."""

_SHORT_END = re.compile(r"(?P<rule>\d+)?(?P<letters>[a-z]{1,2})?")


def complete_number(end: str, first: str) -> str:
    """Return the full number for the shortened end of a range or list: `h` after `409.1f` → `409.1h`."""
    start = NUMBER.fullmatch(first)
    ruling = STEM.fullmatch(first) if end.isdecimal() and start is None else None
    if ruling is not None:
        return f"{ruling['stem']}{end}"
    short = _SHORT_END.fullmatch(end)
    if start is None or start["rule"] is None or short is None:
        return end
    chapter = first.partition(".")[0]
    return f"{chapter}.{short['rule'] or start['rule']}{short['letters'] or ''}"


def list_between(first: str, last: str) -> tuple[str, ...]:
    """Return all numbers from `first` to `last`.

    The result is empty if the parents differ, the order is backwards or the range is too long.
    """
    low, high = NUMBER.fullmatch(first), NUMBER.fullmatch(last)
    if low is None or high is None:
        return _between_rulings(first, last)
    if low["letters"] and high["letters"]:
        stem, end_stem = first.removesuffix(low["letters"]), last.removesuffix(high["letters"])
        return _list_letters(stem, low["letters"], high["letters"]) if stem == end_stem else ()
    if low["letters"] or high["letters"]:
        return ()
    if low["rule"] and high["rule"]:
        stem = first.partition(".")[0]
        return _list_integers(f"{stem}.", int(low["rule"]), int(high["rule"])) if last.startswith(f"{stem}.") else ()
    if low["rule"] or high["rule"]:
        return ()
    return _list_integers("", int(first), int(last)) if len(first) == len(last) else ()


def _between_rulings(first: str, last: str) -> tuple[str, ...]:
    low, high = STEM.fullmatch(first), STEM.fullmatch(last)
    if low is None or high is None or low["stem"] != high["stem"]:
        return ()
    return _list_integers(low["stem"], int(low["last"]), int(high["last"]))


def _list_integers(stem: str, low: int, high: int) -> tuple[str, ...]:
    return tuple(f"{stem}{n}" for n in range(low, high + 1)) if low < high <= low + LONGEST_RANGE else ()


def _list_letters(stem: str, low: str, high: str) -> tuple[str, ...]:
    start, end = LETTERS.find(low), LETTERS.find(high)
    if len(low) > 1 or len(high) > 1 or start < 0 or end <= start:
        return ()
    return tuple(stem + letter for letter in LETTERS[start : end + 1])
