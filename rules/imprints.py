"""Imprints: hashes by which a passage of unknown origin is looked up among all passages of all editions.

The imprint of a passage is the same for all copies of it, whatever their provenance tags, typography and damage.
Passages with the same `strip_passage` form have the same imprint, on every machine; a collision of other passages is
very unlikely (64 bits).
"""

import hashlib
from functools import lru_cache

from rules.provenance import without_tags
from rules.text import fold

_LOST_OR_BROKEN = str.maketrans(dict.fromkeys(" \ufffd'\"?-"))
"""Characters that damaged copies lose, and the blank: a word that is broken over two lines has one inside."""
_LATEST_PASSAGES = 1 << 13
"""Number of passages whose imprints are cached. An edition has some 4,000, most of which the next edition has as well,
so this is twice as many."""


@lru_cache(_LATEST_PASSAGES)
def imprint(text: str) -> int | None:
    """Return the imprint of a passage, a signed number of 64 bits as SQLite stores it.

    None if nothing is left of the passage without its tags, blanks, quotation marks, dashes and question marks.
    """
    form = strip_passage(text)
    if not form:
        return None
    return int.from_bytes(hashlib.blake2b(form.encode(), digest_size=8).digest(), "big", signed=True)


def strip_passage(text: str) -> str:
    """Return the characters of a passage that all of its copies print alike: `“See  rule 7.”` → `seerule7.`."""
    return fold(without_tags(text)).translate(_LOST_OR_BROKEN)
