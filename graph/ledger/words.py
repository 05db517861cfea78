"""The distinctive terms of each rule, by which the words of a citation are compared with a rule.

A *distinctive term* is the hash of the stem of a content word, 16 bits. Example: the text `It copies the spells` has
two, of the stems of `copies` and `spells`. `copy a spell` has the same two, since letter case, inflections and function
words do not count. With the terms, two texts can be compared although the ledger has no sentence of the rules.
"""

import struct
from collections import defaultdict
from collections.abc import Collection
from functools import lru_cache
from zlib import crc32

from graph.ledger.lineage_texts import list_lineage_texts
from rules.stems import stem
from rules.store import Store
from rules.text import plain_words
from rules.word_lists import is_content_word


def distinctive_term_rows(store: Store) -> list[tuple[int, bytes]]:
    """Return the rows (lineage, its distinctive terms) of a knowledge base, for the lineages of rules.

    A lineage is given by its number, and has the terms of all its headings and texts, packed by `pack_terms`.
    """
    terms: dict[int, set[int]] = defaultdict(set)
    texts = dict(store.select("SELECT id, ifnull(title, '') || ' ' || text FROM texts"))
    for lineage_text in list_lineage_texts(store):
        if lineage_text.is_rule:
            terms[lineage_text.lineage].update(distinctive_terms(texts[lineage_text.text_id]))
    return [(lineage, pack_terms(terms[lineage])) for lineage in sorted(terms)]


@lru_cache(1 << 13)
def distinctive_terms(text: str) -> frozenset[int]:
    """Return the distinctive terms of a text, without typography and rule numbers.

    Only the first `LONGEST_PASSAGE` characters are read: no rule has a longer text, and the beginning suffices.
    """
    hashes = map(_hash_stem, plain_words(text))
    return frozenset(term for term in hashes if term is not None)


@lru_cache(1 << 15)
def _hash_stem(word: str) -> int | None:
    """Return the hash of a word's stem, 16 bits; None for a function word, which distinguishes no rule."""
    if not is_content_word(word):
        return None
    return crc32(stem(word).encode()) & 0xFFFF


def pack_terms(terms: Collection[int]) -> bytes:
    """Return distinctive terms as bytes, in ascending order, two bytes each, the lower one first: 258, 3 → 3 0 2 1."""
    return struct.pack(f"<{len(terms)}H", *sorted(terms))


def unpack_terms(packed: bytes) -> tuple[int, ...]:
    """Return the distinctive terms in an output of `pack_terms`, or in several outputs joined: 3 0 2 1 → 3, 258."""
    return struct.unpack(f"<{len(packed) // 2}H", packed)
