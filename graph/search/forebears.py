"""The lineages that a rule continues: what decides in older editions what the rule decides."""

from graph.history import History
from graph.history.continuations import Continuations
from rules.caching import cached_method
from rules.numbers import is_term
from rules.store import Store


class Forebears:
    """The lineages that the rules of a knowledge base continue.

    Args:
        store: The knowledge base.
    """

    def __init__(self, store: Store) -> None:
        self._history = History(store)
        self._continuations = Continuations(self._history)

    @cached_method
    def find(self, key: str, edition: str) -> tuple[str, ...]:
        """Return the lineage of a rule of an edition, then those that it continues, the nearest first.

        A lineage that begins where another rule was split, or where several were merged, continues those rules.
        Glossary entries are left out: they explain words and decide nothing.
        """
        lineage = self._history.lineage(edition, key)
        found: dict[str, None] = {}
        waiting = [lineage] if lineage else []
        for current in waiting:
            if current not in found:
                found[current] = None
                waiting += self._list_sources(current)
        return tuple(found)

    @cached_method
    def _list_sources(self, lineage: str) -> list[str]:
        """Return the lineages that a lineage continues at its beginning."""
        history = self._history
        editions = history.store.chained()
        first = history.versions(lineage)[0].first
        since = [edition for edition in editions if edition >= first]
        before = [edition for edition in editions if edition < first]
        if not since or not before:
            return []
        key = history.key_at(lineage, since[0])
        if key is None:
            return []
        sources = self._continuations.trace_back(key, since[0], before[-1])
        lineages = [history.lineage(before[-1], source) for source in sources if not is_term(source)]
        return [source for source in lineages if source]
