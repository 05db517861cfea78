"""Read the values next to a number in an object, an array, a call or a table: `{"rule": "702.40", "title": "Storm"}`.

At most `LONGEST_LINE` characters on either side of a number are read.
"""

import re
from collections.abc import Iterator
from typing import Literal

from msgspec import Struct, field

from graph.citations.find.remarks import LEAST_WORDS_OF_TEXT, MOST_WORDS_OF_TITLE, TELLING_WORD, WORD
from graph.citations.records import LONGEST_LINE, LONGEST_TEXT, Evidence
from rules.late_patterns import compile_late

_LONGEST_KEY = 40
"""Maximum characters before a string in which its key is read."""
_REACH_OF_SIGN = 10
"""Maximum characters before a string in which the sign between its key and the string is searched."""
ORDER = ("title", "text", "keyword")
"""The kinds of values, the most telling first."""

_TOKEN = compile_late(r"\"(?:[^\"\\\n]|\\.){0,2000}\"|'(?:[^'\\\n]|\\.){0,400}'|[{}\[\]()]")
_AFTER_KEY = compile_late(r"\s{0,9}(?::|=>|=(?!=))\s{0,9}")
_KEY = compile_late(r"(?P<key>[\w-]*)[\"'`]?\s{0,9}(?::|=>?)\s{0,9}\Z")
"""A key with the sign after it, before its value."""
_ASSIGNMENTS = compile_late(r"(?m)(?:^[ \t]*[\w-]+[ \t]*=[ \t]*(?![=\s])[^\n]*(?:\n|\Z))+")
"""Lines without a gap, each with a key and a value after the sign `=`."""
_HEADER = compile_late(r"(?m)^[ \t]*\[{1,2}[^\[\]\n]*\]{1,2}[ \t]*(?:\#[^\n]*)?\r?\n")
"""The header of a table of TOML, which is alone in its line."""
_RULE_NUMBER = compile_late(r"\b[1-9]\d\d\.\d")
_NUMBER_KEY = compile_late(r"(?i)(?:number|num|no|id|rule|cr|ref|reference)\Z")
_TITLE_KEY = compile_late(r"(?i)(?:title|heading|section|keyword|ability|rule_?name|label|topic|term|mechanic)\Z")
_CARD_KEY = compile_late(r"(?i)(?:name|card|cards)\Z|\A(?:card|oracle|printed|flavou?r)")
_TEXT_KEY = compile_late(r"(?i)(?:text|rule|quote|wording|content|body|description|summary|definition)\Z|\A\Z")
_SENTENCE = compile_late(r"[^.!?\n]*+(?:[.!?](?!\s)[^.!?\n]*+)*+")
"""The first sentence of a text."""
_LABEL = compile_late(r"(?P<label>[A-Z][\w'’-]*(?: [\w'’-]+){0,4}?)\s?[:—–]\s")
"""The title with which a text begins: `Storm: copies it`."""
_SIGNS = {":", "=", ">"}
"""The characters with which the sign between a key and its value ends."""

_Token = re.Match[str]
"""A string with its quotes, or a bracket."""


class _Bracket(Struct, eq=False):
    """A bracket with the strings that are directly in it.

    Attributes:
        opening: The opening bracket; None for the text outside of all brackets.
        strings: The strings, in order.
    """

    opening: _Token | None
    strings: list[_Token] = field(default_factory=list)


class _Nesting:
    """The brackets that are open after the tokens read so far, the innermost last.

    The strings outside of all brackets are kept as those of a bracket that never closes.
    """

    def __init__(self) -> None:
        self._open = [_Bracket(None)]

    @property
    def innermost(self) -> _Bracket:
        """Return the innermost bracket that is open."""
        return self._open[-1]

    def read(self, token: _Token) -> _Bracket | None:
        """Read the next token, and return the bracket that it closes; None if it closes none."""
        if not _is_bracket(token):
            self.innermost.strings.append(token)
        elif token[0] in "{[(":
            self._open.append(_Bracket(token))
        elif len(self._open) > 1:
            return self._open.pop()
        return None


class StringOfNumber(Struct, frozen=True):
    """The string around a number.

    Attributes:
        inside: The bounds of the string, without its quotes.
        values: The other values in the object, array or call around the string: titles, then texts, then other words.
    """

    inside: range
    values: tuple[Evidence, ...]


def read_object(text: str, start: int, end: int) -> StringOfNumber | None:
    """Return the string around the number `text[start:end]`, with the values next to it; None if no string is there.

    If the string is a key, as in `{"702.40": {"title": "Storm"}}`, these are the strings of its value; otherwise they
    are the other strings of its object, array or call.
    """
    low = max(0, start - LONGEST_LINE)
    if low:
        low = text.find("\n", low, start) + 1 or low  # the first whole line, if there is one
    tokens = _TOKEN.finditer(text, low, min(len(text), end + LONGEST_LINE))
    nesting = _Nesting()
    own = _find_own_string(tokens, start, nesting)
    if own is None:
        return None
    if _is_key(text, own):
        strings = _list_in_value(text, own)
    else:
        strings = _list_below_header(text, own) or _list_beside(text, own, tokens, nesting)
    return StringOfNumber(range(own.start() + 1, own.end() - 1), _read_values(text, own, strings))


