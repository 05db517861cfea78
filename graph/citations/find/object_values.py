"""The evidence in the strings of an object next to the string of a number, by their keys.

In `{"rule": "702.40", "title": "Storm", "card": "Mind's Desire"}` the number is in the string `"702.40"`. The key
`rule` shows that it is the number of a rule. The key `title` shows that `Storm` is its title, and the key `card` that
`Mind's Desire` says nothing about the rule. Strings without keys, as in `("702.40", "Storm")`, are judged by their
words alone.
"""

import re
from typing import Literal

from graph.citations.find.remarks import LEAST_WORDS_OF_TEXT, MOST_WORDS_OF_TITLE, TELLING_WORD, WORD
from graph.citations.records import LONGEST_TEXT, Evidence
from rules.late_patterns import compile_late

ORDER = ("title", "text", "keyword")
"""The kinds of evidence, the one that says most about the rule first."""
AFTER_KEY = compile_late(r"\s{0,9}(?::|=>|=(?!=))\s{0,9}")
"""The sign between a key and its value, after the key."""
Token = re.Match[str]
"""A string with its quotes, or a bracket."""

_LONGEST_KEY = 40
"""Maximum characters before a string in which its key is read."""
_REACH_OF_SIGN = 10
"""Maximum characters before a string in which the sign between its key and the string is searched."""
_SIGNS = {":", "=", ">"}
"""The characters with which the sign between a key and its value ends."""
_KEY = compile_late(r"(?P<key>(?:(?<=[\"'`])[\w-]+(?: [\w-]+){1,3}(?=[\"'`])|[\w-]*))[\"'`]?\s{0,9}(?::|=>?)\s{0,9}\Z")
"""A key with the sign after it, before its value; a key in quotes may have several words."""
_WORD_START = r"(?:\A|[ _-]|(?<=[a-z\d])(?=[A-Z])|(?<=\A(?i:rule))|(?<=\A(?i:cr)))"
"""The beginning of a word in a key: `id` is a word of `rule_id`, `ruleId` and `ruleid`, but not of `paid`."""
_NUMBER_KEY = compile_late(rf"{_WORD_START}(?i:number|num|no|id|rule|cr|ref|reference)\Z")
"""The end of a key whose value is the number of a rule."""
_TITLE_KEY = compile_late(
    rf"{_WORD_START}(?i:title|heading|section|keyword|ability|rule_?name|label|topic|term|mechanic)\Z"
)
"""The end of a key whose value is the title of a rule."""
_BEGINNING_OF_CARD_KEY = compile_late(r"(?i)\A(?:card|oracle|printed|flavou?r)")
"""The beginning of a key whose value is about a card, whatever its last word: `card_title`."""
_END_OF_CARD_KEY = compile_late(r"(?i)(?:name|card|cards)\Z")
"""The end of a key whose value is about a card, if nothing shows that it names a rule."""
_TEXT_KEY = compile_late(
    rf"{_WORD_START}(?i:text|rule|quote|wording|content|body|description|summary|definition)\Z|\A\Z"
)
"""The end of a key whose value is the text of a rule; an empty key too, for a string without a key."""
_SENTENCE = compile_late(r"[^.!?\n]*+(?:[.!?](?!\s)[^.!?\n]*+)*+")
"""The first sentence of a text."""
_LABEL = compile_late(r"(?P<label>[A-Z][\w'’-]*(?: [\w'’-]+){0,4}?)\s?[:—–]\s")
"""The title with which a text begins: `Storm: copies it`."""


def read_values(text: str, own: Token, strings: list[Token]) -> tuple[Evidence, ...]:
    """Return the evidence in the strings next to the string of a number: first titles, then texts, then other words.

    Example: for the number in `{"text": "Storm: copies it for each spell", "rule": "702.40"}` it is the title `Storm`,
    with which the text begins, and the text.

    Args:
        text: The whole text of the file.
        own: The string of the number.
        strings: The strings of the object; `own` may be one of them.
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
    """Return whether a string is a key, because the sign between a key and its value follows: `"rule": `."""
    return AFTER_KEY.match(text, string.end()) is not None


def is_value(text: str, bracket: Token | None) -> bool:
    """Return whether a bracket opens the value of a key: the bracket of `"rules": [` does.

    Args:
        text: The whole text of the file.
        bracket: The opening bracket; None for the text outside of all brackets, which is no value.
    """
    if bracket is None:
        return False
    return _KEY.search(text, max(0, bracket.start() - _LONGEST_KEY), bracket.start()) is not None


def _read_beginning(value: Evidence) -> Evidence:
    """Return the title with which the text of a rule begins: `Storm` for `Storm: copies it`.

    Without a title, its first sentence is returned as a keyword, since its words may name the rule: `Storm copies it`
    for `Storm copies it. Then draw.`
    """
    label = _LABEL.match(value.words)
    if label is not None:
        return Evidence("title", label["label"], value.start, value.start + label.end("label"))
    sentence = _SENTENCE.match(value.words)
    words = value.words if sentence is None else sentence[0]
    return Evidence("keyword", words, value.start, value.start + len(words))


def _read_value(text: str, string: Token, *, is_of_rule: bool) -> Evidence | None:
    """Return the evidence in a string next to the string of a number; None if it says nothing about the rule.

    A key, a value about a card, a word of code and a string without words say nothing.

    Args:
        text: The whole text of the file.
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
    """Return the kind of evidence of a value; None if it says nothing about the rule.

    The first case that applies decides:

    1. `"card_title": "Mind's Desire"`: None, because the value is about a card.
    2. `"title": "Storm"`, with `is_of_rule` also `"name": "Storm"`, and `"Storm"` without a key: `title`, unless the
       value has too many words.
    3. With `is_of_rule`, `"text": "Storm"`: `title`, because the value has too few words for a text.
    4. `"state": "todo"`: None, because a single word of ASCII may be code.
    5. Without `is_of_rule`, `"name": "Mind's Desire"`: None, because the value may be the name of a card.
    6. `"text": "It copies the spell once for each"`, and the same without a key: `text`, if it has enough words.
    7. `"note": "copies it"`, and all others: `keyword`.

    Args:
        words: The value.
        key: The key of the value; empty if it has none.
        is_of_rule: Whether the key of the number shows that it is the number of a rule, as `rule` does.
    """
    if _BEGINNING_OF_CARD_KEY.search(key):
        return None
    count = len(WORD.findall(words))
    has_title_key = _TITLE_KEY.search(key) is not None or (is_of_rule and key == "name")
    is_title = has_title_key or (not key and words[0].isupper())
    if is_title and count <= MOST_WORDS_OF_TITLE:
        return "title"
    has_text_key = _TEXT_KEY.search(key) is not None
    if is_of_rule and has_text_key and count < LEAST_WORDS_OF_TEXT and words[0].isupper():
        return "title"
    is_of_code = " " not in words and words.isascii()
    if is_of_code or _END_OF_CARD_KEY.search(key):
        return None
    if has_text_key and count >= LEAST_WORDS_OF_TEXT:
        return "text"
    return "keyword"


def _read_key(text: str, token: Token) -> str:
    """Return the key of which a string is the value: `title` for the string of `"title": "Storm"`.

    It is empty if the string has no key, and for a key that begins with a digit, which is no name of a value.
    """
    before = text[max(0, token.start() - _REACH_OF_SIGN) : token.start()].rstrip()
    if before[-1:] not in _SIGNS:
        return ""  # this test is much cheaper than the search
    key = _KEY.search(text, max(0, token.start() - _LONGEST_KEY), token.start())
    if key is None or key["key"][:1].isdigit():
        return ""
    return key["key"]
