"""Origins: the place where a token of a text was first printed.

Example: if the rule 100.1 of 1999 is the first to say `Draw a card`, the origin of `card` is `Origin("1999-04-23",
"100.1", "Draw a card", 3)`, and every later edition that keeps the word keeps its origin.
"""

from typing import NamedTuple

from rules.change.normal_forms import normal_form


class Origin(NamedTuple):
    """Where a token was first printed.

    Attributes:
        edition: Id of the edition that printed it first.
        key: Key of the rule that had the token in that edition; empty if the caller gave none.
        text: The text of that rule.
        position: Number of tokens with a `normal_form` in that text, up to and including this one. So the first token
            has position 1, and a mark with an empty form has the position of the token before it.
    """

    edition: str
    key: str
    text: str
    position: int


def follow(origin: Origin, token: str) -> Origin:
    """Return the origin of a token that comes right after the token of another origin in the same text.

    Its position is greater by 1, or the same for a mark without a normal form, such as `™`.
    """
    return origin._replace(position=origin.position + 1) if normal_form(token) else origin
