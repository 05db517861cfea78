"""Words that were hyphenated at line ends.

A hyphen at the end of a line is the writer's own ("Snow-⏎Covered") or the typesetter's ("coun-⏎ters"); `scraper.layout`
closes up both and keeps the hyphen. The typesetter's is taken away here where the document itself tells: the word
stands elsewhere in it without a hyphen, and nowhere with one. A soft hyphen is always the typesetter's.

Guarantees: only the end of a line and the first word of the next change, and each time it is told.
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
        lines: All lines of the document; blank ones part paragraphs.
        framing: Numbers of the lines between which text goes on.

    Returns:
        Line number and word of each.
    """
    body = [number for number, line in enumerate(lines, 1) if number not in framing]
    known = {word.casefold() for line in lines for word in _WORD.findall(line.strip())}
    mended: list[tuple[int, str]] = []
    for number, following in pairwise(body):
        head, tail = _HEAD.search(lines[number - 1].rstrip()), _TAIL.match(lines[following - 1].lstrip())
        if head is None or tail is None or not tail[0].islower():
            continue
        word, compound = head[1] + tail[0], f"{head[1]}-{tail[0]}"
        if head[2] == SOFT or (word.casefold() in known and compound.casefold() not in known):
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
