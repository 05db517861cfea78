"""The place where a token of a text was first printed."""

from typing import NamedTuple

from rules.change.word_keys import key_of


class Origin(NamedTuple):
    """Where a token was first printed.

    Attributes:
        edition: Id of the edition.
        key: Number or key of the rule that had the token then; empty if the caller gave none.
        text: The text of that rule.
        word: Index of the token among the words of that text, from 1. A mark that the normal form drops has the index
            of the word before it.
    """

    edition: str
    key: str
    text: str
    word: int


def follow(origin: Origin, word: str) -> Origin:
    """Return the origin that a token has if it followed a token of this origin in the same text."""
    return origin._replace(word=origin.word + 1) if key_of(word) else origin
