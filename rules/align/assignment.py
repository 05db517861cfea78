"""The best assignment of old records to new ones, with the alternatives that are equally good.

Old records are the *left* nodes of a graph, new ones the *right* nodes, and the weight of a pair says how well the two
go together. If 1 has the weights 0.9 with 8 and 0.8 with 9, and 2 has only 0.7 with 8, the best assignment is 1 → 9 and
2 → 8: the sum of its weights, 1.5, is greater than the 0.9 of 1 → 8 alone.

The assignment has the maximum total weight on a sparse bipartite graph. It is found by successive shortest paths
(Busacker and Gowen 1960). On a graph of few candidates per record each path visits only the handful of records that
compete with each other; the dense methods would need the weight of every pair.
"""

from collections import defaultdict, deque
from collections.abc import Callable, Collection, Iterator, Mapping
from math import inf
from typing import NamedTuple

from rules.grouping import grouped

EQUAL = 1e-9
"""Weights, and sums of weights, that differ by less than this count as equal: the difference is rounding."""
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
    return {left: right for left, right in assignment.partner.items() if _is_real(right)}


def _private_partner(left: int) -> int:
    """Return a right node, below 0, that only one left node can have; to have it means to be unpaired."""
    return -1 - left


def _is_real(right: int) -> bool:
    """Return whether a right node is a node of the graph, and not a private partner."""
    return right >= 0


class _Paths(NamedTuple):
    """The best paths from a left node to right nodes.

    Attributes:
        gains: Right node → how much the path to it adds to the total weight.
        previous: Right node → the left node before it on its best path.
    """

    gains: dict[int, float]
    previous: dict[int, int]


class _Assignment:
    """An assignment that grows by one left node at a time and is the best one for the nodes added so far.

    Attributes:
        partner: Left → right. An unpaired left node has its private partner, which adds no weight.
        holder: Right → left, the reverse of `partner`.
    """

    def __init__(self, weights: Weights) -> None:
        self._weights = weights
        self._edges: dict[int, list[tuple[int, float]]] = {}  # left → right nodes that it can have, with the weights
        for left, rights in weights.items():
            possible = [(right, weight) for right, weight in sorted(rights.items()) if weight > 0]
            self._edges[left] = [*possible, (_private_partner(left), 0.0)]
        self.partner: dict[int, int] = {}
        self.holder: dict[int, int] = {}

    def add(self, start: int) -> None:
        """Add a left node and pair it, by exchanging partners along the path that gains most.

        A path starts at the left node and ends at a right node without a holder; each left node on it takes the right
        node after it and gives up the one before. Example: left node 1 has the right node 8 and could have 9, and left
        node 2, which is added, can only have 8. Along the path 2, 8, 1, 9, node 2 gets 8, and node 1 gets 9.

        Of equal paths, one to a real right node is preferred to one to a private partner, and then the lowest right
        node.
        """
        paths = self._find_paths(start)

        def rank_end(right: int) -> tuple[float, bool, int]:
            """Return a value that is greatest for the right node at the end of the best path."""
            return round(paths.gains[right], _DIGITS), _is_real(right), -abs(right)

        without_holder = paths.gains.keys() - self.holder.keys()
        end = max(without_holder, key=rank_end)
        self._exchange(start, end, paths.previous)

    def _find_paths(self, start: int) -> _Paths:
        """Return the best path from a left node to each right node that can be reached."""
        paths = _Paths({}, {})
        # The best gain so far with which a left node is reached, after it gave up its partner. A left node is visited
        # again whenever a path with a better gain is found; gains are bounded, so that ends.
        left_gains = {start: 0.0}
        queue = deque([start])
        while queue:
            left = queue.popleft()
            for right in self._lengthen(paths, left, left_gains[left]):
                holder = self.holder.get(right)
                if holder is None:
                    continue  # the path ends here
                # The path goes on: the holder gives up this right node for another one. It is a real node, since a
                # private partner is held by nobody but its own left node, which never takes its own partner.
                remaining_gain = paths.gains[right] - self._weights[holder][right]
                if remaining_gain > left_gains.get(holder, -inf) + EQUAL:
                    left_gains[holder] = remaining_gain
                    queue.append(holder)
        return paths

    def _lengthen(self, paths: _Paths, left: int, left_gain: float) -> list[int]:
        """Lengthen the path to a left node to each right node that it can have, where that path is better than before.

        Args:
            paths: The best paths so far; changed in place.
            left: The left node.
            left_gain: The gain of the path to it.

        Returns:
            The right nodes with a better path.
        """
        improved: list[int] = []
        for right, weight in self._edges[left]:
            gain = left_gain + weight
            is_own_partner = self.partner.get(left) == right
            is_better = gain > paths.gains.get(right, -inf) + EQUAL
            if is_better and not is_own_partner:
                paths.gains[right] = gain
                paths.previous[right] = left
                improved.append(right)
        return improved

    def _exchange(self, start: int, end: int, previous: Mapping[int, int]) -> None:
        """Exchange the pairs along a path.

        Args:
            start: The left node at its start, which has no partner yet.
            end: The right node at its end, which has no holder yet.
            previous: Right node → the left node before it on the path.
        """
        # Backwards: each left node gives up its partner, which the left node before it takes.
        right = end
        left = previous[right]
        while left != start:
            given_up = self.partner[left]
            self._pair(left, right)
            right = given_up
            left = previous[right]
        self._pair(start, right)

    def _pair(self, left: int, right: int) -> None:
        """Make two nodes partners; the former partner of the left node, if any, must get another holder."""
        self.partner[left] = right
        self.holder[right] = left


