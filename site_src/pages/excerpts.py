"""The two sides of a variant, cut to the words around their difference."""

from rapidfuzz.distance import Postfix, Prefix

SHOWN_AROUND = 50
"""Number of characters shown before and after the difference, extended to whole words."""
SHOWN_DIFFERENCE = 240
"""Maximum number of differing characters shown."""
Excerpt = tuple[str, str, str]
"""One side of a variant: words before the difference, the difference, words after it. `…` marks omitted text."""


def excerpts(reading: str, text: str) -> tuple[Excerpt, Excerpt]:
    """Return both sides of a variant: the part between the first and the last difference, with some words around it.

    `draw a card` and `draw two cards` differ from `a` to the end: `("draw ", "a card", "")`, `("draw ", "two cards",
    "")`.
    """
    head = Prefix.similarity(reading, text)
    # the same characters must not be in the equal beginning and in the equal end
    rest = min(len(reading), len(text)) - head
    tail = min(Postfix.similarity(reading, text), rest)
    return _cut_excerpt(reading, head, tail), _cut_excerpt(text, head, tail)


def _cut_excerpt(text: str, head: int, tail: int) -> Excerpt:
    """Return one side, of which the first `head` and the last `tail` characters are the same on both sides."""
    if not text:
        return "", "—", ""
    end = len(text) - tail
    # extended to the beginning and the end of a word
    start = text.rfind(" ", 0, max(0, head - SHOWN_AROUND)) + 1
    stop = text.find(" ", end + SHOWN_AROUND)
    before = text[start:head]
    if start > 0:
        before = f"…{before}"
    different = text[head:end]
    if len(different) > SHOWN_DIFFERENCE:
        different = f"{different[:SHOWN_DIFFERENCE]}…"
    if stop < 0:
        return before, different, text[end:]
    return before, different, f"{text[end:stop]}…"
