"""Comparison of two copies of one passage: the same words, the same except for damage, or different.

Guarantees: all functions are pure and symmetric in their two passages, except `is_damaged`.
"""

from __future__ import annotations

import re

from scraper.losses import lost_marks

_WORD = re.compile(r"[^\W_]+|[+*/{}\[\]<>%&=]|-(?=[\dX])")
_ASCII_ALNUM = re.compile(r"[^A-Za-z0-9]+")
_MARKS = re.compile(r"\((?:tm|r|c)\)|[®™©_]", re.IGNORECASE)
_DASHES = str.maketrans(dict.fromkeys("‐‑‒–—−", "-"))


def is_damaged(text: str) -> bool:
    """Return whether characters of a passage were lost: replaced, or turned into question marks inside words."""
    return "\ufffd" in text or bool(lost_marks(text))


def same_words(one: str, other: str) -> bool:
    """Return whether two passages have the same words, numbers and signs.

    Quotes, dashes, marks and spaces may differ.
    """
    if one == other:
        return True
    first, second = (_WORD.findall(_MARKS.sub("", text).translate(_DASHES)) for text in (one, other))
    return first == second


def same_but_for_damage(one: str, other: str) -> bool:
    """Return whether two passages agree in all letters and digits that both still have."""
    return alphanumerics(one) == alphanumerics(other)


def alphanumerics(text: str) -> str:
    """Return the ASCII letters and digits of a text: what no damage seen so far has touched."""
    return _ASCII_ALNUM.sub("", _MARKS.sub("", text))
