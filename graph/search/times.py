"""Days, months and years as people type them."""

import calendar
import re

from graph.search.text import fold

_FIRST_YEAR, _LAST_YEAR = 1993, 2099
"""The year in which the game was published, and one by which a number is no year."""
_SHORTEST_MONTH = 3
"""Letters of a month's name that are enough."""
_MONTHS = [name.lower() for name in calendar.month_name]
_DAY = r"(?P<day>[0-9]{1,2})(?:st|nd|rd|th)?"
_DATES = (
    re.compile(r"(?P<year>[0-9]{4})(?:[-/.](?P<month>[0-9]{1,2})(?:[-/.](?P<day>[0-9]{1,2}))?)?"),
    re.compile(rf"(?:{_DAY}\s+)?(?P<month>[a-z]+)\.?\s+(?P<year>[0-9]{{4}})"),
    re.compile(rf"(?P<month>[a-z]+)\.?\s+{_DAY}\s+(?P<year>[0-9]{{4}})"),
)
"""`2009`, `2009-07`, `2009-07-11`; `July 2009`, `11th July 2009`; `July 11, 2009`."""


def time_in(text: str) -> str | None:
    """Return the day, month or year that a text is, as the beginning of an ISO date; None for anything else."""
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
    """Return the first day of a year, month or day, each as the beginning of an ISO date."""
    return f"{time}-01-01"[:10]


def _match_date(text: str) -> re.Match[str] | None:
    for form in _DATES:
        match = form.fullmatch(text)
        if match is not None:
            return match
    return None


def _read_month(word: str) -> int:
    """Return the number of a month, by its digits or at least three of its letters; 0 if there is none."""
    if word.isdigit():
        return int(word)
    if len(word) < _SHORTEST_MONTH:
        return 0
    for month, name in enumerate(_MONTHS):
        if name.startswith(word):
            return month
    return 0
