"""The *forebears* of a rule, the lineages that it continues: they decide in older editions what the rule decides.

A *lineage* is a rule through all editions, whatever its number. It continues another one if it began where that one was
split or merged.
"""

from collections import deque

from graph.history import History
from rules.caching import cached_method
from rules.keys import is_entry
from rules.store import Store


class Forebears:
    """The lineages that the rules of a knowledge base continue.

    Args:
        store: The knowledge base.
    """

    def __init__(self, store: Store) -> None:
        self._history = History(store)

    @cached_method
    def find(self, key: str, edition: str) -> tuple[str, ...]:
        """Return the lineage of a rule of an edition, then those that it continues, the nearest first.

        A lineage that begins where another rule was split, or where several were merged, continues those rules.
        Glossary entries that it continues are left out: they explain words and decide nothing. Empty if the edition
        lacks the rule.
        """
        lineage = self._history.lineages.find(edition, key)
        found: dict[str, None] = {}  # each once, in their order
        waiting = deque([lineage] if lineage else [])
        while waiting:
            nearest = waiting.popleft()
            if nearest not in found:
                found[nearest] = None
                waiting.extend(self._list_sources(nearest))
        return tuple(found)

    @cached_method
    def _list_sources(self, lineage: str) -> list[str]:
        """Return the lineages that a lineage continues at its beginning."""
        history = self._history
        editions = history.store.chained()
        beginning = history.versions.of_lineage(lineage)[0].first  # it may be a retyped edition, which is none of these
        since_beginning = [edition for edition in editions if edition >= beginning]
        before_beginning = [edition for edition in editions if edition < beginning]
        if not since_beginning or not before_beginning:
            return []
        first, previous = since_beginning[0], before_beginning[-1]
        key = history.lineages.key_at(lineage, first)
        if key is None:
            return []
        sources = history.continuations.trace_back(key, previous, first)
        lineages = [history.lineages.find(previous, source) for source in sources if not is_entry(source)]
        return [source for source in lineages if source]