def _find_own_string(tokens: Iterator[_Token], start: int, nesting: _Nesting) -> _Token | None:
    """Return the string around the character at `start`; None if no string is there.

    Args:
        tokens: The tokens. They are consumed up to and including the string.
        start: The offset.
        nesting: Reads the tokens before the string.
    """
    for token in tokens:
        if token.end() > start:
            is_around = token.start() <= start and not _is_bracket(token)
            return token if is_around else None
        nesting.read(token)
    return None


def _is_key(text: str, string: _Token) -> bool:
    """Return whether a string is a key: the sign between a key and its value follows."""
    return _AFTER_KEY.match(text, string.end()) is not None


def _is_bracket(token: _Token) -> bool:
    return len(token[0]) == 1


def _list_beside(text: str, own: _Token, tokens: Iterator[_Token], nesting: _Nesting) -> list[_Token]:
    """Return the strings in the innermost bracket around the string of a number that holds other values.

    A bracket without other values is left for the one around it only if it is itself the value of a key, as the array
    in `{"title": "Storm", "rules": ["702.40"]}`.

    Args:
        text: The whole text.
        own: The string of the number.
        tokens: The tokens after it. They are consumed up to the end of the bracket.
        nesting: Has read the tokens before the string, and reads those after it.

    Returns:
        The strings, with `own` among them if it is directly in that bracket; outside of all brackets those that the
        lines around it assign.
    """
    nesting.read(own)
    around = nesting.innermost
    for token in tokens:
        closed = nesting.read(token)
        if closed is None or closed is not around:
            continue
        if _read_values(text, own, around.strings) or not _is_value(text, closed.opening):
            break
        around = nesting.innermost
    if around.opening is None:
        return _list_assigned(text, own)
    return around.strings


def _list_assigned(text: str, own: _Token) -> list[_Token]:
    """Return the strings that lines without a gap assign, as in a table of TOML; empty unless one of them is a number.

    Args:
        text: The whole text.
        own: The string of the number.
    """
    low, high = max(0, own.start() - LONGEST_LINE), min(len(text), own.end() + LONGEST_LINE)
    for lines in _ASSIGNMENTS.finditer(text, text.find("\n", low, own.start()) + 1 or low, high):
        if lines.start() <= own.start() < lines.end():
            tokens = _TOKEN.finditer(text, lines.start(), lines.end())
            strings = [token for token in tokens if not _is_bracket(token)]
            numbers = [string for string in strings if _RULE_NUMBER.search(string[0])]
            return strings if len(numbers) == 1 else []
    return []


def _list_below_header(text: str, own: _Token) -> list[_Token]:
    """Return the strings that the lines below a header of TOML assign: `[rules."702.40"]`; empty if there is none.

    Args:
        text: The whole text.
        own: The string of the number.
    """
    line = text.rfind("\n", 0, own.start()) + 1
    header = _HEADER.match(text, line)
    if header is None or header.end() < own.end():
        return []
    lines = _ASSIGNMENTS.match(text, header.end(), min(len(text), header.end() + LONGEST_LINE))
    if lines is None:
        return []
    return [token for token in _TOKEN.finditer(text, lines.start(), lines.end()) if not _is_bracket(token)]


def _is_value(text: str, bracket: _Token | None) -> bool:
    """Return whether a bracket opens the value of a key: the bracket in `"rules": [`. Without a bracket it does not."""
    if bracket is None:
        return False
    return _KEY.search(text, max(0, bracket.start() - _LONGEST_KEY), bracket.start()) is not None


def _list_in_value(text: str, key: _Token) -> list[_Token]:
    """Return the strings of the value of a key: the value if it is a string, else the strings directly in its bracket.

    Args:
        text: The whole text.
        key: The key, with the sign between a key and its value after it.
    """
    start = key.end()
    sign = _AFTER_KEY.match(text, start)
    if sign is not None:
        start = sign.end()
    strings: list[_Token] = []
    depth = 0
    for token in _TOKEN.finditer(text, start, min(len(text), start + LONGEST_LINE)):
        if not depth and token.start() > start:
            break  # the value is neither a string nor a bracket
        if not _is_bracket(token):
            if depth < 2:  # not in a bracket within that of the value
                strings.append(token)
        elif token[0] in "{[(":
            depth += 1
        else:
            depth -= 1
        if depth < 1:
            break
    return strings


def _read_values(text: str, own: _Token, strings: list[_Token]) -> tuple[Evidence, ...]:
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


def _read_value(text: str, string: _Token, *, is_of_rule: bool) -> Evidence | None:
    """Return the evidence in a string next to that of a number; None if it is a key, about a card, or a word of code.

    Args:
        text: The whole text.
        string: The string.
        is_of_rule: Whether the key of the number shows that it is the number of a rule, as `rule` does.
    """
    words = string[0][1:-1][:LONGEST_TEXT]
    if not TELLING_WORD.search(words) or _is_key(text, string):
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


def _read_key(text: str, token: _Token) -> str:
    """Return the key of which a string is the value; empty if it has no key, or one that begins with a digit."""
    before = text[max(0, token.start() - _REACH_OF_SIGN) : token.start()].rstrip()
    if before[-1:] not in _SIGNS:
        return ""  # this test is much cheaper than the search
    key = _KEY.search(text, max(0, token.start() - _LONGEST_KEY), token.start())
    if key is None or key["key"][:1].isdigit():  # a number is no name of a value
        return ""
    return key["key"]
