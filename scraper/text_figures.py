"""The figures of a single text: what is in it that texts of an edition hardly have, and its marks and characters.

Consecutive editions share nearly all of their texts, so the figures of the latest texts are kept.
"""

import re
from collections.abc import Iterable
from functools import lru_cache

from msgspec import Struct

from scraper.labels import read_heading, read_label
from scraper.letters import CharacterCounts, count_characters

SENTENCE_ENDS = ".!?:;)]\"”’'"
"""Characters that end a sentence."""

_LATEST_TEXTS = 1 << 13
"""Number of texts whose figures are kept: those of one edition, some 4,500, and most of the one before."""
_TAG = re.compile(
    r"</?(?:a|abbr|b|big|blockquote|br|center|code|dd|details|div|dl|dt|em|font|h[1-6]|hr|i|img|li|mark|nav|o:p|ol|p|pre"
    r"|section|small|span|strong|sub|summary|sup|table|tbody|td|th|tr|tt|u|ul)(?:\s[^<>]{0,300})?/?>"
    r"|&(?:[a-z]{2,8}|#\d{2,5});",
    re.IGNORECASE,
)
"""Tags of web pages. The edition of 1999-04-23 has placeholders in angle brackets, such as a card's name."""
_MARKDOWN = re.compile(r"\*\*\w[^*\n]*\*\*|\]\(#?[\w./:#-]+\)|^#{1,6}\s", re.MULTILINE)
_FORUM_OR_WIKI = re.compile(
    r"\[/(?:b|i|u|s|url|quote|color|size|list|code|spoiler|card)\]|\[\[[^\[\]\n]{1,200}\]\]|\'\'\'\w", re.IGNORECASE
)
"""Closing tags of forums, links and bold words of wikis."""
_SIGNS_OF_MARKDOWN = ("**", "](", "#")
_SIGNS_OF_FORUM_OR_WIKI = ("[/", "[[", "'''")
"""Strings one of which is in every text that matches the pattern of the same name."""
_LONG_WORD = re.compile(r"[^\W\d_]{30,}")
"""Words that ran together; the longest word of an edition has 17 letters."""
_STRAY_MARK = re.compile(r"(?<=[a-z]) [,;:.](?=\s|$)|“[”,. ]|\"\" |\(\)|  ")
"""White space or nothing where a word or a symbol was: `add .`, empty quotation marks or parentheses, two blanks."""
_SIGNS_OF_STRAY_MARK = (" ,", " ;", " :", " .", "“”", "“,", "“.", "“ ", '"" ', "()", "  ")
_LABEL_INSIDE = re.compile(r"(?:[.!?:”\")]\s+|\n)(?P<number>[1-9]\d\d\.\d{1,3}[a-z]?)\.?\s+(?=[A-Z“\"])")
_BROKEN_OFF = re.compile(r"(?:\.\.\.|…)(?:\s?\W{0,3}(?:read|show|see)?\s?more\W{0,5})?$", re.IGNORECASE)
"""Dots at the end of a text, perhaps with the words of the link that leads to the rest of it."""
_DOTS = ("...", "…")
_QUOTATION_MARKS = '“”"„«»'
_APOSTROPHES = "’'"


class TextFigures(Struct, frozen=True):
    """The figures of a text.

    Attributes:
        has_markup: Whether it has tags, entities or marks of Markdown, forums or wikis.
        has_number_inside: Whether a rule's number stands where a sentence begins.
        has_long_word: Whether it has a word that is too long to be one.
        has_stray_mark: Whether it has punctuation where a word or a symbol is missing.
        breaks_off: Whether it ends in dots, as on a page that shows the beginnings of texts.
        ends_sentence: Whether it ends like a sentence.
        labelled_lines: How many lines after the first are headings or begin with the number of a rule.
        quotation_marks: Number of quotation marks.
        apostrophes: Number of apostrophes.
        parentheses: Number of opening parentheses.
        braces: Number of opening braces, which enclose symbols.
        characters: Its characters, by kind.
    """

    has_markup: bool
    has_number_inside: bool
    has_long_word: bool
    has_stray_mark: bool
    breaks_off: bool
    ends_sentence: bool
    labelled_lines: int
    quotation_marks: int
    apostrophes: int
    parentheses: int
    braces: int
    characters: CharacterCounts


@lru_cache(_LATEST_TEXTS)
def measure_text(text: str) -> TextFigures:
    """Return the figures of a text: of a rule, an example or a glossary entry."""
    return TextFigures(
        has_markup=_has_tag(text) or _has_marks(text),
        has_number_inside=_LABEL_INSIDE.search(text) is not None,
        has_long_word=_LONG_WORD.search(text) is not None,
        has_stray_mark=_has_any(text, _SIGNS_OF_STRAY_MARK) and _STRAY_MARK.search(text) is not None,
        breaks_off=_has_any(text, _DOTS) and _BROKEN_OFF.search(text) is not None,
        ends_sentence=text.rstrip()[-1:] in SENTENCE_ENDS,
        labelled_lines=_count_labelled_lines(text),
        quotation_marks=_count_marks(text, _QUOTATION_MARKS),
        apostrophes=_count_marks(text, _APOSTROPHES),
        parentheses=text.count("("),
        braces=text.count("{"),
        characters=count_characters([text]),
    )


def _has_tag(text: str) -> bool:
    """Return whether a text has a tag or an entity; most texts lack the characters that begin one."""
    if "<" not in text and "&" not in text:
        return False
    return _TAG.search(text) is not None


def _has_marks(text: str) -> bool:
    """Return whether a text has marks of Markdown, of a forum or of a wiki; most lack what begins one."""
    if _has_any(text, _SIGNS_OF_MARKDOWN) and _MARKDOWN.search(text):
        return True
    return _has_any(text, _SIGNS_OF_FORUM_OR_WIKI) and _FORUM_OR_WIKI.search(text) is not None


def _has_any(text: str, signs: Iterable[str]) -> bool:
    """Return whether a text has any of some short strings, a test that costs far less than a pattern."""
    return any(sign in text for sign in signs)


def _count_labelled_lines(text: str) -> int:
    """Return how many lines of a text, the first one left out, are headings or begin with the number of a rule."""
    if "\n" not in text:
        return 0
    lines_after_first = text.split("\n")[1:]
    return sum(read_heading(line) is not None or read_label(line) is not None for line in lines_after_first)


def _count_marks(text: str, marks: str) -> int:
    """Return how often some characters occur in a text."""
    return sum(map(text.count, marks))
