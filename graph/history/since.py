"""How long the words of a rule have been unchanged, and how often it changed: a summary in one line.

Separate from the other modules, because importing them takes longer than `show` may take.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from datetime import date, timedelta
from itertools import pairwise

from rules.links import SLIGHT, Version
from rules.numbers import is_term


def describe_changes(versions: Sequence[Version]) -> tuple[str, ...]:
    """Return how often a rule changed, in words: `3 wordings`, `renumbered 5 times`, `2 minor changes`; without zeros.

    Each step from a version to the next counts at least once. Wordings are 1, plus one for each change of its words,
    including renamed terms; minor changes those of typography or of the numbers of other rules alone.

    Args:
        versions: The versions of its lineage, oldest first.
    """
    reworded = renumbered = slight = 0
    for before, version in pairwise(versions):
        # without a class, a retyped edition comes before: how the words changed is unknown
        reworded += version.change not in (None, *SLIGHT)
        renumbered += version.key != before.key
        slight += version.change in SLIGHT and version.key == before.key
    moved = "renamed" if is_term(versions[-1].key) else "renumbered"
    times = {1: "once", 2: "twice"}.get(renumbered, f"{renumbered} times")
    minor = f"{slight} minor change{'' if slight == 1 else 's'}"
    said = ((reworded, f"{reworded + 1} wordings"), (renumbered, f"{moved} {times}"), (slight, minor))
    return tuple(words for number, words in said if number)


def words_since(versions: Sequence[Version], edition: str) -> str | None:
    """Return the edition since which a rule has its words, but for typography and numbers of rules that moved.

    Args:
        versions: The versions of its lineage, oldest first.
        edition: The edition whose words are looked up.

    Returns:
        None if the lineage is not in that edition.
    """
    known = [version for version in versions if version.first <= edition]
    if not known or known[-1].last < edition:
        return None
    first = known.pop()
    while known and first.change in SLIGHT:
        first = known.pop()
    return first.first


def last_day(editions: Sequence[str], edition: str) -> str | None:
    """Return the last day on which an edition was in force; None for the newest.

    It is the day before the next edition took effect.

    Args:
        editions: All editions of its work, oldest first.
        edition: One of them.
    """
    after = bisect_right(editions, edition)
    return (date.fromisoformat(editions[after]) - timedelta(days=1)).isoformat() if after < len(editions) else None
