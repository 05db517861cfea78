"""Expansion of one printed item to the numbers that it names: `409.1f-h` → 409.1f, 409.1g, 409.1h.

If an edition has both ends of a range, only the numbers between that it has are returned.
"""

from __future__ import annotations

import re
from collections.abc import Container

from rules.numbers import NUMBER, RULING_STEM, complete_number, list_between, regular_ruling

DASHES = "\\-\u2010\u2011\u2012\u2013\u2212?\ufffd"
"""Characters between the ends of a range, for use in a regex character class. `?` and U+FFFD are en dashes that a copy
lost; the em dash is excluded, because it begins a clause."""

_SEPARATOR = re.compile(rf"\s*[{DASHES}]\s*|\s+through\s+(?:(?:sub)?rules?\s+)?", re.IGNORECASE)


def expand(raw: str, known: Container[str] | None = None) -> tuple[str, ...]:
    """Return the numbers that one item names, in order.

    Args:
        raw: An item from `find_references`: a number, a range (`509.1-3`, `510.1c through Rule 510.1d`) or letters
            joined by slashes (`702.145b/c`).
        known: The numbers of the edition; None if unknown.

    Returns:
        At least one number. If the ends of a range have different parents or run backwards, only the two ends, because
        the numbers between are unknown. If the edition lacks an end, all numbers of the range, because then the
        reference is wrong. A misprinted number is returned as printed; it will be `missing`.
    """
    raw = regular_ruling(raw)
    if "/" in raw:
        first, *others = raw.split("/")
        return (first, *(complete_number(other, first) for other in others))
    separator = _SEPARATOR.search(raw)
    if separator is None:
        return (raw,)
    first = raw[: separator.start()]
    if NUMBER.fullmatch(first) is None and RULING_STEM.fullmatch(first) is None:
        return (raw,)
    last = complete_number(raw[separator.end() :], first)
    numbers = list_between(first, last) or (first, last)
    if known is None or first not in known or last not in known:
        return numbers
    return tuple(number for number in numbers if number in known)
