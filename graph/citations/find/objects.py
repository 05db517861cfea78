"""Read the values next to a number in an object, an array, a call or a table: `{"rule": "702.40", "title": "Storm"}`.

A *token* is a string with its quotes, or a bracket; all other text is passed over. The number is in its *own* string.
At most `LONGEST_LINE` characters on either side of a number are read.
"""

from collections.abc import Iterator

from msgspec import Struct, field

from graph.citations.find.object_values import AFTER_KEY, Token, is_key, is_value, read_values
from graph.citations.records import LONGEST_LINE, Evidence
from rules.late_patterns import compile_late

_TOKEN = compile_late(r"\"(?:[^\"\\\n]|\\.){0,2000}\"|'(?:[^'\\\n]|\\.){0,400}'|[{}\[\]()]")
_OPENING = frozenset("{[(")
_ASSIGNMENTS = compile_late(r"(?m)(?:^[ \t]*[\w-]+[ \t]*=[ \t]*(?![=\s])[^\n]*(?:\n|\Z))+")
"""Lines without a gap, each with a key and a value after the sign `=`."""
_HEADER = compile_late(r"(?m)^[ \t]*\[{1,2}[^\[\]\n]*\]{1,2}[ \t]*(?:\#[^\n]*)?\r?\n")
"""The header of a table of TOML, which is alone in its line."""
_NAME_BEFORE = compile_late(
    r"(?P<quote>[\"'])(?P<name>[A-Z∞][^\"'\n:{}\[\]]{1,40})(?P=quote)\s{0,9}(?::|=>)\s{0,9}(?P<array>\[\s{0,40})?\Z"
)
"""The name of which a string, or an array with it, is the value: `"Storm": [`."""
_REACH_OF_NAME = 120
"""Maximum characters before a string in which its name begins."""
_ARRAY_END = compile_late(r"\s{0,40},?\s{0,40}\]")
_RULE_NUMBER = compile_late(r"\b[1-9]\d\d\.\d")
"""The beginning of the number of a rule, such as `702.4`. The number of a chapter, `702`, is none: it may count
anything."""


