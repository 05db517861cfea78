"""The tokens of a text: its words, numbers, symbols and marks, without the spaces between them."""

import re
from functools import lru_cache
from typing import NamedTuple

from rules.late_patterns import compile_late

_TOKEN = compile_late(
    r"""
      \{[^{}\s]{1,12}\}                                     # a symbol, {T}
    | [+\-−–]?[\dXY*]+/[+\-−–]?[\dXY*]+                     # +1/+1
    | [1-9]\d\d\.\d{1,3}[a-z]{0,2}(?![^\W_])                # a rule's number
    | \((?:tm|TM|R|C|c)\)                                   # a trade mark
    | [^\W_]+(?:['’?\ufffd][^\W_]+)*                        # a word with its apostrophe, or what a copy made of it
    | \.{3} | [-‐‑‒–—―−]+                                   # an ellipsis, a dash however typed
    | \S
    """,
    re.VERBOSE,
)


class Tokens(NamedTuple):
    """The tokens of a text; token i is `strings[i]` and begins at the offset `starts[i]` of the text."""

    strings: list[str]
    starts: list[int]

    def end(self, index: int) -> int:
        """Return the offset after the last character of the token at an index."""
        return self.starts[index] + len(self.strings[index])


@lru_cache(maxsize=256)
def tokenize(text: str) -> Tokens:
    """Return the tokens of a text: `Pay {T}, then.` → `Pay`, `{T}`, `,`, `then`, `.`.

    The tokens and the spaces between them are the whole text. Do not change the lists: they are cached, because a text
    is compared both with the version before it and with the version after it.
    """
    matches = list(_TOKEN.finditer(text))
    return Tokens([match[0] for match in matches], [match.start() for match in matches])


def is_word(token: str) -> bool:
    """Return whether a token is a word, a number or a symbol (`{T}`), and not a mark such as a comma."""
    return token[-1].isalnum() or token[0] == "{"
