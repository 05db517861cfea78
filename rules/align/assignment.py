"""The best assignment of old records to new ones, with the alternatives that are equally good.

The assignment has the maximum total weight on a sparse bipartite graph. It is found by successive shortest paths
(Busacker and Gowen 1960). On a graph of few candidates per record each path visits only the handful of records that
compete with each other; the dense methods would need the weight of every pair.
"""

from collections import defaultdict, deque
from collections.abc import Callable, Iterator, Mapping
from math import inf

from rules.grouping import grouped

EQUAL = 1e-9
"""Weights, and sums of them, closer than this are equal: smaller differences are rounding."""
_DIGITS = 9
"""Number of decimal places in which the gains of two paths are compared."""

Weights = Mapping[int, Mapping[int, float]]
"""Left node → right node → weight of the pair."""


def assign(weights: Weights) -> dict[int, int]:
    """Pair each left node with at most one right node so that the sum of the weights is largest.

    Args:
        weights: Left → right → weight; only weights above 0 can make a pair. A node may stay unpaired.

    Returns:
        Left → right for the chosen pairs; independent of the order in which the weights are given.
    """
    assignment = _Assignment(weights)
    for left in sorted(weights):
        assignment.add(left)
    return {left: right for left, right in assignment.partner.items() if right >= 0}


class _Assignment:
    """An assignment that grows by one left node at a time and is the best one for the nodes added so far.

    Attributes:
        partner: Left → right. "Unpaired" is a private partner with a negative number, which adds no weight.
        holder: Right → left.
    """

    def __init__(self, weights: Weights) -> None:
        self._weights = weights
        self._edges: dict[int, list[tuple[int, float]]] = {}
        for left, rights in weights.items():
            possible = [(right, weight) for right, weight in sorted(rights.items()) if weight > 0]
            self._edges[left] = [*possible, (~left, 0.0)]
        self.partner: dict[int, int] = {}
        self.holder: dict[int, int] = {}

    def add(self, start: int) -> None:
        """Add a left node along the alternating path to a free right node that gains most."""
        gains, previous = self._find_paths(start)
        free = gains.keys() - self.holder.keys()
        end = max(free, key=lambda right: (round(gains[right], _DIGITS), right >= 0, -abs(right)))
        self._exchange(start, end, previous)

    def _find_paths(self, start: int) -> tuple[dict[int, float], dict[int, int]]:
        """Return the best gain with which each right node can be reached, and the left node before it on that path."""
        gains: dict[int, float] = {}
        previous: dict[int, int] = {}
        left_gains = {start: 0.0}
        queue = deque([start])
        while queue:
            left = queue.popleft()
            for right, weight in self._edges[left]:
                gain = left_gains[left] + weight
                if self.partner.get(left) == right or gain <= gains.get(right, -inf) + EQUAL:
                    continue
                gains[right] = gain
                previous[right] = left
                holder = self.holder.get(right)
                if holder is None:
                    continue
                remaining_gain = gain - self._weights[holder][right]
                if remaining_gain > left_gains.get(holder, -inf) + EQUAL:
                    left_gains[holder] = remaining_gain
                    queue.append(holder)
        return gains, previous

    def _exchange(self, start: int, end: int, previous: Mapping[int, int]) -> None:
        """Exchange the pairs along a path, from its end back to its start."""
        right = end
        left = previous[right]
        while left != start:
            given_up = self.partner[left]
            self.partner[left] = right
            self.holder[right] = left
            right = given_up
            left = previous[right]
        self.partner[start] = right
        self.holder[right] = start


def ties(
    weights: Weights,
    chosen: Mapping[int, int],
    same_left: Callable[[int, int], bool],
    same_right: Callable[[int, int], bool],
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
    turned_weights: dict[int, dict[int, float]] = defaultdict(dict)
    for left, rights in weights.items():
        for right, weight in rights.items():
            turned_weights[right][left] = weight
    turned_choice = {right: left for left, right in chosen.items()}
    options = [*_find_undecided(weights, chosen, same_right)]
    for right, left in _find_undecided(turned_weights, turned_choice, same_left):
        options.append((left, right))
    return {left: tuple(sorted(set(rights))) for left, rights in sorted(grouped(options).items())}


def _find_undecided(
    weights: Weights, chosen: Mapping[int, int], same: Callable[[int, int], bool]
) -> Iterator[tuple[int, int]]:
    """Yield the paired nodes that could take another partner as good as their own, with each such partner.

    A partner is available if it is free, or if its holder could switch to an available one.
    """
    as_good = {node: _find_as_good(weights[node], partner, same) for node, partner in chosen.items()}
    wanted_by: dict[int, list[int]] = defaultdict(list)
    for node, partners in as_good.items():
        for partner in partners:
            wanted_by[partner].append(node)
    available: set[int] = set()
    for row in weights.values():
        available.update(row)
    available -= set(chosen.values())
    waiting = sorted(available)
    while waiting:
        given_up = {chosen[node] for node in wanted_by[waiting.pop()]} - available
        available |= given_up
        waiting += given_up
    for node, partner in chosen.items():
        if partner in available:
            for option in {partner, *(available & as_good[node])}:
                yield node, option


def _find_as_good(row: Mapping[int, float], partner: int, same: Callable[[int, int], bool]) -> set[int]:
    """Return the other partners of a node with the weight and the content of its own partner."""
    return {
        option
        for option, weight in row.items()
        if option != partner and abs(weight - row[partner]) <= EQUAL and same(partner, option)
    }
