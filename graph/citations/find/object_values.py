"""The evidence in the strings of an object, by their keys: titles, texts and other words next to a number."""

import re
from typing import Literal

from graph.citations.find.remarks import LEAST_WORDS_OF_TEXT, MOST_WORDS_OF_TITLE, TELLING_WORD, WORD
from graph.citations.records import LONGEST_TEXT, Evidence
from rules.late_patterns import compile_late

_LONGEST_KEY = 40
"""Maximum characters before a string in which its key is read."""
_REACH_OF_SIGN = 10
"""Maximum characters before a string in which the sign between its key and the string is searched."""
ORDER = ("title", "text", "keyword")
"""The kinds of values, the most telling first."""
_SIGNS = {":", "=", ">"}
"""The characters with which the sign between a key and its value ends."""

AFTER_KEY = compile_late(r"\s{0,9}(?::|=>|=(?!=))\s{0,9}")
"""The sign between a key and its value, after the key."""
_KEY = compile_late(r"(?P<key>[\w-]*)[\"'`]?\s{0,9}(?::|=>?)\s{0,9}\Z")
"""A key with the sign after it, before its value."""
_NUMBER_KEY = compile_late(r"(?i)(?:number|num|no|id|rule|cr|ref|reference)\Z")
_TITLE_KEY = compile_late(r"(?i)(?:title|heading|section|keyword|ability|rule_?name|label|topic|term|mechanic)\Z")
_CARD_KEY = compile_late(r"(?i)(?:name|card|cards)\Z|\A(?:card|oracle|printed|flavou?r)")
_TEXT_KEY = compile_late(r"(?i)(?:text|rule|quote|wording|content|body|description|summary|definition)\Z|\A\Z")
_SENTENCE = compile_late(r"[^.!?\n]*+(?:[.!?](?!\s)[^.!?\n]*+)*+")
"""The first sentence of a text."""
_LABEL = compile_late(r"(?P<label>[A-Z][\w'’-]*(?: [\w'’-]+){0,4}?)\s?[:—–]\s")
"""The title with which a text begins: `Storm: copies it`."""

Token = re.Match[str]
"""A string with its quotes, or a bracket."""


def read_values(text: str, own: Token, strings: list[Token]) -> tuple[Evidence, ...]:
    """Return the evidence in the strings next to that of a number: first titles, then texts, then other words.

    Args:
        text: The whole text.
        own: The string of the number.
        strings: The strings; `own` may be one of them.
    """
    is_of_rule = _NUMBER_KEY.search(_read_key(text, own)) is not None
    values: list[Evidence] = []
    for string in strings:
        value = None if string is own else _read_value(text, string, is_of_rule=is_of_rule)
        if value is None:
            continue
        values.append(value)
        if value.kind == "text" and is_of_rule:
            values.append(_read_beginning(value))
    values.sort(key=lambda value: ORDER.index(value.kind))
    return tuple(values)


def is_key(text: str, string: Token) -> bool:
    """Return whether a string is a key: the sign between a key and its value follows."""
    return AFTER_KEY.match(text, string.end()) is not None


def is_value(text: str, bracket: Token | None) -> bool:
    """Return whether a bracket opens the value of a key: the bracket in `"rules": [`. Without a bracket it does not."""
    if bracket is None:
        return False
    return _KEY.search(text, max(0, bracket.start() - _LONGEST_KEY), bracket.start()) is not None


def _read_beginning(value: Evidence) -> Evidence:
    """Return the title with which the text of a rule begins; without one its first sentence, whose words may name one.

    The same is read of a text after a number in prose: `702.40: Storm copies it`.
    """
    label = _LABEL.match(value.words)
    if label is not None:
        return Evidence("title", label["label"], value.start, value.start + label.end("label"))
    sentence = _SENTENCE.match(value.words)
    words = value.words if sentence is None else sentence[0]
    return Evidence("keyword", words, value.start, value.start + len(words))


def _read_value(text: str, string: Token, *, is_of_rule: bool) -> Evidence | None:
    """Return the evidence in a string next to that of a number; None if it says nothing about the rule.

    A key, a value about a card, a word of code and a string without words say nothing.

    Args:
        text: The whole text.
        string: The string.
        is_of_rule: Whether the key of the number shows that it is the number of a rule, as `rule` does.
    """
    words = string[0][1:-1][:LONGEST_TEXT]
    if not TELLING_WORD.search(words) or is_key(text, string):
        return None
    kind = find_kind(words, _read_key(text, string), is_of_rule=is_of_rule)
    if kind is None:
        return None
    start = string.start() + 1
    return Evidence(kind, words, start, start + len(words))


def find_kind(words: str, key: str, *, is_of_rule: bool) -> Literal["title", "text", "keyword"] | None:
    """Return the kind of evidence of a value; None if it is about a card, or a word of code.

    Args:
        words: The value.
        key: The key of the value; empty if it has none.
        is_of_rule: Whether the key of the number shows that it is the number of a rule, as `rule` does.
    """
    count = len(WORD.findall(words))
    has_title_key = _TITLE_KEY.search(key) is not None or (is_of_rule and key == "name")
    is_title = has_title_key or (not key and words[0].isupper())
    if is_title and count <= MOST_WORDS_OF_TITLE:
        return "title"  # "title": "Storm", or ("702.40", "Storm")
    has_text_key = _TEXT_KEY.search(key) is not None
    if is_of_rule and has_text_key and count < LEAST_WORDS_OF_TEXT and words[0].isupper():
        return "title"  # "text": "Storm"
    is_of_code = " " not in words and words.isascii()
    if is_of_code or _CARD_KEY.search(key):
        return None  # "state": "todo", or "card": "Mind's Desire"
    if has_text_key and count >= LEAST_WORDS_OF_TEXT:
        return "text"
    return "keyword"


def _read_key(text: str, token: Token) -> str:
    """Return the key of which a string is the value; empty if it has no key, or one that begins with a digit."""
    before = text[max(0, token.start() - _REACH_OF_SIGN) : token.start()].rstrip()
    if before[-1:] not in _SIGNS:
        return ""  # this test is much cheaper than the search
    key = _KEY.search(text, max(0, token.start() - _LONGEST_KEY), token.start())
    if key is None or key["key"][:1].isdigit():  # a number is no name of a value
        return ""
    return key["key"]
