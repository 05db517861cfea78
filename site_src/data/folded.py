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
        if word:
            shared = _count_shared(before, word)
            yield f"{shared}{word[shared:]}"
        else:
            yield ""
        before = word


def _count_shared(before: str, word: str) -> int:
    """Return the number of characters that two words share at their beginning, at most nine.

    A character beyond U+FFFF ends the shared beginning, because scripts count such a character twice.
    """
    pairs = zip(before[:9], word, strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1] <= "\uffff", pairs))
