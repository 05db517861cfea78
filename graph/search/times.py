"""Read days, months and years as people type them."""

import calendar
import re

from graph.search.text import fold

_FIRST_YEAR, _LAST_YEAR = 1993, 2099
"""The year in which the game was published, and the last number that is read as a year."""
_SHORTEST_MONTH = 3
"""Minimum number of letters of an abbreviated name of a month."""
_MONTHS = [name.lower() for name in calendar.month_name]
_DAY = r"(?P<day>[0-9]{1,2})(?:st|nd|rd|th)?"
_DATES = (
    re.compile(r"(?P<year>[0-9]{4})(?:[-/.](?P<month>[0-9]{1,2})(?:[-/.](?P<day>[0-9]{1,2}))?)?"),
    re.compile(rf"(?:{_DAY}\s+)?(?P<month>[a-z]+)\.?\s+(?P<year>[0-9]{{4}})"),
    re.compile(rf"(?P<month>[a-z]+)\.?\s+{_DAY}\s+(?P<year>[0-9]{{4}})"),
)
"""`2009`, `2009-07`, `2009-07-11`; `July 2009`, `11th July 2009`; `July 11, 2009`."""


def time_in(text: str) -> str | None:
    """Return the year, month or day that a text names, as `2009`, `2009-07` or `2009-07-11`; None for other texts.

    None also for a date that no calendar has, and for a year before `_FIRST_YEAR` or after `_LAST_YEAR`.
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
    """Return the first day of a year or month, or the day itself, given as `time_in` returns it, as an ISO date."""
    year, *month_and_day = time.split("-")
    if not month_and_day:
        return f"{year}-01-01"
    is_month = len(month_and_day) == 1
    return f"{time}-01" if is_month else time


def _match_date(text: str) -> re.Match[str] | None:
    """Return the match of the first form of a date that a whole text has; None if it has none."""
    for form in _DATES:
        match = form.fullmatch(text)
        if match is not None:
            return match
    return None


def _read_month(word: str) -> int:
    """Return the number of a month, given by digits or at least three letters; 0 if letters name no month."""
    if word.isdigit():
        return int(word)
    if len(word) < _SHORTEST_MONTH:
        return 0
    for month, name in enumerate(_MONTHS):
        if name.startswith(word):
            return month
    return 0
