"""A knowledge base with the indexes and lists that its search reads.

A *saying* is a phrase of players for something that the rules say in other words: `copy every spell` for storm. An *old
name* was given up for another one: `converted mana cost` for `mana value`.
"""

from collections.abc import Sequence
from functools import lru_cache

from msgspec.structs import replace

from graph.search.index import Index, order_of
from graph.search.past import Past
from graph.search.rank import Ranking
from graph.search.renamed import OldName, list_old_names, names_not_in_force
from graph.search.sayings import SayingBook
from graph.search.sets import EditionRow, list_edition_rows
from graph.search.text import content_words, stem_of, stems_of_saying, words_in
from graph.search.understand import Query
from rules.caching import cached_property
from rules.records import COMPREHENSIVE_RULES
from rules.store import Store
from rules.store.search import Searched, read_wordings, vocabulary


class SearchableStore:
    """A knowledge base with the indexes and lists that its search reads.

    Each index or list is made when it is needed for the first time, and kept. Of the indexes of editions, only the four
    that were used last are kept.

    Args:
        store: The knowledge base.

    Attributes:
        store: The knowledge base.
        index: Returns the index of the rules and glossary entries of an edition.
    """

    def __init__(self, store: Store) -> None:
        self.store = store
        self.index = lru_cache(maxsize=4)(self._read_index)
        self._sayings = SayingBook(store)

    @property
    def latest(self) -> str:
        """Return the id of the latest edition."""
        return self.store.chained()[-1]

    @cached_property
    def edition_rows(self) -> list[EditionRow]:
        """Return a row for each card set with which an edition was published, oldest first.

        People name editions by their sets: `M10`, or `Magic 2010`.
        """
        editions = self.store.editions()
        return list_edition_rows([edition for edition in editions if edition.work == COMPREHENSIVE_RULES])

    def is_saying(self, words: Sequence[str]) -> bool:
        """Return whether words are a saying of today.

        Only content words count, in any order and inflection: `bounce the target` is a saying, and so are the words of
        `what does bouncing the target do`.
        """
        stems = frozenset(map(stem_of, content_words(words)))
        return stems in self._stems_of_sayings

    @cached_property
    def _stems_of_sayings(self) -> frozenset[frozenset[str]]:
        """Return the stems of each saying of today.

        They are those of its content words, as in a query. But if a single one is left of several words, as of "during
        combat", they are those by which the saying is recognised: the word alone is no saying.
        """
        stems_of_all: set[frozenset[str]] = set()
        for saying in self._sayings.sayings_of(self.latest):
            stems = frozenset(map(stem_of, content_words(words_in(saying))))
            stems_of_all.add(stems if len(stems) > 1 else stems_of_saying(saying))
        return frozenset(stems_of_all)

    @cached_property
    def old_names(self) -> list[OldName]:
        """Return the names that were given up for others."""
        return list_old_names(self.store.best_terms())

    @cached_property
    def past(self) -> Past:
        """Return the part of the search that answers questions about the past, such as when a name was given up."""
        return Past(self.store, self.old_names)

    @cached_property
    def known_stems(self) -> frozenset[str]:
        """Return the stems of the words of all editions."""
        return frozenset(map(stem_of, vocabulary(self.store)))

    @cached_property
    def _history_index(self) -> Index:
        """Return the index of all wordings of all editions."""
        return Index([*read_wordings(self.store)])

    def index_of(self, edition: str, *, history: bool) -> Index:
        """Return the index of an edition, or with `history` the one of all editions."""
        return self._history_index if history else self.index(edition)

    def _read_index(self, edition: str) -> Index:
        """Return the index of the rules and glossary entries of an edition."""
        rules = [
            Searched(rule.key, rule.heading or "", "\n".join([rule.text, *rule.notes]), rule.examples)
            for rule in self.store.rules(edition)
        ]
        entries = [Searched(entry.key, entry.term, entry.text, ()) for entry in self.store.glossary(edition)]
        return Index(sorted([*rules, *entries], key=order_of))

    def rank(self, query: Query, edition: str, *, history: bool, typing: bool) -> Ranking:
        """Return the ranking of the records that answer the words of a query.

        A query of nothing but numbers, such as `702.40`, is ranked by these numbers, as if they were its words.

        Args:
            query: The query.
            edition: The edition whose records are ranked.
            history: Whether the records of all editions are ranked instead. The sayings are then those of today, and
                old names are not replaced, since each edition has its own.
            typing: Whether the last word may be unfinished.
        """
        has_numbers_alone = query.kind == "number" and not query.words
        if has_numbers_alone:
            query = replace(query, words=query.numbers, content=query.numbers)
        edition_of_sayings = self.latest if history else edition
        return Ranking(
            self.index_of(edition, history=history),
            query,
            read_known_stems=lambda: self.known_stems,
            old_names=[] if history else names_not_in_force(self.old_names, edition),
            sayings=self._sayings.sayings_of(edition_of_sayings),
            asked=self._sayings.asked_of(edition_of_sayings),
            typing=typing,
        )
