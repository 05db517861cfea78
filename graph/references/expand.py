"""One printed item → the numbers it names: `409.1f-h` → 409.1f, 409.1g, 409.1h.

Expansion is arithmetic on what is printed: letters run in the publisher's order (without l and o), numbers by ones. Of
a range whose two ends an edition has, the numbers that it has count: nobody referred to what it leaves out.
"""

from __future__ import annotations

import re
from collections.abc import Container

from graph.references.lettered import STEM, regular
from rules.numbers import LETTERS, NUMBER

DASHES = "\\-\u2010\u2011\u2012\u2013\u2212?\ufffd"
"""Inside a character class: what stands between the ends of a range. `?` and U+FFFD are en dashes that a copy lost; an
em dash is missing on purpose, since it begins a clause."""

LONGEST_RANGE = 60
"""A range that names more numbers than this is taken for its two ends: no chapter of 1999-2026 is cited so widely."""

_SEPARATOR = re.compile(rf"\s*[{DASHES}]\s*|\s+through\s+(?:(?:sub)?rules?\s+)?", re.IGNORECASE)
_SHORT_END = re.compile(r"(?P<rule>\d+)?(?P<letters>[a-z]{1,2})?")


def expand(raw: str, known: Container[str] | None = None) -> tuple[str, ...]:
    """The numbers that one item names, in order.

    Args:
        raw: An item as `find_references` gives it: a number, a range (`509.1-3`, `510.1c through Rule 510.1d`) or
            letters joined by slashes (`702.145b/c`).
        known: The numbers of the edition; None where they are not known.

    Returns:
        At least one number. Where the ends of a range have different parents or run backwards, the two ends alone:
        what lies between them cannot be told. Where the edition lacks an end, all numbers of the range, for then the
        reference is at fault and not the numbering. A misprinted number is returned as printed; it will be missing.
    """
    raw = regular(raw)
    if "/" in raw:
        first, *others = raw.split("/")
        return (first, *(completed(other, first) for other in others))
    separator = _SEPARATOR.search(raw)
    if separator is None:
        return (raw,)
    first = raw[: separator.start()]
    if NUMBER.fullmatch(first) is None and STEM.fullmatch(first) is None:
        return (raw,)
    last = completed(raw[separator.end() :], first)
    numbers = between(first, last) or (first, last)
    if known is None or first not in known or last not in known:
        return numbers
    return tuple(number for number in numbers if number in known)


def completed(end: str, first: str) -> str:
    """The full number for the end of a range or list, whose beginning is left out: `h` after `409.1f` → `409.1h`."""
    start = NUMBER.fullmatch(first)
    ruling = STEM.fullmatch(first) if end.isdecimal() and start is None else None
    if ruling is not None:
        return f"{ruling['stem']}{end}"
    short = _SHORT_END.fullmatch(end)
    if start is None or start["rule"] is None or short is None:
        return end
    chapter = first.partition(".")[0]
    return f"{chapter}.{short['rule'] or start['rule']}{short['letters'] or ''}"


def between(first: str, last: str) -> tuple[str, ...]:
    """All numbers from `first` to `last`; empty where parents differ, the order is backwards or the way too long."""
    low, high = NUMBER.fullmatch(first), NUMBER.fullmatch(last)
    if low is None or high is None:
        return _between_rulings(first, last)
    if low["letters"] and high["letters"]:
        stem, end_stem = first.removesuffix(low["letters"]), last.removesuffix(high["letters"])
        return _letters(stem, low["letters"], high["letters"]) if stem == end_stem else ()
    if low["letters"] or high["letters"]:
        return ()
    if low["rule"] and high["rule"]:
        stem = first.partition(".")[0]
        return _integers(f"{stem}.", int(low["rule"]), int(high["rule"])) if last.startswith(f"{stem}.") else ()
    if low["rule"] or high["rule"]:
        return ()
    return _integers("", int(first), int(last)) if len(first) == len(last) else ()


def _between_rulings(first: str, last: str) -> tuple[str, ...]:
    low, high = STEM.fullmatch(first), STEM.fullmatch(last)
    if low is None or high is None or low["stem"] != high["stem"]:
        return ()
    return _integers(low["stem"], int(low["last"]), int(high["last"]))


def _integers(stem: str, low: int, high: int) -> tuple[str, ...]:
    return tuple(f"{stem}{n}" for n in range(low, high + 1)) if low < high <= low + LONGEST_RANGE else ()


def _letters(stem: str, low: str, high: str) -> tuple[str, ...]:
    start, end = LETTERS.find(low), LETTERS.find(high)
    if len(low) > 1 or len(high) > 1 or start < 0 or end <= start:
        return ()
    return tuple(stem + letter for letter in LETTERS[start : end + 1])
