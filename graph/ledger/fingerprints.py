"""The fingerprints of texts, which recognise quoted words without storing the text.

Every four consecutive words of a text are hashed, and of every two adjacent hashes the smaller one is kept (winnowing:
Schleimer, Wilkerson and Aiken, "Winnowing: Local Algorithms for Document Fingerprinting", SIGMOD 2003). Example: five
words `a b c d e` have the hashes of `a b c d` and of `b c d e`; the smaller one is their only fingerprint.

Therefore two texts that share five consecutive words share at least one fingerprint, and all fingerprints of a verbatim
quotation of five words or more are in its source. A quotation of four words has one fingerprint, the hash of these
words, which the source may have dropped for a smaller one.
"""

from collections.abc import Iterator
from functools import cache, lru_cache
from hashlib import blake2b
from itertools import pairwise

from graph.ledger.lineage_texts import list_lineage_texts
from rules.grouping import grouped
from rules.store import Store
from rules.text import plain_words

SHINGLE = 4
"""Number of words that are hashed together. With three, phrases common to a hundred rules would be fingerprints; with
five, a quotation of five words would often have none in common with its source."""
_BYTES = 4
"""Size of a hash."""
_MATTER = "SELECT DISTINCT text FROM matter JOIN texts ON texts.id = text_id"
"""The texts around the rules, such as introductions and credits."""
NO_LINEAGE = -1
"""Used in rows of fingerprints instead of the number of a lineage, for the text around the rules. Lineages are numbered
from 0."""


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
    """Return the rows (signed fingerprint, lineage) of a knowledge base, sorted.

    A fingerprint has a row for each lineage with it, by the number of the lineage. Fingerprints that only the text
    around the rules has, such as the introduction, have one row with `NO_LINEAGE`. Example: the lineages 3 and 5 have
    the fingerprint 2147483650, and the introduction has it, too → (2, 3) and (2, 5); see `sign_fingerprint`.
    """
    pairs = set(_list_fingerprints_of_lineages(store))
    with_lineage = {fingerprint for fingerprint, _ in pairs}
    pairs.update((fingerprint, NO_LINEAGE) for fingerprint in _collect_around_rules(store) - with_lineage)
    return [(sign_fingerprint(fingerprint), lineage) for fingerprint, lineage in sorted(pairs)]


def _list_fingerprints_of_lineages(store: Store) -> Iterator[tuple[int, int]]:
    """Yield (fingerprint, lineage) for each fingerprint of a text, example or note of a lineage, some repeatedly."""
    texts = dict(store.select("SELECT id, text FROM texts"))

    @cache
    def fingerprints_of(text_id: int) -> frozenset[int]:
        return fingerprints(texts[text_id])

    text_ids_of_list: dict[int | None, list[int]] = grouped(store.select("SELECT id, text_id FROM passage_lists"))
    for lineage_text in list_lineage_texts(store):
        below = text_ids_of_list.get(lineage_text.list_id, ())  # the examples and notes
        for text_id in (lineage_text.text_id, *below):
            for fingerprint in fingerprints_of(text_id):
                yield fingerprint, lineage_text.lineage


def _collect_around_rules(store: Store) -> set[int]:
    """Return the fingerprints of the text around the rules of all editions, line by line."""
    collected: set[int] = set()
    for (text,) in store.select(_MATTER):
        collected.update(*map(fingerprints, text.split("\n")))
    return collected


def sign_fingerprint(fingerprint: int) -> int:
    """Return a fingerprint as a signed number, for which SQLite takes four bytes instead of six: 0 → -2147483648."""
    return fingerprint - (1 << 31)


def unsign_fingerprint(signed: int) -> int:
    """Return the fingerprint that `sign_fingerprint` returned as a signed number: -2147483648 → 0."""
    return signed + (1 << 31)
