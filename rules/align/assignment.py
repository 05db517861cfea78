"""The best assignment of old records to new ones: the pairs whose weights have the largest sum.

Old records are the *left* nodes of a graph, new ones the *right* nodes, and the weight of a pair says how well the two
go together. If 1 has the weights 0.9 with 8 and 0.8 with 9, and 2 has only 0.7 with 8, the best assignment is 1 → 9 and
2 → 8: the sum of its weights, 1.5, is greater than the 0.9 of 1 → 8 alone.

The left nodes are added one after the other by successive shortest paths (Busacker and Gowen 1960). Each has few
possible partners here, so that a path visits only the handful of nodes that compete with each other. The usual methods
need the weight of every pair.
"""

from collections import deque
from collections.abc import Mapping
from math import inf
from typing import NamedTuple

EQUAL = 1e-9
"""Weights, and sums of weights, that differ by less than this count as equal: the difference is rounding."""
_DIGITS = 9
"""Number of decimal places in which the gains of two paths are compared."""

Weights = Mapping[int, Mapping[int, float]]
"""Left node → right node → weight of the pair."""


def assign(weights: Weights) -> dict[int, int]:
    """Pair each left node with at most one right node so that the sum of the weights is largest.

    Example: `{1: {8: 0.9, 9: 0.8}, 2: {8: 0.7}}` → `{1: 9, 2: 8}`.

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
    """Return the right node that stands for "unpaired": each left node has one of its own, a number below 0."""
    return -1 - left


def _is_real(right: int) -> bool:
    """Return whether a right node is one of the graph, and not a private partner."""
    return right >= 0


class _Paths(NamedTuple):
    """The best paths from a left node to right nodes (`_Assignment.add`).

    Attributes:
        gains: Right node → how much the path to it adds to the total weight.
        previous: Right node → the left node before it on its best path.
    """

    gains: dict[int, float]
    previous: dict[int, int]


class _Step(NamedTuple):
    """The last step of a path: the right node to which it leads, and the gain of the whole path."""

    right: int
    gain: float


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

        A path leads from the left node to a right node, from there to the holder of that right node, and so on, and
        ends at a right node without a holder. Each left node on it takes the right node after it and gives up the one
        before. Example: left node 1 holds the right node 8 with weight 0.9 and could have 9 with 0.8, and left node 2,
        which is added, can only have 8 with 0.7. Along the path 2, 8, 1, 9, node 2 gets 8, and node 1 gets 9. The path
        gains 0.7 - 0.9 + 0.8 = 0.6.

        Of equally good paths, one to a real right node is preferred to one to a private partner, and then the one to
        the lowest right node.
        """
        paths = self._find_paths(start)

        def rank_end(right: int) -> tuple[float, bool, int]:
            """Return a value that is greatest for the right node at the end of the best path."""
            return round(paths.gains[right], _DIGITS), _is_real(right), -abs(right)

        without_holder = paths.gains.keys() - self.holder.keys()
        end = max(without_holder, key=rank_end)
        self._exchange(start, end, paths.previous)

    def _find_paths(self, start: int) -> _Paths:
        """Return the best path from a left node to each right node that can be reached.

        In the example of `add`, the paths from node 2 are 2, 8 with a gain of 0.7; 2, 8, 1, 9 with 0.6; and those to
        the private partners of 2 and 1.
        """
        paths = _Paths({}, {})
        # The best gain so far with which a left node is reached, after it gave up its partner. A left node is visited
        # again whenever a path with a better gain is found; gains are bounded, so that ends.
        left_gains = {start: 0.0}
        queue = deque([start])
        while queue:
            left = queue.popleft()
            for step in self._lengthen(paths, left, left_gains[left]):
                holder = self.holder.get(step.right)
                if holder is None:
                    continue  # the path ends here
                # The path goes on: the holder gives up this right node for another one. It is a real node, since a
                # private partner is held by nobody but its own left node, which never takes its own partner.
                remaining_gain = step.gain - self._weights[holder][step.right]
                if remaining_gain > left_gains.get(holder, -inf) + EQUAL:
                    left_gains[holder] = remaining_gain
                    queue.append(holder)
        return paths

    def _lengthen(self, paths: _Paths, left: int, left_gain: float) -> list[_Step]:
        """Lengthen the path to a left node by each right node that it can have, where that gives a better path.

        Args:
            paths: The best paths so far; each better path replaces the one in it.
            left: The left node.
            left_gain: The gain of the path to it.

        Returns:
            The last steps of the better paths.
        """
        improved: list[_Step] = []
        for right, weight in self._edges[left]:
            gain = left_gain + weight
            is_own_partner = self.partner.get(left) == right
            is_better = gain > paths.gains.get(right, -inf) + EQUAL
            if is_better and not is_own_partner:
                paths.gains[right] = gain
                paths.previous[right] = left
                improved.append(_Step(right, gain))
        return improved

    def _exchange(self, start: int, end: int, previous: Mapping[int, int]) -> None:
        """Pair each left node on a path with the right node after it.

        The path is read backwards from its end. In the example of `add`, the path 2, 8, 1, 9 is given by its end 9 and
        by `previous`, which is `{9: 1, 8: 2}`. First node 1 is paired with 9 and gives up 8; then node 2, with which
        the path starts, is paired with 8.

        Args:
            start: The left node at the start of the path, which has no partner yet.
            end: The right node at the end of the path, which has no holder yet.
            previous: Right node → the left node before it on the path.
        """
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
