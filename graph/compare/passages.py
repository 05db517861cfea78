"""The passages of an edition by key, loaded on demand: the first few one by one, then all at once."""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from rapidfuzz.distance import LCSseq

from graph.compare.renamings import renamed_between
from rules.change import Passage, Renamings, passage_of
from rules.numbers import is_term
from rules.text import FUNCTION_WORDS, masked_words

if TYPE_CHECKING:
    from rules.records import GlossaryEntry, Rule
    from rules.store import Store


_FEW = 60
"""Number of rules read one by one before the whole edition is read, which takes as long as 700 of them."""


class Passages:
    """The passages of one edition: `passages[key]`; keys that the edition lacks raise KeyError."""

    def __init__(self, store: Store, edition: str) -> None:
        self._store = store
        self.edition = edition
        self._read: dict[str, Passage] = {}
        self._is_whole = False

    def __getitem__(self, key: str) -> Passage:
        if key not in self._read and not self._is_whole:
            self._add(key)
        return self._read[key]

    def _add(self, key: str) -> None:
        """Read a rule, or the whole edition once many rules were read."""
        rule = self._store.rule(self.edition, key) if len(self._read) < _FEW and not is_term(key) else None
        if rule is not None:
            self._read[key] = passage_of(rule)
            return
        records: list[Rule | GlossaryEntry] = [*self._store.rules(self.edition), *self._store.glossary(self.edition)]
        self._read = {record.key: passage_of(record) for record in records}
        self._is_whole = True


class Words:
    """The texts of an edition and a later one of the same work."""

    def __init__(self, store: Store, older: str, newer: str) -> None:
        self._store = store
        self.older = Passages(store, older)
        self.newer = Passages(store, newer)

    @cached_property
    def _pairs(self) -> tuple[tuple[str, str], ...]:
        return renamed_between(self._store, self.older.edition, self.newer.edition)

    @cached_property
    def renamed(self) -> Renamings:
        """Return the terms renamed from the older to the newer edition."""
        return Renamings(self._pairs)

    @cached_property
    def renamed_back(self) -> Renamings:
        """Return the terms renamed from the newer to the older edition."""
        return Renamings((after, before) for before, after in self._pairs)


HELD = 30
"""Minimum percentage of the shorter text's content words that the other must have for a piece to count."""


def measure_shared(old: Passage, new: Passage) -> int:
    """Return how many of the shorter passage's content words the other one has, in order, in percent.

    This is containment, not similarity: a rule that doubled in length still has all of its old text.
    """
    ours, theirs = _list_telling(old), _list_telling(new)
    shorter = min(len(ours), len(theirs))
    return round(100 * LCSseq.similarity(ours, theirs) / shorter) if shorter else 0


@lru_cache(maxsize=4096)
def _list_telling(passage: Passage) -> tuple[str, ...]:
    """Return the folded words of a passage without function words; all words if no others remain."""
    passage_words = masked_words(passage.body)
    return tuple(word for word in passage_words if word not in FUNCTION_WORDS) or passage_words
