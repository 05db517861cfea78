"""Removed words in the length in which people see them."""

_MOST_WORDS = 16
"""Maximum number of removed words that people see in full; three quarters of the removed passages have at most 8."""
_FIRST_WORDS = 8
"""Number of words that people see at the beginning of a longer passage."""
_LAST_WORDS = 4
"""Number of words that people see at the end of a longer passage."""


def shorten_removed(text: str) -> str:
    """Return removed words as people see them: of a long passage only the first and last words.

    A passage of 40 words, from `w0` to `w39` → `w0 w1 w2 w3 w4 w5 w6 w7 … w36 w37 w38 w39`.
    """
    words = text.split()
    if len(words) <= _MOST_WORDS:
        return text
    return f"{' '.join(words[:_FIRST_WORDS])} … {' '.join(words[-_LAST_WORDS:])}"
