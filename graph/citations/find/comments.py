"""Determine whether a place of a file is in a comment, in prose, in a string or in code, and the bounds of its comment.

The marks of its line decide, in any language. The result is wrong at times, so that no caller may base a decision on it
alone.

Guarantees: reads a bounded number of characters: at most `REACH` to either side, or the reach that is given, and at
most `REACH` characters of each of a few lines above and of the indentation below.
"""

from __future__ import annotations

import re
from typing import Literal

Place = Literal["comment", "prose", "string", "code"]

REACH = 240
"""Maximum characters of a line that are read, since lines of minified code are very long."""

LEADER = r"(?:///?!?|#{1,6}!?(?![\w])|\*{1,2}(?![\w*])|--+(?![>\w])|;{1,3}|%{1,2}(?!\w)|>(?!=)|!(?!=)|'(?=\s)|\|(?!\|)|REM\b)"
"""The marks at the start of a line of a comment, in any language."""

LEADER_OF_LINE = re.compile(rf"[ \t]*{LEADER}")
"""The start of a line of a comment, up to and including its mark."""
_OPENED = re.compile(
    r"//(?<![:\w]//)|/\*|#(?<![^\s]#)(?=\s)|<!--|--(?<![^\s]--)(?=\s)|;(?<=\s;)(?=\s)"
    r"|\"\"\"|'''|\{-|\(\*|%(?<![^\s}]%)(?=\s)"
)
"""The marks that open a comment behind code. Each alternative begins with a literal, so that `re` can search fast."""
_WORDS = re.compile(r"(?<![\w.$@#/\\-])[A-Za-z][a-z’']+(?=[ ,.:;)!?\"”*`—–-]|$)")
_CODE = re.compile(r"=(?<![=!<>]=)(?!=)|=>|->|::|\((?<=\w\()[^()]{0,60}\)\s?[;{,]|\.(?<=\w\.)\w{1,40}\(")
_TAGS = re.compile(r"<[^<>]{1,200}>")
_APOSTROPHE = re.compile(r"'(?<!\w')[^']{0,200}\Z")


def place_of(text: str, start: int) -> Place:
    """Return what surrounds the character at `start`, according to its line alone."""
    line_start = text.rfind("\n", max(0, start - REACH), start) + 1 or max(0, start - REACH)
    before = text[line_start:start]
    if LEADER_OF_LINE.match(before + " ") or _OPENED.search(before):
        return "comment"
    if before.count('"') % 2 or before.count("`") % 2 or _APOSTROPHE.search(before):
        return "string"
    line_end = text.find("\n", start, start + REACH)
    line = text[line_start : line_end if line_end >= 0 else start + REACH]
    return "code" if _is_code(line.strip()) else "prose"


def _is_code(line: str) -> bool:
    """Return whether a line without comment marks is code.

    A line with neither words nor signs of code counts as prose.
    """
    if line[:1] == "<":
        line = _TAGS.sub("", line).strip()
    if line[-1:] in ";{}" or line[:1] in "@}])" or _CODE.search(line):
        return True
    return any(sign in line for sign in "=(){};") and len(_WORDS.findall(line)) < 3


def margins(text: str, start: int, end: int, reach: int) -> tuple[int, int]:
    """Return the bounds of the comment, paragraph or statement around `text[start:end]`, within `reach` characters."""
    line_start = text.rfind("\n", max(0, start - reach), start) + 1
    if not line_start:
        line_start = max(0, start - reach)
    leader = LEADER_OF_LINE.match(text, line_start, min(len(text), line_start + 80))
    low = line_start
    if leader is not None and leader.end() <= start:
        mark = leader[0].strip()
        low = leader.end()
        high = _find_end_below(text, end, reach, mark)
        for _ in range(_LINES_ABOVE):
            above = _find_line_above(text, line_start, mark)
            if above is None or start - above[1] > reach:
                break
            line_start, low = above
        return low, high
    opened = max(_OPENED.finditer(text, line_start, start), key=re.Match.start, default=None)
    if opened is not None:
        return opened.end(), _find_end_below(text, end, reach, "" if opened[0].strip() in _BLOCKS else None)
    if place_of(text, start) == "string":
        return _record(text, line_start, end, reach)
    return _up(text, low, start - reach), _find_end_below(text, end, reach, "")


def comment_behind_code(text: str, line_start: int, start: int) -> int | None:
    """Return the end of the code before the comment around `start`; None if there is no code before it on its line."""
    leader = LEADER_OF_LINE.match(text, line_start, start)
    opened = None if leader else next(_OPENED.finditer(text, line_start, start), None)
    return opened.start() if opened and text[line_start : opened.start()].strip() else None


_LINES_ABOVE = 3
_BLOCKS = ("/*", "<!--", '"""', "'''", "{-", "(*")
_TAG = re.compile(r"[ \t]*@\w")
"""A tag such as `@author`, which begins a new part of a comment."""
_GOES_ON = re.compile(r"[,(\[{+\\]\r?\n\Z")
_BLANK = re.compile(r"[ \t]*\r?(?:\n|\Z)")
_CLOSED = re.compile(r"\*/|-->|\"\"\"|'''")


def _up(text: str, line_start: int, limit: int) -> int:
    """Return the start of the paragraph of prose to which a line without comment marks belongs.

    Only the next `_LINES_ABOVE` lines above are examined, and none that begins before `limit`.
    """
    for _ in range(_LINES_ABOVE):
        begin = text.rfind("\n", max(0, line_start - 1 - REACH), max(0, line_start - 1)) + 1
        line = text[begin : max(0, line_start - 1)].strip()
        if not line or begin < limit or _is_code(line):
            break
        line_start = begin
    return line_start


def _record(text: str, line_start: int, end: int, reach: int) -> tuple[int, int]:
    """Return the bounds of the statement or record around a string, whose lines end with commas, brackets or signs."""
    low = line_start
    for _ in range(_LINES_ABOVE):
        above = text.rfind("\n", max(0, low - 1 - REACH), max(0, low - 1)) + 1
        if not _GOES_ON.search(text, max(above, low - 4), low) or line_start - above > reach:
            break
        low = above
    high, limit = end, min(len(text), end + reach)
    for _ in range(_LINES_ABOVE):
        line_end = text.find("\n", high, limit)
        high = limit if line_end < 0 else line_end
        if line_end < 0 or not _GOES_ON.search(text, max(end, high - 3), high + 1):
            break
        high += 1
    return low, high


def _find_line_above(text: str, line_start: int, mark: str) -> tuple[int, int] | None:
    """Return the start of the line above, and of its words; None if it is blank or not of the same comment."""
    if line_start < 2:
        return None
    start = text.rfind("\n", max(0, line_start - 1 - REACH), line_start - 1) + 1
    leader = LEADER_OF_LINE.match(text, start, line_start)
    if leader is None or leader[0].strip()[:1] != mark[:1] or _BLANK.match(text, leader.end()):
        return None
    return start, leader.end()


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
            leader = LEADER_OF_LINE.match(text, following, limit)
            if leader is None or leader[0].strip()[:1] != mark[:1]:
                return line_end
            following = leader.end()
        # Not up to `limit`, where the indentation of a long quote may be cut off.
        if _BLANK.match(text, following, following + REACH) or _TAG.match(text, following, following + REACH):
            return line_end
        position = following
