"""The best assignment of old records to new ones: maximum total weight on a sparse bipartite graph.

Equally good alternatives are reported as ambiguous instead of decided arbitrarily (`ties`).

Successive shortest paths (Busacker and Gowen 1960). On a graph of few candidates per record each path visits only the
handful of records that compete with each other; the dense methods would need the weight of every pair.
"""

from collections import defaultdict, deque
from collections.abc import Callable, Iterator, Mapping
from math import inf

from rules.grouping import grouped

EQUAL = 1e-9
"""Weights, and sums of them, closer than this are equal: smaller differences are rounding."""


def assign(weights: Mapping[int, Mapping[int, float]]) -> dict[int, int]:
    """Pair each left node with at most one right node so that the sum of the weights is largest.

    Args:
        weights: Left → right → weight; only weights above 0 can make a pair. A node may stay unpaired.

    Returns:
        Left → right for the chosen pairs; independent of the order in which the weights are given.
    """
    edges = {
        # To stay unpaired is a partner of its own, below 0, that gains nothing.
        left: [*((right, weight) for right, weight in sorted(rights.items()) if weight > 0), (~left, 0.0)]
        for left, rights in sorted(weights.items())
    }
    partner: dict[int, int] = {}
    holder: dict[int, int] = {}
    for start in edges:
        _augment(start, edges, weights, partner, holder)
    return {left: right for left, right in partner.items() if right >= 0}


def _augment(
    start: int,
    edges: Mapping[int, list[tuple[int, float]]],
    weights: Mapping[int, Mapping[int, float]],
    partner: dict[int, int],
    holder: dict[int, int],
) -> None:
    """Bring a left node in, along the alternating path to a free right node that gains most."""
    gain = {start: 0.0}
    reached: dict[int, tuple[float, int]] = {}  # right node → best gain so far, left node before it
    queue = deque([start])
    while queue:
        left = queue.popleft()
        for right, weight in edges[left]:
            total = gain[left] + weight
            if partner.get(left) == right or total <= reached.get(right, (-inf, 0))[0] + EQUAL:
                continue
            reached[right] = (total, left)
            other = holder.get(right)
            if other is not None:
                left_over = total - weights[other][right]
                if left_over > gain.get(other, -inf) + EQUAL:
                    gain[other] = left_over
                    queue.append(other)
    free = reached.keys() - holder.keys()
    node = max(free, key=lambda right: (round(reached[right][0], 9), right >= 0, -abs(right)))
    # Exchange the pairs along the path, from its end back to its start.
    left = reached[node][1]
    while left != start:
        partner[left], node = node, partner[left]
        holder[partner[left]] = left
        left = reached[node][1]
    partner[start] = node
    holder[node] = start


Weights = Mapping[int, Mapping[int, float]]
Twins = Callable[[int, int], bool]


def ties(
    weights: Weights, chosen: Mapping[int, int], same_left: Twins, same_right: Twins
) -> dict[int, tuple[int, ...]]:
    """Find the left nodes of a best assignment that could as well be paired otherwise.

    Nodes that can only exchange partners with each other are no tie, because they are interchangeable. Neither are
    nodes with different content, because their equal weights are a coincidence, or each continues a part.

    Args:
        weights: Left → right → weight, as `assign` took them.
        chosen: Left → right, as `assign` returned them.
        same_left: Whether two left nodes have the same content.
        same_right: The same for right nodes.

    Returns:
        Left → the equally good rights, in order, for the lefts in groups in which some node, left or right, must stay
        unpaired though it is as good as the others.
    """
    turned: dict[int, dict[int, float]] = defaultdict(dict)
    for left, row in weights.items():
        for right, weight in row.items():
            turned[right][left] = weight
    holders = {right: left for left, right in chosen.items()}
    options = grouped(
        [
            *_find_undecided(weights, chosen, same_right),
            *((left, right) for right, left in _find_undecided(turned, holders, same_left)),
        ]
    )
    return {left: tuple(sorted(set(rights))) for left, rights in sorted(options.items())}


def _find_undecided(weights: Weights, chosen: Mapping[int, int], same: Twins) -> Iterator[tuple[int, int]]:
    """Yield the paired nodes that could take another partner as good as their own, with each such partner.

    A partner can be had if it is free, or if the node that holds it could take another that can be had.
    """
    as_good = {
        node: {
            other
            for other, weight in weights[node].items()
            if other != own and abs(weight - weights[node][own]) <= EQUAL and same(own, other)
        }
        for node, own in chosen.items()
    }
    wanted_by = grouped((other, node) for node, others in as_good.items() for other in others)
    to_be_had = {other for row in weights.values() for other in row} - set(chosen.values())
    waiting = sorted(to_be_had)
    while waiting:
        new = {chosen[node] for node in wanted_by[waiting.pop()]} - to_be_had
        to_be_had |= new
        waiting += new
    for node, own in chosen.items():
        if own in to_be_had:
            yield from ((node, other) for other in {own, *(to_be_had & as_good[node])})
