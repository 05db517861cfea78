"""The days on which an edition was in force."""

from bisect import bisect_right
from collections.abc import Sequence
from datetime import date, timedelta


def last_day(editions: Sequence[str], edition: str) -> str | None:
    """Return the last day on which an edition was in force: the day before the next edition took effect.

    Args:
        editions: All editions of its work, oldest first.
        edition: One of them.

    Returns:
        None for the newest edition.
    """
    position = bisect_right(editions, edition)
    if position == len(editions):
        return None
    return day_before(editions[position])


def day_before(day: str) -> str:
    """Return the day before an ISO date: `2009-07-11` → `2009-07-10`."""
    return (date.fromisoformat(day) - timedelta(days=1)).isoformat()
