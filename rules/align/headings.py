"""Headings whose children went to several headings, or came together with others' under one."""

from __future__ import annotations

from collections.abc import Iterable

from rules.align.matching import Families, Matching, PairScore
from rules.align.side import NONE

BY_CHILDREN = "children"
"""Method of links between headings that were found here."""
_SEVERAL = 2
"""Children that must have gone from one heading to another for the headings to have to do with each other."""
_CARRIES = 0.3
"""Share of a heading's children that must have gone under another for it to carry the first on, both being free."""
_MANY = 0.2
"""Share of a heading's children that must have gone under one that continues another, where no heading took most."""
_MOST = 0.5
"""Share of the children of a free heading that must have come from, or gone to, one that is not free."""


def link_headings(matching: Matching, headings: Iterable[int]) -> None:
    """Links headings by their children: the main link where both are free, a further one where one of them is.

    Args:
        matching: Takes the links.
        headings: Old headings that may have been split or merged, by position.
    """
    families = matching.families()
    for old in headings:
        votes = families.votes.get(old, {})
        for new in sorted(votes, key=lambda new: (-votes[new], new)):
            if matching.new_of[old] != new and votes[new] >= _SEVERAL:
                _link(matching, families, old, new)


def _link(matching: Matching, families: Families, old: int, new: int) -> None:
    share, back = families.share(old, new), families.back_share(old, new)
    free_old, free_new = matching.new_of[old] == NONE, matching.old_of[new] == NONE
    if free_old and free_new and share >= _CARRIES:
        matching.link(old, new, BY_CHILDREN, share)
    elif matching.new.is_heading(new) and ((free_new and back >= _MOST) or (free_old and share >= _MOST)):
        matching.pieces[(old, new)] = PairScore(BY_CHILDREN, max(share, back))
    elif _is_scattered(matching, families, old, new):
        matching.pieces[(old, new)] = PairScore(BY_CHILDREN, share)


def _is_scattered(matching: Matching, families: Families, old: int, new: int) -> bool:
    """Whether both headings go on otherwise, but the old one's children were scattered, and many came here."""
    heir = matching.new_of[old]
    if heir == NONE or matching.old.kinds[old] != matching.new.kinds[new] or not matching.new.is_heading(new):
        return False
    return families.share(old, heir) < _MOST and families.share(old, new) >= _MANY
