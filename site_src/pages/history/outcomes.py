"""Outcomes of lineages, as records and in words: current, continued in others, or gone."""

from __future__ import annotations

from graph.answers.history import HistoryAnswer, Status, trace
from graph.history import History
from rules.numbers import is_term, name_of
from site_src.markup.sentences import say
from site_src.markup.words import date_in_words


class Outcomes:
    """The outcomes and traces of all lineages, each computed once."""

    def __init__(self, histories: History) -> None:
        self.histories = histories
        self._traces: dict[str, HistoryAnswer] = {}

    def trace(self, lineage: str) -> HistoryAnswer:
        """Return the history of a lineage."""
        if lineage not in self._traces:
            self._traces[lineage] = trace(self.histories, lineage)
        return self._traces[lineage]

    def list_next(self, lineage: str) -> list[str]:
        """Return the lineages that continue one, if it ended."""
        return list(dict.fromkeys(place.lineage for place in self.trace(lineage).into if place.lineage))

    def list_current_keys(self, lineage: str) -> tuple[str, ...]:
        """Return the current keys of a lineage, or of those that continue it."""
        last = self.histories.by_lineage[lineage][-1]
        newest = self.histories.line(self.histories.works[last.last])[-1]
        return self.histories.place(lineage, last.last, newest).keys

    def in_words(self, lineage: str) -> str:
        """Return words to put before the current keys, such as `now`; without any, `deleted after 10 July 2009`."""
        trace = self.trace(lineage)
        if self.list_current_keys(lineage):
            return _WENT_ON[trace.status]
        return say(_GONE[trace.status], day=date_in_words(self.histories.last_day(trace.ended or "") or ""))


_GONE: dict[Status, str] = {
    "deleted": "lineage_deleted",
    "merged": "lineage_merged",
    "split": "lineage_split",
    "ambiguous": "lineage_ended",
    "current": "lineage_ended",
}
_WENT_ON: dict[Status, str] = {
    "current": "now",
    "deleted": "went on in what is now",
    "merged": "merged into what is now",
    "split": "split into what is now",
    "ambiguous": "went on, perhaps, in what is now",
}


def format_key(key: str) -> str:
    """Return a key as shown to readers: `702.40a`, `“Storm”`, `502.35b (rule 2 so numbered)`."""
    if is_term(key):
        term, _, ordinal = name_of(key).partition("#")
        return f"“{term}”" + (f" (entry {ordinal})" if ordinal.isdecimal() else f"#{ordinal}" if ordinal else "")
    number, _, ordinal = key.partition("#")
    return f"{number} (rule {ordinal} so numbered)" if ordinal else number
