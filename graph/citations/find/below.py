"""Find the text that is printed below a number alone on its line: in a heading, a term of a list, or a paragraph.

In code, a string with nothing but a number may be the heading of a rule of a program, with a comment below it.
"""

import re

from graph.citations.records import REACH
from rules.late_patterns import compile_late

_REACH_BEFORE = 16
"""Maximum characters of the marks at the head of a line."""

_REACH_OF_HEAD = 50
"""Maximum characters of the line of code before a number."""

_HEAD = compile_late(r"(?:\A|\n)[ \t]{0,3}(?:\#{1,6}[ \t]+|={2,6}[ \t]*|;[ \t]*|[*_]{2,3})?(?:§[ \t]?)?\Z")
"""The marks before a number that is alone on its line: those of a heading, or of a term in a wiki's list."""
_LINE_END = compile_late(
    r"""
    [*_]{0,3}[.:]?[*_]{0,3}[ \t]*(?:={2,6}|\#{1,6})?[ \t]*
    \r?\n(?:[ \t]*\r?\n)?
    [ \t]{0,4}(?::[ \t]*)?
    (?=[A-Z\"“*_])
    """,
    re.VERBOSE,
)
"""The marks after it, and the beginning of the paragraph or the definition below."""
_HEAD_OF_CODE = compile_late(r"(?:\A|\n)[ \t]{0,12}(?:[A-Za-z]\w{0,15}[ \t]{1,4})?[\"'](?:(?:CR|[Rr]ule)[ ])?\Z")
"""The line before a number that is the heading of a rule of a program: `rule "`."""
_COMMENT_BELOW = compile_late(r"[\"'][ \t]{0,4}\r?\n[ \t]{0,12}/\*{1,2}\s{0,20}(?=[A-Z\"“])")
"""The end of such a line, and the beginning of the comment below it."""
_COMMENT_END = compile_late(r"\*/|\r?\n[ \t]*\r?\n")
_PARAGRAPH_END = compile_late(r"\r?\n[ \t]*(?:\r?\n|[#=;|*-])")


def find_text_below(text: str, start: int, end: int, high: int) -> range | None:
    """Return the bounds of the paragraph below a number that is alone on its line; None if it is not alone.

    Args:
        text: The whole text.
        start: Offset of the number, including its cue.
        end: Offset after the number.
        high: The offset up to which to read.
    """
    if not _HEAD.search(text, max(0, start - _REACH_BEFORE), start):
        return None
    line_end = _LINE_END.match(text, end, high)
    if line_end is None:
        return None
    return _find_bounds(text, line_end.end(), high, _PARAGRAPH_END)


def find_comment_below(text: str, start: int, end: int, high: int) -> range | None:
    """Return the bounds of the comment below a line of code that has only a number in quotes, perhaps after a word.

    None if other code is on the line, or if no block comment begins on the next one.

    Args:
        text: The whole text.
        start: Offset of the number, without its cue.
        end: Offset after the number.
        high: The offset up to which to read.
    """
    if not _HEAD_OF_CODE.search(text, max(0, start - _REACH_OF_HEAD), start):
        return None
    opened = _COMMENT_BELOW.match(text, end, high)
    if opened is None:
        return None
    return _find_bounds(text, opened.end(), high, _COMMENT_END)


def _find_bounds(text: str, start: int, high: int, end: re.Pattern[str]) -> range:
    """Return the bounds of the text from `start` to the first match of its end, at most `REACH` characters.

    Args:
        text: The whole text.
        start: Offset of its first character.
        high: The offset up to which to read.
        end: What ends it.
    """
    stop = min(high, start + REACH)
    found = end.search(text, start, stop)
    return range(start, stop if found is None else found.start())
