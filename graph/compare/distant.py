"""The text comparisons that long comparisons need for split and merged rules, precomputed for all editions.

`graph.compare.groups` drops a piece of which too little text is left. A program without texts, such as the site's
script, needs the list of these pieces. It is short, because pieces matter only where a link leads to another lineage.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

from graph.compare.passages import HELD, measure_shared
from graph.history import History
from rules.change import Passage
from rules.grouping import grouped
from rules.links import Version


def remnants(
    history: History,
    versions: Sequence[Version],
    passage: Callable[[Version], Passage],
    retyped: Sequence[Version] = (),
) -> Iterator[tuple[int, int, int]]:
    """Yield all pairs of versions that splits and merges join and that share less than `HELD` percent, the older first.

    A pair is the indices of the two among all, and how much of the shorter one the other contains, in percent.

    Args:
        history: Provides the links.
        versions: All versions of all lineages.
        passage: Returns the passage of a version.
        retyped: The records of retyped editions, each as a version of its own; their indices follow.
    """
    every = (*versions, *retyped)
    of_lineage = grouped((version.lineage, place) for place, version in enumerate(every))
    for target, sources in _map_joined(history).items():
        for source, (until, since) in sources.items():
            for new in of_lineage[target]:
                if every[new].last < since:
                    continue
                for old in of_lineage[source]:
                    if every[old].first <= until or every[old].first < since:
                        percent = measure_shared(passage(every[old]), passage(every[new]))
                        if percent < HELD:
                            yield old, new, percent


def _map_joined(history: History) -> dict[str, dict[str, tuple[str, str]]]:
    """Return for each lineage its sources, each with the last edition before the words moved and the first after."""
    joined: dict[str, dict[str, tuple[str, str]]] = defaultdict(dict)
    steps = (step for work in dict.fromkeys(history.works.values()) for step in pairwise(history.line(work)))
    for before, edition in steps:
        came: list[tuple[str, str, str]] = []
        for link in history.links(edition):
            if link.old is None or link.new is None:
                continue
            source, target = history.lineage(before, link.old), history.lineage(edition, link.new)
            if source != target and source and target:
                came.append((source, target, before))
                came.extend((other, target, until) for other, (until, _) in joined[source].items() if other != target)
        for source, target, until in came:
            known = joined[target].get(source, (until, edition))
            joined[target][source] = max(known[0], until), min(known[1], edition)
    return joined
