"""Data that the ledger derives from the texts: the fingerprints and the distinctive terms of each lineage."""

from __future__ import annotations

import sys
from array import array
from collections import Counter, defaultdict
from collections.abc import Mapping
from functools import cache, lru_cache
from typing import TYPE_CHECKING, NamedTuple
from zlib import crc32

from graph.ledger.fingerprints import fingerprints
from rules.numbers import is_term, key_of_rule, key_of_term
from rules.store import open_store
from rules.text import is_content, plain_words, stem

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence
    from pathlib import Path

    from rules.store import Store


class LedgerRecord(NamedTuple):
    """A record of an edition as the ledger stores it; a glossary entry has neither kind nor parent.

    Attributes:
        text: Id of its heading and text.
        texts: The same id, then those of its examples and notes.
    """

    key: str
    kind: str | None
    parent: str | None
    text: int
    texts: Sequence[int]


def records_of(store: Store, edition: str) -> Iterator[LedgerRecord]:
    """Yield the records of an edition of a knowledge base, in the order of the document."""
    below: dict[int, list[int]] = defaultdict(list)
    for table in ("examples", "notes"):
        query = f"SELECT position, text_id FROM {table} WHERE edition = ? ORDER BY position, item"  # noqa: S608
        for position, text in store.select(query, edition):
            below[position].append(text)
    query = "SELECT position, number, ordinal, kind, parent, text_id FROM rules WHERE edition = ? ORDER BY position"
    for position, number, ordinal, kind, parent, text in store.select(query, edition):
        texts = (text, *below[position]) if position in below else (text,)
        yield LedgerRecord(key_of_rule(number, ordinal), kind, parent, text, texts)
    query = """SELECT title, ordinal, text_id FROM glossary JOIN texts ON texts.id = text_id
               WHERE edition = ? ORDER BY position"""
    for term, ordinal, text in store.select(query, edition):
        yield LedgerRecord(key_of_term(term, ordinal), None, None, text, (text,))


def fingerprint_rows(path: Path) -> list[tuple[int, int]]:
    """Return the rows (fingerprint, lineage) of a knowledge base: one for each lineage with the fingerprint.

    The fingerprint is written by `sign_mark`; the lineage is its number.
    """
    lineages: dict[int, set[int]] = defaultdict(set)
    with open_store(path) as store:
        words = dict(store.select("SELECT id, text FROM texts"))
        of_text = cache(lambda text: fingerprints(words[text]))
        for lineage, record in _new_wordings(store):
            for mark in frozenset[int]().union(*map(of_text, record.texts)):
                lineages[mark].add(lineage)
    return [(sign_mark(mark), lineage) for mark in sorted(lineages) for lineage in sorted(lineages[mark])]


def distinctive_term_rows(path: Path) -> list[tuple[int, bytes]]:
    """Return the rows (lineage, distinctive terms) of a knowledge base.

    The lineages are those of rules, by number; the terms are packed by `packed_words`.
    """
    terms: dict[int, set[int]] = defaultdict(set)
    with open_store(path) as store:
        words = dict(store.select("SELECT id, ifnull(title, '') || ' ' || text FROM texts"))
        for lineage, record in _new_wordings(store):
            if not is_term(record.key):
                terms[lineage].update(distinctive_terms(words[record.text]))
    return [(lineage, packed_words(terms[lineage])) for lineage in sorted(terms)]


@lru_cache(1 << 13)
def distinctive_terms(text: str) -> frozenset[int]:
    """Return the distinctive terms of a text: 16-bit hashes of stems, without typography and rule numbers.

    Only the first `rules.text.LONG` characters are read: no rule has a longer text, and the beginning suffices.
    """
    return frozenset(term for word in plain_words(text) if (term := _hash_stem(word)) is not None)


@lru_cache(1 << 15)
def _hash_stem(word: str) -> int | None:
    return crc32(stem(word).encode()) & 0xFFFF if is_content(word) else None


def _new_wordings(store: Store) -> Iterator[tuple[int, LedgerRecord]]:
    """Yield the number of each version's lineage and the record with which the version begins."""
    numbers: dict[str, int] = {}
    beginning: dict[str, dict[str, int]] = defaultdict(dict)
    for version in store.all_versions():  # by lineage
        beginning[version.first][version.key] = numbers.setdefault(version.lineage, len(numbers))
    for edition, lineages in beginning.items():
        for record in records_of(store, edition):
            if record.key in lineages:
                yield lineages[record.key], record


def sign_mark(mark: int) -> int:
    """Return a fingerprint as a signed number, for which SQLite takes four bytes instead of six."""
    return mark - (1 << 31)


def packed_words(words: Collection[int]) -> bytes:
    """Return distinctive terms as bytes, in ascending order, two bytes each, the lower one first."""
    packed = array("H", sorted(words))
    if sys.byteorder == "big":
        packed.byteswap()
    return packed.tobytes()


class PackedWords(Mapping[str, frozenset[int]]):
    """The distinctive terms of each lineage, unpacked on access, because only few of many thousand are needed.

    Args:
        packed: Lineage id → output of `packed_words`.
    """

    def __init__(self, packed: dict[str, bytes]) -> None:
        self._packed = packed

    def __getitem__(self, lineage: str) -> frozenset[int]:
        return frozenset(_unpack(self._packed[lineage]))

    def counts(self) -> Counter[int]:
        """Return how many lineages have each term."""
        return Counter(_unpack(b"".join(self._packed.values())))

    def __iter__(self) -> Iterator[str]:
        return iter(self._packed)

    def __len__(self) -> int:
        return len(self._packed)


def _unpack(packed: bytes) -> array[int]:
    words = array("H", packed)
    if sys.byteorder == "big":
        words.byteswap()
    return words
