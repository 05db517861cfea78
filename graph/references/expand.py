"""The numbers that a printed reference names: `409.1f-h` names 409.1f, 409.1g and 409.1h."""

import re
from collections.abc import Container

from graph.references.items import DASHES
from rules.number_ranges import RULING_STEM, complete_number, list_between
from rules.numbers import NUMBER
from rules.summary_numbers import regular_ruling

_SEPARATOR = re.compile(
    rf"""
      \s*[{DASHES}]\s*                              # 509.1-3
    | \s+through\s+(?:(?:sub)?rules?\s+)?          # 510.1c through Rule 510.1d
    """,
    re.IGNORECASE | re.VERBOSE,
)
"""The text between the ends of a range."""


def expand(raw: str, existing: Container[str] | None = None) -> tuple[str, ...]:
    """Return the numbers that one item names, in order: 702.145b and 702.145c for `702.145b/c`.

    Args:
        raw: An item from `find_references`: a number, a range (`509.1-3`, `510.1c through Rule 510.1d`) or letters
            joined by slashes (`702.145b/c`).
        existing: The numbers of the edition; None if unknown.

    Returns:
        At least one number. If the ends of a range have different parents or run backwards, only the two ends, because
        the numbers between are unknown. If the edition lacks an end, all numbers of the range, because then the
        reference is wrong. A misprinted number is returned as printed; it will be `missing`.
    """
    raw = regular_ruling(raw)
    if "/" in raw:
        first, *letters = raw.split("/")
        return (first, *(complete_number(letter, first) for letter in letters))
    separator = _SEPARATOR.search(raw)
    if separator is None:
        return (raw,)
    first = raw[: separator.start()]
    is_misprint = NUMBER.fullmatch(first) is None and RULING_STEM.fullmatch(first) is None
    if is_misprint:
        return (raw,)
    last = complete_number(raw[separator.end() :], first)
    numbers = list_between(first, last) or (first, last)
    if existing is None or first not in existing or last not in existing:
        return numbers
    return tuple(number for number in numbers if number in existing)  # gaps in the numbers of the edition are no error
