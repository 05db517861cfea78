"""The passages of two editions by key, loaded on demand, and the terms that were renamed between them."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property, lru_cache

from rapidfuzz.distance import LCSseq

from rules.change import Passage, Renamings, passage_of
from rules.links import INSTEAD, Term
from rules.numbers import is_term
from rules.records import GlossaryEntry, Rule
from rules.store import Store
from rules.text import FUNCTION_WORDS, masked_words

Pair = tuple[str, str]

_SURE = 0.5
"""Minimum score of a mined term that counts without confirmation by a person."""
_MOST = 2_000


def is_sure(term: Term) -> bool:
    """Return whether a term counts as a renaming: a person confirmed it, or the texts leave little doubt."""
    return term.curated or term.score >= _SURE


def renamed_between(store: Store, older: str, newer: str) -> tuple[Pair, ...]:
    """Return (old words, new words), folded, of the terms renamed after one edition and up to a later one.

    Chains of renamings are joined.
    """
    terms = [term for term in store.terms(older, newer) if term.kind in INSTEAD and is_sure(term)]
    return join_renamings(
        pair for term in terms for pair in dict.fromkeys(((term.old, term.new or ""), *term.forms)) if pair[1]
    )


def join_renamings(pairs: Iterable[Pair]) -> tuple[Pair, ...]:
    """Return the pairs, and for words that were renamed again later also the pair of the first words and the last.

    Args:
        pairs: The renamings, in chronological order.
    """
    chained: dict[Pair, None] = {}
    for old, new in pairs:
        for before, after in [*chained]:
            whole = f" {after} ".replace(f" {old} ", f" {new} ").strip() if old in after else after
            if whole not in (after, before) and len(chained) < _MOST:
                chained.setdefault((before, whole))
        chained.setdefault((old, new))
    return tuple(chained)


class Passages(dict[str, Passage]):
    """The passages of one edition by key, read when one is asked for: all of them, or if `alone` that one."""

    def __init__(self, store: Store, edition: str, *, alone: bool) -> None:
        super().__init__()
        self._store = store
        self._alone = alone
        self.edition = edition

    def __missing__(self, key: str) -> Passage:
        store, edition = self._store, self.edition
        records: list[Rule | GlossaryEntry | None]
        if self._alone:
            records = [store.entry(edition, key) if is_term(key) else store.rule(edition, key)]
        else:
            records = [*store.rules(edition), *store.glossary(edition)]
        self.update((record.key, passage_of(record)) for record in records if record is not None)
        if key not in self:
            raise KeyError(key)
        return self[key]


class Words:
    """The texts of an edition and a later one of the same work; `alone` if few of them are needed."""

    def __init__(self, store: Store, older: str, newer: str, *, alone: bool) -> None:
        self._store = store
        self.older = Passages(store, older, alone=alone)
        self.newer = Passages(store, newer, alone=alone)

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
