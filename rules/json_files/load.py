"""Loading the value of a JSON file, which may also be a value in each line, or a value without its end."""

import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from rules.json_files.records import MOST_FIELDS
from rules.late_patterns import compile_late

MOST_BRACKETS = 250_000
"""Maximum number of opening brackets, also inside strings. A large edition, each record of which names its neighbours,
has 8,000."""
MOST_COMMAS = 600_000
"""Maximum number of commas, also inside strings. The same edition has 90,000; each costs up to a hundred bytes of
memory."""
DEEPEST = MOST_FIELDS
"""Maximum number of brackets that are open where a file was cut."""
_MOST_BLANKS = 10_000
"""Maximum number of blanks before the first bracket of JSON. More are not searched, which would copy a long text."""

_STRING = r'"(?:[^"\\]++|\\.)*+(?:"|\\?\Z)'
STRING = compile_late(_STRING, re.DOTALL)
"""A string with its quotation marks. One that never ends goes to the end of the file, so that the search for further
strings does not look at its content."""
_TOKEN = compile_late(rf"{_STRING}|[{{}}\[\],]", re.DOTALL)
"""A token of JSON that matters for finding the last complete value: a string, a bracket or a comma."""
_CLOSERS = {"{": "}", "[": "]"}
_ASSIGNED = compile_late(
    r"""(?>\s++|//[^\n]*+\n|\#[^\n]*+\n|/\*.{0,2000}?\*/){0,50}+  # blanks and comments, each up to its first end
    (?:export\s{1,9}default\s{1,9}
    |(?:export\s{1,9})?(?:(?:const|let|var)\s{1,9})?
        [\w.$]{1,60}\s{0,9}(?::[^=\n]{1,80})?=\s{0,9}  # `rules =`, `rules: Rule[] =`, `module.exports =`
    )
    (?=[\[{])  # the value""",
    re.DOTALL | re.VERBOSE,
)
"""The beginning of an assignment in a program, before the value: `export const rules = `."""
_AFTER_VALUE = compile_late(r"\s*;\s*\Z")
"""The end of an assignment in a program, after the value."""
_UNREADABLE = (ValueError, RecursionError)
"""The errors of reading a text that is not JSON, or that is nested too deep."""


class Pairs(list[tuple[str, Any]]):
    """The pairs of key and value of an object; unlike in a `dict`, equal keys are kept."""


class LoadedJson(NamedTuple):
    """The value of a JSON text.

    Attributes:
        value: The value; an object is a `Pairs`. None if the text is not JSON, or exceeds a limit.
        is_cut: Whether the end of the text is missing.
    """

    value: object
    is_cut: bool = False


class _WholePart(NamedTuple):
    """The beginning of a JSON text, up to the end of its last complete value.

    Attributes:
        end: The offset at which that value ends.
        missing: The brackets that would close the objects and lists that are open there, the innermost first; empty if
            none is open, or too many are.
    """

    end: int
    missing: str


def blank_assignment(text: str) -> str:
    """Return a text with spaces in place of the words of a program around its value.

    `export const rules = [7];` → `                       [7] `. Every offset stays the same. A text that is the value
    alone, or no assignment, is returned unchanged.
    """
    if _begins_with_bracket(text):
        return text
    assigned = _ASSIGNED.match(text)
    if assigned is None:
        return text
    # The search begins after the last character of the value, since a search through a long text is slow.
    after = _AFTER_VALUE.search(text, len(text.rstrip("; \t\r\n")))
    end = after.start() if after else len(text)
    blank = re.sub(r"[^\n]", " ", assigned[0])
    return blank + text[assigned.end() : end] + " " * (len(text) - end)


def load(text: str) -> LoadedJson:
    """Return the value of a JSON text; for a text with a JSON value in each line, the list of these values."""
    if not _begins_with_bracket(text):
        return LoadedJson(None)
    bracket_count = text.count("{") + text.count("[")
    if bracket_count > MOST_BRACKETS or text.count(",") > MOST_COMMAS:
        return LoadedJson(None)
    try:
        return LoadedJson(_read(text))
    except _UNREADABLE:
        return _load_lines(text)


def _begins_with_bracket(text: str) -> bool:
    """Return whether the first character of a text, after blanks, opens an object or a list."""
    return text[:_MOST_BLANKS].lstrip()[:1] in _CLOSERS


def _load_lines(text: str) -> LoadedJson:
    """Return the values of the lines of a text.

    If only the last line is no value, the text is cut in that line. If another line is no value, the whole text is one
    value whose end is missing.
    """
    lines = [line for line in text.split("\n") if line.strip()]
    values: list[object] = []
    for line in lines:
        try:
            values.append(_read(line))
        except _UNREADABLE:
            is_last = len(values) == len(lines) - 1
            if values and is_last:
                return LoadedJson(values, is_cut=True)
            return LoadedJson(_load_cut(text), is_cut=True)
    return LoadedJson(values)


def _load_cut(text: str) -> object:
    """Return the value of a JSON text whose end is missing, up to the last complete value inside.

    `{"702": ["Draw.", "Dis` → `{"702": ["Draw."]}`.

    Returns:
        None if the text is not JSON, or nothing in it is complete.
    """
    whole = _find_whole_part(text)
    if whole is None or not whole.missing:
        return None
    try:
        return _read(text[: whole.end] + whole.missing)
    except _UNREADABLE:
        return None


def _find_whole_part(text: str) -> _WholePart | None:
    """Return the part of a JSON text up to its last complete value; None if its brackets do not match."""
    open_closers: list[str] = []  # the brackets that would close the objects and lists that are open at a token
    whole = _WholePart(0, "")
    for token in _TOKEN.finditer(text):
        mark = token[0]
        if mark in _CLOSERS:
            open_closers.append(_CLOSERS[mark])
        elif mark in _CLOSERS.values():
            if not open_closers or open_closers.pop() != mark:
                return None
            whole = _WholePart(token.end(), _close(open_closers))
        elif mark == "," and open_closers:
            whole = _WholePart(token.start(), _close(open_closers))
        # All others are strings, which may be cut, and commas between values.
    return whole


def _close(closers: Sequence[str]) -> str:
    """Return the brackets that close a text, the innermost first; empty if too many are open."""
    return "".join(reversed(closers)) if len(closers) <= DEEPEST else ""


def _read(text: str) -> object:
    import json  # noqa: PLC0415 - most texts that are looked at are not JSON

    return json.loads(text, object_pairs_hook=Pairs)
