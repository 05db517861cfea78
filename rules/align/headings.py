"""Links of headings by their children, such as those of a chapter that was split."""

from collections.abc import Iterable

from rules.align.edition_columns import NONE
from rules.align.families import Families
from rules.align.matching import Matching, RecordPair
from rules.family_votes import OWN_VOTE
from rules.links import LinkBasis

BY_CHILDREN = "children"
"""Method of links found here."""
_PART = 0.2
"""Minimum share of an old heading's votes that a new one must have to continue it, if neither is linked."""
_MAJORITY = 0.5
"""Minimum share of a heading's votes that a link needs if one of the two headings is linked with another record."""


def link_headings(matching: Matching, headings: Iterable[int]) -> None:
    """Link headings with the records that enough of their children went to.

    Each link of a child is a vote for the new parent of the child (`rules.align.families`). If most rules of chapter
    502 went to 702 and some to 701, the votes of 502 are for 702 and for 701. The new record with the most votes comes
    first, so that it gets the main link. A single linked child is not enough (`OWN_VOTE`).

    Args:
        matching: Receives the links.
        headings: Old headings that may have been split or merged, by position.
    """
    families = matching.update_families()
    for old in headings:
        votes = families.votes.get(old, {})
        for new in sorted(votes, key=lambda new: (-votes[new], new)):
            has_children_votes = votes[new] > OWN_VOTE  # more than the heading's own link gives
            if has_children_votes and matching.new_of[old] != new:
                _link_heading(matching, families, old, new)


def _link_heading(matching: Matching, families: Families, old: int, new: int) -> None:
    """Link an old heading with a record that some of its children went to, if enough of them did.

    - If neither record has a main link, the link is the main link. `_PART` of the old heading's votes is enough.
    - If the old heading has no main link, and a majority of its votes went to the new record, it was merged into that
      record. The link is an additional link.
    - If the new record is a heading without a main link, and a majority of its votes came from the old heading, it was
      split off the old one. The link is an additional link.
    - Otherwise there is no link.

    Args:
        matching: Receives the link.
        families: The votes of the children.
        old: Position of the old heading.
        new: Position of the new record, which no main link connects with the old heading.
    """
    share, back_share = families.share(old, new), families.back_share(old, new)
    is_old_unlinked, is_new_unlinked = matching.new_of[old] == NONE, matching.old_of[new] == NONE
    if is_old_unlinked and is_new_unlinked and share >= _PART:
        matching.link(old, new, BY_CHILDREN, share)
        return
    is_merged_into = is_old_unlinked and share >= _MAJORITY
    is_split_off = is_new_unlinked and back_share >= _MAJORITY and matching.new.is_heading(new)
    if is_merged_into or is_split_off:
        matching.additional_links[RecordPair(old, new)] = LinkBasis(BY_CHILDREN, max(share, back_share))
