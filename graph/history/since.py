"""How long the words of a rule have been unchanged, and how often it changed: a summary in one line.

Separate from the other modules, because importing them takes longer than `show` may take.
"""

from __future__ import annotations

from bisect import bisect_right
from datetime import date, timedelta
from itertools import pairwise
from typing import TYPE_CHECKING

from msgspec import Struct

from rules.links import SLIGHT

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rules.links import Version


class ChangeCounts(Struct, frozen=True):
    """How often a rule changed over its whole history; each step from a version to the next counts at least once.

    Attributes:
        wordings: Number of its wordings: 1, plus one for each change of its words, including renamed terms.
        renumberings: How often its number changed, or the term of a glossary entry.
        slight: How often only its typography or the numbers of other rules in it changed.
    """

    wordings: int
    renumberings: int
    slight: int

    def in_words(self, *, is_term: bool = False) -> tuple[str, ...]:
        """Return the counts in words: `3 wordings`, `renumbered 5 times`, `2 minor changes`; without zeros."""
        moved = "renamed" if is_term else "renumbered"
        times = {1: "once", 2: "twice"}.get(self.renumberings, f"{self.renumberings} times")
        return tuple(
            words
            for number, words in (
                (self.wordings - 1, f"{self.wordings} wordings"),
                (self.renumberings, f"{moved} {times}"),
                (self.slight, f"{self.slight} minor change{'' if self.slight == 1 else 's'}"),
            )
            if number
        )


def change_counts(versions: Sequence[Version]) -> ChangeCounts:
    """Return how often a rule changed.

    Args:
        versions: The versions of its lineage, oldest first.
    """
    wordings, renumberings, slight = 1, 0, 0
    for before, version in pairwise(versions):
        # without a class, a retyped edition comes before: how the words changed is unknown
        reworded, renumbered = version.change not in (None, *SLIGHT), version.key != before.key
        wordings += reworded
        renumberings += renumbered
        slight += version.change in SLIGHT and not renumbered
    return ChangeCounts(wordings, renumberings, slight)


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
