"""The imprint of a passage: a hash that is the same for all copies of it, whatever their typography and damage.

It serves to look up a passage of unknown origin among all passages of all editions.

Guarantees: pure functions, the same numbers on every machine. Passages with the same `strip_passage` form have the same
imprint; a collision of others is very unlikely (64 bits).
"""

from __future__ import annotations

import hashlib

from rules.provenance import read_provenance
from rules.text import fold

_LOST_OR_BROKEN = str.maketrans(dict.fromkeys(" \ufffd'\"?-"))
"""Characters that damaged copies lose, and blanks, so that a word broken over two lines is the same word."""


def imprint(text: str) -> int | None:
    """Return the imprint of a passage, from -2**63 to 2**63 - 1 as SQLite wants it; None without words."""
    form = strip_passage(text)
    if not form:
        return None
    return int.from_bytes(hashlib.blake2b(form.encode(), digest_size=8).digest(), "big", signed=True)


def strip_passage(text: str) -> str:
    """Return the passage without typography, provenance tags, blanks, quotes, dashes and question marks."""
    return fold(without_tags(text)).translate(_LOST_OR_BROKEN)


def without_tags(text: str) -> str:
    """Return the passage without its provenance tags, which date a paragraph and are no words of the rule.

    Only brackets with a date or a page in them count: others may belong to the words.
    """
    if "]" not in text:
        return text
    kept, end = [], 0
    for tag in read_provenance(text, ""):
        if tag.date or tag.page:
            kept.append(text[end : tag.at])
            end = tag.at + len(tag.raw)
    return "".join(kept) + text[end:] if kept else text
