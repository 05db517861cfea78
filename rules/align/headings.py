"""Links of headings that were split or merged, found by where their children went."""

from collections.abc import Iterable

from rules.align.matching import Matching
from rules.align.side import NONE
from rules.family_votes import OWN_VOTE
from rules.links import LinkBasis

BY_CHILDREN = "children"
"""Method of links found here."""
_PART = 0.2
"""Minimum share of a heading's votes for another heading to continue it, if both are unlinked."""
_MAJORITY = 0.5
"""Minimum share of a heading's votes for another heading to continue it, if one of them is linked otherwise."""


def link_headings(matching: Matching, headings: Iterable[int]) -> None:
    """Link headings by their children: the main link if both are unlinked, else an additional link.

    Args:
        matching: Receives the links.
        headings: Old headings that may have been split or merged, by position.
    """
    families = matching.count_families()
    for old in headings:
        votes = families.votes.get(old, {})
        for new in sorted(votes, key=lambda new: (-votes[new], new)):
            has_only_own_vote = votes[new] <= OWN_VOTE
            if matching.new_of[old] == new or has_only_own_vote:
                continue
            share, back_share = families.share(old, new), families.back_share(old, new)
            is_old_unlinked, is_new_unlinked = matching.new_of[old] == NONE, matching.old_of[new] == NONE
            is_split = is_old_unlinked and share >= _MAJORITY
            is_merger = is_new_unlinked and back_share >= _MAJORITY and matching.new.is_heading(new)
            if is_old_unlinked and is_new_unlinked and share >= _PART:
                matching.link(old, new, BY_CHILDREN, share)
            elif is_split or is_merger:
                matching.pieces[old, new] = LinkBasis(BY_CHILDREN, max(share, back_share))
