"""Conversion of what a user types into a search box to an FTS5 query that is never a syntax error.

All words must occur, as whole words; `"…"` (straight or curly) finds a phrase, `stor*` a prefix, and a word or phrase
after `-` must not occur. Every word is passed to FTS5 as a quoted string, so user input is never syntax. A query that
is a rule number is special: see `Query.number`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from msgspec import Struct

_TOKEN = re.compile(r"(?P<minus>(?<!\S)-)?(?:[\"“”„](?P<phrase>[^\"“”„]*)[\"“”„]?|(?P<word>[^\s\"“”„]+))")
_NUMBER = re.compile(
    r"(?:cr|rules?|section|chapter|§)?\s*"
    r"(?:(?P<number>[1-9](?:\d\d(?:\.\d{1,3}[a-z]{0,2})?)?)|(?P<lettered>[a-z]\.\d{1,2}(?:(?:\.ruling)?\.\d{1,2})?))\.?",
    re.IGNORECASE,
)
"""A number of the Comprehensive Rules, or one of a rulings summary (`A.2`, `A.2.1`, `A.2.Ruling.3`)."""


class Query(Struct, frozen=True):
    """A parsed query.

    Attributes:
        text: As typed, without spaces around it.
        number: The rule number that the whole query is (`702.40a`, `CR 702.40a`, `rule 702.40a.`), or None.
        match: The FTS5 expression, or None if the query has no word to look for.
    """

    text: str
    number: str | None
    match: str | None


def number_in(text: str) -> str | None:
    """Return the rule number that `text` is, in any notation (`CR 702.40A.`); None when it is anything else."""
    match = _NUMBER.fullmatch(text.strip())
    if match is None:
        return None
    return match["number"].lower() if match["number"] else match["lettered"].title()


def split_numbers(words: Sequence[str]) -> list[str]:
    """Split typed words into single numbers: `CR 702.40a, 603.2` → `CR 702.40a` and `603.2`.

    Args:
        words: The arguments as split by the shell.

    Returns:
        The typed text of each number; if there is anything but numbers, the whole text as one item.
    """
    whole = " ".join(words)
    parts: list[str] = []
    waiting = ""
    for word in whole.replace(",", " ").split():
        typed = f"{waiting} {word}".strip()
        if number_in(typed) is not None:
            parts.append(typed)
            waiting = ""
        elif waiting or any(character.isdigit() for character in word):
            return [whole]
        else:
            waiting = word
    return parts if parts and not waiting else [whole]


def parse_query(text: str) -> Query:
    """Return a text as a query; every string is a query, and some find nothing."""
    text = text.encode("utf-8", "replace").decode("utf-8").replace("\0", " ").strip()
    # each term once: FTS5 needs minutes for a word that is repeated some hundred times
    wanted: dict[str, None] = {}
    unwanted: dict[str, None] = {}
    for token in _TOKEN.finditer(text):
        term = _format_term(token)
        if term is not None:
            (unwanted if token["minus"] else wanted)[term] = None
    match = " AND ".join(wanted) if wanted else None
    if match and unwanted:
        match = f"({match}) NOT ({' OR '.join(unwanted)})"
    return Query(text=text, number=number_in(text), match=match)


def prefixes(query: Query) -> str | None:
    """Return the query with each plain word as a beginning: the second try when the words themselves find nothing."""
    if query.match is None:
        return None
    return re.sub(r'"(?! \*)(?=\s|\)|$)', '" *', query.match)


def _format_term(token: re.Match[str]) -> str | None:
    words = token["phrase"] if token["phrase"] is not None else token["word"]
    if not any(character.isalnum() for character in words):
        return None  # FTS5 would find no word in it
    beginning = token["phrase"] is None and words.endswith("*")
    return f'"{words.rstrip("*")}"' + (" *" if beginning else "")
