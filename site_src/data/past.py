"""The line under a record about its past: since when its text is unchanged, and how often it changed."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from graph.history import History
from graph.history.since import describe_changes, words_since
from rules.store import Store
from site_src.markup.words import date_in_words


class Past(Struct, frozen=True):
    """The past of a record of an edition, and the link to its history.

    Attributes:
        lineage: Its lineage.
        since: The edition since which its text is unchanged, except for typography and numbers of moved rules.
        changes: How often its lineage changed in all editions: `3 wordings, renumbered twice`.
        href: Address of its history from the page that shows it.
        of_heading: Whether it has only a heading, so that this does not cover the rules below it.
    """

    lineage: str
    since: str
    changes: str
    href: str = ""
    of_heading: bool = False

    @property
    def since_words(self) -> str:
        """Return the date of that edition in words."""
        return date_in_words(self.since)

    @property
    def ages(self) -> str:
        """Return the link to the same history with the ages of phrases shown."""
        page, sign, anchor = self.href.partition("#")
        return f"{page}?ages=1{sign}{anchor}"


def pasts_of(store: Store, edition: str) -> Mapping[str, Past]:
    """Return the past of each record of an edition, by its key; empty if the editions are not aligned."""
    history = History(store)
    pasts = {}
    for key, lineage in history.lineages(edition).items():
        versions = history.by_lineage[lineage]
        since = words_since(versions, edition)
        if since is not None:
            pasts[key] = Past(lineage, since, ", ".join(describe_changes(versions)) or "never changed")
    return pasts
