"""The two sides of a variant, cut to the words around their difference."""

from rapidfuzz.distance import Postfix, Prefix

SHOWN_AROUND = 50
"""Number of characters shown before and after the difference, extended to whole words."""
SHOWN_DIFFERENCE = 240
"""Maximum number of differing characters shown."""
Excerpt = tuple[str, str, str]
"""One side of a variant: the text before the difference, the difference, the text after it. `…` marks omitted text,
which ends and begins with whole words; the difference may begin and end inside a word."""


def excerpts(reading: str, text: str) -> tuple[Excerpt, Excerpt]:
    """Return both sides of a variant: the part between the first and the last difference, with some words around it.

    `draw a card` and `draw two cards` differ from `a` to the end: `("draw ", "a card", "")`, `("draw ", "two cards",
    "")`. Of `draw two cards` and `draw ten cards` only letters differ: `("draw t", "wo", " cards")`, `("draw t", "en",
    " cards")`.
    """
    equal_start = Prefix.similarity(reading, text)
    # a character of the equal beginning must not count as part of the equal end, too
    rest = min(len(reading), len(text)) - equal_start
    equal_end = min(Postfix.similarity(reading, text), rest)
    return _cut_excerpt(reading, equal_start, equal_end), _cut_excerpt(text, equal_start, equal_end)


def _cut_excerpt(text: str, equal_start: int, equal_end: int) -> Excerpt:
    """Return one side of a variant.

    Args:
        text: The side; empty if the copy lacks the passage.
        equal_start: The number of characters at its beginning that are the same on both sides.
        equal_end: The number of characters at its end that are the same on both sides.
    """
    if not text:
        return "", "—", ""
    end = len(text) - equal_end
    different = text[equal_start:end]
    if len(different) > SHOWN_DIFFERENCE:
        different = f"{different[:SHOWN_DIFFERENCE]}…"
    return _cut_before(text[:equal_start]), different, _cut_after(text[end:])


def _cut_before(words: str) -> str:
    """Return the last words before a difference: `…and draw `."""
    start = words.rfind(" ", 0, max(0, len(words) - SHOWN_AROUND)) + 1
    if start > 0:
        return f"…{words[start:]}"
    return words


def _cut_after(words: str) -> str:
    """Return the first words after a difference: ` from your library…`."""
    end = words.find(" ", SHOWN_AROUND)
    if end < 0:
        return words
    return f"{words[:end]}…"