class _Bracket(Struct, eq=False):
    """A bracket with the strings that are directly in it.

    Attributes:
        opening: The opening bracket; None for the text outside of all brackets.
        strings: The strings, in order.
    """

    opening: Token | None
    strings: list[Token] = field(default_factory=list)


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

    def read(self, token: Token) -> _Bracket | None:
        """Read the next token, and return the bracket that it closes; None if it closes none."""
        if not _is_bracket(token):
            self.innermost.strings.append(token)
        elif _is_opening(token):
            self._open.append(_Bracket(token))
        elif len(self._open) > 1:
            return self._open.pop()
        return None

    def read_to_end_of(self, bracket: _Bracket, tokens: Iterator[Token]) -> bool:
        """Read tokens until they close a bracket, and return whether they do; otherwise all of them are read."""
        closed = None
        for token in tokens:
            closed = self.read(token)
            if closed is bracket:
                break
        return closed is bracket


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

    The values are sought in this order:

    1. for a key, as in `{"702.40": {"title": "Storm"}}`, in its value;
    2. for another string, in the lines below the header of TOML that it is in: `[rules."702.40"]`;
    3. for another string, in the object, array or call around it, or in the lines that assign it;
    4. in the key of which the string is the value: `{"Storm": ["702.40"]}`.
    """
    read_to = min(len(text), end + LONGEST_LINE)
    nesting = _Nesting()
    own: Token | None = None
    for token in _TOKEN.finditer(text, _find_first_line(text, start), read_to):
        if token.end() > start:
            own = token
            break
        nesting.read(token)
    if own is None or own.start() > start or _is_bracket(own):
        return None  # the number is in no string
    if is_key(text, own):
        strings = _list_in_value(text, own)
    else:
        strings = _list_below_header(text, own) or _list_beside(text, own, nesting, read_to)
    values = read_values(text, own, strings) or _read_name(text, own)
    return StringOfNumber(range(own.start() + 1, own.end() - 1), values)


def _read_name(text: str, own: Token) -> tuple[Evidence, ...]:
    """Return the name of which the string of a number is the only value, as its title: `{"Storm": ["702.40"]}`."""
    low = max(0, own.start() - _REACH_OF_NAME)
    name = _NAME_BEFORE.search(text, low, own.start())
    if name is None or (name["array"] is not None and not _ARRAY_END.match(text, own.end())):
        return ()
    return (Evidence("title", name["name"], *name.span("name")),)


def _find_first_line(text: str, start: int) -> int:
    """Return the offset from which to read before the number at `start`: at most `LONGEST_LINE` characters before it.

    Reading starts at the beginning of a line, or of the text. Only if the line of the number began earlier, reading
    starts in the middle of that line.
    """
    low = max(0, start - LONGEST_LINE)
    if low == 0:
        return 0
    return text.find("\n", low, start) + 1 or low


def _is_bracket(token: Token) -> bool:
    """Return whether a token is a bracket; a string has at least its two quotes."""
    return len(token[0]) == 1


def _is_opening(token: Token) -> bool:
    return token[0] in _OPENING


def _list_beside(text: str, own: Token, nesting: _Nesting, read_to: int) -> list[Token]:
    """Return the strings in the innermost bracket around the string of a number that holds other values.

    A bracket without other values is left for the one around it only if it is itself the value of a key, as the array
    in `{"title": "Storm", "rules": ["702.40"]}`.

    Args:
        text: The whole text.
        own: The string of the number.
        nesting: The brackets that are open before the string; it reads on from there.
        read_to: The offset up to which the text is read.

    Returns:
        The strings, with `own` among them if it is directly in that bracket; outside of all brackets those that the
        lines around it assign.
    """
    tokens = _TOKEN.finditer(text, own.end(), read_to)
    nesting.read(own)
    bracket = nesting.innermost
    while nesting.read_to_end_of(bracket, tokens):
        has_other_values = bool(read_values(text, own, bracket.strings))
        if has_other_values or not is_value(text, bracket.opening):
            break
        bracket = nesting.innermost  # the bracket around the one that was just closed
    if bracket.opening is None:
        return _list_assigned(text, own)
    return bracket.strings


def _list_assigned(text: str, own: Token) -> list[Token]:
    """Return the strings that lines without a gap assign, as in a table of TOML: `rule = "702.40"`, `title = "Storm"`.

    Only if exactly one of the strings has the number of a rule. If two have, the others may belong to either. If none
    has, the number is that of a chapter, `rule = "702"`, and may count anything.

    Args:
        text: The whole text.
        own: The string of the number.
    """
    low, high = _find_first_line(text, own.start()), min(len(text), own.end() + LONGEST_LINE)
    for lines in _ASSIGNMENTS.finditer(text, low, high):
        if lines.start() <= own.start() < lines.end():
            tokens = _TOKEN.finditer(text, lines.start(), lines.end())
            strings = [token for token in tokens if not _is_bracket(token)]
            numbers = [string for string in strings if _RULE_NUMBER.search(string[0])]
            return strings if len(numbers) == 1 else []
    return []  # the string is not in such lines


def _list_below_header(text: str, own: Token) -> list[Token]:
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


def _list_in_value(text: str, key: Token) -> list[Token]:
    """Return the strings of the value of a key.

    A string is returned alone. Of a bracket, the strings directly in it are returned, not those in brackets within it.
    Other values, such as numbers, have none.

    Args:
        text: The whole text.
        key: The key, with the sign between a key and its value after it.
    """
    sign = AFTER_KEY.match(text, key.end())
    start = key.end() if sign is None else sign.end()
    tokens = _TOKEN.finditer(text, start, min(len(text), start + LONGEST_LINE))
    value = next(tokens, None)
    if value is None or value.start() > start:
        return []  # the value is neither a string nor a bracket
    if not _is_bracket(value):
        return [value]
    if not _is_opening(value):
        return []  # the key has no value, and the bracket around the key ends
    nesting = _Nesting()
    nesting.read(value)
    bracket = nesting.innermost
    nesting.read_to_end_of(bracket, tokens)
    return bracket.strings
