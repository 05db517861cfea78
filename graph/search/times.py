"""Read days, months and years as people type them: `11 July 2009`, `2009-07`, `2009`.

Numbers alone begin with the year. Other orders of numbers, such as `13.07.2009`, are not read, because in many of them
the day cannot be told from the month. English words between the parts, as in `11th of July 2009`, are not read either.
"""

import calendar
import re

from graph.search.text import fold

_FIRST_YEAR, _LAST_YEAR = 1993, 2099
"""The year in which the game was published, and the last number that is read as a year."""
_SHORTEST_MONTH = 3
"""Minimum number of letters of an abbreviated name of a month."""
_MONTHS = [name.lower() for name in calendar.month_name]
"""The name of each month, at the index that is its number; the name at index 0 is empty."""
_DAY = r"(?P<day>[0-9]{1,2})(?:st|nd|rd|th)?"
_DATES = (
    re.compile(r"(?P<year>[0-9]{4})(?:[-/.](?P<month>[0-9]{1,2})(?:[-/.](?P<day>[0-9]{1,2}))?)?"),
    re.compile(rf"(?:{_DAY}\s+)?(?P<month>[a-z]+)\.?\s+(?P<year>[0-9]{{4}})"),
    re.compile(rf"(?P<month>[a-z]+)\.?\s+{_DAY}\s+(?P<year>[0-9]{{4}})"),
)
"""The forms `2009`, `2009-07` and `2009-07-11`; `July 2009` and `11th July 2009`; `July 11 2009`. Commas are removed
before."""


def time_in(text: str) -> str | None:
    """Return the year, month or day that a text names; None if the text is anything else.

    - `2009` → `2009`
    - `Jul. 2009` → `2009-07`
    - `July 11th, 2009` → `2009-07-11`
    - `31 June 2009` → None, because no calendar has this day.
    - `1899` → None, because it is before `_FIRST_YEAR`.
    """
    match = _match_date(fold(text).replace(",", " ").strip())
    if match is None:
        return None
    year = int(match["year"])
    if not _FIRST_YEAR <= year <= _LAST_YEAR:
        return None
    if not match["month"]:
        return f"{year}"
    month = _read_month(match["month"])
    if not 1 <= month <= 12:
        return None
    if not match["day"]:
        return f"{year}-{month:02}"
    day = int(match["day"])
    _, days = calendar.monthrange(year, month)
    if not 1 <= day <= days:
        return None
    return f"{year}-{month:02}-{day:02}"


def first_day(time: str) -> str:
    """Return the first day of a time: `2009` → `2009-01-01`, `2009-07` → `2009-07-01`; a day stays as it is.

    Args:
        time: A year, a month or a day, as `time_in` returns it.
    """
    year, *month_and_day = time.split("-")
    if not month_and_day:
        return f"{year}-01-01"
    is_month = len(month_and_day) == 1
    return f"{time}-01" if is_month else time


def _match_date(text: str) -> re.Match[str] | None:
    """Return the match of the form of a date that a whole text has; None if it has none.

    Args:
        text: The folded text, without commas.
    """
    for form in _DATES:
        match = form.fullmatch(text)
        if match is not None:
            return match
    return None


def _read_month(word: str) -> int:
    """Return the number of a month: `07` → 7, `july` → 7, `jul` → 7.

    Letters that name no month give 0, and so do fewer than `_SHORTEST_MONTH` letters. Digits are not checked: `13` →
    13.
    """
    if word.isdigit():
        return int(word)
    if len(word) < _SHORTEST_MONTH:
        return 0
    for month, name in enumerate(_MONTHS):
        if name.startswith(word):
            return month
    return 0
