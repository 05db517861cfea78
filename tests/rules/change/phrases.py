"""Whether a phrase stands in a text."""

from __future__ import annotations

from rules.change.blame import key_of
from rules.change.tokens import tokens


def stands_in(phrase: str, text: str) -> bool:
    """Whether the words of a phrase stand in a row in a text, whatever the typography."""
    ours, theirs = ([key for word in tokens(side).words if (key := key_of(word))] for side in (phrase, text))
    return any(theirs[at : at + len(ours)] == ours for at in range(len(theirs) - len(ours) + 1))
