"""Derive the meaning of a number from the other places of the tree that cite it or the block that moved with it.

An author who uses 725 in a former meaning does so in every file, whatever the edition of the rest of the tree: numbers
that are remembered, or come from a language model, are from several editions. So the places at which words explain a
number are evidence for the other places, independent of the edition of the tree.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from rules.numbers import is_number, parent_of

if TYPE_CHECKING:
    from collections.abc import Iterable
    from collections.abc import Set as AbstractSet

    from graph.citations.judge.judge_context import JudgeContext, NumberOwnership

EVEN = 0.5
"""Minimum share of a former meaning among the other uses of a number for that meaning to be likely."""
_EXPECTED, _WEIGHT = 0.3, 1.0
"""The expected share of a former meaning without other evidence, and the number of places for which it counts."""


class NumberUse(NamedTuple):
    """A number that the words next to it explain, and the lineage that it means."""

    number: str
    lineage: str


NO_USES: Counter[NumberUse] = Counter()
"""The uses of a chapter without any."""


class NumberUses:
    """Counts the files in which words show each meaning of a number.

    Args:
        known: The facts and caches of the run.
        target: Id of the target edition.
        files: For each file, the uses that words explain, each once.
    """

    def __init__(self, known: JudgeContext, target: str, files: Iterable[frozenset[NumberUse]] = ()) -> None:
        self._known = known
        self._target = target
        self._by_chapter = by_chapter(use for uses in files for use in uses)
        self._counted: dict[tuple[str, str], tuple[int, int]] = {}
        self.tells = lru_cache(None)(self._tells)
        self.old_chapters = self.chapters_of_old(use for counts in self._by_chapter.values() for use in counts)

    def chapters_of_old(self, uses: Iterable[NumberUse]) -> frozenset[str]:
        """Return the chapters of the uses whose numbers mean another lineage in the target edition."""
        lineage, target = self._known.where.lineage, self._target
        return frozenset(chapter_of(use.number) for use in uses if lineage(target, use.number) != use.lineage)

    def _tells(self, number: str) -> bool:
        """Return whether the other uses of a number make it likely that the number has a former meaning."""
        if chapter_of(number) not in self.old_chapters:
            return False
        return any(self.share(number, holder) >= EVEN for holder in self.holders(number))

    def holders(self, number: str) -> tuple[NumberOwnership, ...]:
        """Return the former ownerships of a number whose rules have left the number entirely."""
        former = self._known.former(number, self._target)
        return tuple(holder for holder in former if self._known.has_left(number, self._target, holder))

    def share(
        self,
        number: str,
        then: NumberOwnership,
        others: AbstractSet[NumberUse] = frozenset(),
        counted: AbstractSet[NumberUse] = frozenset(),
    ) -> float:
        """Return how likely a number has a former meaning, according to its other uses; 0 if none has that meaning.

        Args:
            number: The number.
            then: The former ownership.
            others: The uses that words explain elsewhere in the file.
            counted: The uses in the file that are already counted for the tree, which are subtracted.
        """
        key = number, then.last
        if key not in self._counted:
            self._counted[key] = self._count(number, then, self._by_chapter.get(chapter_of(number), NO_USES).items())
        past, present = self._counted[key]
        for sign, uses in ((-1, counted), (1, others)):
            here = self._count(number, then, ((use, sign) for use in uses))
            past, present = past + here[0], present + here[1]
        return (past + _WEIGHT * _EXPECTED) / (past + present + _WEIGHT) if past > 0 else 0.0

    def _count(self, number: str, then: NumberOwnership, uses: Iterable[tuple[NumberUse, int]]) -> tuple[int, int]:
        """Count the uses that support a number's former meaning, and those that support its present one."""
        block = block_of(self._known, self._target, number, then)
        lineage, target = self._known.where.lineage, self._target
        past = present = 0
        for use, count in uses:
            if _is_within(use.number, block):
                old, new = lineage(then.last, use.number), lineage(target, use.number)
                past += count * (use.lineage == old != new)
                present += count * (use.lineage == new != old)
        return past, present


def chapter_of(number: str) -> str:
    """Return the chapter of a number."""
    return number.partition(".")[0]


def block_of(known: JudgeContext, target: str, number: str, then: NumberOwnership) -> str:
    """Return the widest number that lost its lineage together with a number: 725 for 725.4 if the chapter moved."""
    block, above = number, parent_of(number) if is_number(number) else None
    while above is not None and len(above) > 1:
        old, new = known.where.lineage(then.last, above), known.where.lineage(target, above)
        if old is None or old == new:
            break
        block, above = above, parent_of(above)
    return block


def _is_within(number: str, block: str) -> bool:
    """Return whether a number is the number of a block or below it."""
    rest = number.removeprefix(block)
    return rest != number and (not rest or not rest[0].isdigit())


def by_chapter(uses: Iterable[NumberUse]) -> dict[str, Counter[NumberUse]]:
    """Return the count of each use, by the chapter of its number."""
    counts: dict[str, Counter[NumberUse]] = defaultdict(Counter)
    for use in uses:
        counts[chapter_of(use.number)][use] += 1
    return dict(counts)
