"""Determine where a place of a file is, comment, prose, string or code, and the bounds of the part that it belongs to.

The marks of its line decide, in any language. The result is wrong at times, so that no caller may base a decision on it
alone.

Guarantees: reads a bounded number of characters around a place. Lines are read as far as `LONGEST_LINE`, so that the
result does not depend on the length of other numbers of the line.
"""

import re
from typing import Literal

from graph.citations.records import LONGEST_LINE, REACH
from rules.late_patterns import compile_late

Place = Literal["comment", "prose", "string", "code"]

NEW_LINE = r"\n"
"""A line end in a string of code or data."""
_LONGEST_COMMENT = 20_000
"""Maximum characters before a line with an asterisk that must hold the `/*` of its comment."""

LEADER = r"(?:///?!?|#{1,6}!?(?![\w])|\*{1,2}(?![\w*])|--+(?![>\w])|;{1,3}|%{1,2}(?!\w)|>(?!=)|!(?!=)|'(?=\s)|\|(?!\|)|REM\b)"
"""The marks at the start of a line of a comment, in any language."""
_LEADER_OF_LINE = compile_late(rf"[ \t]*{LEADER}")
_OPENED = compile_late(
    r"//(?<![:\w]//)|/\*|#(?<![^\s]#)(?=\s)|<!--|--(?<![^\s]--)(?=\s)|;(?<=\s;)(?=\s)"
    r"|\"\"\"|'''|\{-|\(\*|%(?<![^\s}]%)(?=\s)"
)
"""The marks that open a comment behind code. Each alternative begins with a literal, so that `re` can search fast."""
_BLOCKS = ("/*", "<!--", '"""', "'''", "{-", "(*")
_CLOSED = compile_late(r"\*/|-->|\"\"\"|'''")
_WORDS = compile_late(r"(?<![\w.$@#/\\-])[A-Za-z][a-z’']+(?=[ ,.:;)!?\"”*`—–-]|$)")
_CODE = compile_late(r"=(?<![=!<>]=)(?!=)|=>|->|::|\((?<=\w\()[^()]{0,60}\)\s?[;{,]|\.(?<=\w\.)\w{1,40}\(")
_TAGS = compile_late(r"<[^<>]{1,200}>")
_APOSTROPHE = compile_late(r"'(?<!\w')[^']{0,200}\Z")
_TAG = compile_late(r"[ \t]*@\w")
"""A tag such as `@author`, which begins a new part of a comment."""
_NEW_LINE = compile_late(r"\n")
_BLANK = compile_late(r"[ \t]*\r?(?:\n|\Z)")
_INDENT = rf"[ \t]*(?:{LEADER}[ \t]*)?"
_ITEM = compile_late(rf"{_INDENT}(?:(?:[-•+]|\d{{1,2}}[.)])[ \t]+(?=\S)|\|)")
_STARRED_ITEM = compile_late(r"[ \t]*(?:(?:[-•+*]|\d{1,2}[.)])[ \t]+(?=\S)|\|)")
"""The start of an item of a list or row of a table, in a comment and where asterisks do not begin the lines of one."""
_CELL_WORD = compile_late(r"(?!(?:rules?|CRs?|see)\b)[^\W\d_]{3,}|[^\W\d_A-Za-z]")


def line_around(text: str, start: int, end: int) -> range:
    """Return the bounds of the line, or lines, of `text[start:end]`."""
    low = text.rfind("\n", max(0, start - LONGEST_LINE), start) + 1 or max(0, start - LONGEST_LINE)
    high = text.find("\n", end, end + LONGEST_LINE)
    return range(low, high if high >= 0 else min(len(text), end + LONGEST_LINE))


def place_of(text: str, start: int) -> Place:
    """Return what surrounds the character at `start`, according to its line alone."""
    line = line_around(text, start, start)
    before = text[line.start : start]
    if _LEADER_OF_LINE.match(before + " ") or _OPENED.search(before):
        return "comment"
    if before.count('"') % 2 or before.count("`") % 2 or _APOSTROPHE.search(before):
        return "string"
    return "code" if _is_code(text[line.start : line.stop].strip()) else "prose"


def _is_code(line: str) -> bool:
    """Return whether a line without comment marks is code; one with neither words nor signs of code is prose."""
    if line[:1] == "<":
        line = _TAGS.sub("", line).strip()
    if line[-1:] in ";{}" or line[:1] in "@}])" or _CODE.search(line):
        return True
    return any(sign in line for sign in "=(){};") and len(_WORDS.findall(line)) < 3


def comment_behind(text: str, end: int) -> range | None:
    """Return the bounds of the comment behind code on its line; None if there is none."""
    high = line_around(text, end, end).stop
    opened = _OPENED.search(text, end, high)
    return range(opened.end(), high) if opened else None


