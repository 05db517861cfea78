"""Question marks in place of quotation marks or dashes, which show that a copy was saved as ASCII."""

from __future__ import annotations

import re

_LOST = re.compile(r"\?(?:(?<=[A-Za-z,.;:)\]]\?)(?=[A-Za-z])|(?:(?<=[\s(]\?)|(?<!.\?))(?=[A-Za-z{\[]))", re.DOTALL)
_ADDRESS = re.compile(r"://|www\.|\.com|\.asp")


_QUOTED_END = re.compile(r"(?:^|[\s(])\?\w[^?]*\?$")


def without_last_quote(text: str) -> str:
    """Return a text without the question mark at its end, if that was a closing quotation mark.

    It was one if another question mark, a former opening quotation mark, comes before a word.
    """
    return text[:-1] if text.endswith("?") and _QUOTED_END.search(text) else text


def lost_marks(text: str) -> list[int]:
    """Return the offsets of question marks between letters or before a word, except those in web addresses."""
    if "?" not in text:
        return []
    starts = (match.start() for match in _LOST.finditer(text))
    return [at for at in starts if not _ADDRESS.search(text[max(0, at - 80) : at + 1].rsplit(maxsplit=1)[-1])]
