"""Determine the surroundings of an offset in a file of any language: comment, string, prose or code; list item, cell.

The *region* of an offset is the kind of text there; its *unit* is the comment, paragraph, item, entry, row or cell that
it is in. In a line `// - 702.40a copies` the region of the number is `comment`, and its unit the item of a list
`702.40a copies`. A comment of several lines mostly has a *mark* at the start of each of them: `//`, `#`, `*`.

The marks on the lines around the offset decide, not a grammar. So the result is sometimes wrong, and callers must not
base a decision on it alone.

Only a bounded number of characters around the offset is read. Lines are read as far as `LONGEST_LINE`, so that the
result does not depend on the length of other numbers of the line.
"""

import re
from typing import Literal

from graph.citations.find.entries import find_end_of_entry
from graph.citations.records import LONGEST_LINE, LONGEST_TEXT, REACH
from rules.late_patterns import compile_late

Region = Literal["comment", "prose", "string", "code"]
"""The surroundings of a character."""

NEW_LINE = r"\n"
"""A line end in a string of code or data."""
_ESCAPES = (NEW_LINE, r"\r", r"\t")
"""Line ends and tabs as they are written in a string of code or data."""
_LONGEST_COMMENT = 20_000
"""Maximum characters before a line with an asterisk that must hold the `/*` of its comment."""
_LONGEST_MARK = 80
"""Maximum characters of the marks at the start of a line."""

LEADER = (
    r"(?:///?!?|\#{1,6}!?(?![\w])|\*{1,2}(?![\w*])|--+(?![>\w])|;{1,3}|%{1,2}(?!\w)"
    r"|>(?!=)|!(?!=)|'(?=\s)|\|(?!\|)|REM\b)"
)
"""The marks at the start of a line of a comment, in any language."""
_LEADER_OF_LINE = compile_late(rf"[ \t]*{LEADER}")
_MARKS_BEFORE = " \t*-#/;\"'`([<>"
"""The marks that may be before a number which is the first thing on its line, or in its comment."""
_OPENED = compile_late(
    r"""
      //(?<![:\w]//) | /\*                       # of C; not the slashes of an address
    | \#(?<![^\s]\#)(?=\s)                       # of scripts
    | <!--                                       # of HTML
    | --(?<![^\s]--)(?=\s)                       # of queries
    | ;(?<=\s;)(?=\s)                            # of Lisp
    | \"\"\" | '''                               # of Python
    | \{- | \(\*                                 # of Haskell and Pascal
    | %(?<![^\s}]%)(?=\s)                        # of TeX
    """,
    re.VERBOSE,
)
"""The marks that open a comment after code on the same line. Each alternative begins with a literal, so that `re` can
search fast."""
_OPENED_BEFORE_NUMBER = compile_late(r"\)[ \t]{1,20};{1,3}\Z")
"""The end of code of Lisp with the mark of a comment that begins with a number: `(row boat)) ;702.40`."""
_BLOCKS = ("/*", "<!--", '"""', "'''", "{-", "(*")
"""The marks that open comments of several lines."""
_NO_MARK = ""
"""Stands for the mark of the lines of a paragraph, or of a block comment, which begin without one."""
_CLOSED = compile_late(r"\*/|-->|\"\"\"|'''")
"""The marks that close comments of several lines."""
_WORDS = compile_late(r"(?<![\w.$@#/\\-])[A-Za-z][a-z’']+(?=[ ,.:;)!?\"”*`—–-]|$)")
"""A word of a sentence, unlike a name of code, which has a sign or a digit next to it."""
_LEAST_WORDS_OF_PROSE = 3
"""Minimum number of such words on a line with brackets or an equals sign that is prose nevertheless."""
_CODE = compile_late(r"=(?<![=!<>]=)(?!=)|=>|->|::|\((?<=\w\()[^()]{0,60}\)\s?[;{,]|\.(?<=\w\.)\w{1,40}\(")
"""A sign of code: an assignment, an arrow, a name in a scope, a call."""
_TAGS = compile_late(r"<[^<>]{1,200}>")
_LINK = compile_late(r"(?<![\w)\]])\[([^\[\]]{1,200})\]\((?=[^()\s]*[.#/])[^()\s]{1,200}\)")
"""A link of Markdown, whose brackets are no sign of code; the group is its text."""
_OPENING_QUOTE = compile_late(r"[{\[,:(=]\s?(?=\")")
"""The sign before a quote that opens a string."""
_APOSTROPHE = compile_late(r"'(?<!\w')[^']{0,200}\Z")
"""An apostrophe that opens a string and is not closed; after a letter, as in `it's`, it opens none."""
_TAG = compile_late(r"[ \t]*@\w")
"""A tag such as `@author`, which begins a new part of a comment."""
_NEW_LINE = compile_late(r"\n")
_FULL_STOP = compile_late(r"[`*_\"'”’)\]]{0,4}\.[`*_\"'”’)\]]{0,4}[ \t]*\r?\n")
"""A full stop at the end of a line, with marks around it."""
_BLANK = compile_late(r"[ \t]*\r?(?:\n|\Z)")
_INDENT = rf"[ \t]*(?:{LEADER}[ \t]*)?"
_ITEM = compile_late(rf"{_INDENT}(?:(?:[-•+]|\d{{1,2}}[.)])[ \t]+(?=\S)|\|)")
"""The start of an item of a list or of a row of a table, in a comment."""
_STARRED_ITEM = compile_late(r"[ \t]*(?:(?:[-•+*]|\d{1,2}[.)])[ \t]+(?=\S)|\|)")
"""The start of an item or a row outside of such comments whose lines begin with an asterisk."""
_CELL_WORD = compile_late(r"(?!(?:rules?|CRs?|see)\b)[^\W\d_]{3,}|[^\W\d_A-Za-z]")
"""A word that explains a number in a cell of a table; a cue explains nothing."""
_AFTER_HEADING = compile_late(r"[1-9]\d\d\.[1-9]\d{0,2}\.? [A-Z][\w'’ -]{0,40}\.?\s{1,2}\Z")
"""A rule with its heading, before its first subrule: `702.40 Storm `."""


