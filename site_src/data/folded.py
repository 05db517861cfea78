"""Lists of words or numbers, of which each begins mostly like the one before; `assets/js/lib/unfold.js` reads them."""

from collections.abc import Iterable, Iterator
from itertools import takewhile


def fold(words: Iterable[str]) -> Iterator[str]:
    """Yield each word as a digit, how many characters of the one before it begins with, and its own; "" as it is."""
    before = ""
    for word in words:
        pairs = zip(before[:9], word, strict=False)
        # scripts count a character beyond U+FFFF twice
        shared = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1] <= "\uffff", pairs))
        yield f"{shared}{word[shared:]}" if word else ""
        before = word
