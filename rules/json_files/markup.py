"""Strings of JSON that are pieces of web pages, as the text that a reader sees."""

import html
import re
from collections.abc import Iterable

_BLOCK = r"(?:p|div|li|h[1-6]|tr|dd|dt|blockquote)"
"""Names of the tags of whole lines."""
_ENDS_LINE = re.compile(
    rf"""<br\s{{0,9}}/?>
    |</{_BLOCK}\s{{0,9}}>  # the end of a paragraph, an item, a row
    |<{_BLOCK}(?:\s[^<>]{{0,300}})?>  # the beginning of one, with its attributes
    """,
    re.IGNORECASE | re.VERBOSE,
)
"""A tag that ends a line, or before which one ends."""
_IN_LINE = re.compile(
    r"</?(?:a|abbr|b|code|em|font|i|img|mark|small|span|strong|sub|sup|u|ul|ol|table|tbody|td|th)(?:\s[^<>]{0,300})?/?>",
    re.IGNORECASE,
)
_ENTITY = re.compile(r"&(?:[a-zA-Z]\w{1,8}|#\d{1,6}|#x[0-9a-fA-F]{1,5});")

LEAST_MARKED = 0.02
"""Minimum share of the longer strings of a field that have markup if it has pieces of pages. The rules themselves
may print a tag or two, as words of a card."""
_FEWEST_MARKED = 3
_LONGER = 20
"""Minimum number of characters of a longer string."""


def are_of_pages(strings: Iterable[str]) -> bool:
    """Return whether the strings of a field are pieces of web pages."""
    longer = [text for text in strings if len(text) >= _LONGER]
    marked = sum(map(has_markup, longer))
    return marked >= max(_FEWEST_MARKED, LEAST_MARKED * len(longer))


def has_markup(text: str) -> bool:
    """Return whether a string has tags or entities of a web page."""
    if "<" in text and (_ENDS_LINE.search(text) or _IN_LINE.search(text)):
        return True
    return "&" in text and _ENTITY.search(text) is not None


def without_markup(text: str) -> str:
    """Return a string without tags, with its entities decoded; a paragraph is a line."""
    return html.unescape(_IN_LINE.sub("", _ENDS_LINE.sub("\n", text))).strip()
