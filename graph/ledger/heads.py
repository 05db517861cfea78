"""The numbers of rules with which the lines of a text begin, in any form of text.

A copy of the rules has them in order, on about every second line; in other texts they are rarer, or in another order.
"""

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from rules.late_patterns import compile_late
from rules.numbers import LETTERS

_IN_ORDER = 0.9
"""Minimum share of the numbers of a copy that are followed by a higher one."""
_HEAD = compile_late(
    r"""
    ^(?![ \t]*(?://|--|;|/?\*[ /\d]|\#[ \d]|\||[-*+][ ]\[))              # no comment, table, or list of tasks
    (?:<[^<>\n]{1,300}>|[^\w\n<]){0,12}                                  # tags and marks
    (?:[\w-]{1,20}(?:[\"']?[:=]{1,2}[ \t]?|[ \t](?=\"))[\"']?)?          # a key of data
    (?P<chapter>[1-9][0-4]\d)\.(?P<rule>[1-9]\d{0,2})(?P<letter>[a-z]?)(?![\w%])
    """,
    re.MULTILINE | re.VERBOSE,
)
"""The number of a rule at the beginning of a line; lines of comments, tables and checklists do not count."""
_LINE = compile_late(r"\n(?=(?:<[^<>\n]{1,80}>)*[^<\n].{19})")
"""The end before a line with words; a line of nothing but tags, such as the anchor above a rule, does not count."""


class Head(NamedTuple):
    """A number at the beginning of a line, as its chapter, its rule and its letter, which is empty if there is none.

    `start` and `end` are the offsets at which the line and the text after the number begin.
    """

    chapter: int
    rule: int
    letter: str
    start: int
    end: int

    @property
    def number(self) -> tuple[int, int, str]:
        """Return the number, in the order of numbers."""
        return self.chapter, self.rule, self.letter


def unify_line_ends(text: str) -> str:
    """Return a text in which every line, also the first, begins after a line feed, as `count_lines` expects."""
    return "\n" + text.replace("\r", "\n")


def count_lines(text: str) -> int:
    """Return the number of lines with words, in a text with unified line ends."""
    return len(_LINE.findall(text))


def list_heads(text: str) -> list[Head]:
    """Return the numbers at the beginnings of lines, in order; of equal neighbours only the first.

    Args:
        text: A text with unified line ends.
    """
    heads: list[Head] = []
    for found in _HEAD.finditer(text):
        head = Head(int(found["chapter"]), int(found["rule"]), found["letter"], found.start(), found.end())
        if not heads or head.number != heads[-1].number:
            heads.append(head)
    return heads


def are_in_order(heads: Sequence[Head]) -> bool:
    """Return whether nearly all numbers are followed by a higher one."""
    rising = sum(head.number < following.number for head, following in pairwise(heads))
    return rising >= _IN_ORDER * (len(heads) - 1)


def count_chapters(heads: Sequence[Head]) -> int:
    """Return the number of different chapters."""
    return len({head.chapter for head in heads})


def are_without_gaps(heads: Sequence[Head]) -> bool:
    """Return whether more than half of the numbers are directly followed by the next one."""
    without_gap = sum(_is_next(head, following) for head, following in pairwise(heads))
    return without_gap > (len(heads) - 1) / 2


def _is_next(head: Head, following: Head) -> bool:
    """Return whether a number directly follows another, as 702.2b, 702.3 and 703.1 follow 702.2a."""
    begins_next_rule = following.number == (head.chapter, head.rule + 1, "")
    begins_later_chapter = following.chapter > head.chapter and following.rule == 1 and not following.letter
    if begins_next_rule or begins_later_chapter:
        return True
    return following.number == (head.chapter, head.rule, _find_next_letter(head.letter))


def _find_next_letter(letter: str) -> str:
    """Return the letter that follows in the order of subrules: `b` after `a`, and `a` after none; empty after `z`."""
    if not letter:
        return LETTERS[0]
    _, _, later_letters = LETTERS.partition(letter)
    return later_letters[:1]
