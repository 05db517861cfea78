"""Recognise a constant that holds a number and whose comment repeats its name: `EMERGE = "702.118";  // Emerge`.

The value of a constant can be any amount. One that is explained by nothing but its own name is not measured, since a
measure is explained by its unit, so it may be the number of the rule that has this name.
"""

from graph.citations.find.layout import find_comment_after
from rules.late_patterns import compile_late

_REACH = 100
"""Maximum characters of the name, its type and the equals sign."""
_SHORTEST = 4
"""Minimum number of letters of the comment."""
_CONSTANT = compile_late(
    r"\b(?P<name>[A-Za-z]\w{2,60})(?:\s?:\s?[&'\w<>\[\]]{1,30}(?: \w{1,10})?)?\s{0,2}=\s{0,2}[\"']\Z"
)
"""The text before the value of a constant, with its type."""
_AFTER = compile_late(r"[\"'][;,]?[ \t]{1,40}(?=//|#|/\*|--)")
"""The text between the value and the comment."""


def is_named_twice(text: str, start: int, end: int) -> bool:
    """Return whether a number is the whole value of a constant, and the comment after it has only words of its name.

    Args:
        text: The whole text.
        start: Offset of the number.
        end: Offset after it.
    """
    if _AFTER.match(text, end) is None:
        return False
    constant = _CONSTANT.search(text, max(0, start - _REACH), start)
    comment = find_comment_after(text, end)
    if constant is None or comment is None:
        return False
    letters = _join_letters(text[comment.start : comment.stop])
    return len(letters) >= _SHORTEST and letters in _join_letters(constant["name"])


def _join_letters(words: str) -> str:
    """Return the letters of some words, without blanks and marks, in small letters."""
    return "".join(filter(str.isalpha, words)).lower()
