"""The title in quotes that is printed after a reference: `rule 702.40, "Storm"`."""

import re

QUOTES = '"“”\ufffd?'
"""Quotes, and the characters that took their place in damaged copies, for use in a regex character class."""
CUE = r"(?:sub)?rules?|sections?|chapters?"
"""A word that announces numbers."""

_TITLE = re.compile(
    rf"""
    (?P<mark>[.,]?)\s{{1,2}}[{QUOTES}]
    (?P<title>
        (?![a-z])
        (?:
            [^\n{QUOTES}]
            | (?<=\w)[?\ufffd](?=\w)                                    # an apostrophe that a copy lost
            | (?<=\s)[{QUOTES}]\w[^\n{QUOTES}]{{0,30}}[{QUOTES}'’](?=[\s,.])    # quotes within the title
        ){{1,90}}
    )
    [{QUOTES}]
    """,
    re.VERBOSE,
)
_UNCLOSED = re.compile(rf",\s[\"“\ufffd](?P<title>[A-Z][^\n{QUOTES}().]{{1,60}})(?=[.)]{{1,2}}(?:\s|$))")
"""A title whose closing quotes are missing (`(see rule 420, "State-Based Effects).` in 2004-10-01)."""
_AFTER_TITLE = re.compile(rf"[).,;:\]]|\s*$|\s+(?:and|or)\s+(?:(?i:{CUE})\b|[1-9])")
"""The text after a title: the end of a clause, or the next reference."""


def find_title(passage: str, position: int) -> re.Match[str] | None:
    """Return the quoted title, as the group `title`, that belongs to an item ending at a position; None without one.

    A comma before the quotes announces a title. With a full stop or nothing between (misprints of 2003-07-01) the next
    sentence may begin with quotes, so the title must then close with its own punctuation, as titles do.
    """
    title = _TITLE.match(passage, position)
    if title is None:
        return _UNCLOSED.match(passage, position)
    closes_with_mark = title["title"].endswith((".", ",", ";"))
    if closes_with_mark:
        return title
    is_announced = title["mark"] == ","
    if is_announced and _AFTER_TITLE.match(passage, title.end()):
        return title
    return None


def clean_title(printed: str | None) -> str | None:
    """Return a printed title without the blanks around it and the punctuation at its end; None for None."""
    return None if printed is None else printed.strip().rstrip(".,;").rstrip()
