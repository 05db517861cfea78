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
"""Characters that damaged copies lose, and blanks, so that a word broken over two lines is the same word."""
_LATEST_PASSAGES = 1 << 13
"""Number of passages whose imprints are kept: those of one edition, some 4,000, which the next one shares for the most
part, and as many again."""


@lru_cache(_LATEST_PASSAGES)
def imprint(text: str) -> int | None:
    """Return the imprint of a passage, from -2**63 to 2**63 - 1 as SQLite wants it; None without words."""
    form = strip_passage(text)
    if not form:
        return None
    return int.from_bytes(hashlib.blake2b(form.encode(), digest_size=8).digest(), "big", signed=True)


def strip_passage(text: str) -> str:
    """Return the passage without typography, provenance tags, blanks, quotes, dashes and question marks."""
    return fold(without_tags(text)).translate(_LOST_OR_BROKEN)
