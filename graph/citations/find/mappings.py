"""Read the values next to a number in a mapping of YAML, whose strings need no quotes: `rule: 702.40`, `name: Storm`.

An *entry* of a mapping is a line with a key and a value. An *item* of a list begins with a hyphen.
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
_BEFORE_ITEM = compile_late(r"[ \t]*-[ ]+[\"']?(?:(?:CR|[Rr]ule)[ ])?\Z")
"""The line before a number that is the whole item of a list."""
_NAME_ABOVE = compile_late(r"[ \t]*[\"']?(?P<name>[A-Z∞][\w'’ -]{1,40})[\"']?:[ \t]*\r?\Z")
"""The line above that names what the list is about."""
_NEXT_ITEM = compile_late(r"[ \t]*-[ ]")
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


class _Entry(NamedTuple):
    """An entry of a mapping.

    Attributes:
        key: The key.
        value: The value, without quotes.
        value_start: Offset of the value in the whole text.
    """

    key: str
    value: str
    value_start: int


def is_key_of_mapping(text: str, start: int, end: int) -> bool:
    """Return whether the number `text[start:end]` is a key, with a mapping as its value: `702.40:⏎  name: Storm`."""
    if text[end : end + 2].lstrip("\"'")[:1] != ":":
        return False  # this test is much cheaper than the search
    line = text.rfind("\n", 0, start) + 1
    return _BEFORE_KEY.match(text, line, start) is not None and _AFTER_KEY.match(text, end) is not None


def read_mapping(text: str, bounds: range, start: int, end: int) -> tuple[Evidence, ...]:
    """Return the titles and texts in the mapping of YAML around the number `text[start:end]`, or below it.

    Three places of the number are known: a key above its mapping (`702.40:`), a value in a mapping (`rule: 702.40`),
    and the only item of a list below a name (`Storm:`, and below it `- 702.40`). Elsewhere nothing is read.

    Args:
        text: The whole text.
        bounds: The offsets that may be read: between the neighbouring citations.
        start: Offset of the number.
        end: Offset after it.
    """
    low, high = max(bounds.start, start - LONGEST_LINE), min(bounds.stop, end + LONGEST_LINE)
    if is_key_of_mapping(text, start, end):
        below = list(_list_lines(text, text.find("\n", end) + 1, high))
        return _read_entries(_take_entries(below, _count_blanks(below[0].words), start))
    # Otherwise the number must be alone in its value: `rule: 702.40`, or alone in an item of a list: `- 702.40`.
    after = _AFTER_VALUE.match(text, end)
    if after is None:
        return ()
    line_start = text.rfind("\n", 0, start) + 1
    if _BEFORE_ITEM.match(text, line_start, start):
        return _read_name_above(text, line_start, low, after.end())
    before = _BEFORE_VALUE.match(text, line_start, start)
    if before is None:
        return ()
    return _read_entries(_list_beside(text, before, low, range(after.end(), high)))


def _list_beside(text: str, before: re.Match[str], low: int, below: range) -> list[_Entry]:
    """Return the other entries of the mapping in which a number is a value: those below it, then those above it.

    Both begin with the entry nearest to the number.

    Args:
        text: The whole text.
        before: The line before the number, as a match of `_BEFORE_VALUE`.
        low: The offset from which to read.
        below: The bounds of the lines below the number.
    """
    line_start, number_start = before.span()
    indent = len(before["indent"])
    entries = _take_entries(list(_list_lines(text, below.start, below.stop)), indent, number_start)
    begins_item = "-" in before["indent"]  # then the lines above belong to the item before
    if not begins_item:
        above = list(_list_lines(text, _find_whole_line(text, low, line_start), line_start))
        entries += _take_entries(above[::-1], indent, number_start)
    return entries


def _find_whole_line(text: str, low: int, line_start: int) -> int:
    """Return the start of the first whole line from `low` on, which may be within a line."""
    is_in_line = low > 0 and text[low - 1] != "\n"
    return text.find("\n", low, line_start) + 1 if is_in_line else low


def _read_name_above(text: str, line_start: int, low: int, below: int) -> tuple[Evidence, ...]:
    """Return the name above a list as the title of its only item, the number: `Storm:⏎  - 702.40`.

    Args:
        text: The whole text.
        line_start: Start of the line of the item.
        low: The offset from which to read.
        below: Start of the line below the item. If it is an item too, the name is of all of them.
    """
    above = text.rfind("\n", low, max(low, line_start - 1)) + 1 or low
    name = _NAME_ABOVE.match(text, above, max(above, line_start - 1))
    if name is None or _NEXT_ITEM.match(text, below):
        return ()
    return (Evidence("title", name["name"], *name.span("name")),)


def _list_lines(text: str, start: int, end: int) -> Iterator[_Line]:
    """Yield the lines of `text[start:end]`."""
    for words in text[start:end].splitlines(keepends=True):
        yield _Line(start, words.rstrip("\r\n"))
        start += len(words)


def _count_blanks(line: str) -> int:
    """Return how many blanks a line begins with."""
    return len(line) - len(line.lstrip(" \t"))


def _take_entries(lines: list[_Line], indent: int, number: int) -> list[_Entry]:
    """Return the first lines that are entries of one mapping.

    An item of a list ends the mapping: below the number it is the next item, and is left out; above the number it is
    the line with which the mapping of the number begins.

    Args:
        lines: The lines, the nearest to the number first.
        indent: The number of characters before each key.
        number: Offset of the number.
    """
    entries: list[_Entry] = []
    for line in lines:
        match = _ENTRY.match(line.words)
        if match is None or len(match["indent"]) != indent:
            break
        begins_item = match["item"] is not None
        is_below = line.start > number
        if begins_item and is_below:
            break  # the next item
        entries.append(_Entry(match["key"], match["value"], line.start + match.start("value")))
        if begins_item:
            break
    return entries


def _read_entries(entries: list[_Entry]) -> tuple[Evidence, ...]:
    """Return what the values of entries tell about the rule; empty if none of them is a title or a text.

    Titles come first, then texts, then other words.
    """
    values: list[Evidence] = []
    for entry in entries:
        kind = find_kind(entry.value, entry.key, is_of_rule=True)
        if kind is not None:
            values.append(Evidence(kind, entry.value, entry.value_start, entry.value_start + len(entry.value)))
    values.sort(key=lambda value: ORDER.index(value.kind))
    has_title_or_text = any(value.kind != "keyword" for value in values)
    return tuple(values) if has_title_or_text else ()
