"""Folded lists of words: each word without the characters that it shares with the beginning of the word before.

`assets/js/lib/unfold.js` unfolds them.
"""

from collections.abc import Iterable, Iterator
from itertools import takewhile


def fold(words: Iterable[str]) -> Iterator[str]:
    """Yield each word folded: `702.40`, `702.40a`, `702.40b` → `0702.40`, `6a`, `6b`.

    The digit counts the characters shared with the beginning of the word before, at most nine. An empty word stays
    empty.
    """
    before = ""
    for word in words:
        pairs = zip(before[:9], word, strict=False)
        # such a character ends the shared beginning: scripts count a character beyond U+FFFF twice
        shared = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1] <= "\uffff", pairs))
        yield f"{shared}{word[shared:]}" if word else ""
        before = word
