"""The best assignment of old records to new ones: maximum total weight on a sparse bipartite graph.

Successive shortest paths (Busacker and Gowen 1960). On a graph of few candidates per record each path visits only the
handful of records that compete with each other; the dense methods would need the weight of every pair.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping

_EPSILON = 1e-9
"""Sums of weights closer than this are equal, so that rounding errors cannot cause an endless cycle."""


def assign(weights: Mapping[int, Mapping[int, float]]) -> dict[int, int]:
    """Pair each left node with at most one right node so that the sum of the weights is largest.

    Args:
        weights: Left → right → weight; only weights above 0 can make a pair. A node may stay unpaired.

    Returns:
        Left → right for the chosen pairs; independent of the order in which the weights are given.
    """
    edges = {
        left: [(right, weight) for right, weight in sorted(rights.items()) if weight > 0]
        for left, rights in sorted(weights.items())
    }
    partner: dict[int, int] = {}
    holder: dict[int, int] = {}
    for start in edges:
        _augment(start, edges, weights, partner, holder)
    return partner


def _augment(
    start: int,
    edges: Mapping[int, list[tuple[int, float]]],
    weights: Mapping[int, Mapping[int, float]],
    partner: dict[int, int],
    holder: dict[int, int],
) -> None:
    """Bring a left node in, along the alternating path that gains most.

    A path ends at a free right node, or at a left node that stays unpaired because its partner is worth more elsewhere.
    """
    gain = {start: 0.0}
    reached: dict[int, tuple[float, int]] = {}  # right node → best gain so far, left node before it
    queue = deque([start])
    while queue:
        left = queue.popleft()
        for right, weight in edges[left]:
            total = gain[left] + weight
            if partner.get(left) == right or total <= reached.get(right, (-1e18, 0))[0] + _EPSILON:
                continue
            reached[right] = (total, left)
            other = holder.get(right)
            if other is not None:
                left_over = total - weights[other][right]
                if left_over > gain.get(other, -1e18) + _EPSILON:
                    gain[other] = left_over
                    queue.append(other)
    ends = [(total, 1, right) for right, (total, _) in reached.items() if right not in holder]
    ends += [(total, 0, left) for left, total in gain.items()]
    best = max(ends, key=lambda end: (round(end[0], 9), end[1], -end[2]))
    _flip(best[2], start, reached, partner, holder, at_right=bool(best[1]))


def _flip(
    node: int,
    start: int,
    reached: Mapping[int, tuple[float, int]],
    partner: dict[int, int],
    holder: dict[int, int],
    *,
    at_right: bool,
) -> None:
    """Exchange the pairs along a path, from its end back to its start."""
    if not at_right:
        if node == start:
            return
        right = partner.pop(node)
    else:
        right = node
    while True:
        left = reached[right][1]
        previous = partner.get(left)
        partner[left] = right
        holder[right] = left
        if left == start or previous is None:
            return
        right = previous
