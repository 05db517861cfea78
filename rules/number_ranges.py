"""Ranges of numbers as documents print them, such as `702.19a-c`."""

import re
from functools import lru_cache

from rules.late_patterns import compile_late
from rules.numbers import LETTERS, NUMBER, chapter_of

_STEM = r"(?:[A-Z](?:[1-9]\d?)?|[1-9]\d\d)\.(?:[\w.]+\.)?"
"""The beginning of a number without its last part: `K.14.Ruling.` of a ruling, `702.` of a rule."""
RULING_STEM = compile_late(rf"(?P<stem>{_STEM})(?P<last>\d+)")
"""A number that ends in digits, split into the part that it shares with its neighbours and the rest: `K.14.Ruling.` and
`7`. Use it with `fullmatch`."""
_COUNTED = compile_late(
    rf"""(?P<stem>[1-9]\d\d\.\d+(?=[a-z])  # of a subrule: its rule
    |{_STEM}  # of a rule: its chapter; of a ruling: what it has before its last number
    |)  # of a chapter or section: nothing
    (?P<count>\d+|[a-z]{{1,2}})""",
    re.VERBOSE,
)
"""Any number, split into the part that it shares with its neighbours and the rest, its count: `702.` and `40`, `702.40`
and `a`, nothing and `702`."""
LONGEST_RANGE = 60
"""Maximum difference between the two ends of a range of numbers; no range of 1999-2026 is that long."""
_LATEST_RANGES = 1 << 12
"""Number of ranges whose numbers are kept; consecutive editions have nearly all ranges in common."""
_SHORT_END = compile_late(r"(?P<rule>\d+)?(?P<letters>[a-z]{1,2})?")
"""The end of a range without its chapter (`41`, `41b`) or its rule (`b`)."""


def complete_number(end: str, first: str) -> str:
    """Return the full number for the shortened end of a range or list: `h` after `409.1f` → `409.1h`.

    Args:
        end: The end as printed: `h`, `2`, `2h`, or a full number.
        first: The full number of the rule or ruling before it.

    Returns:
        `end` unchanged if it is not shortened, or `first` is a section or chapter, whose numbers are never shortened.
    """
    start = NUMBER.fullmatch(first)
    if start is None:
        ruling = RULING_STEM.fullmatch(first) if end.isdecimal() else None
        return f"{ruling['stem']}{end}" if ruling else end
    short = _SHORT_END.fullmatch(end)
    if start["rule"] is None or short is None:
        return end
    rule = short["rule"] or start["rule"]
    letters = short["letters"] or ""
    return f"{chapter_of(first)}.{rule}{letters}"


@lru_cache(_LATEST_RANGES)
def list_between(first: str, last: str) -> tuple[str, ...]:
    """Return all numbers from `first` to `last`: `702.19a` to `702.19c` → `702.19a`, `702.19b`, `702.19c`.

    From a rule to its own subrule, such as `702.40` to `702.40b`, the numbers are the rule and its subrules up to that
    subrule. The result is empty if the parents differ, if `last` is not after `first`, if the range is too long, or if
    an end has two letters, or a letter that the rules do not use.
    """
    letters = last.removeprefix(first)
    is_subrule_of_first = letters != last and letters.isalpha() and first[-1].isdigit()
    if is_subrule_of_first:
        return _list_with_subrules(first, letters)
    low, high = _COUNTED.fullmatch(first), _COUNTED.fullmatch(last)
    if low is None or high is None or low["stem"] != high["stem"]:
        return ()
    are_section_and_chapter = not low["stem"] and len(first) != len(last)
    if are_section_and_chapter:
        return ()
    if low["count"].isdecimal() and high["count"].isdecimal():
        return _list_counted(low["stem"], int(low["count"]), int(high["count"]))
    return _list_letters(low["stem"], low["count"], high["count"])


def _list_counted(stem: str, low: int, high: int) -> tuple[str, ...]:
    """Return the numbers from a count to a greater count: stem `702.`, 40 to 41 → `702.40`, `702.41`.

    The result is empty if `high` is not greater than `low`, or if the range is too long.
    """
    is_in_order = low < high
    if not is_in_order or high > low + LONGEST_RANGE:
        return ()
    return tuple(f"{stem}{count}" for count in range(low, high + 1))


def _list_with_subrules(rule: str, last: str) -> tuple[str, ...]:
    """Return a rule and its subrules from `a` up to a letter; empty if `last` is not a single subrule letter."""
    if last == "a":
        return rule, f"{rule}a"
    subrules = _list_letters(rule, "a", last)
    return (rule, *subrules) if subrules else ()


def _list_letters(stem: str, low: str, high: str) -> tuple[str, ...]:
    """Return the numbers from a letter to a later letter: stem `702.40`, `a` to `b` → `702.40a`, `702.40b`.

    The result is empty if `high` is not later than `low`, or if one of them has two letters.
    """
    start, end = LETTERS.find(low), LETTERS.find(high)
    if len(low) > 1 or len(high) > 1 or start < 0 or end <= start:
        return ()
    return tuple(stem + letter for letter in LETTERS[start : end + 1])