def line_around(text: str, start: int, end: int) -> range:
    """Return the bounds of the line or lines of `text[start:end]`, without the line end.

    At most `LONGEST_LINE` characters before `start` and after `end` are included.
    """
    lowest = max(0, start - LONGEST_LINE)
    low = text.rfind("\n", lowest, start) + 1
    if low == 0:
        low = lowest
    high = text.find("\n", end, end + LONGEST_LINE)
    if high < 0:
        high = min(len(text), end + LONGEST_LINE)
    return range(low, high)


def find_region(text: str, start: int) -> Region:
    """Return the kind of text around the character at `start`, as far as its own line shows."""
    line = line_around(text, start, start)
    before = text[line.start : start]
    is_cut_off = line.start == start - LONGEST_LINE
    if is_cut_off:
        before = _skip_open_string(before)
    ends_in_leader = _LEADER_OF_LINE.match(before + " ")  # some marks count only before a blank
    if ends_in_leader or _OPENED.search(before) or _OPENED_BEFORE_NUMBER.search(before):
        return "comment"
    has_open_quote = before.count('"') % 2 == 1 or before.count("`") % 2 == 1
    if has_open_quote or _APOSTROPHE.search(before):
        return "string"
    if _is_code(text[line.start : line.stop].strip()):
        return "code"
    return "prose"


def _skip_open_string(before: str) -> str:
    """Return the rest of a line whose beginning is missing, from the first string on that surely opens in it.

    If the missing part ends within a string, the first quote of the rest closes that string instead of opening one.
    """
    opening = _OPENING_QUOTE.search(before)
    if opening is None:
        return before
    return before[opening.end() :]


def _is_code(line: str) -> bool:
    """Return whether a line without the marks of a comment is code.

    A line without a sign of code is prose, even if it has no words.
    """
    if line[:1] == "<":
        line = _TAGS.sub("", line).strip()
    if "](" in line:
        line = _LINK.sub(r"\1", line)
    if line[-1:] in ";{}" or line[:1] in "@}])" or _CODE.search(line):
        return True
    has_sign = any(sign in line for sign in "=(){};")
    return has_sign and len(_WORDS.findall(line)) < _LEAST_WORDS_OF_PROSE


def is_after_escape(text: str, start: int) -> bool:
    r"""Return whether the text at `start` is directly after an escape of a line end or a tab: `\n`, `\t`."""
    return text[max(0, start - 2) : start] in _ESCAPES


def is_placed_as_in_rules(text: str, start: int) -> bool:
    r"""Return whether a number is where the rules print one: first on its line, or after the heading of a rule.

    Marks may be before it on the line. So may code, if the number is the first thing in a comment after it. A line end
    in a string, `\n`, counts as well as a real one. The heading of a rule is that of `702.40 Storm 702.40a When …`,
    printed without line ends.
    """
    before = text[max(0, start - REACH) : start]
    line = before[before.rfind("\n") + 1 :]
    is_first = before.endswith(NEW_LINE) or not line.strip(_MARKS_BEFORE) or _opens_comment(line)
    return is_first or _AFTER_HEADING.search(before) is not None


