"""The markup in strings that are pieces of web pages: its recognition and its removal."""

import html
import re
from collections.abc import Iterable

from rules.late_patterns import compile_late

_BLOCK = r"(?:p|div|li|h[1-6]|tr|dd|dt|blockquote)"
"""Names of the tags of elements that are lines of their own."""
_ENDS_LINE = compile_late(
    rf"""<br\s{{0,9}}/?>
    |</{_BLOCK}\s{{0,9}}>  # the end of a paragraph, an item, a row
    |<{_BLOCK}(?:\s[^<>]{{0,300}})?>  # the beginning of one, with its attributes
    """,
    re.IGNORECASE | re.VERBOSE,
)
"""A tag before or after which a new line begins."""
_IN_LINE = compile_late(
    r"</?(?:a|abbr|b|code|em|font|i|img|mark|small|span|strong|sub|sup|u|ul|ol|table|tbody|td|th)(?:\s[^<>]{0,300})?/?>",
    re.IGNORECASE,
)
_ENTITY = compile_late(r"&(?:[a-zA-Z]\w{1,8}|#\d{1,6}|#x[0-9a-fA-F]{1,5});")

LEAST_MARKED = 0.02
"""Minimum share of the longer strings of a field that have markup, for the field to have pieces of pages. The rules
themselves may print a tag or two, as words of a card."""
_FEWEST_MARKED = 3
"""Minimum number of the longer strings of such a field that have markup."""
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
    """Return the text that a reader sees of a piece of a page: `<p>Draw &amp; play</p>` → `Draw & play`.

    Each paragraph is a line.
    """
    return html.unescape(_IN_LINE.sub("", _ENDS_LINE.sub("\n", text))).strip()
