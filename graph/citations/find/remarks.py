"""The words of the remarks next to citations, whatever the marks of their lines.

A *telling* word says something about a rule: `copies` in `copies, see rule 702.40a`. The words `see` and `rule` there
only announce the number.
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


def has_telling_word(text: str, low: int, high: int) -> bool:
    """Return whether `text[low:high]` has a telling word, which says something about a rule."""
    return TELLING_WORD.search(text, low, high) is not None


def join_lines(words: str) -> str:
    """Return some words with each line end, including the comment mark after it, replaced by a blank."""
    return _LINE_END.sub(" ", words)


def find_printed_offset(printed: str, offset: int) -> int:
    r"""Return the offset in some printed words of an offset in the same words without line ends (`join_lines`).

    Of `copies\n// it`, which becomes `copies it`, the offset 7 of `it` gives 10.
    """
    for line_end in _LINE_END.finditer(printed):
        if line_end.start() >= offset:
            break
        offset += len(line_end[0]) - len(" ")
    return offset
