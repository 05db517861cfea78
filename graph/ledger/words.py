"""Data that the ledger derives from the texts: fingerprints and distinctive terms of each lineage, and ability words.

Fingerprints recognise quoted words without storing the text. Every four consecutive words of a passage are hashed, and
of every two adjacent hashes the smaller one is kept (winnowing: Schleimer, Wilkerson and Aiken, "Winnowing: Local
Algorithms for Document Fingerprinting", SIGMOD 2003). Therefore two texts that share five consecutive words share at
least one fingerprint, and all fingerprints of a verbatim quotation are in its source.
"""

import struct
from collections import defaultdict
from collections.abc import Collection
from functools import cache, lru_cache
from hashlib import blake2b
from itertools import pairwise
from zlib import crc32

from rules.grouping import grouped
from rules.stems import stem
from rules.store import Store
from rules.text import plain_words, strip_title
from rules.word_lists import is_content_word

SHINGLE = 4
"""Number of words that are hashed together. With three, phrases common to a hundred rules would be fingerprints; with
five, a quotation of five words would often have none in common with its source."""
_BYTES = 4
_PASSAGES = """
    SELECT DISTINCT lineage, text_id, passages, own.number IS NOT NULL FROM packed_versions
    JOIN keys AS named ON named.id = packed_versions.key_id JOIN keys AS own ON own.key = named.key
    JOIN runs ON runs.key_id = own.id AND runs.last >= packed_versions.first AND runs.first <= packed_versions.last
"""
"""For each record of each lineage: the number of the lineage, the id of the record's text, the id of its list of
examples and notes, and whether the record is a rule."""
_MATTER = "SELECT DISTINCT text FROM matter JOIN texts ON texts.id = text_id"
NO_LINEAGE = -1
"""Used in rows of fingerprints instead of the number of a lineage, for text around the rules, such as the introduction.
Lineages are numbered from 0."""


def fingerprints(text: str) -> frozenset[int]:
    """Return the fingerprints of a text, 32 bits each; none for fewer than four words.

    Typography and letter case do not count, and all rule numbers count as the same word (`rules.text`): a rule whose
    references were only renumbered keeps its fingerprints. Of a text that is too long for a rule, only the first
    `LONGEST_PASSAGE` characters count.
    """
    text_words = plain_words(text)
    hashes = [_hash(text_words[start : start + SHINGLE]) for start in range(len(text_words) - SHINGLE + 1)]
    if len(hashes) < 2:
        return frozenset(hashes)
    return frozenset(min(pair) for pair in pairwise(hashes))


@lru_cache(maxsize=1 << 18)  # consecutive wordings of a rule share most of them
def _hash(shingle: tuple[str, ...]) -> int:
    """Return the hash of consecutive words."""
    return int.from_bytes(blake2b(" ".join(shingle).encode(), digest_size=_BYTES).digest(), "big")


def fingerprint_rows(store: Store) -> list[tuple[int, int]]:
    """Return the rows (fingerprint, lineage) of a knowledge base: one for each lineage with the fingerprint.

    The fingerprint is written by `sign_fingerprint`; the lineage is given by its number. Fingerprints that only the
    text around the rules has, such as the introduction, have a row with `NO_LINEAGE`.
    """
    lineages = _map_lineages(store)
    for fingerprint in _collect_matter_fingerprints(store) - lineages.keys():
        lineages[fingerprint].add(NO_LINEAGE)
    rows: list[tuple[int, int]] = []
    for fingerprint in sorted(lineages):
        signed = sign_fingerprint(fingerprint)
        rows.extend((signed, lineage) for lineage in sorted(lineages[fingerprint]))
    return rows


