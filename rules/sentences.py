"""Words as they are written in a sentence."""

from collections.abc import Sequence

FEW = 3
"""Number of places, files or numbers that a line for people names; the others are only counted."""


def capitalize(words: str) -> str:
    """Return words with a capital for the beginning of a sentence: `mana burn` → `Mana burn`."""
    return f"{words[:1].upper()}{words[1:]}"


def join_words(words: Sequence[str], last: str = "and") -> str:
    """Return words as a list in a sentence: `a`, `a and b`, `a, b and c`; empty for no words.

    Args:
        words: The words, numbers or phrases.
        last: The word before the last one, such as `or`.
    """
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"