def _opens_comment(before: str) -> bool:
    """Return whether a comment after code begins at the end of a text, but for marks: `stop(); // `."""
    opened = max(_OPENED.finditer(before), key=re.Match.end, default=None)
    return opened is not None and not before[opened.end() :].strip(_MARKS_BEFORE)


def ends_line(text: str, start: int, end: int) -> bool:
    """Return whether `text[start:end]` and a full stop, with a bracket at most, end a line and its last sentence.

    False for a number at the head of its line, since the rules print a full stop after such numbers.
    """
    return _FULL_STOP.match(text, end) is not None and not is_placed_as_in_rules(text, start)


def find_comment_after(text: str, end: int) -> range | None:
    """Return the bounds of the comment that begins after `end` on the same line; None if there is none."""
    high = line_around(text, end, end).stop
    opened = _OPENED.search(text, end, high)
    if opened is None:
        return None
    return range(opened.end(), high)


def find_unit(text: str, start: int, end: int) -> range:
    """Return the bounds of the unit around `text[start:end]`: the cell, row, entry or item, in a comment or paragraph.

    Without any of these they are the bounds of the comment or paragraph. A number alone in its cell has its whole row,
    and a row of a single cell is no row, but a quoted line.

    Args:
        text: The whole text.
        start: Offset of the citation, including its cue.
        end: Offset after the citation; up to `LONGEST_TEXT` characters are read after it.
    """
    comment = find_comment(text, start, end, LONGEST_TEXT)
    line = line_around(text, start, end)
    has_leader = _find_leader(text, line.start, start) is not None
    item_start = _ITEM if has_leader else _STARRED_ITEM
    item = _find_item_above(text, line.start, comment.start, item_start)
    low = comment.start
    if item is not None and comment.start <= item.end() <= start:
        low = item.end()
    high = _find_item_below(text, end, comment.stop, item_start)
    end_of_entry = find_end_of_entry(text, line.start, start, end)
    if end_of_entry is not None:
        high = min(high, end_of_entry)
    # A row has one line. If the citation is on a line below it, it is not in a cell.
    is_row = item is not None and item[0].endswith("|") and "\n" not in text[low:start]
    if not is_row:
        return range(low, high)
    return _find_unit_of_row(text, start, end, range(low, min(high, line.stop))) or comment


def _find_unit_of_row(text: str, start: int, end: int, row: range) -> range | None:
    """Return the cell of a row around `text[start:end]`, or the whole row for a number that is alone in its cell.

    A number alone in its cell is explained by the other cells of its row. None if the row has no other cell: it is a
    quoted line, such as `| CR 702.40a`.
    """
    cell = _find_cell(text, start, end, row)
    if cell is None:
        return None
    around = f"{text[cell.start : start]} {text[end : cell.stop]}"
    return cell if _CELL_WORD.search(around) else row


def _find_item_above(text: str, line_start: int, low: int, item_start: re.Pattern[str]) -> re.Match[str] | None:
    """Return the mark of the item or row that a line belongs to; None if the line belongs to none.

    Args:
        text: The whole text.
        line_start: Start of the line. The lines above it are searched too, up to `low`.
        low: Start of the comment.
        item_start: The start of an item or row, as a pattern.
    """
    item = item_start.match(text, line_start)
    while item is None and line_start > low:
        line_start = line_around(text, line_start - 1, line_start).start
        item = item_start.match(text, line_start)
    return item


def _find_item_below(text: str, end: int, high: int, item_start: re.Pattern[str]) -> int:
    """Return the end of the line before the next item or row after `end`; `high` if none begins before `high`."""
    for line_end in _NEW_LINE.finditer(text, end, high):
        if item_start.match(text, line_end.end()):
            return line_end.start()
    return high


def _find_cell(text: str, start: int, end: int, row: range) -> range | None:
    """Return the bounds of the cell of a row around `text[start:end]`; None if the row has no other cell."""
    low = max(row.start, text.rfind("|", row.start, start) + 1)
    bar = text.find("|", end, row.stop)
    if bar >= 0:
        return range(low, bar)
    return None if low == row.start else range(low, row.stop)


def find_comment(text: str, start: int, end: int, reach: int) -> range:
    """Return the bounds of the comment, string or paragraph around `text[start:end]`.

    These are tried in this order: a comment whose lines begin with a mark; a comment after code on the line; the line,
    if a string is open on it; the paragraph.

    Args:
        text: The whole text.
        start: Offset of the citation, including its cue.
        end: Offset after the citation.
        reach: Maximum characters after `end`; up to `REACH` characters are read before `start`.
    """
    line = line_around(text, start, start)
    leader = _find_leader(text, line.start, start)
    if leader is not None and leader.end() <= start:
        mark = leader[0].strip()
        low = _find_start_above(text, line.start, leader.end(), start - REACH, mark)
        return range(low, _find_end_below(text, end, reach, mark))
    opened = [*_OPENED.finditer(text, line.start, start), *_OPENED_BEFORE_NUMBER.finditer(text, line.start, start)]
    last_opened = max(opened, key=re.Match.start, default=None)
    if last_opened is not None:
        is_block = last_opened[0].strip() in _BLOCKS
        high = _find_end_below(text, end, reach, _NO_MARK) if is_block else _find_end_of_line(text, end, reach)
        return range(last_opened.end(), high)
    if find_region(text, start) == "string":
        return range(line.start, min(line.stop, end + reach))
    low = _find_start_above(text, line.start, line.start, start - REACH, _NO_MARK)
    return range(low, _find_end_below(text, end, reach, _NO_MARK))