def _map_lineages(store: Store) -> dict[int, set[int]]:
    """Return fingerprint → the numbers of the lineages of which a text, example or note has the fingerprint."""
    texts = dict(store.select("SELECT id, text FROM texts"))

    @cache
    def fingerprints_of(text_id: int) -> frozenset[int]:
        return fingerprints(texts[text_id])

    lineages: dict[int, set[int]] = defaultdict(set)
    passages_of_list: dict[int | None, list[int]] = grouped(store.select("SELECT id, text_id FROM passage_lists"))
    for lineage, text_id, list_id, _ in store.select(_PASSAGES):
        for passage_id in (text_id, *passages_of_list.get(list_id, ())):
            for fingerprint in fingerprints_of(passage_id):
                lineages[fingerprint].add(lineage)
    return lineages


def _collect_matter_fingerprints(store: Store) -> set[int]:
    """Return the fingerprints of the text around the rules of all editions, line by line."""
    collected: set[int] = set()
    for (text,) in store.select(_MATTER):
        collected.update(*map(fingerprints, text.split("\n")))
    return collected


def distinctive_term_rows(store: Store) -> list[tuple[int, bytes]]:
    """Return the rows (lineage, distinctive terms) of a knowledge base.

    The lineages are those of rules, by number; the terms are packed by `pack_terms`.
    """
    terms: dict[int, set[int]] = defaultdict(set)
    texts = dict(store.select("SELECT id, ifnull(title, '') || ' ' || text FROM texts"))
    for lineage, text_id, _, is_rule in store.select(_PASSAGES):
        if is_rule:
            terms[lineage].update(distinctive_terms(texts[text_id]))
    return [(lineage, pack_terms(terms[lineage])) for lineage in sorted(terms)]


def ability_word_rows(store: Store) -> list[tuple[str, int]]:
    """Return the rows (ability word in plain letters, number of the lineage of a rule that lists or listed it)."""
    texts = dict(store.select("SELECT id, text FROM texts WHERE text LIKE '%ability words%'"))
    rows: set[tuple[str, int]] = set()
    for lineage, text_id, _, is_rule in store.select(_PASSAGES):
        if is_rule and text_id in texts:
            rows |= {(strip_title(name), lineage) for name in list_ability_words(texts[text_id])}
    return sorted(rows)


def list_ability_words(text: str) -> list[str]:
    """Return the ability words that the sentences of a rule list.

    The list comes after a colon or "are", and its last member after ", and": of the sentence `The ability words are
    brisk, calm, and dull.` the words `brisk`, `calm` and `dull`. Ability words have no rule of their own, so only the
    rule that lists them is about them.
    """
    names: list[str] = []
    for sentence in text.split(".")[:-1]:  # after the last full stop is no sentence
        _, _, after_ability_words = sentence.partition("ability words")
        leading, _, last = after_ability_words.rpartition(", and ")
        beginning_of_list = ": " if ": " in leading else " are "
        _, has_beginning, listed = leading.rpartition(beginning_of_list)
        if not has_beginning or not listed or not last:
            continue
        is_end_of_list = "," not in last and ":" not in last
        if is_end_of_list:
            names += [*listed.split(", "), last]
    return names


@lru_cache(1 << 13)
def distinctive_terms(text: str) -> frozenset[int]:
    """Return the distinctive terms of a text: 16-bit hashes of stems, without typography and rule numbers.

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


def sign_fingerprint(fingerprint: int) -> int:
    """Return a fingerprint as a signed number, for which SQLite takes four bytes instead of six."""
    return fingerprint - (1 << 31)


def unsign_fingerprint(signed: int) -> int:
    """Return the fingerprint that `sign_fingerprint` returned as a signed number."""
    return signed + (1 << 31)


def pack_terms(terms: Collection[int]) -> bytes:
    """Return distinctive terms as bytes, in ascending order, two bytes each, the lower one first."""
    return struct.pack(f"<{len(terms)}H", *sorted(terms))


def unpack_terms(packed: bytes) -> tuple[int, ...]:
    """Return the distinctive terms in one output of `pack_terms`, or in several outputs joined together."""
    return struct.unpack(f"<{len(packed) // 2}H", packed)
