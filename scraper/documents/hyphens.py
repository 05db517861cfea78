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
        line = lines[number - 1].rstrip()
        next_line = lines[following - 1].lstrip()
        head = _HEAD.search(line)
        tail = _TAIL.match(next_line)
        if head is None or tail is None or not tail[0].islower():
            continue
        first_half, hyphen = head.groups()
        second_half = tail[0]
        if hyphen == SOFT or _is_one_word(first_half, second_half, words):
            word = f"{first_half}{second_half}"
            # `ters, which are`: the comma moves up with the rest of the word
            moved, _, rest = next_line.partition(" ")
            punctuation = moved.removeprefix(second_half)
            lines[number - 1] = f"{line[: head.start()]}{word}{punctuation} "
            lines[following - 1] = rest
            mended.append((number, word))
    return mended


def _is_one_word(head: str, tail: str, words: Container[str]) -> bool:
    """Return whether a document has two parts of a word joined, and nowhere with a hyphen.

    Args:
        head: The part before the hyphen.
        tail: The part after it.
        words: The words of the document, in lower case.
    """
    return f"{head}{tail}".casefold() in words and f"{head}-{tail}".casefold() not in words
