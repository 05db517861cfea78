"""Glossary entries matched by their terms: also in the plural, marked as obsolete, or under the term's new name."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable

from rules.align.side import AlignmentSide, Words


class GlossaryTerms:
    """The glossary entries of two editions that have the same term, in any form.

    Args:
        old: The older edition.
        new: The newer one.
    """

    def __init__(self, old: AlignmentSide, new: AlignmentSide) -> None:
        self._old = old.heads
        self._new = new.heads
        self._terms: dict[int, set[Words]] = {position: {head} for position, head in self._old.items()}
        self._by_head: dict[Words, list[int]] = defaultdict(list)
        for position, head in self._new.items():
            self._by_head[head].append(position)

    def rename(self, renamed: Callable[[Words], Words]) -> None:
        """Add the new names of renamed terms to the old terms.

        Args:
            renamed: Replaces renamed terms by the new edition's terms.
        """
        for position, head in self._old.items():
            self._terms[position].add(renamed(head))

    def is_same(self, old: int, new: int) -> bool:
        """Return whether two glossary entries have the same term."""
        return self._new[new] in self._terms[old]

    def candidates(self, old: int) -> list[int]:
        """Return the new entries with the term of an old one."""
        return [new for head in sorted(self._terms[old]) for new in self._by_head.get(head, ())]


def gone_and_come(old: AlignmentSide, new: AlignmentSide) -> tuple[set[Words], set[Words]]:
    """Return the terms with an entry in the older edition alone, and those with one in the newer alone.

    Entries of the newer edition that mark their term as obsolete do not count.
    """
    before = set(old.heads.values())
    after = {head for position, head in new.heads.items() if "(obsolete)" not in new.titles[position].casefold()}
    return before - after, after - before
