"""Join words that a typesetter broke at the ends of lines.

A hyphen at the end of a line belongs to the word ("Snow-⏎Covered") or comes from typesetting ("coun-⏎ters"); it is
removed if the document itself is evidence: the word occurs elsewhere in it without a hyphen, and nowhere with one. A
soft hyphen is always removed.

Guarantees: of a hyphenated word only the end of a line and the first word of the next change, and each change is
returned.
"""

import re
from collections.abc import Container
from itertools import pairwise

SOFT = "\u00ad"

_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_HYPHENS = ("-", SOFT)
_HEAD = re.compile(rf"([^\W\d_]+)([-{SOFT}])$")
_TAIL = re.compile(r"[^\W\d_]+")


def mend_hyphens(lines: list[str], framing: Container[int]) -> list[tuple[int, str]]:
    """Join words that the typesetter broke; the rest of each word moves up to the line of its beginning.

    `the coun-` and `ters are` become `the counters ` and `are`.

    Args:
        lines: All lines of the document; blank ones separate paragraphs. They are changed in place.
        framing: Numbers of the page headers and footers, which text continues across.

    Returns:
        Number of the line and the word, for each word that was joined.
    """
    body = [number for number, line in enumerate(lines, 1) if number not in framing]
    broken = [pair for pair in pairwise(body) if lines[pair[0] - 1].rstrip().endswith(_HYPHENS)]
    if not broken:
        return []
    words = {word.casefold() for line in lines for word in _WORD.findall(line.strip())}
    mended: list[tuple[int, str]] = []
    for number, following in broken:
        head, tail = _HEAD.search(lines[number - 1].rstrip()), _TAIL.match(lines[following - 1].lstrip())
        if head is None or tail is None or not tail[0].islower():
            continue
        word, compound = head[1] + tail[0], f"{head[1]}-{tail[0]}"
        if head[2] == SOFT or (word.casefold() in words and compound.casefold() not in words):
            piece, _, rest = lines[following - 1].lstrip().partition(" ")
            lines[number - 1] = f"{lines[number - 1].rstrip()[: -len(head[0])]}{word}{piece[len(tail[0]) :]} "
            lines[following - 1] = rest
            mended.append((number, word))
    return mended
