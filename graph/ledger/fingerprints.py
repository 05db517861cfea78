"""Fingerprints of wordings: by which quoted words are recognised without the words being there.

The words of a passage are taken four at a time; each four are hashed, and of every two neighbours the smaller hash is
kept (winnowing: Schleimer, Wilkerson and Aiken, "Winnowing: Local Algorithms for Document Fingerprinting", SIGMOD
2003). Five words in a row that two texts share therefore leave at least one fingerprint that both have, and what is
quoted letter by letter has all of its fingerprints in its source.
"""

from __future__ import annotations

from functools import lru_cache
from hashlib import blake2b
from itertools import pairwise

from rules.normal import LONG, fold, mask, words

SHINGLE = 4
"""Words that are hashed together. With three, phrases of a hundred rules would be fingerprints of their own; with five,
five words that are quoted would often leave none."""
_BYTES = 4


def fingerprints(text: str) -> frozenset[int]:
    """Return the fingerprints of a text, 32 bits each; none for fewer than four words.

    Typography and letter case do not count, and one rule number is as good as another (`rules.normal`): a rule that
    only had its references renumbered keeps its fingerprints. What is no rule's wording (`rules.normal.LONG`) is known
    by its beginning.
    """
    text_words = words(mask(fold(text[:LONG])))
    hashes = [_hash(text_words[start : start + SHINGLE]) for start in range(len(text_words) - SHINGLE + 1)]
    return frozenset(map(min, pairwise(hashes))) if len(hashes) > 1 else frozenset(hashes)


@lru_cache(maxsize=1 << 18)  # the wordings of a rule through the years share most of them
def _hash(shingle: tuple[str, ...]) -> int:
    return int.from_bytes(blake2b(" ".join(shingle).encode(), digest_size=_BYTES).digest(), "big")
