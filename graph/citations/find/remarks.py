"""The words of the remarks next to citations: which are telling, and how they read without the ends of their lines.

A *remark* is what an author writes next to a citation: in `// copies, see rule 702.40a` it is `copies, see rule`. A
*telling* word says something about a rule: `copies`. The words `see` and `rule` only announce the number.
"""

import re

from graph.citations.find.layout import LEADER
from rules.late_patterns import compile_late

MOST_WORDS_OF_TITLE = 8
"""Maximum number of words of a quote or a value that can be the title of a rule."""
LEAST_WORDS_OF_TEXT = 5
"""Minimum number of words of a quote or a value that can be the text of a rule."""

ELLIPSIS = r"(?:\.\.\.|…)"
WORD = compile_late(r"[^\W\d_][\w’']*")
"""A word of a remark; a number is none."""
TELLING_WORD = compile_late(
    r"""
    (?<![^\W\d_])
    (?!
        (?:
            [Ss]ee|[Pp]er|[Bb]y|[Cc]f|[Aa]lso|[Rr]ules?|[Ss]ections?|CRs?
            |MTG|Magic|[Oo]fficial|[Cc]omprehensive|the|as|of|in|and|or
        )\b
    )
    [^\W\d_]{2,}
    """,
    re.VERBOSE,
)
"""A telling word: any word of two letters or more that is not one of the listed ones, which announce a number."""
_LINE_END = compile_late(rf"[ \t]*\r?\n[ \t]*(?:{LEADER}[ \t]*)?")
"""A line end with the blanks around it and the comment mark of the next line, such as `//`."""


def has_telling_word(text: str, low: int, high: int) -> bool:
    """Return whether `text[low:high]` has a telling word: `copies, see` has one, `see rule` has none."""
    return TELLING_WORD.search(text, low, high) is not None


def join_lines(words: str) -> str:
    r"""Return words of several lines in one line: `copies\n// it` → `copies it`.

    Each line end is replaced by a blank, with the blanks around it and the comment mark after it.
    """
    return _LINE_END.sub(" ", words)


def offset_before_joining(words: str, offset: int) -> int:
    r"""Return the offset in words of several lines that becomes another offset by `join_lines`.

    Example: `copies\n// it` becomes `copies it`, where `it` has the offset 7; before that, it has the offset 10.

    Args:
        words: The words, before their lines are joined.
        offset: The offset in the joined words.
    """
    for line_end in _LINE_END.finditer(words):
        if line_end.start() >= offset:
            break
        offset += len(line_end[0]) - len(" ")
    return offset
