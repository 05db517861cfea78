"""Find the place of a passage of a record in the file that the record was read from.

A record knows its lines, but its text has no line ends, nor anything else that a page has between the words, such as
tags. So a passage is searched for in the lines of its record without regard to white space. If it is not there letter
for letter, only the part in question is searched for.
"""

from collections.abc import Sequence
from typing import NamedTuple

from msgspec import Struct

from rules.records import Span
from scraper.layout import LINE_END


class Place(Struct, frozen=True):
    """A place in a file.

    Attributes:
        line: Line, from 1.
        column: Column of its first character, from 1.
        end_column: Column after its last character on that line.
    """

    line: int
    column: int
    end_column: int


def read_lines(text: str) -> tuple[str, ...]:
    """Return the lines of a text, numbered as editors do."""
    return tuple(LINE_END.split(text))


def locate_passage(lines: Sequence[str], span: Span | None, passage: str, start: int, end: int) -> Place:
    """Return the place of a part of a passage in a file; the beginning of the record if it cannot be found.

    Args:
        lines: All lines of the file.
        span: The lines of the record; None for all.
        passage: The passage.
        start: Offset of the part in the passage.
        end: Offset after it.
    """
    span = span or Span(1, len(lines))
    letters = _list_letters(lines, span)
    wanted = _without_spaces(passage[start:end])
    offset = _find_part("".join(letter.text for letter in letters), passage, start, wanted)
    if offset < 0 or not wanted or offset >= len(letters):
        return Place(max(span.first_line, 1), 1, 1)
    first = letters[offset]
    on_line = [letter.column for letter in letters[offset : offset + len(wanted)] if letter.line == first.line]
    return Place(first.line, first.column, max(on_line) + 1)


def has_passage(lines: Sequence[str], passage: str) -> bool:
    """Return whether lines have a passage letter for letter, apart from white space."""
    return _without_spaces(passage) in _without_spaces("".join(lines))


def _find_part(text: str, passage: str, start: int, wanted: str) -> int:
    """Return the offset of a part of a passage in a text without white space; -1 if it is not there.

    If the passage is not in the text letter for letter, only the part is searched for. If it occurs several times in
    the passage, so does it in the text: the third occurrence in the passage is the third one in the text.

    Args:
        text: The text.
        passage: The passage.
        start: Offset of the part in the passage.
        wanted: The part, without white space.
    """
    before = _without_spaces(passage[:start])
    passage_offset = text.find(_without_spaces(passage))
    if passage_offset >= 0:
        return passage_offset + len(before)
    return _find_nth(text, wanted, before.count(wanted))


class _Letter(NamedTuple):
    """A character of a file, with its line and column, from 1."""

    text: str
    line: int
    column: int


def _list_letters(lines: Sequence[str], span: Span) -> list[_Letter]:
    """Return the characters of some lines that are no white space."""
    letters: list[_Letter] = []
    for number in range(max(span.first_line, 1), min(span.last_line, len(lines)) + 1):
        for column, character in enumerate(lines[number - 1], 1):
            if not character.isspace():
                letters.append(_Letter(character, number, column))
    return letters


def _without_spaces(text: str) -> str:
    return "".join(text.split())


def _find_nth(text: str, wanted: str, count: int) -> int:
    """Return the offset of an occurrence of a text, counted from 0; of the last one if there are fewer; else -1."""
    offset = text.find(wanted)
    for _ in range(count):
        following = text.find(wanted, offset + 1)
        if following < 0:
            break
        offset = following
    return offset
