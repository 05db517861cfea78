"""Read the values next to a number in a mapping of YAML, whose strings need no quotes: `rule: 702.40`, `name: Storm`.

At most `LONGEST_LINE` characters on either side of a number are read.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from graph.citations.find.object_values import ORDER, find_kind
from graph.citations.records import LONGEST_LINE, Evidence
from rules.late_patterns import compile_late

_BEFORE_VALUE = compile_late(r"(?P<indent>[ \t]*(?:-[ ]+)?)[A-Za-z][\w-]*:[ \t]+[\"']?\Z")
"""The line before a number that is the value of a key."""
_BEFORE_KEY = compile_late(r"[ \t]*(?:-[ ]+)?[\"']?\Z")
"""The line before a number that is itself a key."""
_AFTER_VALUE = compile_late(r"[\"']?[ \t]*(?:\#[^\n]*)?\r?(?:\n|\Z)")
_AFTER_KEY = compile_late(r"[\"']?:[ \t]*(?:\#[^\n]*)?\r?\n(?=[ \t]+[A-Za-z][\w-]*:[ \t])")
_ENTRY = compile_late(
    r"(?P<indent>[ \t]*(?P<item>-[ ]+)?)(?P<key>[A-Za-z][\w-]*):[ \t]+"
    r"[\"']?(?P<value>[^\s\"'&*>|{\[\#][^\n]*?)[\"']?[ \t]*\r?\Z"
)
"""A line with a key and a value; the group `item` is the mark of an item of a list."""


class _Line(NamedTuple):
    """A line of a text.

    Attributes:
        start: Offset of its first character.
        words: The line, without the line end.
    """

    start: int
    words: str


def is_key_of_mapping(text: str, start: int, end: int) -> bool:
    """Return whether the number `text[start:end]` is a key, with a mapping as its value: `702.40:⏎  name: Storm`."""
    if text[end : end + 2].lstrip("\"'")[:1] != ":":
        return False  # this test is much cheaper than the search
    line = text.rfind("\n", 0, start) + 1
    return _BEFORE_KEY.match(text, line, start) is not None and _AFTER_KEY.match(text, end) is not None


def read_mapping(text: str, bounds: range, start: int, end: int) -> tuple[Evidence, ...]:
    """Return the titles and texts in the mapping of YAML around the number `text[start:end]`, or below it.

    Args:
        text: The whole text.
        bounds: The offsets that may be read: between the neighbouring citations.
        start: Offset of the number.
        end: Offset after it.
    """
    first = text.rfind("\n", 0, start) + 1
    low, high = max(bounds.start, start - LONGEST_LINE), min(bounds.stop, end + LONGEST_LINE)
    if is_key_of_mapping(text, start, end):
        below = list(_list_lines(text, text.find("\n", end) + 1, high))
        return _read_entries(_take_entries(below, _count_blanks(below[0].words), start))
    own = _BEFORE_VALUE.match(text, first, start)
    after = _AFTER_VALUE.match(text, end)
    if own is None or after is None:
        return ()
    indent = len(own["indent"])
    entries = _take_entries(list(_list_lines(text, after.end(), high)), indent, start)
    if "-" not in own["indent"]:
        is_in_line = low > 0 and text[low - 1] != "\n"
        top = text.find("\n", low, first) + 1 if is_in_line else low
        above = list(_list_lines(text, top, first))
        entries += _take_entries(above[::-1], indent, start)
    return _read_entries(entries)


def _list_lines(text: str, start: int, end: int) -> Iterator[_Line]:
    """Yield the lines of `text[start:end]`."""
    for words in text[start:end].splitlines(keepends=True):
        yield _Line(start, words.rstrip("\r\n"))
        start += len(words)


def _count_blanks(line: str) -> int:
    """Return how many blanks a line begins with."""
    return len(line) - len(line.lstrip(" \t"))


def _take_entries(lines: list[_Line], indent: int, number: int) -> list[tuple[_Line, re.Match[str]]]:
    """Return the first lines that are entries of one mapping, each with its match; an item of a list ends it.

    Args:
        lines: The lines, the nearest to the number first.
        indent: The number of characters before each key.
        number: Offset of the number.
    """
    entries: list[tuple[_Line, re.Match[str]]] = []
    for line in lines:
        entry = _ENTRY.match(line.words)
        if entry is None or len(entry["indent"]) != indent:
            break
        begins_item = entry["item"] is not None
        if begins_item and line.start > number:
            break  # the next item
        entries.append((line, entry))
        if begins_item:
            break
    return entries


def _read_entries(entries: list[tuple[_Line, re.Match[str]]]) -> tuple[Evidence, ...]:
    """Return the titles and texts among the values of entries, titles first."""
    values: list[Evidence] = []
    for line, entry in entries:
        kind = find_kind(entry["value"], entry["key"], is_of_rule=True)
        if kind is not None:
            start = line.start + entry.start("value")
            values.append(Evidence(kind, entry["value"], start, start + len(entry["value"])))
    values.sort(key=lambda value: ORDER.index(value.kind))
    return tuple(values) if any(value.kind != "keyword" for value in values) else ()
