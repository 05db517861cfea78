"""Make the edges from rules of rulings summaries to the rules that they restate."""

from __future__ import annotations

from collections.abc import Iterator

from graph.history import History
from graph.network.schema import Restates
from graph.restatements.restated import list_restated
from rules.records import COMPREHENSIVE_RULES


def make_restatements(history: History) -> Iterator[Restates]:
    """Yield an edge from each rule of a summary to each rule of the Comprehensive Rules that it restates.

    A restatement is left out if one of the two rules has no lineage.
    """
    for issue, work in history.calendar.work_of.items():
        if work == COMPREHENSIVE_RULES:
            continue
        for restated in list_restated(history, issue, history.calendar.newest):
            source = history.lineages.find(issue, restated.key)
            target = history.lineages.find(restated.other_edition, restated.other)
            if source is None or target is None:
                continue
            yield Restates(
                source=source,
                target=target,
                first=issue,
                method=restated.method,
                score=restated.score,
                certainty=restated.certainty,
                shared=" … ".join(restated.shared) or None,
            )
