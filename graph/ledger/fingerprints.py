"""Fingerprints of texts, which recognise quoted words without storing the text.

Every four consecutive words of a passage are hashed, and of every two adjacent hashes the smaller one is kept
(winnowing: Schleimer, Wilkerson and Aiken, "Winnowing: Local Algorithms for Document Fingerprinting", SIGMOD 2003).
Therefore two texts that share five consecutive words share at least one fingerprint, and all fingerprints of a verbatim
quotation are in its source.
"""

from __future__ import annotations

from functools import lru_cache
from hashlib import blake2b
from itertools import pairwise

from rules.text import plain_words

SHINGLE = 4
"""Number of words that are hashed together. With three, phrases common to a hundred rules would be fingerprints; with
five, a quotation of five words would often have none in common with its source."""
_BYTES = 4


def fingerprints(text: str) -> frozenset[int]:
    """Return the fingerprints of a text, 32 bits each; none for fewer than four words.

    Typography and letter case do not count, and one rule number is as good as another (`rules.text`): a rule whose
    references were only renumbered keeps its fingerprints. Of a text that is too long for a rule (`rules.text.LONG`),
    only the beginning counts.
    """
    text_words = plain_words(text)
    hashes = [_hash(text_words[start : start + SHINGLE]) for start in range(len(text_words) - SHINGLE + 1)]
    return frozenset(map(min, pairwise(hashes))) if len(hashes) > 1 else frozenset(hashes)


@lru_cache(maxsize=1 << 18)  # consecutive wordings of a rule share most of them
def _hash(shingle: tuple[str, ...]) -> int:
    return int.from_bytes(blake2b(" ".join(shingle).encode(), digest_size=_BYTES).digest(), "big")