def _find_leader(text: str, line_start: int, start: int) -> re.Match[str] | None:
    """Return the mark with which a line of a comment begins; None if the line is not of a comment.

    An asterisk outside of `/* … */` begins an item of a list, not a line of a comment.
    """
    limit = max(start, line_start + _LONGEST_MARK)
    leader = _LEADER_OF_LINE.match(text, line_start, min(len(text), limit))
    if leader is not None and leader[0].strip() == "*":
        window = max(0, line_start - _LONGEST_COMMENT)
        is_in_block = text.rfind("/*", window, line_start) > text.rfind("*/", window, line_start)
        return leader if is_in_block else None
    return leader


def _find_start_above(text: str, line_start: int, low: int, limit: int, mark: str) -> int:
    """Return the offset at which the words of a comment or paragraph start, on this line or on one above.

    Args:
        text: The whole text.
        line_start: Start of the line.
        low: Start of the words on that line.
        limit: The lowest offset that is returned, unless `low` is lower.
        mark: The mark with which all lines of the comment begin; `_NO_MARK` for a paragraph.
    """
    while line_start > 0:
        above = line_around(text, line_start - 1, line_start - 1)
        words_start: int | None = above.start
        if mark != _NO_MARK:
            words_start = _find_words_after(text, above.start, line_start, mark)
        elif _is_code(text[above.start : above.stop].strip()):
            words_start = None
        if words_start is None or words_start < limit or _BLANK.match(text, words_start):
            break  # the line above is of something else, too far up, or empty
        line_start = above.start
        low = words_start
    return low


def _find_end_below(text: str, end: int, reach: int, mark: str) -> int:
    """Return the offset at which a comment or paragraph ends.

    It ends at a mark that closes it, or with the last line before an empty one, a tag, or a line without the mark.

    Args:
        text: The whole text.
        end: The offset from which to search.
        reach: Maximum characters after `end`.
        mark: The mark with which all lines of the comment begin; `_NO_MARK` for a paragraph or a block.
    """
    limit = min(len(text), end + reach)
    position = end
    while True:
        line_end = text.find("\n", position, limit)
        is_last_line = line_end < 0
        if is_last_line:
            line_end = limit
        closed = _CLOSED.search(text, position, line_end)
        if closed is not None:
            return closed.start()
        if is_last_line:
            return limit
        next_words: int | None = line_end + 1
        if mark != _NO_MARK:
            next_words = _find_words_after(text, line_end + 1, limit, mark)
        if next_words is None or _ends_paragraph(text, next_words):
            return line_end
        position = next_words


def _find_end_of_line(text: str, end: int, reach: int) -> int:
    """Return the offset at which a comment of one line ends: at a mark that closes it, or at the end of the line.

    Args:
        text: The whole text.
        end: The offset from which to search.
        reach: Maximum characters after `end`.
    """
    limit = min(len(text), end + reach)
    line_end = text.find("\n", end, limit)
    if line_end < 0:
        line_end = limit
    closed = _CLOSED.search(text, end, line_end)
    if closed is None:
        return line_end
    return closed.start()


def _find_words_after(text: str, line_start: int, limit: int, mark: str) -> int | None:
    """Return the offset after the mark of a line of a comment; None if the line is not of that comment.

    Args:
        text: The whole text.
        line_start: Start of the line.
        limit: The offset up to which to read.
        mark: The mark with which the lines of the comment begin.
    """
    leader = _LEADER_OF_LINE.match(text, line_start, limit)
    if leader is None or leader[0].strip()[:1] != mark[:1]:
        return None
    return leader.end()


def _ends_paragraph(text: str, start: int) -> bool:
    """Return whether the line from `start` on is empty, or begins with a tag such as `@author`."""
    # The limit of the comment does not count here: it may cut off a long quote within the indentation of a line.
    is_blank = _BLANK.match(text, start, start + LONGEST_LINE) is not None
    return is_blank or _TAG.match(text, start, start + _LONGEST_MARK) is not None
