"""The ties of an assignment: records that could be paired otherwise with the same total weight.

Old records are the *left* nodes, new ones the *right* nodes (`rules.align.assignment`).
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping

from rules.align.assignment import EQUAL, Weights
from rules.grouping import grouped


def find_ties(
    weights: Weights,
    chosen: Mapping[int, int],
    same_left: Callable[[int, int], bool],
    same_right: Callable[[int, int], bool],
) -> dict[int, tuple[int, ...]]:
    """Return the left nodes whose partner is not certain, each with the right nodes that are equally good for it.

    - 1 has the weight 0.9 with both 8 and 9, which have the same content. `assign` chose 8 → `{1: (8, 9)}`.
    - 1 and 2 have the same content, and the weight 0.9 with 8. `assign` chose 1 → 8, and 2 is unpaired. Nothing says
      which of them 8 continues → `{1: (8,), 2: (8,)}`.
    - 1 and 2 have the same content, and so have 8 and 9, and all weights are equal. Each gets one, and it makes no
      difference which → no tie.

    Nodes with different content are no tie: that their weights are equal is a coincidence, or each continues a part of
    the other side.

    Args:
        weights: Left → right → weight, as `assign` took them.
        chosen: Left → right, as `assign` returned them.
        same_left: Whether two left nodes have the same content.
        same_right: The same for right nodes.

    Returns:
        Left → the rights that are equally good for it, in order. If another left node is as good for its partner, both
        are in the result; the unpaired one then has the partner of the paired one, and the paired one may have no other
        than its own.
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
    """Yield the undecided nodes: the paired nodes that could give up their partner for another one that is as good.

    Example: node 1 has partner a and could have b, node 2 has b and could have c, and c is unpaired. All are equally
    good. Node 2 could take c, then node 1 could take b. Both nodes are undecided, because one of the three partners
    must stay unpaired and nothing says which: (1, a), (1, b), (2, b), (2, c).

    So a partner is *available* if it is unpaired, or if its node could take an available one instead. A node is
    undecided if its own partner is available.

    Args:
        weights: Node → possible partner → weight.
        chosen: Node → its partner.
        same: Whether two partners have the same content.

    Yields:
        Each undecided node, once with its own partner and once with each available partner that is as good.
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
    """Return the partners that are available: the unpaired ones, and those whose node could take an available one.

    In the example of `_find_undecided`, c is unpaired, b is available because node 2 could take c, and a is available
    because node 1 could take b.

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
    # If a partner is available, the nodes that want it may give up theirs, which become available in turn.
    waiting = list(available)  # the available partners for which this has not been done yet
    while waiting:
        wanting = wanted_by[waiting.pop()]
        given_up = {chosen[node] for node in wanting} - available
        available |= given_up
        waiting += given_up
    return available


def _find_as_good(row: Mapping[int, float], partner: int, same: Callable[[int, int], bool]) -> set[int]:
    """Return the other possible partners of a node that have the weight and the content of its own partner.

    Args:
        row: Possible partner of the node → weight.
        partner: Its own partner.
        same: Whether two partners have the same content.
    """
    return {
        option
        for option, weight in row.items()
        if option != partner and abs(weight - row[partner]) <= EQUAL and same(partner, option)
    }
