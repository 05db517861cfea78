"""Examples that moved to another rule than the one that carries theirs on: what they illustrate moved with them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from rules.align.matching import Matching, PairScore
from rules.align.side import NONE, masked

BY_EXAMPLE = "example"
"""Method of links that were found here."""
_SCORE = 0.5
"""An example says where a rule went, not how much of it."""


def link_examples(matching: Matching, olds: Iterable[int], news: Iterable[int]) -> None:
    """Links rules of which one is not linked at all, where an example of the one stands under the other.

    An example that stands under several rules tells nothing. Between rules that both go on otherwise, a moved example
    is a change of these and no split.

    Args:
        matching: Takes the links.
        olds: Old records that changed, by position.
        news: New records that changed.
    """
    linked_old = {old for old, _ in matching.pieces}
    linked_new = {new for _, new in matching.pieces}
    homes: dict[str, set[int]] = defaultdict(set)
    for new in news:
        for example in matching.new.examples[new]:
            homes[masked(example)].add(new)
    for old in olds:
        for example in matching.old.examples[old]:
            home = homes.get(masked(example), set())
            if len(home) != 1:
                continue
            (new,) = home
            free_old = matching.new_of[old] == NONE and old not in linked_old
            free_new = matching.old_of[new] == NONE and new not in linked_new
            if free_old and free_new:
                matching.link(old, new, BY_EXAMPLE, _SCORE)
            elif free_old or free_new:
                matching.pieces.setdefault((old, new), PairScore(BY_EXAMPLE, _SCORE))
