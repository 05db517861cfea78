"""The normal forms of tokens, by which blame compares the tokens of two texts.

Tokens with the same normal form count as the same word, so that a change of typography alone keeps its date.
"""

from collections.abc import Sequence
from functools import lru_cache

from rules.text import fold, mask
from rules.text_sizes import LONGEST_PASSAGE
from rules.tokens import Tokens, tokenize
from rules.word_lists import LIGHT

_LOSABLE = str.maketrans({"\ufffd": "'", "?": "'", '"': "'"})
"""Double quotes, and the characters that damaged copies have in place of quotes, become an apostrophe."""

NormalForms = Sequence[str]
"""The normal forms of a text's tokens. An empty form, that of a mark such as `™`, is never compared."""


@lru_cache(maxsize=65_536)
def normal_form(word: str) -> str:
    """Return the normal form of a token: `Player’s` → `player's`, `{oT}` → `{t}`, any rule number → `#`.

    Marks that `rules.text.fold` drops, such as `™`, have an empty form.
    """
    return mask(fold(word)).translate(_LOSABLE)


def split_tokens(text: str) -> Tokens:
    """Return the tokens of a text; a text that is too long to be compared word by word is a single token."""
    return tokenize(text) if len(text) <= LONGEST_PASSAGE else Tokens([text], [0])


def count_content_words(forms: NormalForms) -> int:
    """Return the number of tokens that are neither marks nor small words (`LIGHT`)."""
    return sum(form[-1:].isalnum() and form not in LIGHT for form in forms)
