"""The line under a record about its past: since when its text is unchanged, and how often it changed."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from graph.history import History
from graph.history.since import ChangeCounts, change_counts, words_since
from rules.store import Store


class Past(Struct, frozen=True):
    """The past of a record of an edition.

    Attributes:
        lineage: Its lineage.
        since: The edition since which its text is unchanged, except for typography and numbers of moved rules.
        counts: How often its lineage changed in all editions.
    """

    lineage: str
    since: str
    counts: ChangeCounts


def pasts_of(store: Store, edition: str) -> Mapping[str, Past]:
    """Return the past of each record of an edition, by its key; empty if the editions are not aligned."""
    history = History(store)
    pasts = {}
    for key, lineage in history.lineages(edition).items():
        versions = history.by_lineage[lineage]
        since = words_since(versions, edition)
        if since is not None:
            pasts[key] = Past(lineage, since, change_counts(versions))
    return pasts