def ties(
    weights: Weights,
    chosen: Mapping[int, int],
    same_left: Callable[[int, int], bool],
    same_right: Callable[[int, int], bool],
) -> dict[int, tuple[int, ...]]:
    """Find the ties of a best assignment: the left nodes that could be paired otherwise with the same total weight.

    For example, two equal old records whose only candidate is the same new one are a tie: nothing says which of them it
    continues. Two equal old records with two equal candidates are none: each gets one, and exchanging these makes no
    difference. Nodes with different content are no tie either: that their weights are equal is a coincidence, or each
    continues a part of the other side.

    Args:
        weights: Left → right → weight, as `assign` took them.
        chosen: Left → right, as `assign` returned them.
        same_left: Whether two left nodes have the same content.
        same_right: The same for right nodes.

    Returns:
        Left → all equally good rights, its own among them, in order.
    """
    weights_of_right: dict[int, dict[int, float]] = defaultdict(dict)  # right → left → weight
    for left, rights in weights.items():
        for right, weight in rights.items():
            weights_of_right[right][left] = weight
    chosen_of_right = {right: left for left, right in chosen.items()}
    options = [*_find_undecided(weights, chosen, same_right)]
    for right, left in _find_undecided(weights_of_right, chosen_of_right, same_left):
        options.append((left, right))
    return {left: tuple(sorted(set(rights))) for left, rights in sorted(grouped(options).items())}


def _find_undecided(
    weights: Weights, chosen: Mapping[int, int], same: Callable[[int, int], bool]
) -> Iterator[tuple[int, int]]:
    """Yield the paired nodes that could give up their partner for another one that is as good.

    A partner is available if it is unpaired, or if the node that has it could take an available one instead. Suppose
    node 1 has partner a and could have b, node 2 has b and could have c, and c is unpaired. Then node 2 can take c,
    which makes b available, so node 1 can take b, which makes a available. Both nodes are undecided: their own partner
    is available, because one of the three partners must stay unpaired and nothing says which.

    An undecided node is yielded once with its own partner and once with each available partner that is as good.

    Args:
        weights: Node → possible partner → weight.
        chosen: Node → its partner.
        same: Whether two partners have the same content.
    """
    as_good = {node: _find_as_good(weights[node], partner, same) for node, partner in chosen.items()}
    unpaired: set[int] = set()
    for row in weights.values():
        unpaired.update(row)
    unpaired -= set(chosen.values())
    available = _find_available(chosen, as_good, unpaired)
    for node, partner in chosen.items():
        if partner in available:
            for option in {partner, *(available & as_good[node])}:
                yield node, option


def _find_available(
    chosen: Mapping[int, int], as_good: Mapping[int, Collection[int]], unpaired: Collection[int]
) -> set[int]:
    """Return the partners that are available (`_find_undecided`): the unpaired ones, and all that can be given up.

    Args:
        chosen: Node → its partner.
        as_good: Node → the partners that are as good as its own.
        unpaired: The partners that no node has.
    """
    wanted_by: dict[int, list[int]] = defaultdict(list)  # partner → the nodes for which it is as good as their own
    for node, partners in as_good.items():
        for partner in partners:
            wanted_by[partner].append(node)
    available = set(unpaired)
    # Each available partner lets the nodes that want it give up theirs, which become available in turn.
    waiting = list(available)
    while waiting:
        wanting = wanted_by[waiting.pop()]
        given_up = {chosen[node] for node in wanting} - available
        available |= given_up
        waiting += given_up
    return available


def _find_as_good(row: Mapping[int, float], partner: int, same: Callable[[int, int], bool]) -> set[int]:
    """Return the other partners of a node with the weight and the content of its own partner."""
    return {
        option
        for option, weight in row.items()
        if option != partner and abs(weight - row[partner]) <= EQUAL and same(partner, option)
    }
