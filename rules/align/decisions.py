"""Links that a reader decided, which override the aligner's."""

from collections.abc import Mapping, Sequence

from rules.align.edition_columns import NONE
from rules.align.matching import Matching, RecordPair
from rules.links import LinkBasis

DECIDED = "decided"
"""Method of these links."""
_BASIS = LinkBasis(DECIDED, 1.0)


def link_decided(matching: Matching, decided: Mapping[str, Sequence[str]]) -> None:
    """Replace the links of the old records for which a reader decided what continues them.

    The first new record of a decision gets the main link, unless it has one with another old record. All other decided
    links are additional links. Exception: an additional link becomes the main link if its records have no other link.

    Example: `{"100.1": ["200.1", "200.2"]}` makes the main link 100.1 → 200.1 and the additional link 100.1 → 200.2.

    Args:
        matching: Receives the links.
        decided: Old key → all new keys that continue it, the main one first; none if nothing does. A decision with an
            old key that the older edition lacks, or a new key that the newer one lacks, is ignored.
    """
    decisions = _locate(matching, decided)
    for old in decisions:
        matching.ambiguous.pop(old, None)
        if matching.new_of[old] != NONE:
            matching.unlink(old)
    matching.additional_links = {
        pair: basis for pair, basis in matching.additional_links.items() if pair.old not in decisions
    }
    for old, news in decisions.items():
        for new in news:
            is_main = new == news[0]
            if is_main and matching.are_unlinked(old, new):
                matching.link(old, new, *_BASIS)
            else:
                matching.additional_links[RecordPair(old, new)] = _BASIS
    # A record whose link was undone may be left with nothing but an additional link.
    matching.promote_additional_links()


def _locate(matching: Matching, decided: Mapping[str, Sequence[str]]) -> dict[int, list[int]]:
    """Return old record → the new records that continue it, by position, without decisions about missing records."""
    old_positions, new_positions = matching.old.positions, matching.new.positions
    decisions = {}
    for old, news in decided.items():
        if old in old_positions and new_positions.keys() >= set(news):
            decisions[old_positions[old]] = [new_positions[new] for new in news]
    return decisions