def part_around(text: str, start: int, end: int, reach: int) -> range:
    """Return the bounds of the item, row or cell, within a comment or paragraph, around `text[start:end]`.

    The arguments are those of `comment_around`.
    """
    line_start = line_around(text, start, start).start
    marks = _STARRED_ITEM if _leader_of(text, line_start, start) is None else _ITEM
    part = comment_around(text, start, end, reach)
    item = marks.match(text, line_start)
    while item is None and line_start > part.start:
        line_start = line_around(text, line_start - 1, line_start).start
        item = marks.match(text, line_start)
    low = item.end() if item is not None and part.start <= item.end() <= start else part.start
    lines = (match.start() for match in _NEW_LINE.finditer(text, end, part.stop))
    high = next((line for line in lines if marks.match(text, line + 1)), part.stop)
    if item is None or not item[0].endswith("|") or "\n" in text[low:start]:
        return range(low, high)
    high = min(high, line_around(text, start, end).stop)
    bar = text.find("|", end, high)
    cell = range(max(low, text.rfind("|", low, start) + 1), high if bar < 0 else bar)
    if bar < 0 and cell.start == low:
        return part  # a quoted line, such as `| CR 702.40a`
    # A number alone in its cell is explained by the other cells of its row.
    return cell if _CELL_WORD.search(f"{text[cell.start : start]} {text[end : cell.stop]}") else range(low, high)


def comment_around(text: str, start: int, end: int, reach: int) -> range:
    """Return the bounds of the comment, string or paragraph around `text[start:end]`.

    Args:
        text: The whole text.
        start: Offset of the citation, including its cue.
        end: Offset after the citation.
        reach: Maximum characters behind `end`; before `start` they are `REACH`.
    """
    line = line_around(text, start, start)
    leader = _leader_of(text, line.start, start)
    if leader is not None and leader.end() <= start:
        mark = leader[0].strip()
        low = _find_start_above(text, line.start, leader.end(), start - REACH, mark)
        return range(low, _find_end_below(text, end, reach, mark))
    opened = max(_OPENED.finditer(text, line.start, start), key=re.Match.start, default=None)
    if opened is not None:
        block = "" if opened[0].strip() in _BLOCKS else None
        return range(opened.end(), _find_end_below(text, end, reach, block))
    if place_of(text, start) == "string":
        return range(line.start, min(line.stop, end + reach))
    low = _find_start_above(text, line.start, line.start, start - REACH, "")
    return range(low, _find_end_below(text, end, reach, ""))


def _leader_of(text: str, line_start: int, limit: int) -> re.Match[str] | None:
    """Return the mark of a comment's line; an asterisk outside of `/* … */` begins an item of a list."""
    leader = _LEADER_OF_LINE.match(text, line_start, min(len(text), max(limit, line_start + 80)))
    if leader is not None and leader[0].strip() == "*":
        window = max(0, line_start - _LONGEST_COMMENT)
        if text.rfind("/*", window, line_start) <= text.rfind("*/", window, line_start):
            return None
    return leader


def _find_start_above(text: str, line_start: int, low: int, limit: int, mark: str) -> int:
    """Return the start of the words of a comment or paragraph, in a line above or in its own.

    Args:
        text: The whole text.
        line_start: Start of the line.
        low: Start of the words in that line.
        limit: The least offset at which they may start.
        mark: The mark with which the comment's lines begin, empty if they have none.
    """
    while line_start > 0:
        above = line_around(text, line_start - 1, line_start - 1)
        leader = _LEADER_OF_LINE.match(text, above.start, line_start) if mark else None
        begins = leader.end() if leader else above.start
        belongs = (
            leader is not None and leader[0].strip()[:1] == mark[:1]
            if mark
            else not _is_code(text[above.start : above.stop].strip())
        )
        if begins < limit or not belongs or _BLANK.match(text, begins):
            break
        line_start, low = above.start, begins
    return low


def _find_end_below(text: str, end: int, reach: int, mark: str | None) -> int:
    """Return the end of a comment or paragraph.

    Args:
        text: The whole text.
        end: The offset from which to search.
        reach: Maximum characters behind `end`.
        mark: The mark with which the comment's lines begin, empty if they have none; None for a comment that ends with
            its line.
    """
    limit = min(len(text), end + reach)
    position = end
    while True:
        line_end = text.find("\n", position, limit)
        closed = _CLOSED.search(text, position, line_end if line_end >= 0 else limit)
        if closed is not None:
            return closed.start()
        if line_end < 0:
            return limit
        if mark is None:
            return line_end
        following = line_end + 1
        if mark:
            leader = _LEADER_OF_LINE.match(text, following, limit)
            if leader is None or leader[0].strip()[:1] != mark[:1]:
                return line_end
            following = leader.end()
        # Not up to `limit`, where the indentation of a long quote may be cut off.
        if _BLANK.match(text, following, following + LONGEST_LINE) or _TAG.match(text, following, following + 80):
            return line_end
        position = following
