"""The keys by which the tokens of two texts are compared when their words are dated."""

from collections.abc import Sequence
from functools import lru_cache

from rules.text import fold, mask
from rules.text_sizes import LONGEST_PASSAGE
from rules.tokens import Tokens, tokenize
from rules.word_lists import LIGHT

_LOSABLE = str.maketrans({"\ufffd": "'", "?": "'", '"': "'"})
"""Quotes, and the characters that replace them in damaged copies, count as the same mark."""

Keys = Sequence[str]
"""The keys of a text's tokens; an empty key is never matched."""


@lru_cache(maxsize=65_536)
def key_of(word: str) -> str:
    """Return the key of a token: the token without its typography, or `#` for a rule number.

    The key of a mark that `rules.text.fold` drops is empty.
    """
    return mask(fold(word)).translate(_LOSABLE)


def split_tokens(text: str) -> Tokens:
    """Return the tokens of a text; a text that is too long to be compared word by word is a single token."""
    return tokenize(text) if len(text) <= LONGEST_PASSAGE else Tokens([text], [0])


def count_content_words(keys: Keys) -> int:
    """Return the number of words that are more than marks and small words."""
    return sum(word[-1:].isalnum() and word not in LIGHT for word in keys)
