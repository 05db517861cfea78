"""Joining words that were hyphenated at line ends.

A hyphen at the end of a line belongs to the word ("Snow-⏎Covered") or comes from typesetting ("coun-⏎ters");
`scraper.layout` joins both and keeps the hyphen. This module removes the hyphen of typesetting if the document itself
is evidence: the word occurs elsewhere in it without a hyphen, and nowhere with one. A soft hyphen is always removed.

Guarantees: only the end of a line and the first word of the next are changed, and each change is returned.
"""

from __future__ import annotations

import re
from collections.abc import Container
from itertools import pairwise

SOFT = "\u00ad"

_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_HEAD = re.compile(rf"([^\W\d_]+)([-{SOFT}])$")
_TAIL = re.compile(r"[^\W\d_]+")


def mend_hyphens(lines: list[str], framing: Container[int]) -> list[tuple[int, str]]:
    """Join words that the typesetter broke, in place; the rest of each word moves up to its beginning.

    Args:
        lines: All lines of the document; blank ones separate paragraphs.
        framing: Numbers of the page headers and footers, which text continues across.

    Returns:
        Line number and word of each.
    """
    body = [number for number, line in enumerate(lines, 1) if number not in framing]
    words = {word.casefold() for line in lines for word in _WORD.findall(line.strip())}
    mended: list[tuple[int, str]] = []
    for number, following in pairwise(body):
        head, tail = _HEAD.search(lines[number - 1].rstrip()), _TAIL.match(lines[following - 1].lstrip())
        if head is None or tail is None or not tail[0].islower():
            continue
        word, compound = head[1] + tail[0], f"{head[1]}-{tail[0]}"
        if head[2] == SOFT or (word.casefold() in words and compound.casefold() not in words):
            lines[number - 1] = lines[number - 1].rstrip()[: -len(head[0])] + _take_rest(
                lines, following, word, tail[0]
            )
            mended.append((number, word))
    return mended


def _take_rest(lines: list[str], following: int, word: str, tail: str) -> str:
    """Return the whole word with the text joined to its end, and take both from the next line."""
    piece, _, rest = lines[following - 1].lstrip().partition(" ")
    lines[following - 1] = rest
    return word + piece[len(tail) :] + " "
