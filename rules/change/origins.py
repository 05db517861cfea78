"""The place where a token of a text was first printed."""

from typing import NamedTuple

from rules.change.word_keys import key_of


class Origin(NamedTuple):
    """Where a token was first printed.

    Attributes:
        edition: Id of the edition.
        key: Number or key of the rule that had the token then; empty if the caller gave none.
        text: The text of that rule.
        position: Position of the token in that text, from 1. A mark with an empty key (`key_of`) is not counted; it has
            the position of the token before it.
    """

    edition: str
    key: str
    text: str
    position: int


def follow(origin: Origin, token: str) -> Origin:
    """Return the origin that a token has if it followed a token of this origin in the same text."""
    return origin._replace(position=origin.position + 1) if key_of(token) else origin
