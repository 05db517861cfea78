"""Tell the paragraphs of a site from those of the rules."""

import re
from collections.abc import Callable, Sequence

from scraper.labels import read_heading, read_label
from scraper.layout import Line, Paragraph, is_rule_line

FindChrome = Callable[[Paragraph], str]
"""Returns the reason to drop a paragraph of a page, or an empty string to keep it."""

_CYRILLIC = re.compile(r"[А-яЁё]")
_LATIN = re.compile(r"[A-Za-z]")
_FEWEST_LETTERS = 3
"""Minimum number of letters of another script in a text of that script; fewer may be a symbol or a name."""
_LONGEST_FOOTER = 120
_FOOTER = re.compile(r"(?:.{0,80}\S\s)?page\s\d{1,4}(?:\s?(?:of|/)\s?\d{1,4})?\s*$", re.IGNORECASE)


def is_foreign(text: str) -> bool:
    """Return whether a good part of a text is in another script: the words of a site, never of the rules."""
    letters = len(_CYRILLIC.findall(text))
    return letters >= _FEWEST_LETTERS and letters > len(_LATIN.findall(text)) / 2


def is_translation(lines: Sequence[Line]) -> bool:
    """Return whether most of the rules of a text are in another script, so that this is not the script of a site."""
    rules = [line.text for line in lines if read_label(line.text)]
    return sum(is_foreign(text) for text in rules) > len(rules) / 2


def is_footer(text: str) -> bool:
    """Return whether a text is a page's running title with its number."""
    return len(text) <= _LONGEST_FOOTER and _FOOTER.fullmatch(text) is not None and read_label(text) is None


def chrome_reason(paragraph: Paragraph, find_chrome: FindChrome, *, translated: bool = False) -> str:
    """Return the reason to drop a paragraph as the site's; empty if there is none.

    Args:
        paragraph: The paragraph.
        find_chrome: Returns what the dialect knows as the site's.
        translated: Whether the rules themselves are in another script.
    """
    text = paragraph.text
    if is_rule_line(text):
        return "rule-line"
    if is_footer(text):
        return "page-footer"
    if not translated and is_foreign(text) and read_label(text) is None:
        return "site-chrome"
    reason = find_chrome(paragraph)
    if not reason and paragraph.linked and not (read_label(text) or read_heading(text)):
        return "page-links"
    return reason
